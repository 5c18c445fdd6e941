/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SHA-256 lane kernels for arm64: each advances one or more independent states
 * by the same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * What they hash is kept in registers, in @scratch and in the states alone,
 * never on the stack.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>
#include <asm/assembler.h>

#include "mbhash_arm64.S"
#include "mbhash_constants.S"

.arch	armv8-a+crypto

.section .rodata.mbhash_arm64_sha256, "a", %progbits

.balign 256	/* for the integer kernel, which looks at the address */
sha256_k:
	sha256_constants	1

.text

#define K		x4	/* sha256_k */

/*
 * The integer kernel
 *
 * FIPS 180-4, 6.2.2 with all of it in registers: ra to rh are the state, rw0 to
 * rw15 the words of the message schedule that are needed next, rt and ru are
 * temporary, rx and ry as below. The arguments wait on the stack.
 */
.macro	integers	name, register, more:vararg
	r\name	.req	w\register
.ifnb \more
	integers	\more
.endif
.endm

	integers	a, 0, b, 1, c, 2, d, 3, e, 4, f, 5, g, 6, h, 7
	integers	w0, 8, w1, 9, w2, 10, w3, 11, w4, 12, w5, 13, w6, 14, w7, 15
	integers	w8, 16, w9, 17, w10, 19, w11, 20, w12, 21, w13, 22, w14, 23, w15, 24
	integers	t, 25, u, 26, x, 27, y, 28
	knext	.req	x30	/* the next constant */
	wnext	.req	w30
	/* Pointers and a count, while their registers are free */
	xw	.req	x8
	xt	.req	x25
	xu	.req	x26

/* h += the sum of three rotations of x */
.macro	add_sigma	h, x, r0, r1, r2
	ror		rt, r\x, #\r0
	eor		rt, rt, r\x, ror #\r1
	eor		rt, rt, r\x, ror #\r2
	add		r\h, r\h, rt
.endm

/* w += the sum of two rotations of x and a shift */
.macro	add_sigma_shift	w, x, r0, r1, n
	ror		rt, r\x, #\r0
	eor		rt, rt, r\x, ror #\r1
	eor		rt, rt, r\x, lsr #\n
	add		r\w, r\w, rt
.endm

/*
 * One round. ab is a ^ b, and bc is the last round's, so b ^ c: Maj is b where
 * they agree, and a elsewhere.
 */
.macro	integer_round	a, b, c, d, e, f, g, h, ab, bc, w
	ldr		ru, [knext], #4
	add		r\h, r\h, r\w
	add		r\h, r\h, ru
	eor		ru, r\f, r\g		/* Ch: e ? f : g */
	and		ru, ru, r\e
	eor		ru, ru, r\g
	add		r\h, r\h, ru
	add_sigma	\h, \e, 6, 11, 25
	add		r\d, r\d, r\h
	eor		r\ab, r\a, r\b
	and		r\bc, r\bc, r\ab
	eor		r\bc, r\bc, r\b
	add		r\h, r\h, r\bc
	add_sigma	\h, \a, 2, 13, 22
.endm

/* w = the word of 16 rounds later, from those 15, 7 and 2 before it */
.macro	integer_schedule w, w1, w9, w14
	add		r\w, r\w, r\w9
	add_sigma_shift	\w, \w1, 7, 18, 3
	add_sigma_shift	\w, \w14, 17, 19, 10
.endm

/* kind: integer or neon */
.macro	round_schedule	kind, more, a, b, c, d, e, f, g, h, ab, bc, w, w1, w9, w14
	\kind\()_round	\a, \b, \c, \d, \e, \f, \g, \h, \ab, \bc, \w
.if \more
	\kind\()_schedule \w, \w1, \w9, \w14
.endif
.endm

