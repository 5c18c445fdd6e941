/* SPDX-License-Identifier: GPL-2.0 */
/* MIPS */
#ifndef _ASM_FPU_H
#define _ASM_FPU_H

#include <harness/claims.h>

enum fpu_mode { FPU_64BIT };

static inline void lose_fpu_inatomic(int save, void *task)
{
	(void)save;
	(void)task;
}

static inline int __enable_fpu(enum fpu_mode mode)
{
	(void)mode;
	vector_claims++;
	return 0;
}

static inline void __disable_fpu(void)
{
	vector_claims--;
}

#endif
