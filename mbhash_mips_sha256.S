/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SHA-256 lane kernels for MIPS: each advances one or more independent states by
 * the same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * The MSA kernel reads all states before it writes one, so idle lanes may share
 * a state. What is hashed is kept in registers and @scratch alone, never on the
 * stack: the caller wipes @scratch.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "mbhash_constants.S"
#include "mbhash_mips.S"

.section .rodata.mbhash_mips_sha256, "a", @progbits

.balign 64
sha256_k1:
	sha256_constants	1
sha256_k4:
	sha256_constants	4

.text

/*
 * Integers
 *
 * 24 instructions for a round, and 13 for a word of the schedule.
 */

.macro	state	n, a, b, c, d, e, f, g, h, bc, t
	.set	a_\n, \a
	.set	b_\n, \b
	.set	c_\n, \c
	.set	d_\n, \d
	.set	e_\n, \e
	.set	f_\n, \f
	.set	g_\n, \g
	.set	h_\n, \h
	.set	bc_\n, \bc
	.set	t_\n, \t
.endm

/* dst = x >>> r0 ^ x >>> r1 ^ x >>> r2, the rotations one within the other */
.macro	sum_of_rotations	dst, x, r0, r1, r2
	rotr		\dst, \x, \r2 - \r1
	xor		\dst, \dst, \x
	rotr		\dst, \dst, \r1 - \r0
	xor		\dst, \dst, \x
	rotr		\dst, \dst, \r0
.endm

/*
 * A round of FIPS 180-4, 6.2.2, with the constant and the word: h becomes
 * T1 + T2, the next round's a. Since Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b and
 * a ^ b is the next round's b ^ c, that is kept: bc and t change their roles.
 */
.macro	round	k, word, bc, t, a, b, c, d, e, f, g, h
	lw		\t, \k
	addu		\h, \h, \word
	addu		\h, \h, \t
	xor		\t, \f, \g
	and		\t, \t, \e
	xor		\t, \t, \g
	addu		\h, \h, \t
	sum_of_rotations	\t, \e, 6, 11, 25
	addu		\h, \h, \t
	addu		\d, \d, \h
	sum_of_rotations	\t, \a, 2, 13, 22
	addu		\h, \h, \t
	xor		\t, \a, \b
	and		\bc, \bc, \t
	xor		\bc, \bc, \b
	addu		\h, \h, \bc
.endm

/*
 * dst += x >>> r0 ^ x >>> r1 ^ x >> shift; the last may use up x, so with t and
 * u there is no need for a third temporary register
 */
.macro	add_sigma	dst, x, r0, r1, shift, t, u
	rotr		\t, \x, \r1 - \r0
	xor		\t, \t, \x
	srl		\u, \x, \shift
	rotr		\t, \t, \r0
	xor		\t, \t, \u
	addu		\dst, \dst, \t
.endm

/* \do, with the registers' roles in round i */
.macro	rotate_roles	i, n, do:vararg
.if (\i) % 8 == 0
	\do, bc_\n, t_\n, a_\n, b_\n, c_\n, d_\n, e_\n, f_\n, g_\n, h_\n
.elseif (\i) % 8 == 1
	\do, t_\n, bc_\n, h_\n, a_\n, b_\n, c_\n, d_\n, e_\n, f_\n, g_\n
.elseif (\i) % 8 == 2
	\do, bc_\n, t_\n, g_\n, h_\n, a_\n, b_\n, c_\n, d_\n, e_\n, f_\n
.elseif (\i) % 8 == 3
	\do, t_\n, bc_\n, f_\n, g_\n, h_\n, a_\n, b_\n, c_\n, d_\n, e_\n
.elseif (\i) % 8 == 4
	\do, bc_\n, t_\n, e_\n, f_\n, g_\n, h_\n, a_\n, b_\n, c_\n, d_\n
.elseif (\i) % 8 == 5
	\do, t_\n, bc_\n, d_\n, e_\n, f_\n, g_\n, h_\n, a_\n, b_\n, c_\n
