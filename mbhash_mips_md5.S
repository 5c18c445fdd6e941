/* SPDX-License-Identifier: GPL-2.0 */
/*
 * MD5 lane kernels for MIPS: each advances one or more independent states by the
 * same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * The MSA kernels read all states before they write one, so idle lanes may share
 * a state. What is hashed is kept in registers and @scratch alone, never on the
 * stack: the caller wipes @scratch.
 *
 * The 64 steps of MD5 form a chain: each needs the result of the one before. A
 * chain, below, is what one register each for a, b, c and d holds: one lane, or
 * four with MSA. Several chains run side by side to fill the units.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "mbhash_constants.S"
#include "mbhash_mips.S"

.section .rodata.mbhash_mips_md5, "a", @progbits

.balign 64
md5_t1:
	md5_constants	1, 0
md5_t4:
	md5_constants	4, 1		/* the last 16 less 1, see msa_I */

.text

#define TABLE		$2	/* of constants */

/* RFC 1321, 3.4: the message word of a step */
.macro	set_word	step
.if \step < 16
	.set	word, \step
.elseif \step < 32
	.set	word, (5 * \step + 1) % 16
.elseif \step < 48
	.set	word, (3 * \step + 5) % 16
.else
	.set	word, 7 * \step % 16
.endif
.endm

/* RFC 1321, 3.4: each round's function and rotations, by a macro for a step */
.macro	round	step, f, s0, s1, s2, s3
	.rept	4
	\step	\f, \s0, a, b, c, d
	\step	\f, \s1, d, a, b, c
	\step	\f, \s2, c, d, a, b
	\step	\f, \s3, b, c, d, a
	.endr
.endm

.macro	rounds	step
	.set	steps, 0
	round	\step, F, 7, 12, 17, 22
	round	\step, G, 5,  9, 14, 20
	round	\step, H, 4, 11, 16, 23
	round	\step, I, 6, 10, 15, 21
.endm

.macro	chain	n, a, b, c, d
	.set	a_\n, \a
	.set	b_\n, \b
	.set	c_\n, \c
	.set	d_\n, \d
.endm

/*
 * Integers
 *
 * There is a rotation, but no and-not, and a constant takes two instructions, or
 * one if it is loaded. That makes 9 for a step, of which 4 are additions, and 8 in
 * round H: 560 for a block. H and I could do with one less in every other step, H
 * with b ^ c kept for the next one, and I with ~b kept for the next but one: but
 * what is kept is made of b, which comes last, and the chain of steps grows longer.
 */
#define t		$3	/* temporary */
#define u		$16
#define k		$24	/* the step's constant */

.macro	scalar_F	b, c, d		/* d ^ (b & (c ^ d)) */
	xor		t, \c, \d
	and		t, t, \b
	xor		t, t, \d
.endm

.macro	scalar_G	b, c, d		/* c ^ (d & (b ^ c)) */
	xor		t, \b, \c
	and		t, t, \d
	xor		t, t, \c
.endm

.macro	scalar_H	b, c, d		/* b ^ (c ^ d) */
	xor		t, \c, \d
	xor		t, t, \b
.endm

.macro	scalar_I	b, c, d		/* c ^ (b | ~d) */
	nor		t, \d, $0
	or		t, t, \b
	xor		t, t, \c
.endm

/* a = b + ((a + constant + word + f(b, c, d)) <<< s) */
.macro	scalar_chain	f, s, word, a, b, c, d
	addu		\a, \a, \word
	scalar_\f	\b, \c, \d
	addu		\a, \a, k
	addu		\a, \a, t
	rotr		\a, \a, 32 - \s
	addu		\a, \a, \b
.endm

/* A step with the words in registers. */
.macro	step_x1	f, s, a, b, c, d
	lw		k, 4 * steps(TABLE)
	set_word	steps
	step_x1_word	%word, \f, \s, \a, \b, \c, \d
	.set	steps, steps + 1
.endm

.macro	step_x1_word	n, f, s, a, b, c, d
	scalar_chain	\f, \s, w\n, \a\()_0, \b\()_0, \c\()_0, \d\()_0
.endm

