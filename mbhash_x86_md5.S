/* SPDX-License-Identifier: GPL-2.0 */
/*
 * MD5 lane kernels for x86-64: each advances one or more independent states by
 * the same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * and each vector kernel has a mbhash_end_fn as well, for which a last block
 * that all lanes share is no more than 64 constants:
 *
 *	void f_end(u32 *const *state, const u8 *const *data, size_t nblocks,
 *		   void *scratch, const u32 *schedule);
 *
 * The vector kernels read all states before they write one, so idle lanes may
 * share a state. What they hash is kept in registers and @scratch alone, never
 * on the stack: the caller wipes both. They need 144 bytes of @scratch a lane.
 *
 * The 64 steps of MD5 form a chain: each needs the result of the one before. So
 * a kernel is as fast as its chain is short, until enough chains run side by
 * side to fill the units. A chain, below, is what one register each for a, b, c
 * and d holds: one lane, or as many as a vector has room for. The steps are
 * written once, for integers and vectors, with the names of vector instructions.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "mbhash_constants.S"
#include "mbhash_x86.S"

.section .rodata.mbhash_x86_md5, "a", @progbits

.balign 64
md5_t:
	md5_constants	1, 0
	md5_constants_I	1, 1	/* see function_I */

.text

/* Of the vector kernels alone: */
#define WORDS		%r9	/* the table of this block's words */
#define NEXT		%r10	/* the table of the next block's words */
#define OFFSET		%r11	/* of the block in a lane's data */
#define GROUP		%rbx	/* 16 * number of a group of four lanes */
#define LANE		%rax	/* a lane's state or data */

/* What a kernel may use: the ISA of the macros below. */
#define SCALAR		0
#define SSE2		1
#define AVX2		2
#define AVX512		3	/* F, VL and DQ */

.macro	scalar_paddd	src, dst
	add		\src, \dst
.endm

.macro	scalar_pxor	src, dst
	xor		\src, \dst
.endm

.macro	scalar_pand	src, dst
	and		\src, \dst
.endm

.macro	scalar_pandn	src, dst
	not		\dst
	and		\src, \dst
.endm

/* dst = src1 <insn> src2 */
.macro	op	insn, src2, src1, dst
.if ISA == SCALAR
.ifnc \src1,\dst
	mov		\src1, \dst
.endif
	scalar_\insn	\src2, \dst
.else
	vop		\insn, \src2, \src1, \dst
.endif
.endm

/*
 * The steps
 *
 * "t" and "u" are temporary registers, "k" is the step's constant.
 */

/*
 * The functions of RFC 1321 as vpternlogd has them: bit 4x + 2y + z of its
 * immediate operand is f(x, y, z).
 */
	.set	TERNARY_F, 0xca
	.set	TERNARY_G, 0xe4
	.set	TERNARY_H, 0x96
	.set	TERNARY_I, 0x39

/*
 * Without it, what of a + f(b, c, d) does not depend on b, which comes last, is
 * done first; the rest is left in t for add_t to add to a.
 */
.macro	function_F	a, b, c, d	/* d ^ (b & (c ^ d)) */
	op		pxor, \d, \c, t
	op		pand, \b, t, t
	op		pxor, \d, t, t
.endm

.macro	function_G	a, b, c, d	/* (~d & c) + (b & d): no bit has both */
	op		pandn, \c, \d, t
	op		paddd, t, \a, \a
	op		pand, \d, \b, t
.endm

.macro	function_H	a, b, c, d	/* b ^ (c ^ d) */
	op		pxor, \d, \c, t
	op		pxor, \b, t, t
.endm

.macro	function_I	a, b, c, d
.if ISA == SCALAR			/* c ^ (b | ~d) */
	mov		\d, t
	not		t
	or		\b, t
	xor		\c, t
.else					/* -1 - (c ^ (~b & d)), the -1 in md5_t */
	op		pandn, \d, \b, t
	op		pxor, \c, t, t
.endif
.endm

.macro	function	f, a, b, c, d
.if ISA == AVX512
	vmov		\b, t
	vpternlogd	$TERNARY_\f, \d, \c, t
