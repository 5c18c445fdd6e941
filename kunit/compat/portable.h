/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's own portable drivers, which tests compare with. Their names depend on
 * the kernel.
 */
#ifndef _MBHASH_KUNIT_PORTABLE_H
#define _MBHASH_KUNIT_PORTABLE_H

#include <crypto/hash.h>
#include <linux/err.h>

#include "../../engine/hash.h"

/* Allocate a transform. May sleep. */
static inline struct crypto_shash *mbhash_alloc_portable(enum mbhash_hash_id id,
							 bool hmac)
{
	/* Newest first */
	static const char *const names[MBHASH_NR_HASHES][2][2] = {
		[MBHASH_MD5] = {
			[false] = { "md5-lib", "md5-generic" },
			[true] = { "hmac-md5-lib", "hmac(md5-generic)" },
		},
		[MBHASH_SHA256] = {
			[false] = { "sha256-lib", "sha256-generic" },
			[true] = { "hmac-sha256-lib", "hmac(sha256-generic)" },
		},
	};
	struct crypto_shash *tfm;

	tfm = crypto_alloc_shash(names[id][hmac][0], 0, 0);
	if (IS_ERR(tfm))
		tfm = crypto_alloc_shash(names[id][hmac][1], 0, 0);
	return tfm;
}

#endif /* _MBHASH_KUNIT_PORTABLE_H */