.elseif (\i) % 8 == 6
	\do, bc_\n, t_\n, c_\n, d_\n, e_\n, f_\n, g_\n, h_\n, a_\n, b_\n
.else
	\do, t_\n, bc_\n, b_\n, c_\n, d_\n, e_\n, f_\n, g_\n, h_\n, a_\n
.endif
.endm

.macro	load_state	n, from
	lw		a_\n, 0(\from)
	lw		b_\n, 4(\from)
	lw		c_\n, 8(\from)
	lw		d_\n, 12(\from)
	lw		e_\n, 16(\from)
	lw		f_\n, 20(\from)
	lw		g_\n, 24(\from)
	lw		h_\n, 28(\from)
.endm

.macro	add_word	offset, word, state, tmp
	lw		\tmp, \offset(\state)
	addu		\word, \word, \tmp
	sw		\word, \offset(\state)
.endm

/* The state after the block, which stays in the registers as well. */
.macro	add_state	n, state, tmp
	add_word	0, a_\n, \state, \tmp
	add_word	4, b_\n, \state, \tmp
	add_word	8, c_\n, \state, \tmp
	add_word	12, d_\n, \state, \tmp
	add_word	16, e_\n, \state, \tmp
	add_word	20, f_\n, \state, \tmp
	add_word	24, g_\n, \state, \tmp
	add_word	28, h_\n, \state, \tmp
.endm

/* A double word of data, its bytes reversed: the first word is the upper half. */
.macro	load_reversed	dst, offset, data, aligned
.if \aligned
	ld		\dst, \offset(\data)
.else
	ldl		\dst, \offset + 7(\data)
	ldr		\dst, \offset(\data)
.endif
	dsbh		\dst, \dst
	dshd		\dst, \dst
.endm

#define K		$1	/* the table of constants */

/*
 * One stream
 *
 * The state and 16 words of the schedule, which grows in place, leave three
 * registers: bc, t and K. What else has to be known is on the stack, and K with
 * it, whose register the schedule needs. So words are made by fours, after as
 * many rounds.
 */
#define X1_DATA		PLACE(0)
#define X1_END		PLACE(1)
#define X1_STATE	PLACE(2)
#define X1_K		PLACE(3)

	block_registers

.macro	two_words	hi, lo, offset, data, aligned
	load_reversed	\lo, \offset, \data, \aligned
	dsra32		\hi, \lo, 0
	sll		\lo, \lo, 0
.endm

.macro	all_words	data, aligned
	two_words	w0, w1, 0, \data, \aligned
	two_words	w2, w3, 8, \data, \aligned
	two_words	w4, w5, 16, \data, \aligned
	two_words	w6, w7, 24, \data, \aligned
	two_words	w8, w9, 32, \data, \aligned
	two_words	w10, w11, 40, \data, \aligned
	two_words	w12, w13, 48, \data, \aligned
	two_words	w14, w15, 56, \data, \aligned
.endm

/* Word i becomes word i + 16: numbers are modulo 16 here. */
.macro	schedule_x1	w0, w1, w9, w14
	addu		w\w0, w\w0, w\w9
	add_sigma	w\w0, w\w1, 7, 18, 3, t_0, K
	add_sigma	w\w0, w\w14, 17, 19, 10, t_0, K
.endm

.macro	round_x1	i, word
	rotate_roles	\i, 0, round 4*\i(K), w\word
.endm

.macro	rounds_x1
	.set	i, 0
.rept	16
.rept	4
	round_x1	%i, %i % 16
	.set	i, i + 1
.endr
.if i <= 48
	.set	i, i - 4
.rept	4
	schedule_x1	%i % 16, %(i + 1) % 16, %(i + 9) % 16, %(i + 14) % 16
	.set	i, i + 1
.endr
	ld		K, X1_K
.endif
.endr
.endm

/*
 * void mbhash_sha256_scalar_x1(u32 *const *state, const u8 *const *data,
 *				size_t nblocks, void *scratch);
 */
