/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_FPU_API_H
#define _ASM_FPU_API_H

#include <harness/claims.h>
#include <linux/types.h>

static inline void kernel_fpu_begin(void)
{
	vector_claims++;
}

static inline void kernel_fpu_end(void)
{
	vector_claims--;
}

static inline bool irq_fpu_usable(void)
{
	return !vector_claims;
}

#endif
