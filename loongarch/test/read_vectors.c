// SPDX-License-Identifier: GPL-2.0
/*
 * Reads those vector registers that the CPU has.
 */
#include <asm/cpu-features.h>

#include "read_vectors.h"

void read_vectors(struct vector_registers *to)
{
	if (cpu_has_lasx)
		read_lasx(to);
	else
		read_lsx(to);
}
