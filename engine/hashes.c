// SPDX-License-Identifier: GPL-2.0
/*
 * The two hash functions: this table contains everything that differs between them.
 */
#include "internal.h"

/* RFC 1321, 3.3 */
static const u32 md5_iv[MBHASH_STATE_WORDS] = {
	0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
};

/* FIPS 180-4, 5.3.3 */
static const u32 sha256_iv[MBHASH_STATE_WORDS] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

struct mbhash_hash mbhash_hashes[MBHASH_NR_HASHES] = {
	[MBHASH_MD5] = {
		.name = "md5",
		.id = MBHASH_MD5,
		.words = 4,
		.iv = md5_iv,
		.schedule = mbhash_md5_schedule,
		.impls = mbhash_md5_impls,
	},
	[MBHASH_SHA256] = {
		.name = "sha256",
		.id = MBHASH_SHA256,
		.words = 8,
		.big_endian = true,
		.iv = sha256_iv,
		.schedule = mbhash_sha256_schedule,
		.impls = mbhash_sha256_impls,
	},
};
