/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_FPU_H
#define _ASM_FPU_H

#include <harness/claims.h>

/* Who has claimed the registers has BH disabled. */
#define softirq_count()	vector_claims

static inline void kernel_fpu_begin(void)
{
	vector_claims++;
}

static inline void kernel_fpu_end(void)
{
	vector_claims--;
}

#endif