.else
	function_\f	\a, \b, \c, \d
.endif
.endm

.macro	add_t	dst
.if MINUS
	op		psubd, t, \dst, \dst
.else
	op		paddd, t, \dst, \dst
.endif
.endm

.macro	rotate	s, a
.if ISA == SCALAR
	rol		$\s, \a
.elseif ISA == AVX512
	vprold		$\s, \a, \a
.else
	op		pslld, $\s, \a, u
	op		psrld, $(32-\s), \a, \a
	op		por, u, \a, \a
.endif
.endm

/*
 * a = b + ((a + f(b, c, d)) <<< s)
 *
 * From b to a this takes 4 or 5 cycles on integers; 5 with vpternlogd, where
 * (on Zen 4) a rotation takes 2; and 5 or 6 without.
 */
.macro	step_rotate	f, s, a, b, c, d
	function	\f, \a, \b, \c, \d
	add_t		\a
	rotate		\s, \a
	op		paddd, \b, \a, \a
.endm

/*
 * The same in one cycle less, for a chain that is alone: shifts take 1, and
 *
 *	b + ((a + f) << s) = (b + (a << s)) + (f << s)
 *
 * has one addition less behind f. It pays where latency is what bounds a kernel:
 * with one chain, and with two in the longest rounds, F and I without vpternlogd.
 */
.macro	step_shift	f, s, a, b, c, d
	function	\f, \a, \b, \c, \d
	op		pslld, $\s, \a, u
	op		paddd, \b, u, u
	add_t		\a
	op		pslld, $\s, t, t
	op		psrld, $(32-\s), \a, \a
	add_t		u
	op		paddd, u, \a, \a
.endm

.macro	broadcast	src, dst
.if ISA >= AVX2
	vpbroadcastd	\src, \dst
.else
	movd		\src, \dst
	pshufd		$0, \dst, \dst
.endif
.endm

/*
 * k = the step's constant in each lane; in the last block, which lanes share,
 * with the message word added.
 */
.macro	load_k
.if ISA != SCALAR && SHARED
	broadcast	4*steps(LAST), k
.if MINUS	/* the -1 is not in there */
	op		pcmpeqd, u, u, u
	op		paddd, u, k, k
.endif
.elseif ISA != SCALAR
	broadcast	md5_t+4*(steps+16*MINUS)(%rip), k
.endif
.endm

/* a += the step's constant and message word */
.macro	add_word	chain, a
.if ISA == SCALAR
	mov		4 * word(data\chain), t
	add		md5_t + 4 * steps(%rip), t
	add		t, \a
.else
.if !SHARED
	op		paddd, ROW*word+VL*\chain(WORDS), \a, \a
.endif
	op		paddd, k, \a, \a
.endif
.endm

/* One step of all chains; "steps" were done before. */
.macro	step	f, s, a, b, c, d
	load_k
	.irp	chain, 0, 1, 2, 3
.if \chain < CHAINS
	add_word	\chain, \a\chain
.if SHIFT
	step_shift	\f, \s, \a\chain, \b\chain, \c\chain, \d\chain
.else
	step_rotate	\f, \s, \a\chain, \b\chain, \c\chain, \d\chain
.endif
.endif
	.endr
	.set	steps, steps + 1
	next_items
.endm

	.set	LONG_F, 1
	.set	LONG_G, 0
	.set	LONG_H, 0
	.set	LONG_I, 1

/* RFC 1321: f, the first message word, by how many to go on, rotations */
.macro	round	f, first, by, s0, s1, s2, s3
	.set	word, \first
	.set	MINUS, 0
	.set	SHIFT, 0
.if ISA != SCALAR && (CHAINS == 1 || (ISA != AVX512 && LONG_\f))
	.set	SHIFT, 1
.endif
.ifc \f,I
.if ISA == SSE2 || ISA == AVX2
	.set	MINUS, 1
.endif
.endif
	.rept	4
	step		\f, \s0, a, b, c, d
	.set	word, (word + \by) % 16
	step		\f, \s1, d, a, b, c
	.set	word, (word + \by) % 16
	step		\f, \s2, c, d, a, b
	.set	word, (word + \by) % 16
	step		\f, \s3, b, c, d, a
	.set	word, (word + \by) % 16
	.endr