.macro	load_state	n, state
	lw		a_\n, 0(\state)
	lw		b_\n, 4(\state)
	lw		c_\n, 8(\state)
	lw		d_\n, 12(\state)
.endm

.macro	add_word	offset, word, state
	lw		t, \offset(\state)
	addu		\word, \word, t
	sw		\word, \offset(\state)
.endm

/* The state after the block, which stays in the registers as well. */
.macro	add_state	n, state
	add_word	0, a_\n, \state
	add_word	4, b_\n, \state
	add_word	8, c_\n, \state
	add_word	12, d_\n, \state
.endm

.macro	load_words	insn, more:vararg
	.set	word, 0
.rept	16
	load_word	%word, \insn, \more
	.set	word, word + 1
.endr
.endm

.macro	load_word	n, insn, upper
.ifb \upper
	\insn		w\n, 4 * \n(DATA)
.else
	\upper		w\n, 4 * \n + 3(DATA)
	\insn		w\n, 4 * \n(DATA)
.endif
.endm

/*
 * void mbhash_md5_scalar_x1(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * All words of a block are in registers.
 */
SYM_TYPED_FUNC_START(mbhash_md5_scalar_x1)
#define DATA_END	$6
	block_registers
	chain		0, $1, $25, $30, $31

	enter
	ld		STATE, 0(STATE)
	ld		DATA, 0(DATA)
	dsll		NBLOCKS, NBLOCKS, 6
	daddu		DATA_END, DATA, NBLOCKS
	dla		TABLE, md5_t1
	load_state	0, STATE
.Lx1_block:
	andi		t, DATA, 3
	bnez		t, .Lx1_unaligned
	 nop
	load_words	lw
.Lx1_rounds:
	rounds		step_x1
	add_state	0, STATE
	daddiu		DATA, DATA, 64
	bne		DATA, DATA_END, .Lx1_block
	 nop
	leave
.Lx1_unaligned:
	load_words	lwr, lwl
	b		.Lx1_rounds
	 nop
SYM_FUNC_END(mbhash_md5_scalar_x1)

/* A step of two chains, with the words in memory. */
.macro	step_x2	f, s, a, b, c, d
	lw		k, 4 * steps(TABLE)
	set_word	steps
.irp	n, 0, 1
	lw		u, 4 * word(words_\n)
	scalar_chain	\f, \s, u, \a\()_\n, \b\()_\n, \c\()_\n, \d\()_\n
.endr
	.set	steps, steps + 1
.endm

/*
 * void mbhash_md5_scalar_x2(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * Two streams, for CPUs that start more instructions in a cycle than one stream
 * has ready. 128 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_md5_scalar_x2)
	.set	state_0, $4
	.set	state_1, $17
	.set	data_0, $5
	.set	data_1, $18
	.set	words_0, $1	/* the block, or its copy */
	.set	words_1, $25
	chain		0, $8, $9, $10, $11
	chain		1, $12, $13, $14, $15

	enter
	ld		state_1, 8(STATE)
	ld		state_0, 0(STATE)
	ld		data_1, 8(DATA)
	ld		data_0, 0(DATA)
	dla		TABLE, md5_t1
	load_state	0, state_0
	load_state	1, state_1
.Lx2_block:
.irp	n, 0, 1
	move		words_\n, data_\n
	align_block	words_\n, 3, 64 * \n, t, u
	daddiu		data_\n, data_\n, 64
.endr
	rounds		step_x2
	add_state	0, state_0
	add_state	1, state_1
	daddiu		NBLOCKS, NBLOCKS, -1
	bnez		NBLOCKS, .Lx2_block
	 nop
	leave
SYM_FUNC_END(mbhash_md5_scalar_x2)

#undef t
#undef u
#undef k
#undef DATA_END

/*
 * MSA
 *
 * There is no rotation, but a choice by bits, F and G in one instruction. It
 * overwrites an operand: d, which no function needs any more. In the next step d
 * is a, so the sum of that, its constant and its word is made before, and takes
 * d's place afterwards. That makes 9 or 10 instructions besides the loads for a
 * step of four lanes.
 *
 * Scratch, in rows of one word of all lanes: the state of 4 words at the last
 * block's end, the 16 words of this block; then four lanes' blocks off alignment,
 * copied: not every CPU loads those into vectors without the kernel's help.
 */
