/* SPDX-License-Identifier: GPL-2.0 */
/*
 * MD5 lane kernels for arm64: each advances one or more independent states by
 * the same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * The NEON kernels read all states before they write one, so idle lanes may
 * share a state. What they hash is kept in registers and @scratch alone, never
 * on the stack: the caller wipes both.
 *
 * The 64 steps of MD5 form a chain: each needs the result of the one before. So
 * a kernel is as fast as its chain is short, until enough chains run side by
 * side to fill the units. A chain, below, is what one register each for a, b, c
 * and d holds: one lane, or four of them in a vector.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>
#include <asm/assembler.h>

#include "mbhash_arm64.S"
#include "mbhash_constants.S"

.section .rodata.mbhash_arm64_md5, "a", %progbits

.balign 64
md5_t:
	md5_constants	4, 0	/* each of them a vector */

.text

#define T		x4	/* md5_t */
/* Of the NEON kernels alone: */
#define WORDS		x5	/* the words of the block */
#define OFFSET		x6	/* of the block in a lane's data */

/*
 * The steps
 *
 * They are written once, for vectors and for integers. A name that ends in a
 * chain's number is that chain's register: a, b, c, d; t and u are temporary.
 * k is the step's constant.
 */
.macro	vector	name, n
	v\name	.req	v\n
	q\name	.req	q\n
.endm

.macro	chain_vectors	chain, a, b, c, d, t, u
	vector		a\chain, \a
	vector		b\chain, \b
	vector		c\chain, \c
	vector		d\chain, \d
	vector		t\chain, \t
	vector		u\chain, \u
.endm

	chain_vectors	0,  0,  1,  2,  3,  4,  5
	chain_vectors	1, 16, 17, 18, 19, 20, 21
	chain_vectors	2, 22, 23, 24, 25, 26, 27
	chain_vectors	3, 28, 29, 30, 31,  6,  7
	/* It has been used when u is needed. */
	vector		k, 5

.macro	chain_integers	chain, a, b, c, d, t
	wa\chain	.req	w\a
	wb\chain	.req	w\b
	wc\chain	.req	w\c
	wd\chain	.req	w\d
	wt\chain	.req	w\t
.endm

	chain_integers	0, 5, 6, 7, 8, 9
	chain_integers	1, 10, 11, 12, 13, 14
	data0	.req	x15	/* the block */
	data1	.req	x16
	wk	.req	w17

.macro	chain_op	chain, insn, as, dst, x, y
.if VECTOR
	\insn		v\dst\chain\().\as, v\x\chain\().\as, v\y\chain\().\as
.else
	\insn		w\dst\chain, w\x\chain, w\y\chain
.endif
.endm

/* <insn> dst, x, y in all chains; as: how it sees a vector */
.macro	op	args:vararg
	each_chain	chain_op, \args
.endm

.macro	copy	chain, dst, x
	mov		v\dst\chain\().16b, v\x\chain\().16b
.endm

/*
 * Load (ld) or store (st) a row: a vector of each chain, side by side in memory.
 */
