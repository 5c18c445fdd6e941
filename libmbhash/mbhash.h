/* SPDX-License-Identifier: GPL-2.0 */
/*
 * libmbhash: MD5 and SHA-256 of many messages at once, side by side in the lanes of vector
 * registers, with the fastest code for the CPU and for the number of messages. mbhash(3)
 * has an example.
 *
 * A hasher is what one thread hashes with: one call at a time may use it. Threads that hash
 * at the same time have a hasher each.
 *
 * Functions that return int return 0, or without having done anything
 *	-EINVAL	    for a pointer that is NULL, unless nothing is read or written there; and
 *		    for a stream that is not the hasher's or that has no message begun;
 *		    from mbhash_update() and mbhash_finish(), that is there twice
 *	-EMSGSIZE   for a message of 2^61 bytes or more, which neither hash allows; for hmac,
 *		    which hashes a block more, of 2^61 - 64 or more
 * With n of 0 they do nothing and return 0.
 */
#ifndef MBHASH_H
#define MBHASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest digest of any hash here, bytes. */
#define MBHASH_MAX_SIZE		32

/** struct mbhash - a hasher: a hash, a key for hmac, and memory to work in */
struct mbhash;

/**
 * struct mbhash_stream - a message that comes in pieces
 *
 * It may be anywhere, as long as it stays there. It needs no freeing, but a message that
 * is secret and not finished stays in it until mbhash_wipe().
 */
struct mbhash_stream {
	/* private: */
	uint64_t opaque[56];
};

/**
 * mbhash_new() - create a hasher
 * @algorithm: "md5", "sha256", "hmac(md5)" or "hmac(sha256)"
 * @key: for hmac the key; else NULL
 * @key_size: its length in bytes, 0 or more
 *
 * The first call for a hash checks and times the code for it, which takes some
 * milliseconds. If the environment variable MBHASH_ISA is set and not empty, only the
 * instruction sets that it names, separated by commas, are used. Standard error gets a
 * message about a name that is not known.
 *
 * Return: the hasher, which mbhash_free() frees, or NULL and errno: ENOENT for another
 * algorithm, EINVAL for a wrong argument or MBHASH_ISA, ENOMEM.
 */
struct mbhash *mbhash_new(const char *algorithm, const void *key, size_t key_size);

/**
 * mbhash_free() - wipe and free a hasher
 * @hasher: from mbhash_new(), or NULL. Its streams cannot be used any more.
 */
void mbhash_free(struct mbhash *hasher);

/**
 * mbhash_size() - the length of a digest
 * @hasher: from mbhash_new()
 *
 * Return: bytes, at most MBHASH_MAX_SIZE; 0 if @hasher is NULL
 */
size_t mbhash_size(const struct mbhash *hasher);

/**
 * mbhash_plan() - what would long messages be hashed with?
 * @hasher: from mbhash_new()
 * @n: number of messages at once
 *
 * Return: a name such as "avx2-x8": an instruction set, and how many messages share it.
 * NULL if @hasher is NULL or @n is 0.
 */
const char *mbhash_plan(const struct mbhash *hasher, size_t n);

/**
 * mbhash_digest() - hash messages
 * @hasher: from mbhash_new()
 * @n: number of messages
 * @messages: where each is; NULL if it has no bytes
 * @sizes: bytes in each
 * @digests: receives the digests, mbhash_size() bytes each, one after the other
 *
 * Return: 0, -EINVAL or -EMSGSIZE.
 */
int mbhash_digest(struct mbhash *hasher, size_t n, const void *const *messages,
		  const size_t *sizes, void *digests);

/**
 * mbhash_begin() - begin messages
 * @hasher: from mbhash_new(); the streams belong to it
 * @n: number of streams
 * @streams: where they are, whatever there is
 *
 * Return: 0 or -EINVAL.
 */
int mbhash_begin(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams);

/**
 * mbhash_update() - hash more of some messages
 * @hasher: to which the streams belong
 * @n: number of streams
 * @streams: some of its streams, in any order, each once
 * @data: where the next piece of each is; NULL if it has no bytes
 * @sizes: bytes in each piece
 *
 * The pieces are hashed side by side. Nothing of them is used after the return.
 *
 * Return: 0, -EINVAL or -EMSGSIZE.
 */
int mbhash_update(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		  const void *const *data, const size_t *sizes);

/**
 * mbhash_finish() - finish messages
 * @hasher: to which the streams belong
 * @n: number of streams
 * @streams: some of its streams, in any order, each once
 * @digests: receives the digests, mbhash_size() bytes each, one after the other
 *
 * The streams are wiped. mbhash_reset() or mbhash_begin() can begin their next messages.
 *
 * Return: 0 or -EINVAL.
 */
int mbhash_finish(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		  void *digests);

/**
 * mbhash_reset() - begin messages in streams that have had others, finished or not
 * @hasher: to which the streams belong
 * @n: number of streams
 * @streams: some of its streams
 *
 * Return: 0 or -EINVAL.
 */
int mbhash_reset(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams);

/**
 * mbhash_wipe() - wipe streams whose messages will not be finished
 * @n: number of streams
 * @streams: where they are; nothing is done for NULL
 */
void mbhash_wipe(size_t n, struct mbhash_stream *const *streams);

#ifdef __cplusplus
}
#endif

#endif /* MBHASH_H */
