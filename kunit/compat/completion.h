/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Completion callbacks of requests to the crypto API: their argument, and the caller's
 * pointer in it. HAVE_* come from compat/Kbuild.include.
 */
#ifndef _MBHASH_KUNIT_COMPLETION_H
#define _MBHASH_KUNIT_COMPLETION_H

#include <linux/crypto.h>

#ifdef HAVE_CRYPTO_COMPLETION_VOID
typedef void mbhash_completion_arg;

static inline void *mbhash_completion_data(mbhash_completion_arg *arg)
{
	return arg;
}
#else
typedef struct crypto_async_request mbhash_completion_arg;

static inline void *mbhash_completion_data(mbhash_completion_arg *arg)
{
	return arg->data;
}
#endif

#endif /* _MBHASH_KUNIT_COMPLETION_H */
