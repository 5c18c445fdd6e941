// SPDX-License-Identifier: GPL-2.0
/*
 * The reference of all suites in the kernel: the kernel's own portable drivers.
 */
#include <crypto/hash.h>
#include <crypto/md5.h>
#include <crypto/sha2.h>
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "api.h"
#include "compat/portable.h"
#include "reference.h"

static struct crypto_shash *tfms[MBHASH_NR_HASHES][2];

/* Held from setting a key until it was used. */
static DEFINE_MUTEX(key_lock);

/**
 * reference_init() - get the kernel's own drivers
 *
 * Return: 0 or -errno.
 */
int reference_init(void)
{
	unsigned int id, hmac;

	for (id = 0; id < MBHASH_NR_HASHES; id++) {
		for (hmac = 0; hmac < 2; hmac++) {
			struct crypto_shash *tfm;

			tfm = mbhash_alloc_portable(id, hmac);
			if (IS_ERR(tfm)) {
				reference_exit();
				return PTR_ERR(tfm);
			}
			tfms[id][hmac] = tfm;
		}
	}
	return 0;
}

/**
 * reference_exit() - release the kernel's own drivers
 */
void reference_exit(void)
{
	unsigned int id, hmac;

	for (id = 0; id < MBHASH_NR_HASHES; id++) {
		for (hmac = 0; hmac < 2; hmac++) {
			if (tfms[id][hmac])
				crypto_free_shash(tfms[id][hmac]);
			tfms[id][hmac] = NULL;
		}
	}
}

/**
 * reference_tfm() - the kernel's own driver
 * @id: the hash function
 * @hmac: hmac with it
 *
 * Return: its transform.
 */
struct crypto_shash *reference_tfm(enum mbhash_hash_id id, bool hmac)
{
	return tfms[id][hmac];
}

/**
 * reference_hash() - the digest of a message
 * @id: the hash function
 * @data: the message
 * @len: its length in bytes
 * @digest: where the digest goes
 */
void reference_hash(enum mbhash_hash_id id, const u8 *data, unsigned int len,
		    u8 *digest)
{
	WARN_ON(crypto_shash_tfm_digest(tfms[id][false], data, len, digest));
}

/**
 * reference_hmac() - the hmac of a message
 * @id: the hash function
 * @key: the key
 * @keylen: its length in bytes
 * @data: the message
 * @len: its length in bytes
 * @digest: where the hmac goes
 */
void reference_hmac(enum mbhash_hash_id id, const u8 *key, unsigned int keylen,
		    const u8 *data, unsigned int len, u8 *digest)
{
	struct crypto_shash *tfm = tfms[id][true];

	mutex_lock(&key_lock);
	WARN_ON(crypto_shash_setkey(tfm, key, keylen) ?:
		crypto_shash_tfm_digest(tfm, data, len, digest));
	mutex_unlock(&key_lock);
}

/**
 * reference_continue() - the digest of a message whose first bytes are hashed
 * @id: the hash function
 * @state: the state after those bytes
 * @count: number of those bytes, a multiple of 64
 * @data: the rest
 * @len: its length in bytes
 * @digest: where the digest goes
 */
void reference_continue(enum mbhash_hash_id id, const u32 *state, u64 count,
			const u8 *data, unsigned int len, u8 *digest)
{
	SHASH_DESC_ON_STACK(desc, tfms[id][false]);
	/* The state may end in the number of buffered bytes: 0. */
	struct {
		union {
			struct md5_state md5;
			struct sha256_state sha256;
		};
		u8 partial;
	} exported;

	memset(&exported, 0, sizeof(exported));
	if (id == MBHASH_MD5) {
		memcpy(exported.md5.hash, state, sizeof(exported.md5.hash));
		exported.md5.byte_count = count;
	} else {
		memcpy(exported.sha256.state, state,
		       sizeof(exported.sha256.state));
		exported.sha256.count = count;
	}
	desc->tfm = tfms[id][false];
	WARN_ON(crypto_shash_import(desc, &exported) ?:
		crypto_shash_finup(desc, data, len, digest));
}
