// SPDX-License-Identifier: GPL-2.0
/*
 * The reference of the engine's suites in user space: OpenSSL. Its old functions,
 * because a test has to begin in the middle of a message.
 */
#define OPENSSL_API_COMPAT 0x10100000L

#include <string.h>

#include <openssl/hmac.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

#include "../../../kunit/reference.h"

int reference_init(void)
{
	return 0;
}

void reference_exit(void)
{
}

void reference_hash(enum mbhash_hash_id id, const u8 *data, unsigned int len,
		    u8 *digest)
{
	if (id == MBHASH_MD5)
		MD5(data, len, digest);
	else
		SHA256(data, len, digest);
}

void reference_hmac(enum mbhash_hash_id id, const u8 *key, unsigned int keylen,
		    const u8 *data, unsigned int len, u8 *digest)
{
	HMAC(id == MBHASH_MD5 ? EVP_md5() : EVP_sha256(), key, keylen, data,
	     len, digest, NULL);
}

/**
 * reference_continue() - the digest of a message whose first bytes are hashed
 * @id: the hash function
 * @state: the state after those bytes
 * @count: number of those bytes, a multiple of 64
 * @data: the rest of the message
 * @len: its length in bytes
 * @digest: where to put the digest
 */
void reference_continue(enum mbhash_hash_id id, const u32 *state, u64 count,
			const u8 *data, unsigned int len, u8 *digest)
{
	u64 bits = count << 3;

	if (id == MBHASH_MD5) {
		MD5_CTX c = {
			.A = state[0], .B = state[1],
			.C = state[2], .D = state[3],
			.Nl = bits, .Nh = bits >> 32,
		};

		MD5_Update(&c, data, len);
		MD5_Final(digest, &c);
	} else {
		SHA256_CTX c;

		SHA256_Init(&c);
		memcpy(c.h, state, sizeof(c.h));
		c.Nl = bits;
		c.Nh = bits >> 32;
		SHA256_Update(&c, data, len);
		SHA256_Final(digest, &c);
	}
}
