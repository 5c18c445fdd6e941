/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of arm64 lane kernels include: the registers of the arguments,
 * and how four lanes get into vectors.
 *
 * Little-endian: Kbuild leaves big-endian kernels to the portable C.
 *
 * The kernels keep to AAPCS64 and leave the low halves of v8 to v15 as they were.
 * Linux would not mind; but it costs next to nothing, and the same code can be
 * tested in user space.
 */

/* The arguments of a mbhash_lane_fn. */
#define STATE		x0
#define DATA		x1
#define NBLOCKS		x2
#define SCRATCH		x3

/* \insn CHAIN, \args: for all CHAINS of the kernel at hand */
.macro	each_chain	insn, args:vararg
	\insn		0, \args
.if CHAINS > 1
	\insn		1, \args
.endif
.if CHAINS > 2
	\insn		2, \args
.endif
.if CHAINS > 3
	\insn		3, \args
.endif
.endm

/*
 * Transpose the 4x4 words of vectors r0 to r3, in place: afterwards vector i has
 * word i of each of them.
 */
.macro	transpose	r0, r1, r2, r3, t0, t1, t2, t3
	trn1		v\t0\().4s, v\r0\().4s, v\r1\().4s
	trn2		v\t1\().4s, v\r0\().4s, v\r1\().4s
	trn1		v\t2\().4s, v\r2\().4s, v\r3\().4s
	trn2		v\t3\().4s, v\r2\().4s, v\r3\().4s
	trn1		v\r0\().2d, v\t0\().2d, v\t2\().2d
	trn1		v\r1\().2d, v\t1\().2d, v\t3\().2d
	trn2		v\r2\().2d, v\t0\().2d, v\t2\().2d
	trn2		v\r3\().2d, v\t1\().2d, v\t3\().2d
.endm

/*
 * How far to prefetch, in bytes from the block that is loaded: the hardware may
 * not follow as many streams as there are lanes.
 */
#define AHEAD		192

/*
 * Load 64 bytes at \offset in the data of lanes \first to \first + 3. Their
 * first 16 go to v16 to v19, the next to v20 to v23, and so on: once each four
 * are transposed, word i is in v(16 + i). Changes \p and \p2.
 */
.macro	load_blocks	first, offset, p, p2
	ldp		\p, \p2, [DATA, #8 * (\first)]
	load_block	16, 20, 24, 28, \offset, \p
	load_block	17, 21, 25, 29, \offset, \p2
	ldp		\p, \p2, [DATA, #8 * (\first) + 16]
	load_block	18, 22, 26, 30, \offset, \p
	load_block	19, 23, 27, 31, \offset, \p2
.endm

.macro	load_block	r0, r1, r2, r3, offset, p
	add		\p, \p, \offset
	ldp		q\r0, q\r1, [\p]
	ldp		q\r2, q\r3, [\p, #32]
	prfm		pldl1keep, [\p, #AHEAD]
.endm

/* The low halves of v8 to v15 are the caller's: on the stack meanwhile. */
.macro	save_vectors
	stp		d8, d9, [sp, #-64]!
	stp		d10, d11, [sp, #16]
	stp		d12, d13, [sp, #32]
	stp		d14, d15, [sp, #48]
.endm

.macro	restore_vectors
	ldp		d10, d11, [sp, #16]
	ldp		d12, d13, [sp, #32]
	ldp		d14, d15, [sp, #48]
	ldp		d8, d9, [sp], #64
.endm