.endm

/* All steps of a block; shared: of the last one, by its schedule */
.macro	rounds	shared=0
	.set	SHARED, \shared
	.set	steps, 0
	round		F, 0, 1, 7, 12, 17, 22
	round		G, 1, 5, 5,  9, 14, 20
	round		H, 5, 3, 4, 11, 16, 23
	round		I, 0, 7, 6, 10, 15, 21
.endm

/*
 * Vector kernels
 *
 * The words of a block lie side by side in memory, so blocks are transposed
 * into a table of vectors in scratch. While the steps of one block run, the next
 * one's words go to a second table, a few instructions after each step: they
 * fill the gaps that the chains leave, and the loads have so much time that they
 * may well miss the first cache. Each lane's line is read in one go, so lanes
 * that lie a power of two apart do not drive each other's lines out of the cache
 * half used.
 */

/*
 * Scratch, in rows of one word of all lanes: the state of 4 words at the last
 * block's end, then two tables of 16 words. 16 bytes at GROUP in a row belong to
 * four lanes, as do 32 bytes at 2 * GROUP in an array of pointers.
 */
#define OLD(word)	ROW*word(SCRATCH, GROUP)
#define TABLE0		ROW * 4(SCRATCH)
#define TABLE1		ROW * 20(SCRATCH)

.macro	chain_vectors	chain, a, b, c, d
	vreg		VL, a\chain, \a
	vreg		VL, b\chain, \b
	vreg		VL, c\chain, \c
	vreg		VL, d\chain, \d
.endm

.macro	other_vectors	k, t, u, r0, r1, r2, r3, rt
	vreg		VL, k, \k
	vreg		VL, t, \t
	vreg		VL, u, \u
	vreg		ROWLEN, r0, \r0	/* four lanes to transpose */
	vreg		ROWLEN, r1, \r1
	vreg		ROWLEN, r2, \r2
	vreg		ROWLEN, r3, \r3
	vreg		ROWLEN, rt, \rt	/* temporary */
.endm

/* Interleave the words (dq) or pairs of words (qdq) of x and y: low half to x. */
.macro	interleave	size, x, y, tmp
	vop		punpckh\size, \y, \x, \tmp
	vop		punpckl\size, \y, \x, \x
	vmov		\tmp, \y
.endm

/* Transpose the 4x4 words of r0_x..r3_x. The result is in r0, r2, r1, r3. */
.macro	transpose_states
	interleave	dq, r0_x, r1_x, rt_x
	interleave	dq, r2_x, r3_x, rt_x
	interleave	qdq, r0_x, r2_x, rt_x
	interleave	qdq, r1_x, r3_x, rt_x
.endm

.macro	load_state	i, dst
	mov		8 * \i(STATE, GROUP, 2), LANE
	vmovu		(LANE), \dst
.endm

.macro	store_state	i, src
	mov		8 * \i(STATE, GROUP, 2), LANE
	vmovu		\src, (LANE)
.endm

.macro	load_states
	load_state	0, r0_x
	load_state	1, r1_x
	load_state	2, r2_x
	load_state	3, r3_x
	transpose_states
	vmov		r0_x, OLD(0)
	vmov		r2_x, OLD(1)
	vmov		r1_x, OLD(2)
	vmov		r3_x, OLD(3)
.endm

.macro	store_states
	vmov		OLD(0), r0_x
	vmov		OLD(1), r1_x
	vmov		OLD(2), r2_x
	vmov		OLD(3), r3_x
	transpose_states
	store_state	0, r0_x
	store_state	1, r2_x
	store_state	2, r1_x
	store_state	3, r3_x
.endm

/*
 * Words are transposed in jobs: ROWLEN bytes of four lanes, each lane's to a row
 * register; then the 4x4 words in each 16 bytes of the rows; then each 16 bytes
 * to the table. "items" of these, of all jobs, were done before.
 */
#define JOB_ITEMS	12
#define LANE_JOBS	(64 / ROWLEN)

/* How far to prefetch, in bytes from the block being transposed. */
#define AHEAD		192

