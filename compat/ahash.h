/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between the supported kernels in the interface of ahash drivers.
 * HAVE_* come from compat/Kbuild.include.
 */
#ifndef _MBHASH_COMPAT_AHASH_H
#define _MBHASH_COMPAT_AHASH_H

#include <crypto/internal/hash.h>
#include <linux/fips.h>

/*
 * Size of the field at the end of an exported state that has the number of bytes in
 * its block. If it exists, the count before the block leaves those bytes out.
 */
#ifdef HAVE_HASH_STATE_PARTIAL
#define MBHASH_STATE_PARTIAL	1
#else
#define MBHASH_STATE_PARTIAL	0
#endif

/*
 * The shortest key that the kernel's own hmac accepts, bytes. In FIPS mode that is
 * 112 bits (NIST SP 800-131A), except in the newest kernels, which leave it to the
 * user.
 */
static inline unsigned int mbhash_min_keylen(void)
{
#ifdef HAVE_HMAC_LIB
	return 0;
#else
	return fips_enabled ? 112 / 8 : 0;
#endif
}

/*
 * The references to a driver that is not registered any more and has no users. Newer
 * kernels drop the registration's own, whether or not there are users; older ones keep it.
 */
#ifdef HAVE_ALG_LATE_DESTROY
#define MBHASH_UNREGISTERED_REFS	0
#else
#define MBHASH_UNREGISTERED_REFS	1
#endif

/* The source if it is a virtual address; NULL if it is a scatterlist. */
static inline const u8 *mbhash_request_virt(struct ahash_request *req)
{
#ifdef HAVE_AHASH_REQUEST_VIRT
	return ahash_request_isvirt(req) ? req->svirt : NULL;
#else
	return NULL;
#endif
}

/**
 * struct mbhash_alg_extra - members of &struct ahash_alg that only some kernels have
 * @reqsize: size of a request's context, bytes
 * @export_core: export the state without the block
 * @import_core: import such a state
 * @clone_tfm: copy a keyed transform, in any context
 */
struct mbhash_alg_extra {
	unsigned int reqsize;
	int (*export_core)(struct ahash_request *req, void *out);
	int (*import_core)(struct ahash_request *req, const void *in);
	int (*clone_tfm)(struct crypto_ahash *to, struct crypto_ahash *from);
};

static inline void mbhash_alg_add(struct ahash_alg *alg,
				  const struct mbhash_alg_extra *extra)
{
	/*
	 * The driver accepts virtual addresses. It does not set
	 * CRYPTO_ALG_NO_FALLBACK, though: the API uses an async driver's fallback
	 * for callers that cannot wait, such as the hmac template setting a key.
	 */
#ifdef HAVE_AHASH_REQUEST_VIRT
	alg->halg.base.cra_flags |= CRYPTO_ALG_REQ_VIRT;
#endif
#ifdef HAVE_CRA_REQSIZE
	alg->halg.base.cra_reqsize = extra->reqsize;
#endif
#ifdef HAVE_AHASH_EXPORT_CORE
	alg->export_core = extra->export_core;
	alg->import_core = extra->import_core;
#endif
#ifdef HAVE_AHASH_CLONE_TFM
	alg->clone_tfm = extra->clone_tfm;
#endif
}

#endif /* _MBHASH_COMPAT_AHASH_H */
