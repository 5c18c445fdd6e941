/* SPDX-License-Identifier: GPL-2.0 */
/*
 * LoongArch with LASX: see tools/test/guest/registers/registers.h.
 */
#define CONTROL		2048

.macro	lasx_all	insn, base
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\insn		$xr\i, \base, 32 * \i
.endr
.endm

/* f24 to f31: the callee-saved registers of the ABI */
.macro	each_saved	insn
.irp	i, 24, 25, 26, 27, 28, 29, 30, 31
	\insn		$f\i, $r3, 8 * (\i - 24)
.endr
.endm

	.section .rodata
	.balign	8
	.globl	registers_info
registers_info:
	.dword	32 * 32
	.dword	0, 0
	.dword	0x300, 0	/* rounding mode */

	.text
	.globl	call_with_registers
	.type	call_with_registers, @function
call_with_registers:
	addi.d		$r3, $r3, -80
	each_saved	fst.d
	movfcsr2gr	$r12, $fcsr0
	st.d		$r12, $r3, 64
	st.d		$r5, $r3, 72
	ori		$r13, $r0, CONTROL
	ldx.d		$r12, $r4, $r13
	movgr2fcsr	$fcsr0, $r12
	lasx_all	xvld, $r4
	move		$r11, $r6
	move		$r12, $r7
	ld.d		$r4, $r12, 0
	ld.d		$r5, $r12, 8
	ld.d		$r6, $r12, 16
	ld.d		$r7, $r12, 24
	ld.d		$r8, $r12, 32
	ld.d		$r9, $r12, 40
	syscall		0
	ld.d		$r5, $r3, 72
	lasx_all	xvst, $r5
	movfcsr2gr	$r12, $fcsr0
	ori		$r13, $r0, CONTROL
	stx.d		$r12, $r5, $r13
	ld.d		$r12, $r3, 64
	movgr2fcsr	$fcsr0, $r12
	each_saved	fld.d
	addi.d		$r3, $r3, 80
	jr		$r1
	.size	call_with_registers, . - call_with_registers

	.section .note.GNU-stack, "", @progbits
