/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_NEON_H
#define _ASM_NEON_H

#include <harness/claims.h>
#include <linux/types.h>

/* Memory for saved registers, which a program does not need */
struct user_fpsimd_state {
	__uint128_t vregs[32];
};

static inline void kernel_neon_begin(struct user_fpsimd_state *state)
{
	(void)state;
	vector_claims++;
}

static inline void kernel_neon_end(struct user_fpsimd_state *state)
{
	(void)state;
	vector_claims--;
}

#endif