.macro	item_load	i, dst
	mov		32 * group + 8 * \i(DATA, GROUP, 2), LANE
	vmovu		part(LANE, OFFSET), \dst
.if prefetch
	prefetcht1	AHEAD(LANE, OFFSET)
.endif
.endm

/*
 * Store words i, i + 4, i + 8 and i + 12, as far as they are in the row. A store
 * of 32 bytes of which k1 masks 16 is free; vextracti32x4 to memory would need a
 * shuffle.
 */
.macro	item_store	i, src
	.set	row, ROW * (\i + part / 4) + 16 * group
	vmov		\src\()_x, row(NEXT, GROUP)
.if ROWLEN == 64
	vmovdqu32	\src\()_y, row + ROW * 4 - 16(NEXT, GROUP){%k1}
	vextracti64x4	$1, \src, rt_y
	vmovdqa32	rt_x, row + ROW * 8(NEXT, GROUP)
	vmovdqu32	rt_y, row + ROW * 12 - 16(NEXT, GROUP){%k1}
.elseif ROWLEN == 32
	vextracti128	$1, \src, row + ROW * 4(NEXT, GROUP)
.endif
.endm

.macro	item	insn:vararg
.if items % JOB_ITEMS == count
	\insn
.endif
	.set	count, count + 1
.endm

.macro	job_item
	.set	group, items / JOB_ITEMS / LANE_JOBS
	.set	part, items / JOB_ITEMS % LANE_JOBS * ROWLEN
	.set	count, 0
	item		item_load 0, r0
	item		item_load 1, r1
	item		item_load 2, r2
	item		item_load 3, r3
	item		interleave dq, r0, r1, rt
	item		interleave dq, r2, r3, rt
	item		interleave qdq, r0, r2, rt
	item		interleave qdq, r1, r3, rt
	item		item_store 0, r0
	item		item_store 1, r2
	item		item_store 2, r1
	item		item_store 3, r3
.endm

/*
 * The kernels of 16 lanes or less are bound by latency. Between steps they move
 * the words one by one through an integer register: many more instructions and
 * stores, but no shuffle gets in a chain's way.
 */
#define LANE_WORDS	16
#define WORD		%ebx	/* GROUP's, which is not needed then */

.macro	word_item
	.set	lane, items / LANE_WORDS
	.set	i, items % LANE_WORDS
.if i == 0
	mov		8 * lane(DATA), LANE
	prefetcht1	AHEAD(LANE, OFFSET)
.endif
	mov		4 * i(LANE, OFFSET), WORD
	mov		WORD, ROW * i + 4 * lane(NEXT)
.endm

/*
 * The share of items that is due after a step, unless the block is the last, as
 * the flags say: nothing in between changes them.
 */
.macro	next_items
	.set	due, steps * ITEMS / 64 - items
.if due > 0
	jz		.Llast\@
	.rept	due
.if VL == 64
	job_item
.else
	word_item
.endif
	.set	items, items + 1
	.endr
.Llast\@:
.endif
.endm

/* <insn> word, chain, register: for all that the chains consist of */
.macro	each_word	insn
	.irp	chain, 0, 1, 2, 3
.if \chain < CHAINS
	\insn		0, \chain, a\chain
	\insn		1, \chain, b\chain
	\insn		2, \chain, c\chain
	\insn		3, \chain, d\chain
.endif
	.endr
.endm

.macro	load_old	word, chain, reg
	vmov		ROW*\word+VL*\chain(SCRATCH), \reg
.endm

.macro	add_old		word, chain, reg
	vop		paddd, ROW*\word+VL*\chain(SCRATCH), \reg, \reg
	vmov		\reg, ROW*\word+VL*\chain(SCRATCH)
.endm

.macro	vector_kernel	isa, vl, chains
	.set	ISA, \isa
	.set	VL, \vl
	.set	CHAINS, \chains
	.set	LANES, VL / 4 * CHAINS
	.set	ROW, 4 * LANES
	chain_vectors	0, 0, 1, 2, 3
	chain_vectors	1, 4, 5, 6, 7
	chain_vectors	2, 8, 9, 10, 11
	chain_vectors	3, 12, 13, 14, 15
	.set	VEX, ISA >= AVX2
	.set	EVEX, VL == 64		/* for registers 16 to 31 */