SYM_TYPED_FUNC_START(mbhash_sha256_scalar_x1)
	state		0, $2, $3, $4, $5, $6, $7, $24, $25, $30, $31

	enter
	ld		DATA, 0(DATA)
	dsll		NBLOCKS, NBLOCKS, 6
	daddu		NBLOCKS, DATA, NBLOCKS
	ld		STATE, 0(STATE)
	sd		DATA, X1_DATA
	sd		NBLOCKS, X1_END
	sd		STATE, X1_STATE
	dla		K, sha256_k1
	sd		K, X1_K
	move		t_0, STATE
	load_state	0, t_0
.Lx1_block:
	ld		t_0, X1_DATA
	andi		bc_0, t_0, 7
	bnez		bc_0, .Lx1_unaligned
	 daddiu		bc_0, t_0, 64
	all_words	t_0, 1
.Lx1_rounds:
	sd		bc_0, X1_DATA
	xor		bc_0, b_0, c_0
	rounds_x1
	ld		t_0, X1_STATE
	add_state	0, t_0, bc_0
	ld		t_0, X1_DATA
	ld		bc_0, X1_END
	bne		t_0, bc_0, .Lx1_block
	 ld		K, X1_K
	leave
.Lx1_unaligned:
	all_words	t_0, 0
	b		.Lx1_rounds
	 nop
SYM_FUNC_END(mbhash_sha256_scalar_x1)

/*
 * Two streams
 *
 * Words are in memory: 5 more loads and stores for each.
 */
#define X2_DATA(n)	PLACE(n)
#define X2_STATE(n)	PLACE(2 + (n))
#define COUNT		$24
#define u		$25
#define v		$30
#define p		$23

/* The words of a block to SCRATCH + 64 * n, the first of two the lower half. */
.macro	words_to_memory	n, data, aligned
.irp	i, 0, 8, 16, 24, 32, 40, 48, 56
	load_reversed	u, \i, \data, \aligned
	drotr32		u, u, 0
	sd		u, 64 * \n + \i(SCRATCH)
.endr
.endm

.macro	block_to_memory	n
	ld		t_\n, X2_DATA(\n)
	andi		u, t_\n, 7
	bnez		u, .Lunaligned\@
	 daddiu		v, t_\n, 64
	words_to_memory	\n, t_\n, 1
	b		.Lwords\@
	 sd		v, X2_DATA(\n)
.Lunaligned\@:
	words_to_memory	\n, t_\n, 0
	sd		v, X2_DATA(\n)
.Lwords\@:
.endm

.macro	load_word	dst, n, i
	lw		\dst, 64 * \n + 4 * ((\i) % 16)(SCRATCH)
.endm

/* Round i of 16; with sched word i becomes word i + 16. */
.macro	round_x2	sched, i
.irp	n, 0, 1
	load_word	u, \n, \i
	rotate_roles	\i, \n, round 4*\i(K), u
.if \sched
	load_word	v, \n, \i + 9
	addu		u, u, v
	load_word	v, \n, \i + 1
	add_sigma	u, v, 7, 18, 3, p, v
	load_word	v, \n, \i + 14
	add_sigma	u, v, 17, 19, 10, p, v
	sw		u, 64 * \n + 4 * \i(SCRATCH)
.endif
.endr
.endm

.macro	rounds_x2	sched
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	round_x2	\sched, \i
.endr
.endm

