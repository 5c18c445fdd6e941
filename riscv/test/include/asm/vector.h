/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_VECTOR_H
#define _ASM_VECTOR_H

#include <harness/claims.h>
#include <asm/cpufeature.h>

static inline bool has_vector(void)
{
	return riscv_isa_extension_available(NULL, V);
}

/* Bits in a register */
static inline unsigned int riscv_vector_vlen(void)
{
	unsigned long bytes;

	asm(".option push\n\t.option arch, +v\n\tcsrr %0, vlenb\n\t.option pop" : "=r" (bytes));
	return 8 * bytes;
}

static inline void kernel_vector_begin(void)
{
	vector_claims++;
}

static inline void kernel_vector_end(void)
{
	vector_claims--;
}

#endif
