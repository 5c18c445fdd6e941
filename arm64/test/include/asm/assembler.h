/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_ASSEMBLER_H
#define _ASM_ASSEMBLER_H

/* arm64: dst = the address of sym, at any distance */
.macro	adr_l	dst, sym
	adrp		\dst, \sym
	add		\dst, \dst, :lo12:\sym
.endm

#endif