/*
 * void mbhash_sha256_scalar_x2(u32 *const *state, const u8 *const *data,
 *				size_t nblocks, void *scratch);
 *
 * For CPUs that start more instructions in a cycle than one stream has ready.
 * 128 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_scalar_x2)
#define BLOCKS		$31
	state		0, $2, $3, $4, $5, $6, $8, $9, $10, $11, $12
	state		1, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22

	enter
	move		BLOCKS, NBLOCKS
	ld		u, 0(DATA)
	ld		v, 8(DATA)
	sd		u, X2_DATA(0)
	sd		v, X2_DATA(1)
	ld		u, 0(STATE)
	ld		v, 8(STATE)
	sd		u, X2_STATE(0)
	sd		v, X2_STATE(1)
	load_state	0, u
	load_state	1, v
.Lx2_block:
	block_to_memory	0
	block_to_memory	1
	xor		bc_0, b_0, c_0
	xor		bc_1, b_1, c_1
	dla		K, sha256_k1
	li		COUNT, 3
.Lx2_rounds:
	rounds_x2	1
	addiu		COUNT, COUNT, -1
	bnez		COUNT, .Lx2_rounds
	 daddiu		K, K, 64
	rounds_x2	0
	ld		u, X2_STATE(0)
	ld		v, X2_STATE(1)
	add_state	0, u, p
	add_state	1, v, p
	daddiu		BLOCKS, BLOCKS, -1
	bnez		BLOCKS, .Lx2_block
	 nop
	leave
SYM_FUNC_END(mbhash_sha256_scalar_x2)

#undef K
#undef COUNT
#undef u
#undef v
#undef p

/*
 * MSA
 *
 * A register holds the same word of four lanes. A rotation is two shifts, and a
 * choice by bits is one instruction, as Ch is. It overwrites an operand: g, which
 * no function needs any more. In the next round g is h, so the sum of that, its
 * constant and its word is made before, and takes g's place afterwards.
 *
 * SCRATCH: the state, 8 rows of 16 bytes; then four lanes' blocks off alignment,
 * copied: not every CPU loads those into vectors without the kernel's help.
 */
#define OLD(word)	16*word(SCRATCH)
#define COPIES		128

#define K		$1
#define OFFSET		$2	/* of the block in a lane's data */
#define COUNT		$3
#define tmp0		$8
#define tmp1		$9
	.set	lane_0, $10
	.set	lane_1, $11
	.set	lane_2, $12
	.set	lane_3, $13

	use_msa

	.set	z, $w10
	.set	w0, $w16
	.set	w1, $w17
	.set	w2, $w18
	.set	w3, $w19
	.set	w4, $w20
	.set	w5, $w21
	.set	w6, $w22
	.set	w7, $w23
	.set	w8, $w24
	.set	w9, $w25
	.set	w10, $w26
	.set	w11, $w27
	.set	w12, $w28
	.set	w13, $w29
	.set	w14, $w30
	.set	w15, $w31

/* dst += src shifted right by r0, r1, r2 and left by l0, l1, l2, xored */
.macro	add_shifts	dst, src, x, y, r0, r1, r2, l0, l1, l2
	srli.w		\x, \src, \r0
	srli.w		\y, \src, \r1
	srli.w		z, \src, \r2
	xor.v		\x, \x, \y
	slli.w		\y, \src, \l0
	xor.v		\x, \x, z
	slli.w		z, \src, \l1
	xor.v		\x, \x, \y
.ifnb \l2
	slli.w		\y, \src, \l2
	xor.v		\x, \x, \y
.endif
	xor.v		\x, \x, z
	addv.w		\dst, \dst, \x
.endm

/*
 * A round: h, which is h + constant + word already, becomes T1 + T2, the next
 * round's a; g becomes g + the next round's constant and word. After the last
 * round "k" is the old h, and there is no word.
 */
.macro	round_msa	k, word, x, y, a, b, c, d, e, f, g, h
	ld.w		\x, \k
	addv.w		\x, \x, \g
	bmnz.v		\g, \f, \e		/* e ? f : g */
	addv.w		\h, \h, \g
	addv.w		\g, \x, \word
	add_shifts	\h, \e, \x, \y, 6, 11, 25, 7, 21, 26
	addv.w		\d, \d, \h
	xor.v		\x, \a, \b
	bsel.v		\x, \b, \c		/* a and b differ ? c : b */
	addv.w		\h, \h, \x
	add_shifts	\h, \a, \x, \y, 2, 13, 22, 10, 19, 30
.endm

/* Word i becomes word i + 16: numbers are modulo 16 here. */
.macro	schedule_msa	w0, w1, w9, w14
	addv.w		w\w0, w\w0, w\w9
	add_shifts	w\w0, w\w1, bc_0, t_0, 3, 7, 18, 14, 25
	add_shifts	w\w0, w\w14, bc_0, t_0, 10, 17, 19, 13, 15
.endm