.macro	row	insn, x, base, offset
.if CHAINS == 1
	\insn\()r	q\x\()0, [\base, #\offset]
.else
	\insn\()p	q\x\()0, q\x\()1, [\base, #\offset]
.if CHAINS == 3
	\insn\()r	q\x\()2, [\base, #\offset + 32]
.elseif CHAINS == 4
	\insn\()p	q\x\()2, q\x\()3, [\base, #\offset + 32]
.endif
.endif
.endm

.macro	add_k	chain, a
.if VECTOR
	add		v\a\chain\().4s, v\a\chain\().4s, vk.4s
.else
	add		w\a\chain, w\a\chain, wk
.endif
.endm

.macro	load_word	chain, word
	ldr		wt\chain, [data\chain, #4 * \word]
.endm

/* a += the step's constant and message word */
.macro	add_word	word, a
.if VECTOR
	ldr		qk, [T, #16 * steps]
.else
	ldr		wk, [T, #16 * steps]
.endif
	each_chain	add_k, \a
.if IN_REGISTERS
	add		v\a\()0.4s, v\a\()0.4s, vw\word\().4s
.else
.if VECTOR
	row		ld, t, WORDS, ROW * \word
.else
	each_chain	load_word, \word
.endif
	op		add, 4s, \a, \a, t
.endif
.endm

/*
 * a += f(b, c, d), with as much as can be done before b is known, which comes
 * last. NEON has (b & x) | (~b & y) in one instruction, if a register with y may
 * be overwritten.
 */
.macro	add_F	a, b, c, d	/* (b & c) | (~b & d) */
.if VECTOR
	each_chain	copy, t, \d
	op		bit, 16b, t, \c, \b
.else					/* d ^ (b & (c ^ d)) */
	op		eor, , t, \c, \d
	op		and, , t, t, \b
	op		eor, , t, t, \d
.endif
	op		add, 4s, \a, \a, t
.endm

.macro	add_G	a, b, c, d	/* (d & b) | (~d & c) */
.if VECTOR
	each_chain	copy, t, \c
	op		bit, 16b, t, \b, \d
.else					/* no bit is in both: add one by one */
	op		bic, , t, \c, \d
	op		add, , \a, \a, t
	op		and, , t, \b, \d
.endif
	op		add, 4s, \a, \a, t
.endm

.macro	add_H	a, b, c, d	/* b ^ (c ^ d) */
	op		eor, 16b, t, \c, \d
	op		eor, 16b, t, t, \b
	op		add, 4s, \a, \a, t
.endm

.macro	add_I	a, b, c, d	/* c ^ (b | ~d) */
	op		orn, 16b, t, \b, \d
	op		eor, 16b, t, t, \c
	op		add, 4s, \a, \a, t
.endm

/* The parts of a rotation; NEON has none but that of halves by their size. */
.macro	shift_left	chain, a, s
.if \s == 16
	rev32		vu\chain\().8h, v\a\chain\().8h
.else
	shl		vu\chain\().4s, v\a\chain\().4s, #\s
.endif
.endm

.macro	insert_right	chain, a, s
.if \s != 16
	sri		vu\chain\().4s, v\a\chain\().4s, #(32 - \s)
.endif
.endm

.macro	rotate_integer	chain, a, s
	ror		w\a\chain, w\a\chain, #(32 - \s)
.endm

/* a = b + (a <<< s) */
.macro	rotate_add	s, a, b
.if VECTOR
	each_chain	shift_left, \a, \s
	each_chain	insert_right, \a, \s
	op		add, 4s, \a, u, \b
.else
	each_chain	rotate_integer, \a, \s
	op		add, , \a, \a, \b
.endif
.endm

/* One step of all chains; "steps" were done before. */
.macro	step	f, s, word, a, b, c, d
	add_word	\word, \a
	add_\f		\a, \b, \c, \d
	rotate_add	\s, \a, \b
	.set	steps, steps + 1
.endm

/* Four steps with the same f, their rotations and their message words */
.macro	steps4	f, s0, s1, s2, s3, w0, w1, w2, w3
	step		\f, \s0, \w0, a, b, c, d
	step		\f, \s1, \w1, d, a, b, c
	step		\f, \s2, \w2, c, d, a, b
	step		\f, \s3, \w3, b, c, d, a
.endm

/* RFC 1321, 3.4 */
.macro	rounds
	.set	steps, 0
	steps4		F, 7, 12, 17, 22,  0,  1,  2,  3
	steps4		F, 7, 12, 17, 22,  4,  5,  6,  7
	steps4		F, 7, 12, 17, 22,  8,  9, 10, 11
	steps4		F, 7, 12, 17, 22, 12, 13, 14, 15
	steps4		G, 5,  9, 14, 20,  1,  6, 11,  0
	steps4		G, 5,  9, 14, 20,  5, 10, 15,  4
	steps4		G, 5,  9, 14, 20,  9, 14,  3,  8
	steps4		G, 5,  9, 14, 20, 13,  2,  7, 12
	steps4		H, 4, 11, 16, 23,  5,  8, 11, 14
	steps4		H, 4, 11, 16, 23,  1,  4,  7, 10
	steps4		H, 4, 11, 16, 23, 13,  0,  3,  6
	steps4		H, 4, 11, 16, 23,  9, 12, 15,  2
	steps4		I, 6, 10, 15, 21,  0,  7, 14,  5
	steps4		I, 6, 10, 15, 21, 12,  3, 10,  1
	steps4		I, 6, 10, 15, 21,  8, 15,  6, 13
	steps4		I, 6, 10, 15, 21,  4, 11,  2,  9
.endm

/*
 * Integer kernels
 */

.macro	load_state	chain
	ldr		x3, [STATE, #8 * \chain]
	ldp		wa\chain, wb\chain, [x3]
	ldp		wc\chain, wd\chain, [x3, #8]
	ldr		data\chain, [DATA, #8 * \chain]
.endm

.macro	add_state	chain
	ldr		x3, [STATE, #8 * \chain]
	ldp		wt\chain, wk, [x3]
	add		wa\chain, wa\chain, wt\chain
	add		wb\chain, wb\chain, wk
	stp		wa\chain, wb\chain, [x3]
	ldp		wt\chain, wk, [x3, #8]
	add		wc\chain, wc\chain, wt\chain
	add		wd\chain, wd\chain, wk
	stp		wc\chain, wd\chain, [x3, #8]
	add		data\chain, data\chain, #64
.endm

.macro	integer_kernel	chains
	.set	VECTOR, 0
	.set	IN_REGISTERS, 0
	.set	CHAINS, \chains
	adr_l		T, md5_t
	each_chain	load_state
.Lblock\@:
	rounds
	each_chain	add_state
	sub		NBLOCKS, NBLOCKS, #1
	cbnz		NBLOCKS, .Lblock\@
	ret
.endm

/*
 * void mbhash_md5_scalar_x1(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * Without vector registers.
 */
SYM_TYPED_FUNC_START(mbhash_md5_scalar_x1)
	integer_kernel	1
SYM_FUNC_END(mbhash_md5_scalar_x1)

/*
 * void mbhash_md5_scalar_x2(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * The second chain runs in the gaps of the first.
 */
SYM_TYPED_FUNC_START(mbhash_md5_scalar_x2)
	integer_kernel	2
SYM_FUNC_END(mbhash_md5_scalar_x2)

/*
 * NEON kernels
 *
 * The words of a block lie side by side in memory, so blocks are transposed
 * first: with one chain in registers, else into scratch.
 */

/* One chain leaves registers for the words, as load_blocks has them. */
.macro	name_words	word, register, more:vararg
	vw\word	.req	v\register
.ifnb \more
	name_words	\more
.endif
.endm

	name_words	0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
	name_words	8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

/*
 * Scratch, in rows of one word of all lanes: the state of 4 words at the last
 * block's end, then 16 words. 16 bytes in each row belong to a group of four lanes.
 */
#define OLD(word)	[SCRATCH, #ROW * (word) + 16 * group]
#define WORD(word)	[WORDS, #ROW * (word) + 16 * group]

/* Each state pointer goes to the register after its predecessor's. */
.macro	load_state_pointers
	ldp		x9, x10, [STATE, #32 * group]
	ldp		x11, x12, [STATE, #32 * group + 16]
.endm

.macro	load_group
	load_state_pointers
	ldr		q16, [x9]
	ldr		q17, [x10]
	ldr		q18, [x11]
	ldr		q19, [x12]
	transpose	16, 17, 18, 19, 0, 1, 2, 3
	str		q16, OLD(0)
	str		q17, OLD(1)
	str		q18, OLD(2)
	str		q19, OLD(3)
.endm

.macro	store_group
	load_state_pointers
	ldr		q16, OLD(0)
	ldr		q17, OLD(1)
	ldr		q18, OLD(2)
	ldr		q19, OLD(3)
	transpose	16, 17, 18, 19, 0, 1, 2, 3
	str		q16, [x9]
	str		q17, [x10]
	str		q18, [x11]
	str		q19, [x12]
.endm

/* The words of four lanes. */
.macro	words_group
	load_blocks	4 * group, OFFSET, x7, x8
	transpose	16, 17, 18, 19, 0, 1, 2, 3
	transpose	20, 21, 22, 23, 4, 5, 6, 7
	transpose	24, 25, 26, 27, 0, 1, 2, 3
	transpose	28, 29, 30, 31, 4, 5, 6, 7
.if !IN_REGISTERS
	str		q16, WORD(0)
	str		q17, WORD(1)
	str		q18, WORD(2)
	str		q19, WORD(3)
	str		q20, WORD(4)
	str		q21, WORD(5)
	str		q22, WORD(6)
	str		q23, WORD(7)
	str		q24, WORD(8)
	str		q25, WORD(9)
	str		q26, WORD(10)
	str		q27, WORD(11)
	str		q28, WORD(12)
	str		q29, WORD(13)
	str		q30, WORD(14)
	str		q31, WORD(15)
.endif
.endm

.macro	each_group	insn
	.set	group, 0
	.rept	CHAINS
	\insn
	.set	group, group + 1
	.endr
.endm

.macro	load_old	i, x
	row		ld, \x, SCRATCH, ROW * \i
.endm

.macro	add_old		i, x, t
	row		ld, \t, SCRATCH, ROW * \i
	op		add, 4s, \x, \x, \t
	row		st, \x, SCRATCH, ROW * \i
.endm

.macro	neon_kernel	chains
	.set	VECTOR, 1
	.set	CHAINS, \chains
	.set	IN_REGISTERS, CHAINS == 1
	.set	ROW, 16 * CHAINS
	adr_l		T, md5_t
	add		WORDS, SCRATCH, #4 * ROW
	mov		OFFSET, #0
	each_group	load_group
.Lblock\@:
	each_group	words_group
	add		OFFSET, OFFSET, #64
	load_old	0, a
	load_old	1, b
	load_old	2, c
	load_old	3, d
	rounds
	add_old		0, a, t
	add_old		1, b, u
	add_old		2, c, t
	add_old		3, d, u
	subs		NBLOCKS, NBLOCKS, #1
	b.ne		.Lblock\@
	each_group	store_group
	ret
.endm

/*
 * void mbhash_md5_neon_x4(u32 *const *state, const u8 *const *data,
 *			   size_t nblocks, void *scratch);
 *
 * One chain of four lanes, bound by its latency.
 */
SYM_TYPED_FUNC_START(mbhash_md5_neon_x4)
	neon_kernel	1
SYM_FUNC_END(mbhash_md5_neon_x4)

/*
 * void mbhash_md5_neon_x8(u32 *const *state, const u8 *const *data,
 *			   size_t nblocks, void *scratch);
 *
 * Two chains of four lanes: the second one runs in the gaps of the first.
 */
SYM_TYPED_FUNC_START(mbhash_md5_neon_x8)
	neon_kernel	2
SYM_FUNC_END(mbhash_md5_neon_x8)

/*
 * void mbhash_md5_neon_x12(u32 *const *state, const u8 *const *data,
 *			    size_t nblocks, void *scratch);
 *
 * Three chains: enough for a unit that takes two cycles for an operation.
 */
SYM_TYPED_FUNC_START(mbhash_md5_neon_x12)
	neon_kernel	3
SYM_FUNC_END(mbhash_md5_neon_x12)

/*
 * void mbhash_md5_neon_x16(u32 *const *state, const u8 *const *data,
 *			    size_t nblocks, void *scratch);
 *
 * Four chains: enough for one that takes three.
 */
SYM_TYPED_FUNC_START(mbhash_md5_neon_x16)
	neon_kernel	4
SYM_FUNC_END(mbhash_md5_neon_x16)
