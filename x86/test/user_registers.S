/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86-64 with AVX: see tools/test/guest/registers/registers.h.
 */
#define CONTROL		2048

.macro	load	n
	vmovdqu		32 * \n(%rdi), %ymm\n
.endm

.macro	store	n
	vmovdqu		%ymm\n, 32 * \n(%rsi)
.endm

	.section .rodata
	.balign	8
	.globl	registers_info
registers_info:
	.quad	16 * 32
	.quad	0x1f80, 0		/* MXCSR: exceptions masked */
	.quad	0x603f, 0		/* rounding mode and flags */

	.text
	.globl	call_with_registers
	.type	call_with_registers, @function
call_with_registers:
	push		%rsi
	sub		$8, %rsp
	stmxcsr		(%rsp)
	ldmxcsr		CONTROL(%rdi)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	load		\i
.endr
	mov		%rdx, %rax
	mov		%rcx, %r11
	mov		0(%r11), %rdi
	mov		8(%r11), %rsi
	mov		16(%r11), %rdx
	mov		24(%r11), %r10
	mov		32(%r11), %r8
	mov		40(%r11), %r9
	syscall
	mov		8(%rsp), %rsi
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	store		\i
.endr
	stmxcsr		CONTROL(%rsi)
	ldmxcsr		(%rsp)
	vzeroupper
	add		$8, %rsp
	pop		%rsi
	ret
	.size	call_with_registers, . - call_with_registers

	.section .note.GNU-stack, "", @progbits
