/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers as an implementation leaves them, see tools/test/user/registers.h and
 * read_vectors.h.
 */
#include <linux/linkage.h>

#include "registers.h"

/* The direction flag; the ABI requires it to be clear */
#define DF	$0x400

/* void saved_call(struct saved_call *call) */
SYM_FUNC_START(saved_call)
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	push	%rdi		/* the seventh aligns the stack to 16 bytes */
	movq	$0, CONTROL(%rdi)
	mov	SAVED +  0(%rdi), %rbx
	mov	SAVED +  8(%rdi), %rbp
	mov	SAVED + 16(%rdi), %r12
	mov	SAVED + 24(%rdi), %r13
	mov	SAVED + 32(%rdi), %r14
	mov	SAVED + 40(%rdi), %r15
	mov	FN(%rdi), %rax
	mov	DATA(%rdi), %rsi
	mov	NBLOCKS(%rdi), %rdx
	mov	SCRATCH(%rdi), %rcx
	mov	STATE(%rdi), %rdi
	call	*%rax
	pushfq
	pop	%rax
	pop	%rdi
	and	DF, %eax
	mov	%rax, CONTROL + 8(%rdi)
	mov	%rbx, SAVED +  0(%rdi)
	mov	%rbp, SAVED +  8(%rdi)
	mov	%r12, SAVED + 16(%rdi)
	mov	%r13, SAVED + 24(%rdi)
	mov	%r14, SAVED + 32(%rdi)
	mov	%r15, SAVED + 40(%rdi)
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	cld			/* as the caller expects it, whatever fn did */
	RET
SYM_FUNC_END(saved_call)

.macro	read_all	insn, register, n
.set	i, 0
.rept	\n
	read_one	\insn, \register, %i
	.set	i, i + 1
.endr
.endm

.macro	read_one	insn, register, i
	\insn	%\register\i, 64 * \i(%rdi)
.endm

.altmacro

/* void read_zmm(struct vector_registers *to), and for fewer and narrower registers */
SYM_FUNC_START(read_zmm)
	read_all	vmovdqu64, zmm, 32
	RET
SYM_FUNC_END(read_zmm)

SYM_FUNC_START(read_ymm)
	read_all	vmovdqu, ymm, 16
	RET
SYM_FUNC_END(read_ymm)

SYM_FUNC_START(read_xmm)
	read_all	movdqu, xmm, 16
	RET
SYM_FUNC_END(read_xmm)