.macro	numbered_msa	i, next
	rotate_roles	\i, 0, round_msa 16*(\i+1)(K), w\next
.endm

.macro	rounds_msa	sched, n
	.set	i, 0
.rept	\n
	numbered_msa	%i, %(i + 1) % 16
.if \sched
	schedule_msa	%i, %(i + 1) % 16, %(i + 9) % 16, %(i + 14) % 16
.endif
	.set	i, i + 1
.endr
.endm

/* Four lanes' words of a row to a register, or back. */
.macro	gather	word, vector
.irp	i, 0, 1, 2, 3
	lw		tmp0, 4 * \word(lane_\i)
	insert.w	\vector[\i], tmp0
.endr
	st.w		\vector, OLD(\word)
.endm

.macro	scatter	word, vector
.irp	i, 0, 1, 2, 3
	copy_s.w	tmp0, \vector[\i]
	sw		tmp0, 4 * \word(lane_\i)
.endr
.endm

.macro	add_old	word, vector
	ld.w		z, OLD(\word)
	addv.w		\vector, \vector, z
	st.w		\vector, OLD(\word)
.endm

/* Words i to i + 3 of all lanes, and their bytes reversed. */
.macro	four_words	i, w0, w1, w2, w3
	ld.w		\w0, 4 * \i(lane_0)
	ld.w		\w1, 4 * \i(lane_1)
	ld.w		\w2, 4 * \i(lane_2)
	ld.w		\w3, 4 * \i(lane_3)
.irp	w, \w0, \w1, \w2, \w3
	shf.b		\w, \w, 0x1b
.endr
	transpose	\w0, \w1, \w2, \w3, \w0, \w1, \w2, \w3, bc_0, t_0
.endm

/*
 * void mbhash_sha256_msa_x4(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * 384 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_msa_x4)
	state		0, $w0, $w1, $w2, $w3, $w4, $w5, $w6, $w7, $w8, $w9

.irp	i, 0, 1, 2, 3
	ld		lane_\i, 8 * \i(STATE)
.endr
	gather		0, a_0
	gather		1, b_0
	gather		2, c_0
	gather		3, d_0
	gather		4, e_0
	gather		5, f_0
	gather		6, g_0
	gather		7, h_0
	move		OFFSET, $0
.Lmsa_block:
.irp	i, 0, 1, 2, 3
	ld		lane_\i, 8 * \i(DATA)
.endr
.irp	i, 0, 1, 2, 3
	daddu		lane_\i, lane_\i, OFFSET
	align_block	lane_\i, 15, (COPIES + 64 * \i), tmp0, tmp1
.endr
	four_words	0, w0, w1, w2, w3
	four_words	4, w4, w5, w6, w7
	four_words	8, w8, w9, w10, w11
	four_words	12, w12, w13, w14, w15
	dla		K, sha256_k4
	li		COUNT, 3
	ld.w		z, 0(K)
	addv.w		h_0, h_0, z
	addv.w		h_0, h_0, w0
.Lmsa_rounds:
	rounds_msa	1, 16
	addiu		COUNT, COUNT, -1
	bnez		COUNT, .Lmsa_rounds
	 daddiu		K, K, 256
	rounds_msa	0, 15
	ldi.b		w0, 0
	rotate_roles	15, 0, round_msa OLD(7), w0
	add_old		0, a_0
	add_old		1, b_0
	add_old		2, c_0
	add_old		3, d_0
	add_old		4, e_0
	add_old		5, f_0
	add_old		6, g_0
	st.w		h_0, OLD(7)
	daddiu		NBLOCKS, NBLOCKS, -1
	bnez		NBLOCKS, .Lmsa_block
	 daddiu		OFFSET, OFFSET, 64
.irp	i, 0, 1, 2, 3
	ld		lane_\i, 8 * \i(STATE)
.endr
	scatter		0, a_0
	scatter		1, b_0
	scatter		2, c_0
	scatter		3, d_0
	scatter		4, e_0
	scatter		5, f_0
	scatter		6, g_0
	scatter		7, h_0
	jr		RA
	 nop
SYM_FUNC_END(mbhash_sha256_msa_x4)
