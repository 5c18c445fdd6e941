/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interfaces for users of an ahash that only some kernels have: -EOPNOTSUPP tells a test
 * that there is nothing to test.
 */
#ifndef _MBHASH_KUNIT_AHASH_USER_H
#define _MBHASH_KUNIT_AHASH_USER_H

#include <crypto/internal/hash.h>
#include <linux/err.h>

/* The hmac template accepts an ahash that can export its core state. */
static inline bool mbhash_has_hmac_of_ahash(void)
{
#ifdef HAVE_AHASH_EXPORT_CORE
	return true;
#else
	return false;
#endif
}

static inline int mbhash_export_core_of(struct ahash_request *req, void *out)
{
#ifdef HAVE_AHASH_EXPORT_CORE
	return crypto_ahash_export_core(req, out);
#else
	return -EOPNOTSUPP;
#endif
}

static inline int mbhash_import_core_of(struct ahash_request *req,
					const void *in)
{
#ifdef HAVE_AHASH_EXPORT_CORE
	return crypto_ahash_import_core(req, in);
#else
	return -EOPNOTSUPP;
#endif
}

static inline int mbhash_set_virt(struct ahash_request *req, const u8 *src,
				  u8 *result, unsigned int nbytes)
{
#ifdef HAVE_AHASH_REQUEST_VIRT
	ahash_request_set_virt(req, src, result, nbytes);
	return 0;
#else
	return -EOPNOTSUPP;
#endif
}

/* Uses a request on the stack, and the fallback of an async driver. */
static inline int mbhash_digest_on_stack(struct crypto_ahash *tfm,
					 const u8 *data, unsigned int len,
					 u8 *out)
{
#ifdef HAVE_AHASH_REQUEST_VIRT
	return crypto_hash_digest(tfm, data, len, out);
#else
	return -EOPNOTSUPP;
#endif
}

static inline struct crypto_ahash *mbhash_clone(struct crypto_ahash *tfm)
{
#ifdef HAVE_AHASH_CLONE_TFM
	return crypto_clone_ahash(tfm);
#else
	return ERR_PTR(-EOPNOTSUPP);
#endif
}

#endif /* _MBHASH_KUNIT_AHASH_USER_H */
