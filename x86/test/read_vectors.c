// SPDX-License-Identifier: GPL-2.0
/*
 * Reads those vector registers that the CPU has.
 */
#include "read_vectors.h"

void read_vectors(struct vector_registers *to)
{
	if (__builtin_cpu_supports("avx512f"))
		read_zmm(to);
	else if (__builtin_cpu_supports("avx"))
		read_ymm(to);
	else
		read_xmm(to);
}
