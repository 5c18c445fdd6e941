// SPDX-License-Identifier: GPL-2.0
/*
 * Keys of hmac (RFC 2104).
 */
#include <linux/string.h>

#include "internal.h"

/* RFC 2104, 2: the bytes XORed with the key */
#define HMAC_IPAD		0x36
#define HMAC_OPAD		0x5c

/* Set @state to the state after the block @key ^ @xor. */
static void hmac_state(const struct mbhash_hash *hash, u32 *state,
		       const u8 *key, u8 xor)
{
	struct mbhash_job job;
	u8 block[MBHASH_BLOCK];
	unsigned int i;

	for (i = 0; i < MBHASH_BLOCK; i++)
		block[i] = key[i] ^ xor;

	mbhash_job_init(&job, hash, NULL);
	mbhash_job_add_virt(&job, block, MBHASH_BLOCK, NULL, NULL);
	mbhash_job_run_portable(&job);
	job_copy_state(state, job.state);

	mbhash_job_wipe(&job);
	memzero_explicit(block, sizeof(block));
}

/**
 * mbhash_hmac_setkey() - prepare a key for hmac (RFC 2104)
 * @hash: the hash function
 * @hmac: receives the prepared key; the caller wipes it
 * @key: the key, any alignment
 * @keylen: its length in bytes, 0 or more
 *
 * Context: any.
 */
void mbhash_hmac_setkey(const struct mbhash_hash *hash,
			struct mbhash_hmac_key *hmac, const u8 *key,
			unsigned int keylen)
{
	u8 block[MBHASH_BLOCK] = {};

	if (keylen > MBHASH_BLOCK) {
		struct mbhash_job job;

		mbhash_job_init(&job, hash, NULL);
		mbhash_job_add_virt(&job, key, keylen, NULL, block);
		mbhash_job_run_portable(&job);
	} else {
		memcpy(block, key, keylen);
	}

	hmac_state(hash, hmac->inner, block, HMAC_IPAD);
	hmac_state(hash, hmac->outer, block, HMAC_OPAD);
	memzero_explicit(block, sizeof(block));
}
