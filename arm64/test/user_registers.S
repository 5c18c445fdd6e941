/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm64: see tools/test/guest/registers/registers.h.
 */
#define CONTROL		2048

.macro	all	insn, base
	\insn		q0, q1, [\base, #0]
	\insn		q2, q3, [\base, #32]
	\insn		q4, q5, [\base, #64]
	\insn		q6, q7, [\base, #96]
	\insn		q8, q9, [\base, #128]
	\insn		q10, q11, [\base, #160]
	\insn		q12, q13, [\base, #192]
	\insn		q14, q15, [\base, #224]
	\insn		q16, q17, [\base, #256]
	\insn		q18, q19, [\base, #288]
	\insn		q20, q21, [\base, #320]
	\insn		q22, q23, [\base, #352]
	\insn		q24, q25, [\base, #384]
	\insn		q26, q27, [\base, #416]
	\insn		q28, q29, [\base, #448]
	\insn		q30, q31, [\base, #480]
.endm

/* The callee-saved registers of AAPCS64 */
.macro	each_saved	insn
	\insn		d8, d9, [sp, #32]
	\insn		d10, d11, [sp, #48]
	\insn		d12, d13, [sp, #64]
	\insn		d14, d15, [sp, #80]
.endm

	.section .rodata
	.balign	8
	.globl	registers_info
registers_info:
	.quad	32 * 16
	.quad	0, 0
	.quad	0x03c00000		/* FPCR: rounding mode, FZ, DN */
	.quad	0x0800009f		/* FPSR: flags */

	.text
	.globl	call_with_registers
	.type	call_with_registers, %function
call_with_registers:
	sub		sp, sp, #96
	mrs		x9, fpcr
	mrs		x10, fpsr
	stp		x9, x10, [sp]
	str		x1, [sp, #16]
	each_saved	stp
	add		x9, x0, #CONTROL
	ldp		x9, x10, [x9]
	msr		fpcr, x9
	msr		fpsr, x10
	all		ldp, x0
	mov		x8, x2
	mov		x9, x3
	ldp		x0, x1, [x9]
	ldp		x2, x3, [x9, #16]
	ldp		x4, x5, [x9, #32]
	svc		#0
	ldr		x1, [sp, #16]
	all		stp, x1
	mrs		x9, fpcr
	mrs		x10, fpsr
	add		x1, x1, #CONTROL
	stp		x9, x10, [x1]
	ldp		x9, x10, [sp]
	msr		fpcr, x9
	msr		fpsr, x10
	each_saved	ldp
	add		sp, sp, #96
	ret
	.size	call_with_registers, . - call_with_registers

	.section .note.GNU-stack, "", %progbits