/* 16 rounds; more: with the words of the next 16 */
.macro	rounds16	kind, more
	round_schedule \kind, \more, a, b, c, d, e, f, g, h, x, y,  w0,  w1,  w9, w14
	round_schedule \kind, \more, h, a, b, c, d, e, f, g, y, x,  w1,  w2, w10, w15
	round_schedule \kind, \more, g, h, a, b, c, d, e, f, x, y,  w2,  w3, w11,  w0
	round_schedule \kind, \more, f, g, h, a, b, c, d, e, y, x,  w3,  w4, w12,  w1
	round_schedule \kind, \more, e, f, g, h, a, b, c, d, x, y,  w4,  w5, w13,  w2
	round_schedule \kind, \more, d, e, f, g, h, a, b, c, y, x,  w5,  w6, w14,  w3
	round_schedule \kind, \more, c, d, e, f, g, h, a, b, x, y,  w6,  w7, w15,  w4
	round_schedule \kind, \more, b, c, d, e, f, g, h, a, y, x,  w7,  w8,  w0,  w5
	round_schedule \kind, \more, a, b, c, d, e, f, g, h, x, y,  w8,  w9,  w1,  w6
	round_schedule \kind, \more, h, a, b, c, d, e, f, g, y, x,  w9, w10,  w2,  w7
	round_schedule \kind, \more, g, h, a, b, c, d, e, f, x, y, w10, w11,  w3,  w8
	round_schedule \kind, \more, f, g, h, a, b, c, d, e, y, x, w11, w12,  w4,  w9
	round_schedule \kind, \more, e, f, g, h, a, b, c, d, x, y, w12, w13,  w5, w10
	round_schedule \kind, \more, d, e, f, g, h, a, b, c, y, x, w13, w14,  w6, w11
	round_schedule \kind, \more, c, d, e, f, g, h, a, b, x, y, w14, w15,  w7, w12
	round_schedule \kind, \more, b, c, d, e, f, g, h, a, y, x, w15,  w0,  w8, w13
.endm

/* Where they wait, above the registers of the caller */
#define SAVED_STATE	[sp, #88]
#define SAVED_DATA	[sp, #96]
#define SAVED_NBLOCKS	[sp, #104]

