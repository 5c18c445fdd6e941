/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm64: claiming the vector registers, in a task or in a softirq.
 */
#ifndef _MBHASH_ARM64_NEON_H
#define _MBHASH_ARM64_NEON_H

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <asm/simd.h>

#include "../compat/arm64_neon.h"

/*
 * Memory for the contents of registers that a softirq finds in use. Preemption is off, so
 * only softirqs need it, and they do not interrupt each other.
 */
static DEFINE_PER_CPU(struct user_fpsimd_state, mbhash_interrupted);

static inline struct user_fpsimd_state *mbhash_neon_state(void)
{
	return in_serving_softirq() ? this_cpu_ptr(&mbhash_interrupted) : NULL;
}

/* Return: false if they cannot be used here. Else preemption is off until mbhash_neon_put(). */
static inline bool mbhash_neon_get(void)
{
	if (!may_use_simd())
		return false;
	preempt_disable();
	kernel_neon_begin(mbhash_neon_state());
	return true;
}

static inline void mbhash_neon_put(void)
{
	kernel_neon_end(mbhash_neon_state());
	mbhash_neon_wipe(mbhash_neon_state());
	preempt_enable();
}

#endif /* _MBHASH_ARM64_NEON_H */
