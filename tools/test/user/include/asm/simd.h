/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_SIMD_H
#define _ASM_SIMD_H

#include <harness/claims.h>
#include <linux/types.h>

static inline bool may_use_simd(void)
{
	return !vector_claims;
}

#endif
