/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_FPU_API_H
#define _ASM_FPU_API_H

#include <linux/types.h>

/*
 * A process may use its vector registers as it likes; but kunit.c looks whether
 * every begin has its end.
 */
extern int kernel_fpu_claims;

static inline void kernel_fpu_begin(void)
{
	kernel_fpu_claims++;
}

static inline void kernel_fpu_end(void)
{
	kernel_fpu_claims--;
}

static inline bool irq_fpu_usable(void)
{
	return !kernel_fpu_claims;
}

#endif