.if VL == 64
	.set	ROWLEN, 64
	.set	ITEMS, LANES / 4 * LANE_JOBS * JOB_ITEMS
	other_vectors	16, 17, 18, 19, 20, 21, 22, 23
	mov		$0xf0, %eax
	kmovb		%eax, %k1
.else
.if ISA >= AVX2
	.set	ROWLEN, 32
.else
	.set	ROWLEN, 16
.endif
	.set	ITEMS, LANES * LANE_WORDS
	other_vectors	8, 9, 10, 11, 12, 13, 14, 15
.endif
	push		GROUP
	lea		TABLE0, NEXT
	lea		TABLE1, WORDS
	xor		%r11d, %r11d	/* OFFSET */
	xor		%ebx, %ebx	/* GROUP */
	.set	prefetch, 0
.Lfirst\@:
	load_states
	test		NBLOCKS, NBLOCKS
	jz		.Lno_words\@
	.set	items, 0
	.rept	LANE_JOBS * JOB_ITEMS
	job_item
	.set	items, items + 1
	.endr
.Lno_words\@:
	add		$16, GROUP
	cmp		$ROW, GROUP
	jne		.Lfirst\@

	xor		%ebx, %ebx	/* GROUP */
	each_word	load_old
	test		NBLOCKS, NBLOCKS
	jz		.Lend\@
	.set	prefetch, 1
.Lblock\@:
	xchg		WORDS, NEXT
	add		$64, OFFSET
	dec		NBLOCKS
	.set	items, 0
	rounds
	each_word	add_old
	jnz		.Lblock\@

.Lend\@:
	test		LAST, LAST
	jz		.Lstates\@
	.set	items, ITEMS	/* none are due */
	rounds		shared=1
	each_word	add_old

.Lstates\@:
	xor		%ebx, %ebx	/* GROUP */
.Lstore\@:
	store_states
	add		$16, GROUP
	cmp		$ROW, GROUP
	jne		.Lstore\@
	pop		GROUP
.if ISA >= AVX2
	vzeroupper
.endif
.endm

/*
 * void mbhash_md5_sse2_x4(u32 *const *state, const u8 *const *data,
 *			   size_t nblocks, void *scratch);
 *
 * One chain of four lanes, in SSE2 alone: what every x86-64 CPU has.
 */
without_end	mbhash_md5_sse2_x4

SYM_TYPED_FUNC_START(mbhash_md5_sse2_x4_end)
	vector_kernel	SSE2, 16, 1
	RET
SYM_FUNC_END(mbhash_md5_sse2_x4_end)

/*
 * void mbhash_md5_avx2_x8(u32 *const *state, const u8 *const *data,
 *			   size_t nblocks, void *scratch);
 *
 * One chain of eight lanes, bound by its latency.
 */
without_end	mbhash_md5_avx2_x8

SYM_TYPED_FUNC_START(mbhash_md5_avx2_x8_end)
	vector_kernel	AVX2, 32, 1
	RET
SYM_FUNC_END(mbhash_md5_avx2_x8_end)

/*
 * void mbhash_md5_avx2_x16(u32 *const *state, const u8 *const *data,
 *			    size_t nblocks, void *scratch);
 *
 * Two chains of eight lanes: the second one runs in the gaps of the first.
 */
without_end	mbhash_md5_avx2_x16

SYM_TYPED_FUNC_START(mbhash_md5_avx2_x16_end)
	vector_kernel	AVX2, 32, 2
	RET
SYM_FUNC_END(mbhash_md5_avx2_x16_end)

/*
 * void mbhash_md5_avx512_x4(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * One chain of four lanes; vpternlogd makes each function in one operation.
 */
without_end	mbhash_md5_avx512_x4

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x4_end)
	vector_kernel	AVX512, 16, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x4_end)

/*
 * void mbhash_md5_avx512_x8(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * One chain of eight lanes.
 */
