/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of MIPS lane kernels include: registers by their role, and how
 * a block comes to where plain loads can read it.
 *
 * The code is for MIPS64 release 2, little-endian, n64 ABI. The instruction
 * after a branch is in its delay slot and begins with a space more.
 */

	.set	mips64r2
	.set	noreorder
	.set	noat		/* $1 is a register like others */
	.altmacro		/* % makes a number of an expression */

/* The arguments of a mbhash_lane_fn. */
#define STATE		$4
#define DATA		$5
#define NBLOCKS		$6
#define SCRATCH		$7

#define SP		$29
#define RA		$31

/*
 * MSA: kernels are built without floating point, whose registers are the lower
 * halves of w0-w31. In the kernel nobody has anything in them during a section,
 * not even in f24-f31, which the ABI has a function save.
 */
.macro	use_msa
	.set	hardfloat
	.set	fp=64
	.set	msa
.endm

/* The registers that a function has to save, and places to keep pointers. */
#define FRAME		112
#define PLACE(i)	80 + 8 * (i)(SP)

.macro	each_saved	insn
	\insn		$16, 0(SP)
	\insn		$17, 8(SP)
	\insn		$18, 16(SP)
	\insn		$19, 24(SP)
	\insn		$20, 32(SP)
	\insn		$21, 40(SP)
	\insn		$22, 48(SP)
	\insn		$23, 56(SP)
	\insn		$30, 64(SP)
	\insn		$31, 72(SP)
.endm

.macro	enter
	daddiu		SP, SP, -FRAME
	each_saved	sd
.endm

.macro	leave
	each_saved	ld
	jr		RA
	 daddiu		SP, SP, FRAME
.endm

/* All words of a block in registers */
.macro	block_registers
	.set	w0, $8
	.set	w1, $9
	.set	w2, $10
	.set	w3, $11
	.set	w4, $12
	.set	w5, $13
	.set	w6, $14
	.set	w7, $15
	.set	w8, $16
	.set	w9, $17
	.set	w10, $18
	.set	w11, $19
	.set	w12, $20
	.set	w13, $21
	.set	w14, $22
	.set	w15, $23
.endm

/*
 * If the block at ptr is not aligned to mask + 1, copy it to SCRATCH + to and
 * let ptr point there. Of a double word off alignment ldl loads the upper part
 * and ldr the lower one; together they are as fast as two loads.
 */
.macro	align_block	ptr, mask, to, t, u
	andi		\t, \ptr, \mask
	beqz		\t, .Laligned\@
	 nop
.irp	i, 0, 16, 32, 48
	ldl		\t, \i + 7(\ptr)
	ldl		\u, \i + 15(\ptr)
	ldr		\t, \i(\ptr)
	ldr		\u, \i + 8(\ptr)
	sd		\t, \to + \i(SCRATCH)
	sd		\u, \to + \i + 8(SCRATCH)
.endr
	daddiu		\ptr, SCRATCH, \to
.Laligned\@:
.endm

/* Interleave the 4x4 words of r0..r3: the result is in w0..w3. */
.macro	transpose	r0, r1, r2, r3, w0, w1, w2, w3, t, u
	ilvr.w		\t, \r1, \r0
	ilvl.w		\u, \r1, \r0
	ilvr.w		\w0, \r3, \r2
	ilvl.w		\w2, \r3, \r2
	ilvl.d		\w1, \w0, \t
	ilvr.d		\w0, \w0, \t
	ilvl.d		\w3, \w2, \u
	ilvr.d		\w2, \w2, \u
.endm
