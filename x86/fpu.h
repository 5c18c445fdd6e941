/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86-64: claiming the vector registers.
 */
#ifndef _MBHASH_X86_FPU_H
#define _MBHASH_X86_FPU_H

#include <linux/types.h>
#include <asm/fpu/api.h>

/* Return: false if they are in use. Else preemption is off until mbhash_fpu_put(). */
static inline bool mbhash_fpu_get(void)
{
	if (!irq_fpu_usable())
		return false;
	kernel_fpu_begin();
	return true;
}

static inline void mbhash_fpu_put(void)
{
	kernel_fpu_end();
}

#endif /* _MBHASH_X86_FPU_H */