without_end	mbhash_md5_avx512_x8

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x8_end)
	vector_kernel	AVX512, 32, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x8_end)

/*
 * void mbhash_md5_avx512_x16(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * Two chains of 32 bytes: an operation on 64 takes a unit for two cycles, and
 * the chain has to wait for such a unit more often (on Zen 4).
 */
without_end	mbhash_md5_avx512_x16

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x16_end)
	vector_kernel	AVX512, 32, 2
	RET
SYM_FUNC_END(mbhash_md5_avx512_x16_end)

/*
 * void mbhash_md5_avx512_x32(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * Two chains of sixteen lanes.
 */
without_end	mbhash_md5_avx512_x32

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x32_end)
	vector_kernel	AVX512, 64, 2
	RET
SYM_FUNC_END(mbhash_md5_avx512_x32_end)

/*
 * void mbhash_md5_avx512_x48(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * Three chains of sixteen lanes: as many as fill the units, see above.
 */
without_end	mbhash_md5_avx512_x48

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x48_end)
	vector_kernel	AVX512, 64, 3
	RET
SYM_FUNC_END(mbhash_md5_avx512_x48_end)

/*
 * void mbhash_md5_avx512_x64(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * Four chains of sixteen lanes: no faster than three, but it saves 64 messages
 * from being three quarters served and one quarter left.
 */
without_end	mbhash_md5_avx512_x64

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x64_end)
	vector_kernel	AVX512, 64, 4
	RET
SYM_FUNC_END(mbhash_md5_avx512_x64_end)

/*
 * Scalar kernels
 *
 * The words are read where they lie. Two chains are what fits in the registers,
 * and about what the units can do.
 */
.set	a0, %eax
.set	b0, %ebx
.set	c0, %ecx
.set	d0, %r8d
.set	a1, %r9d
.set	b1, %r10d
.set	c1, %r11d
.set	d1, %r12d
.set	data0, %rsi
.set	data1, %r13
.set	t, %r14d

#define POINTER		%r14	/* t is free outside of the rounds */

.macro	load_chain	chain, a, b, c, d
	mov		8 * \chain(STATE), POINTER
	mov		(POINTER), \a
	mov		4(POINTER), \b
	mov		8(POINTER), \c
	mov		12(POINTER), \d
.endm

.macro	add_chain	chain, a, b, c, d
	mov		8 * \chain(STATE), POINTER
	add		(POINTER), \a
	add		4(POINTER), \b
	add		8(POINTER), \c
	add		12(POINTER), \d
	mov		\a, (POINTER)
	mov		\b, 4(POINTER)
	mov		\c, 8(POINTER)
	mov		\d, 12(POINTER)
.endm

.macro	scalar_kernel	chains
	.set	ISA, SCALAR
	.set	CHAINS, \chains
	.set	ITEMS, 0
	.set	items, 0
	push		%rbx
.if CHAINS == 2
	push		%r12
	push		%r13
.endif
	push		%r14
	load_chain	0, a0, b0, c0, d0
.if CHAINS == 2
	mov		8(DATA), data1
	load_chain	1, a1, b1, c1, d1
.endif
	mov		(DATA), data0
.Lblock\@:
	rounds
	add_chain	0, a0, b0, c0, d0
	add		$64, data0
.if CHAINS == 2
	add_chain	1, a1, b1, c1, d1
	add		$64, data1
.endif
	dec		NBLOCKS
	jnz		.Lblock\@
	pop		%r14
.if CHAINS == 2
	pop		%r13
	pop		%r12
.endif
	pop		%rbx
.endm

/*
 * void mbhash_md5_scalar_x1(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * One lane, and no vector register: what a lone stream gets.
 */
SYM_TYPED_FUNC_START(mbhash_md5_scalar_x1)
	scalar_kernel	1
	RET
SYM_FUNC_END(mbhash_md5_scalar_x1)

/*
 * void mbhash_md5_scalar_x2(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * Two lanes, nearly in the time of one: for where vectors cannot be used.
 */
SYM_TYPED_FUNC_START(mbhash_md5_scalar_x2)
	scalar_kernel	2
	RET
SYM_FUNC_END(mbhash_md5_scalar_x2)
