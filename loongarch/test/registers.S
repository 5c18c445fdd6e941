/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers as an implementation leaves them, see
 * tools/test/user/registers.h
 */
#include <linux/linkage.h>

#include "registers.h"

#define RA	$r1
#define SP	$r3
#define CALL	$r4

/* $r21, which the kernel reserves, and $r22 to $r31: the callee-saved ones of the ABI */
.macro	each_saved	insn, base, offset
.irp	i, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\insn		$r\i, \base, \offset + 8 * (\i - 21)
.endr
.endm

/* void saved_call(struct saved_call *call) */
SYM_FUNC_START(saved_call)
	addi.d		SP, SP, -112
	each_saved	st.d, SP, 0
	st.d		RA, SP, 88
	st.d		CALL, SP, 96
	each_saved	ld.d, CALL, SAVED
	movfcsr2gr	$r12, $fcsr0
	st.d		$r12, CALL, CONTROL
	ld.d		$r12, CALL, FN
	ld.d		$r5, CALL, DATA
	ld.d		$r6, CALL, NBLOCKS
	ld.d		$r7, CALL, SCRATCH
	ld.d		CALL, CALL, STATE
	jirl		RA, $r12, 0
	ld.d		CALL, SP, 96
	movfcsr2gr	$r12, $fcsr0
	st.d		$r12, CALL, CONTROL + 8
	each_saved	st.d, CALL, SAVED
	each_saved	ld.d, SP, 0
	ld.d		RA, SP, 88
	addi.d		SP, SP, 112
	jr		RA
SYM_FUNC_END(saved_call)

.macro	read	name, insn, register
SYM_FUNC_START(\name)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\insn		$\register\i, $r4, 0
	addi.d		$r4, $r4, 64
.endr
	jr		RA
SYM_FUNC_END(\name)
.endm

/* void read_lasx(struct vector_registers *to), and the lower halves alone */
	read		read_lasx, xvst, xr
	read		read_lsx, vst, vr
