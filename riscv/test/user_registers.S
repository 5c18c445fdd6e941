/* SPDX-License-Identifier: GPL-2.0 */
/*
 * riscv64 with V: see tools/test/guest/registers/registers.h.
 *
 * Linux discards the vector registers of a program at a system call. So they are loaded
 * after it, and have to last while interrupts hash and other programs take turns.
 */
	.option arch, +v

#define CONTROL		2048
#define TURNS		200000

.macro	vector_all	insn, base
	vsetivli	zero, 16, e8, m1, ta, ma
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\insn		v\i, (\base)
	addi		\base, \base, 16
.endr
.endm

	.section .rodata
	.balign	8
	.globl	registers_info
registers_info:
	.dword	32 * 16
	.dword	0, 0
	.dword	7, 0		/* rounding mode and saturation of fixed-point numbers */

	.text
	.globl	call_with_registers
	.type	call_with_registers, @function
call_with_registers:
	mv		t0, a0
	mv		t1, a1
	mv		t2, a3
	mv		a7, a2
	ld		a0, 0(t2)
	ld		a1, 8(t2)
	ld		a2, 16(t2)
	ld		a3, 24(t2)
	ld		a4, 32(t2)
	ld		a5, 40(t2)
	ecall
	li		t2, CONTROL
	add		t3, t0, t2
	ld		t4, (t3)
	csrw		vcsr, t4
	vector_all	vle8.v, t0
	li		t4, TURNS
1:	addi		t4, t4, -1
	bnez		t4, 1b
	add		t3, t1, t2
	vector_all	vse8.v, t1
	csrr		t4, vcsr
	sd		t4, (t3)
	csrw		vcsr, zero
	ret
	.size	call_with_registers, . - call_with_registers

	.section .note.GNU-stack, "", @progbits
