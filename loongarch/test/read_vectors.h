/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The vector registers of LoongArch by size.
 */
#ifndef _LOONGARCH_READ_VECTORS_H
#define _LOONGARCH_READ_VECTORS_H

#include "../../tools/test/user/registers.h"

void read_lsx(struct vector_registers *to);
void read_lasx(struct vector_registers *to);

#endif