.macro	load_two_words	x, y, offset
	ldp		\x, \y, [xt, #\offset]
	rev		\x, \x
	rev		\y, \y
.endm

.macro	add_two_words	x, y, offset
	ldp		rt, ru, [xw, #\offset]
	add		\x, \x, rt
	add		\y, \y, ru
	stp		\x, \y, [xw, #\offset]
.endm

/*
 * void mbhash_sha256_scalar_x1(u32 *const *state, const u8 *const *data,
 *				size_t nblocks, void *scratch);
 *
 * Without vector registers; and for a message that is alone, if the CPU has no
 * SHA-256 instructions.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_scalar_x1)
	stp		x19, x20, [sp, #-112]!
	stp		x21, x22, [sp, #16]
	stp		x23, x24, [sp, #32]
	stp		x25, x26, [sp, #48]
	stp		x27, x28, [sp, #64]
	str		x30, [sp, #80]
	ldr		xw, [STATE]
	ldr		xt, [DATA]
	str		xw, SAVED_STATE
	str		NBLOCKS, SAVED_NBLOCKS
	ldp		ra, rb, [xw]
	ldp		rc, rd, [xw, #8]
	ldp		re, rf, [xw, #16]
	ldp		rg, rh, [xw, #24]
.Lscalar_block:
	load_two_words	rw0, rw1, 0
	load_two_words	rw2, rw3, 8
	load_two_words	rw4, rw5, 16
	load_two_words	rw6, rw7, 24
	load_two_words	rw8, rw9, 32
	load_two_words	rw10, rw11, 40
	load_two_words	rw12, rw13, 48
	load_two_words	rw14, rw15, 56
	add		xt, xt, #64
	str		xt, SAVED_DATA
	adr_l		knext, sha256_k
	eor		ry, rb, rc
.Lscalar_rounds:
	rounds16	integer, 1
	/* Until 3/4 of the constants were used */
	and		rt, wnext, #192
	cmp		rt, #192
	b.ne		.Lscalar_rounds
	rounds16	integer, 0
	ldr		xw, SAVED_STATE
	add_two_words	ra, rb, 0
	add_two_words	rc, rd, 8
	add_two_words	re, rf, 16
	add_two_words	rg, rh, 24
	ldr		xu, SAVED_NBLOCKS
	ldr		xt, SAVED_DATA
	sub		xu, xu, #1
	str		xu, SAVED_NBLOCKS
	cbnz		xu, .Lscalar_block
	ldp		x21, x22, [sp, #16]
	ldp		x23, x24, [sp, #32]
	ldp		x25, x26, [sp, #48]
	ldp		x27, x28, [sp, #64]
	ldr		x30, [sp, #80]
	ldp		x19, x20, [sp], #112
	ret
SYM_FUNC_END(mbhash_sha256_scalar_x1)

/*
 * The kernels with SHA-256 instructions
 *
 * A lane is a chain of 16 times 4 rounds. One sha256h and one sha256h2 do four
 * rounds in a few cycles, in which another lane's can begin. Each lane has eight
 * vectors, none of them for the state at the last block's end: that is added from
 * memory. The 64 constants stay in v16 to v31, unless a third lane needs those.
 *
 * A name that ends in a chain's number is that chain's register: abcd and efgh
 * are its state, w0 to w3 the next 16 words of the message schedule, t and old
 * are temporary.
 */
.macro	chain		chain, abcd, efgh, w0, w1, w2, w3, t, old
	qabcd\chain	.req	q\abcd
	vabcd\chain	.req	v\abcd
	qefgh\chain	.req	q\efgh
	vefgh\chain	.req	v\efgh
	vw0_\chain	.req	v\w0
	vw1_\chain	.req	v\w1
	vw2_\chain	.req	v\w2
	vw3_\chain	.req	v\w3
	qt\chain	.req	q\t
	vt\chain	.req	v\t
	qold\chain	.req	q\old
	vold\chain	.req	v\old
.endm

	/* ld1 wants the words in consecutive registers. */
	chain		0,  4,  5, 0, 1,  2,  3,  6,  7
	chain		1, 12, 13, 8, 9, 10, 11, 14, 15
	chain		2, 20, 21, 16, 17, 18, 19, 22, 23
	state0	.req	x5
	state1	.req	x6
	state2	.req	x7
	data0	.req	x8
	data1	.req	x9
	data2	.req	x10

.macro	load_chain	chain
	ldr		state\chain, [STATE, #8 * \chain]
	ldr		data\chain, [DATA, #8 * \chain]
	ldp		qabcd\chain, qefgh\chain, [state\chain]
.endm

/* 16 words; they are big-endian. */
.macro	load_words	chain
	ld1		{vw0_\chain\().16b - vw3_\chain\().16b}, [data\chain], #64
	rev32		vw0_\chain\().16b, vw0_\chain\().16b
	rev32		vw1_\chain\().16b, vw1_\chain\().16b
	rev32		vw2_\chain\().16b, vw2_\chain\().16b
	rev32		vw3_\chain\().16b, vw3_\chain\().16b
.endm

.macro	add_k		chain, k, w0
	add		vt\chain\().4s, v\k\().4s, v\w0\()_\chain\().4s
.endm

.macro	keep_abcd	chain
	mov		vold\chain\().16b, vabcd\chain\().16b
.endm

.macro	hash		chain
	sha256h		qabcd\chain, qefgh\chain, vt\chain\().4s
.endm

.macro	hash2		chain
	sha256h2	qefgh\chain, qold\chain, vt\chain\().4s
.endm

/* The schedule: four words from the 16 before, in place of the oldest */
.macro	schedule0	chain, w0, w1
	sha256su0	v\w0\()_\chain\().4s, v\w1\()_\chain\().4s
.endm

.macro	schedule1	chain, w0, w2, w3
	sha256su1	v\w0\()_\chain\().4s, v\w2\()_\chain\().4s, v\w3\()_\chain\().4s
.endm

/* t = the words w0 and the constants that have, or would have, v\k */
.macro	add_constants	k, w0
.if CHAINS == 3
	ldr		q31, [K, #16 * (\k - 16)]
	each_chain	add_k, 31, \w0
.else
	each_chain	add_k, \k, \w0
.endif
.endm

/* Four rounds */
.macro	rounds4		k, w0
	add_constants	\k, \w0
	each_chain	keep_abcd
	each_chain	hash
	each_chain	hash2
.endm

/* The same, then the words of 16 rounds later */
.macro	rounds4_schedule k, w0, w1, w2, w3
	add_constants	\k, \w0
	each_chain	schedule0, \w0, \w1
	each_chain	keep_abcd
	each_chain	hash
	each_chain	hash2
	each_chain	schedule1, \w0, \w2, \w3
.endm

.macro	add_state	chain
	ldp		qt\chain, qold\chain, [state\chain]
	add		vabcd\chain\().4s, vabcd\chain\().4s, vt\chain\().4s
	add		vefgh\chain\().4s, vefgh\chain\().4s, vold\chain\().4s
	stp		qabcd\chain, qefgh\chain, [state\chain]
.endm

.macro	sha2_kernel	chains
	.set	CHAINS, \chains
	adr_l		K, sha256_k
.if CHAINS < 3
	ld1		{v16.4s - v19.4s}, [K], #64
	ld1		{v20.4s - v23.4s}, [K], #64
	ld1		{v24.4s - v27.4s}, [K], #64
	ld1		{v28.4s - v31.4s}, [K]
.endif
	each_chain	load_chain
.Lblock\@:
	each_chain	load_words
	sub		NBLOCKS, NBLOCKS, #1
	rounds4_schedule 16, w0, w1, w2, w3
	rounds4_schedule 17, w1, w2, w3, w0
	rounds4_schedule 18, w2, w3, w0, w1
	rounds4_schedule 19, w3, w0, w1, w2
	rounds4_schedule 20, w0, w1, w2, w3
	rounds4_schedule 21, w1, w2, w3, w0
	rounds4_schedule 22, w2, w3, w0, w1
	rounds4_schedule 23, w3, w0, w1, w2
	rounds4_schedule 24, w0, w1, w2, w3
	rounds4_schedule 25, w1, w2, w3, w0
	rounds4_schedule 26, w2, w3, w0, w1
	rounds4_schedule 27, w3, w0, w1, w2
	rounds4		28, w0
	rounds4		29, w1
	rounds4		30, w2
	rounds4		31, w3
	each_chain	add_state
	cbnz		NBLOCKS, .Lblock\@
.endm

/*
 * void mbhash_sha256_sha2_x1(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * One chain, bound by its latency.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_sha2_x1)
	sha2_kernel	1
	ret
SYM_FUNC_END(mbhash_sha256_sha2_x1)

/*
 * void mbhash_sha256_sha2_x2(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * The second chain runs in the gaps of the first. Where one unit takes all four
 * kinds of instructions, two chains keep it busy (Cortex-A72, Neoverse N1, N2).
 */
SYM_TYPED_FUNC_START(mbhash_sha256_sha2_x2)
	save_vectors
	sha2_kernel	2
	restore_vectors
	ret
SYM_FUNC_END(mbhash_sha256_sha2_x2)

/*
 * void mbhash_sha256_sha2_x3(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * For CPUs with more units than that, or slower ones (Neoverse V1, A64FX).
 */
SYM_TYPED_FUNC_START(mbhash_sha256_sha2_x3)
	save_vectors
	sha2_kernel	3
	restore_vectors
	ret
SYM_FUNC_END(mbhash_sha256_sha2_x3)

/*
 * The NEON kernel
 *
 * Four lanes, one in each word of a vector: FIPS 180-4, 6.2.2 as it is written.
 * The 16 words of the message schedule that are needed next are in v16 to v31.
 */
#define OFFSET		x5	/* of the block in a lane's data */
#define KNEXT		x6	/* the next constant */
#define COUNT		x13	/* times 16 rounds */

.macro	vector	name, n
	v\name	.req	v\n
	q\name	.req	q\n
.endm

	vector		a, 0
	vector		b, 1
	vector		c, 2
	vector		d, 3
	vector		e, 4
	vector		f, 5
	vector		g, 6
	vector		h, 7
	vector		k, 8	/* the constant, four times */
	vector		t, 9	/* temporary */
	vector		u, 10
	vector		x, 11	/* the last round's a ^ b, and this one's */
	vector		y, 12
	vector		w0, 16
	vector		w1, 17
	vector		w2, 18
	vector		w3, 19
	vector		w4, 20
	vector		w5, 21
	vector		w6, 22
	vector		w7, 23
	vector		w8, 24
	vector		w9, 25
	vector		w10, 26
	vector		w11, 27
	vector		w12, 28
	vector		w13, 29
	vector		w14, 30
	vector		w15, 31

/* dst = x >>> n */
.macro	rotate		dst, x, n
	shl		v\dst\().4s, v\x\().4s, #(32 - \n)
	sri		v\dst\().4s, v\x\().4s, #\n
.endm

/* t = (x >>> r0) ^ (x >>> r1) ^ (x >>> r2) */
.macro	sigma		x, r0, r1, r2
	rotate		t, \x, \r0
	rotate		u, \x, \r1
	eor		vt.16b, vt.16b, vu.16b
	rotate		u, \x, \r2
	eor		vt.16b, vt.16b, vu.16b
.endm

/* t = (x >>> r0) ^ (x >>> r1) ^ (x >> n) */
.macro	sigma_shift	x, r0, r1, n
	rotate		t, \x, \r0
	rotate		u, \x, \r1
	eor		vt.16b, vt.16b, vu.16b
	ushr		vu.4s, v\x\().4s, #\n
	eor		vt.16b, vt.16b, vu.16b
.endm

.macro	addv		dst, x
	add		v\dst\().4s, v\dst\().4s, v\x\().4s
.endm

/*
 * One round. ab is a ^ b, and bc is the last round's, so b ^ c: where b and c
 * agree is where Maj takes b, elsewhere a decides.
 */
.macro	neon_round	a, b, c, d, e, f, g, h, ab, bc, w
	ld1r		{vk.4s}, [KNEXT], #4
	addv		\h, \w
	addv		\h, k
	mov		vt.16b, v\e\().16b	/* Ch: e ? f : g */
	bsl		vt.16b, v\f\().16b, v\g\().16b
	addv		\h, t
	sigma		\e, 6, 11, 25
	addv		\h, t
	addv		\d, \h
	eor		v\ab\().16b, v\a\().16b, v\b\().16b
	bsl		v\bc\().16b, v\a\().16b, v\b\().16b
	addv		\h, \bc
	sigma		\a, 2, 13, 22
	addv		\h, t
.endm

/* w = the word of 16 rounds later, from those 15, 7 and 2 before it */
.macro	neon_schedule	w, w1, w9, w14
	sigma_shift	\w1, 7, 18, 3
	addv		\w, \w9
	addv		\w, t
	sigma_shift	\w14, 17, 19, 10
	addv		\w, t
.endm

.macro	load_state_pointers
	ldp		x9, x10, [STATE]
	ldp		x11, x12, [STATE, #16]
.endm

.macro	transpose_states
	transpose	0, 1, 2, 3, 16, 17, 18, 19
	transpose	4, 5, 6, 7, 16, 17, 18, 19
.endm

/* Two rows of the states at the last block's end, in scratch */
.macro	store_old	row, x, y
	stp		q\x, q\y, [SCRATCH, #16 * \row]
.endm

.macro	add_old		row, x, y
	ldp		qt, qu, [SCRATCH, #16 * \row]
	addv		\x, t
	addv		\y, u
	store_old	\row, \x, \y
.endm

/*
 * void mbhash_sha256_neon_x4(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * All states are read before one is written: idle lanes may share one.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_neon_x4)
	save_vectors
	load_state_pointers
	ldp		q0, q4, [x9]
	ldp		q1, q5, [x10]
	ldp		q2, q6, [x11]
	ldp		q3, q7, [x12]
	transpose_states
	store_old	0, a, b
	store_old	2, c, d
	store_old	4, e, f
	store_old	6, g, h
	adr_l		K, sha256_k
	mov		OFFSET, #0
.Lneon_block:
	load_blocks	0, OFFSET, x7, x8
.irp	i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	rev32		v\i\().16b, v\i\().16b
.endr
	transpose	16, 17, 18, 19, 9, 10, 11, 12
	transpose	20, 21, 22, 23, 9, 10, 11, 12
	transpose	24, 25, 26, 27, 9, 10, 11, 12
	transpose	28, 29, 30, 31, 9, 10, 11, 12
	add		OFFSET, OFFSET, #64
	mov		KNEXT, K
	mov		COUNT, #3
	eor		vy.16b, vb.16b, vc.16b
.Lneon_rounds:
	rounds16	neon, 1
	subs		COUNT, COUNT, #1
	b.ne		.Lneon_rounds
	rounds16	neon, 0
	add_old		0, a, b
	add_old		2, c, d
	add_old		4, e, f
	add_old		6, g, h
	subs		NBLOCKS, NBLOCKS, #1
	b.ne		.Lneon_block
	transpose_states
	load_state_pointers
	stp		q0, q4, [x9]
	stp		q1, q5, [x10]
	stp		q2, q6, [x11]
	stp		q3, q7, [x12]
	restore_vectors
	ret
SYM_FUNC_END(mbhash_sha256_neon_x4)
