/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers as an implementation leaves them, see
 * tools/test/user/registers.h.
 */
#include <linux/linkage.h>

#include "registers.h"

/*
 * <insn>p for all callee-saved registers of AAPCS64, and for x18, which the kernel
 * reserves, at \base + \offset
 */
.macro	each_saved	insn, base, offset
	\insn\()p	x18, x19, [\base, #\offset]
	\insn\()p	x20, x21, [\base, #\offset + 16]
	\insn\()p	x22, x23, [\base, #\offset + 32]
	\insn\()p	x24, x25, [\base, #\offset + 48]
	\insn\()p	x26, x27, [\base, #\offset + 64]
	\insn\()p	x28, x29, [\base, #\offset + 80]
	\insn\()p	d8, d9, [\base, #\offset + 96]
	\insn\()p	d10, d11, [\base, #\offset + 112]
	\insn\()p	d12, d13, [\base, #\offset + 128]
	\insn\()p	d14, d15, [\base, #\offset + 144]
.endm

/* void saved_call(struct saved_call *call) */
SYM_FUNC_START(saved_call)
	sub		sp, sp, #176
	each_saved	st, sp, 0
	stp		x30, x0, [sp, #160]
	each_saved	ld, x0, SAVED
	mrs		x4, fpcr
	str		x4, [x0, #CONTROL]
	ldr		x4, [x0, #FN]
	ldr		x1, [x0, #DATA]
	ldr		x2, [x0, #NBLOCKS]
	ldr		x3, [x0, #SCRATCH]
	ldr		x0, [x0, #STATE]
	blr		x4
	ldp		x30, x0, [sp, #160]
	mrs		x4, fpcr
	str		x4, [x0, #CONTROL + 8]
	each_saved	st, x0, SAVED
	each_saved	ld, sp, 0
	add		sp, sp, #176
	ret
SYM_FUNC_END(saved_call)

/*
 * void read_vectors(struct vector_registers *to)
 *
 * The low halves of v8 to v15 belong to the caller.
 */
SYM_FUNC_START(read_vectors)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, \
	27, 28, 29, 30, 31
	str		q\i, [x0, #64 * \i]
.endr
.irp	i, 8, 9, 10, 11, 12, 13, 14, 15
	mov		x1, v\i\().d[1]
	str		x1, [x0, #64 * \i + 8]
.endr
	ret
SYM_FUNC_END(read_vectors)