#define ROW		(16 * CHAINS)
#define OLD(word)	ROW * (word)
#define WORDS		ROW * 4
#define COPIES		(ROW * 20)

#define OFFSET		$1	/* of the block in a lane's data */
#define POINTERS	$3	/* to four lanes' states or data */
#define ROWS		$24	/* four lanes' part of rows */
#define GROUPS		$25	/* of four lanes, to do */
#define t		$8
#define u		$9
	.set	lane_0, $10
	.set	lane_1, $11
	.set	lane_2, $12
	.set	lane_3, $13

	use_msa

#define ZERO		$w28
#define K		$w29
#define WORD		$w30
#define T		$w31

/* d = f(b, c, d) or, if MINUS, -1 - f(b, c, d) */
.macro	msa_F	b, c, d		/* b ? c : d */
	bmnz.v		\d, \c, \b
.endm

.macro	msa_G	b, c, d		/* d ? b : c */
	bsel.v		\d, \c, \b
.endm

.macro	msa_H	b, c, d
	xor.v		\d, \d, \c
	xor.v		\d, \d, \b
.endm

.macro	msa_I	b, c, d		/* ~b & d is b ? 0 : d */
	bmnz.v		\d, ZERO, \b
	xor.v		\d, \d, \c
.endm

/*
 * a, which is a + constant + word already, becomes b + ((a + f(b, c, d)) <<< s);
 * d becomes d + K + the next step's word.
 */
.macro	msa_chain	f, s, n, a, b, c, d
	addv.w		T, \d, K
	ld.w		WORD, next + 16 * \n(SCRATCH)
	msa_\f		\b, \c, \d
.if MINUS
	subv.w		\a, \a, \d
.else
	addv.w		\a, \a, \d
.endif
	addv.w		\d, T, WORD
.if \s == 16
	shf.h		\a, \a, 0xb1	/* swap the halves of each word */
.else
	slli.w		T, \a, \s
	srli.w		\a, \a, 32 - \s
	or.v		\a, \a, T
.endif
	addv.w		\a, \a, \b
.endm

/* The last step has no next: what becomes a of the state is d + the old a. */
.macro	step_msa	f, s, a, b, c, d
	.set	steps, steps + 1
	.set	MINUS, 0
.ifc \f,I
	.set	MINUS, 1
.endif
.if steps < 64
	ld.w		K, 16 * steps(TABLE)
	set_word	steps
	.set	next, WORDS + ROW * word
.else
	move.v		K, ZERO
	.set	next, OLD(0)
.endif
.irp	n, 0, 1, 2, 3
.if \n < CHAINS
	msa_chain	\f, \s, \n, \a\()_\n, \b\()_\n, \c\()_\n, \d\()_\n
.endif
.endr
.endm

/* Four lanes' words of a row to a register, or back. */
.macro	gather	word, vector
.irp	i, 0, 1, 2, 3
	lw		t, 4 * \word(lane_\i)
	insert.w	\vector[\i], t
.endr
	st.w		\vector, OLD(\word)(ROWS)
.endm

.macro	scatter	word, vector
	ld.w		\vector, OLD(\word)(ROWS)
.irp	i, 0, 1, 2, 3
	copy_s.w	t, \vector[\i]
	sw		t, 4 * \word(lane_\i)
.endr
.endm

/* Do something with four lanes, for all of them; "pointers" says where. */
.macro	each_group	pointers, do
	move		POINTERS, \pointers
	move		ROWS, SCRATCH
	li		GROUPS, CHAINS
.Lgroup\@:
.irp	i, 0, 1, 2, 3
	ld		lane_\i, 8 * \i(POINTERS)
.endr
	\do
	addiu		GROUPS, GROUPS, -1
	daddiu		POINTERS, POINTERS, 32
	bnez		GROUPS, .Lgroup\@
	 daddiu		ROWS, ROWS, 16
.endm

.macro	gather_state
.irp	word, 0, 1, 2, 3
	gather		\word, $w\word
.endr
.endm

