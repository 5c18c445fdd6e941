/* SPDX-License-Identifier: GPL-2.0 */
/*
 * MIPS64, n64 ABI, with MSA: see tools/test/guest/registers/registers.h.
 */
	.set	mips64r2
	.set	noat

#define CONTROL		2048
#define FCSR		$31	/* of the FPU */
#define MSACSR		$1
#define SP		$29
#define RA		$31

.macro	msa_all	insn, base
	.set		push
	.set		msa
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	\insn		$w\i, 16 * \i(\base)
.endr
	.set		pop
.endm

/* f24-f31: the callee-saved registers of the ABI */
.macro	each_saved	insn
	\insn		$f24, 0(SP)
	\insn		$f25, 8(SP)
	\insn		$f26, 16(SP)
	\insn		$f27, 24(SP)
	\insn		$f28, 32(SP)
	\insn		$f29, 40(SP)
	\insn		$f30, 48(SP)
	\insn		$f31, 56(SP)
.endm

	.section .rodata
	.balign	8
	.globl	registers_info
registers_info:
	.dword	32 * 16
	.dword	0, 0
	.dword	0x7f, 0x7f	/* rounding mode and flags of both */

	.text
	.globl	call_with_registers
	.ent	call_with_registers
call_with_registers:
	.set	push
	.set	msa
	daddiu		SP, SP, -96
	each_saved	sdc1
	cfc1		$8, FCSR
	cfcmsa		$9, MSACSR
	sd		$8, 64(SP)
	sd		$9, 72(SP)
	sd		$5, 80(SP)
	ld		$8, CONTROL($4)
	ld		$9, CONTROL + 8($4)
	ctc1		$8, FCSR
	ctcmsa		MSACSR, $9
	msa_all		ld.d, $4
	move		$2, $6
	move		$24, $7
	ld		$4, 0($24)
	ld		$5, 8($24)
	ld		$6, 16($24)
	ld		$7, 24($24)
	ld		$8, 32($24)
	ld		$9, 40($24)
	syscall
	beqz		$7, 1f		/* otherwise $2 is a positive error */
	dnegu		$2, $2
1:	ld		$5, 80(SP)
	msa_all		st.d, $5
	cfc1		$8, FCSR
	cfcmsa		$9, MSACSR
	sd		$8, CONTROL($5)
	sd		$9, CONTROL + 8($5)
	ld		$8, 64(SP)
	ld		$9, 72(SP)
	ctc1		$8, FCSR
	ctcmsa		MSACSR, $9
	each_saved	ldc1
	daddiu		SP, SP, 96
	jr		RA
	.set	pop
	.end	call_with_registers

	.section .note.GNU-stack, "", @progbits
