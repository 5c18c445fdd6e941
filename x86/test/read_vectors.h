/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The vector registers of x86-64 by size. There are 16 of those of 32 and of 16 bytes.
 */
#ifndef _X86_VECTORS_H
#define _X86_VECTORS_H

#include "../../tools/test/user/registers.h"

void read_zmm(struct vector_registers *to);
void read_ymm(struct vector_registers *to);
void read_xmm(struct vector_registers *to);

#endif
