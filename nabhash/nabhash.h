/* SPDX-License-Identifier: GPL-2.0 */
/*
 * NABHash: a checksum of 128 bits made of AES rounds. R() is SubBytes, ShiftRows and
 * MixColumns; there is no key.
 *
 * Four accumulators of 16 bytes begin with the same constant. A block of 64 bytes advances
 * each: s[i] = R(s[i]) ^ m[i]. The last block is filled up with zeros; the empty message has
 * none. Then the message's length in bytes, as 128 bits, is added to each by xor, and
 *
 *	a = R(R(s[0]) ^ s[1]) ^ R(s[2]) ^ s[3];	three times: a = R(a) ^ a
 *
 * is the digest. All is little-endian. After github.com/mengzhuo/nabhash.
 */
#ifndef _NABHASH_H
#define _NABHASH_H

#include <linux/sizes.h>
#include <linux/types.h>

#define NABHASH_BLOCK	64
#define NABHASH_DIGEST	16
#define NABHASH_LANES	4

/* Preemption is off while so many bytes are hashed: some microseconds. */
#define NABHASH_SECTION	SZ_32K

/**
 * struct nabhash_state - the accumulators
 * @lane: of 16 bytes each
 */
struct nabhash_state {
	u8 lane[NABHASH_LANES][16];
};

/**
 * struct nabhash_impl - an implementation
 * @name: its name
 * @begin: claims the vector registers until @end; returns false if they are in use. NULL:
 *	   it needs none
 * @end: gives them back. Between these two preemption is disabled.
 * @blocks: advances the state by n blocks, at least one
 * @finish: makes the digest of a message of so many bytes
 *
 * Its functions leave nothing of the data in vector registers.
 */
struct nabhash_impl {
	const char *name;
	bool (*begin)(void);
	void (*end)(void);
	void (*blocks)(struct nabhash_state *state, const u8 *data, size_t n);
	void (*finish)(const struct nabhash_state *state, u64 bytes, u8 *digest);
};

/* portable.c */

extern const struct nabhash_impl nabhash_portable;
void nabhash_portable_init(void);

/* x86.c, arm64.c, none.c */

const struct nabhash_impl *nabhash_fast(void);

/* message.c */

/**
 * struct nabhash_message - a message in progress
 * @state: the accumulators
 * @bytes: number of bytes so far
 * @block: those of them that follow the last whole block
 */
struct nabhash_message {
	struct nabhash_state state;
	u64 bytes;
	u8 block[NABHASH_BLOCK];
};

void nabhash_init(struct nabhash_message *message);
void nabhash_add(struct nabhash_message *message, const struct nabhash_impl *fast,
		 const u8 *data, size_t n, u8 *digest);

#endif /* _NABHASH_H */