.macro	scatter_state
.irp	word, 0, 1, 2, 3
	scatter		\word, $w\word
.endr
.endm

/* The words of a block of four lanes to their rows. */
.macro	transpose_words
.irp	i, 0, 1, 2, 3
	daddu		lane_\i, lane_\i, OFFSET
	align_block	lane_\i, 15, (COPIES + 64 * \i), t, u
.endr
.irp	word, 0, 4, 8, 12
	ld.w		$w0, 4 * \word(lane_0)
	ld.w		$w1, 4 * \word(lane_1)
	ld.w		$w2, 4 * \word(lane_2)
	ld.w		$w3, 4 * \word(lane_3)
	transpose	$w0, $w1, $w2, $w3, $w4, $w5, $w6, $w7, $w8, $w9
	st.w		$w4, WORDS + ROW * (\word + 0)(ROWS)
	st.w		$w5, WORDS + ROW * (\word + 1)(ROWS)
	st.w		$w6, WORDS + ROW * (\word + 2)(ROWS)
	st.w		$w7, WORDS + ROW * (\word + 3)(ROWS)
.endr
.endm

.macro	begin_chain	n
	ld.w		a_\n, OLD(0) + 16 * \n(SCRATCH)
	ld.w		WORD, WORDS + 16 * \n(SCRATCH)
	ld.w		b_\n, OLD(1) + 16 * \n(SCRATCH)
	ld.w		c_\n, OLD(2) + 16 * \n(SCRATCH)
	ld.w		d_\n, OLD(3) + 16 * \n(SCRATCH)
	addv.w		a_\n, a_\n, K
	addv.w		a_\n, a_\n, WORD
.endm

/* The new state; of a the old one is added. */
.macro	end_chain	n
	st.w		a_\n, OLD(0) + 16 * \n(SCRATCH)
	add_row		1, \n, b_\n
	add_row		2, \n, c_\n
	add_row		3, \n, d_\n
.endm

.macro	add_row	word, n, vector
	ld.w		T, OLD(\word) + 16 * \n(SCRATCH)
	addv.w		\vector, \vector, T
	st.w		\vector, OLD(\word) + 16 * \n(SCRATCH)
.endm

.macro	each_chain	do
.irp	n, 0, 1, 2, 3
.if \n < CHAINS
	\do		\n
.endif
.endr
.endm

.macro	md5_msa	chains
	.set	CHAINS, \chains
	chain		0, $w0, $w1, $w2, $w3
	chain		1, $w4, $w5, $w6, $w7
	chain		2, $w8, $w9, $w10, $w11
	chain		3, $w12, $w13, $w14, $w15

	dla		TABLE, md5_t4
	ldi.b		ZERO, 0
	move		OFFSET, $0
	each_group	STATE, gather_state
.Lblock\@:
	each_group	DATA, transpose_words
	ld.w		K, 0(TABLE)
	each_chain	begin_chain
	rounds		step_msa
	each_chain	end_chain
	daddiu		NBLOCKS, NBLOCKS, -1
	bnez		NBLOCKS, .Lblock\@
	 daddiu		OFFSET, OFFSET, 64
	each_group	STATE, scatter_state
	jr		RA
	 nop
.endm

/*
 * void mbhash_md5_msa_x4(u32 *const *state, const u8 *const *data,
 *			  size_t nblocks, void *scratch);
 *
 * One chain. 576 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_md5_msa_x4)
	md5_msa		1
SYM_FUNC_END(mbhash_md5_msa_x4)

/*
 * void mbhash_md5_msa_x8(u32 *const *state, const u8 *const *data,
 *			  size_t nblocks, void *scratch);
 *
 * Two chains: twice the lanes in little more time, where instructions take more
 * than a cycle or more than one can start in it. 896 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_md5_msa_x8)
	md5_msa		2
SYM_FUNC_END(mbhash_md5_msa_x8)

/*
 * void mbhash_md5_msa_x12(u32 *const *state, const u8 *const *data,
 *			   size_t nblocks, void *scratch);
 *
 * Three. 1216 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_md5_msa_x12)
	md5_msa		3
SYM_FUNC_END(mbhash_md5_msa_x12)
