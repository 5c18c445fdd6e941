/* SPDX-License-Identifier: GPL-2.0 */
/*
 * MD5 lane kernels for x86-64: each advances several independent states by the
 * same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * It reads all states before it writes one, so idle lanes may share a state.
 * Message words are kept in registers and @scratch alone, never on the stack,
 * for the caller to wipe.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

.section .rodata.mbhash_x86_md5, "a", @progbits

/* RFC 1321, 3.4: the integer part of 2^32 * abs(sin(i + 1)) */
.balign 64
md5_t:
	.long	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee
	.long	0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501
	.long	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be
	.long	0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821
	.long	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa
	.long	0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8
	.long	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed
	.long	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a
	.long	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c
	.long	0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70
	.long	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05
	.long	0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665
	.long	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039
	.long	0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1
	.long	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1
	.long	0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391
/* The last 16 less 1, see function_I. */
	.long	0xf4292243, 0x432aff96, 0xab9423a6, 0xfc93a038
	.long	0x655b59c2, 0x8f0ccc91, 0xffeff47c, 0x85845dd0
	.long	0x6fa87e4e, 0xfe2ce6df, 0xa3014313, 0x4e0811a0
	.long	0xf7537e81, 0xbd3af234, 0x2ad7d2ba, 0xeb86d390

.text

/*
 * Vector kernels
 *
 * A vector holds the same word of as many lanes as it has room for: four of
 * them are the state of these lanes. The steps of MD5 form one long chain, so
 * a kernel either makes the chain short or interleaves several of them, which
 * are called chains below.
 *
 * The words of a block lie side by side in memory, so blocks are transposed
 * into a table of vectors in scratch, four lanes at a time. While the steps of
 * one block run, the next one's words are transposed into a second table, a few
 * instructions after each step: they fill the gaps that the chains leave, and
 * the loads have so much time that they may well miss the first cache. Each
 * lane's line is read in one go, so that lanes which lie a power of two apart
 * do not drive each other's lines out of the cache half used.
 */
#define STATE		%rdi
#define DATA		%rsi
#define NBLOCKS		%rdx
#define SCRATCH		%rcx
#define WORDS		%r8	/* the table of this block's words */
#define NEXT		%r9	/* the table of the next block's words */
#define OFFSET		%r10	/* of the block in a lane's data */
#define GROUP		%r11	/* 16 * a group of four lanes */
#define LANE		%rax

/*
 * Scratch, in rows of one word of all lanes: the state of 4 words at the last
 * block's end, then two tables of 16 words. The GROUP'th 16 bytes of a row are
 * four lanes', as are the GROUP'th 32 bytes of an array of pointers.
 */
#define OLD(word)	ROW*word(SCRATCH, GROUP)
#define SCRATCH_WORDS	ROW * 4(SCRATCH)
#define SCRATCH_NEXT	ROW * 20(SCRATCH)

/* dst = src1 <insn> src2, in VEX or EVEX encoding, or in legacy SSE. */
.macro	vop	insn, src2, src1, dst
.if VEX
	v\insn		\src2, \src1, \dst
.else
.ifnc \src1,\dst
	movdqa		\src1, \dst
.endif
	\insn		\src2, \dst
.endif
.endm

.macro	vmov	operands:vararg
.if EVEX
	vmovdqa32	\operands
.elseif VEX
	vmovdqa		\operands
.else
	movdqa		\operands
.endif
.endm

/* Unaligned. */
.macro	vmovu	operands:vararg
.if EVEX
	vmovdqu32	\operands
.elseif VEX
	vmovdqu		\operands
.else
	movdqu		\operands
.endif
.endm

/* Name register n: name_x its lowest 16 bytes, name_y 32, name all of len. */
.macro	vreg	len, name, n
	.set	\name\()_x, %xmm\n
	.set	\name\()_y, %ymm\n
.if \len == 16
	.set	\name, %xmm\n
.elseif \len == 32
	.set	\name, %ymm\n
.else
	.set	\name, %zmm\n
.endif
.endm

.macro	chain_regs	chain, a, b, c, d
	vreg		VL, a\chain, \a
	vreg		VL, b\chain, \b
	vreg		VL, c\chain, \c
	vreg		VL, d\chain, \d
.endm

.macro	other_regs	k, t, u, r0, r1, r2, r3, rt
	vreg		VL, k, \k	/* the step's constant */
	vreg		VL, t, \t
	vreg		VL, u, \u
	vreg		ROWLEN, r0, \r0	/* four lanes being transposed */
	vreg		ROWLEN, r1, \r1
	vreg		ROWLEN, r2, \r2
	vreg		ROWLEN, r3, \r3
	vreg		ROWLEN, rt, \rt
.endm

/* Interleave the words (dq) or pairs of words (qdq) of a and b: low half to a. */
.macro	interleave	size, a, b, tmp
	vop		punpckh\size, \b, \a, \tmp
	vop		punpckl\size, \b, \a, \a
	vmov		\tmp, \b
.endm

/* Transpose the states of four lanes into SCRATCH, and back. */
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

.macro	transpose_states
	interleave	dq, r0_x, r1_x, rt_x
	interleave	dq, r2_x, r3_x, rt_x
	interleave	qdq, r0_x, r2_x, rt_x
	interleave	qdq, r1_x, r3_x, rt_x
.endm

/*
 * The words of a block are transposed in jobs: ROWLEN bytes of four lanes,
 * each lane's to a row register; then the 4x4 words in each 16 bytes of the
 * rows; then each 16 bytes to the table. The items of a job are what is put
 * between two steps. Item number "done" of the jobs of all lanes is next.
 */
#define JOB_ITEMS	12

/* How far ahead of the block in NEXT to prefetch: enough for DRAM. */
#define AHEAD		192

.macro	item_load	i, dst
	mov		32 * group + 8 * \i(DATA, GROUP, 2), LANE
	vmovu		part(LANE, OFFSET), \dst
.if PREFETCH && part == 0
	prefetcht1	AHEAD(LANE, OFFSET)
.endif
.endm

/*
 * Words i, i + 4, i + 8 and i + 12 of the row, 16 bytes each. To store the
 * second and fourth with a mask (k1) is free; vextracti32x4 to memory would
 * need a shuffle.
 */
.macro	item_store	i, src
	.set	disp, ROW * (\i + part / 4) + 16 * group
	vmov		\src\()_x, disp(NEXT, GROUP)
.if EVEX
	vmovdqu32	\src\()_y, disp + ROW * 4 - 16(NEXT, GROUP){%k1}
	vextracti64x4	$1, \src, rt_y
	vmovdqa32	rt_x, disp + ROW * 8(NEXT, GROUP)
	vmovdqu32	rt_y, disp + ROW * 12 - 16(NEXT, GROUP){%k1}
.elseif VEX
	vextracti128	$1, \src, disp + ROW * 4(NEXT, GROUP)
.endif
.endm

.macro	item	insn:vararg
.if done % JOB_ITEMS == count
	\insn
.endif
	.set	count, count + 1
.endm

.macro	next_item
	.set	group, done / JOB_ITEMS / (64 / ROWLEN)
	.set	part, done / JOB_ITEMS % (64 / ROWLEN) * ROWLEN
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
	.set	done, done + 1
.endm

/*
 * Kernels that are bound by latency move the words through an integer register
 * instead: that is more instructions and stores, but leaves all vector units to
 * the chains, which would wait when a shuffle is in their way.
 */
#define WORD		%r11d	/* GROUP is free between the first and last loop */

.macro	next_move
	.set	lane, done / 16
	.set	i, done % 16
.if i == 0
	mov		8 * lane(DATA), LANE
.endif
	mov		4 * i(LANE, OFFSET), WORD
	mov		WORD, ROW * i + 4 * lane(NEXT)
	.set	done, done + 1
.endm

/*
 * The share of items that is due after a chain's step, unless this is the last
 * block, as the flags say: nothing in between changes them.
 */
.macro	next_items
	.set	steps_done, steps_done + 1
	.set	due, steps_done * ITEMS / (64 * CHAINS) - done
.if due
	jz		.Llast\@
	.rept	due
.if MOVES
	next_move
.else
	next_item
.endif
	.endr
.Llast\@:
.endif
.endm

/* dst = constant number i in each lane */
.macro	load_t	i, dst
.if VEX
	vpbroadcastd	md5_t + 4 * (\i)(%rip), \dst
.else
	movd		md5_t + 4 * (\i)(%rip), \dst
	pshufd		$0, \dst, \dst
.endif
.endm

/*
 * The functions of RFC 1321 as vpternlogd has them: bit 4x + 2y + z of its
 * immediate operand is f(x, y, z).
 */
	.set	TERNARY_F, 0xca
	.set	TERNARY_G, 0xe4
	.set	TERNARY_H, 0x96
	.set	TERNARY_I, 0x39

/*
 * Without it: what of a + f(b, c, d) does not depend on b, which comes last, is
 * done first; the rest is left in t for add_t to add to a.
 */
.macro	function_F	a, b, c, d	/* d ^ (b & (c ^ d)) */
	vop		pxor, \d, \c, t
	vop		pand, \b, t, t
	vop		pxor, \d, t, t
.endm

.macro	function_G	a, b, c, d	/* (~d & c) + (b & d): no bit has both */
	vop		pandn, \c, \d, t
	vop		paddd, t, \a, \a
	vop		pand, \d, \b, t
.endm

.macro	function_H	a, b, c, d	/* b ^ (c ^ d) */
	vop		pxor, \d, \c, t
	vop		pxor, \b, t, t
.endm

.macro	function_I	a, b, c, d	/* -1 - (c ^ (~b & d)), the -1 in md5_t */
	vop		pandn, \d, \b, t
	vop		pxor, \c, t, t
.endm

.macro	function	f, a, b, c, d
.if EVEX
	vmovdqa32	\b, t
	vpternlogd	$TERNARY_\f, \d, \c, t
.else
	function_\f	\a, \b, \c, \d
.endif
.endm

.macro	add_t	dst
.if NEGATIVE
	vop		psubd, t, \dst, \dst
.else
	vop		paddd, t, \dst, \dst
.endif
.endm

.macro	rotate	s, a
.if EVEX
	vprold		$\s, \a, \a
.else
	vop		pslld, $\s, \a, u
	vop		psrld, $(32-\s), \a, \a
	vop		por, u, \a, \a
.endif
.endm

/*
 * a = b + ((a + f(b, c, d)) <<< s)
 *
 * b is the newest operand. From b to a this takes 5 cycles with vpternlogd,
 * where a rotation takes 2 (Zen 4), and 5 or 6 without.
 */
.macro	step_rotate	f, s, a, b, c, d
	function	\f, \a, \b, \c, \d
	add_t		\a
	rotate		\s, \a
	vop		paddd, \b, \a, \a
.endm

/*
 * The same with one cycle less, for a chain that is alone: shifts take 1, and
 *
 *	b + ((a + f) << s) = (b + (a << s)) + (f << s)
 *
 * has one addition less behind f.
 */
.macro	step_shift	f, s, a, b, c, d
	function	\f, \a, \b, \c, \d
	vop		pslld, $\s, \a, u
	vop		paddd, \b, u, u
	add_t		\a
	vop		pslld, $\s, t, t
	vop		psrld, $(32-\s), \a, \a
	add_t		u
	vop		paddd, u, \a, \a
.endm

/* One step of all chains, with message word number "word". */
.macro	step	f, s, a, b, c, d
	load_t		steps_done/CHAINS+16*NEGATIVE, k
	.irp	chain, 0, 1, 2
.if \chain < CHAINS
	vop		paddd, ROW*word+VL*\chain(WORDS), \a\chain, \a\chain
	vop		paddd, k, \a\chain, \a\chain
.if CHAINS > 1
	step_rotate	\f, \s, \a\chain, \b\chain, \c\chain, \d\chain
.else
	step_shift	\f, \s, \a\chain, \b\chain, \c\chain, \d\chain
.endif
	next_items
.endif
	.endr
	.set	word, (word + stride) % 16
.endm

.macro	round	f, first, by, s0, s1, s2, s3
	.set	word, \first
	.set	stride, \by
.ifc \f,I
	.set	NEGATIVE, !EVEX
.else
	.set	NEGATIVE, 0
.endif
	.rept	4
	step		\f, \s0, a, b, c, d
	step		\f, \s1, d, a, b, c
	step		\f, \s2, c, d, a, b
	step		\f, \s3, b, c, d, a
	.endr
.endm

.macro	load_old	word, chain, reg
	vmov		ROW*\word+VL*\chain(SCRATCH), \reg
.endm

.macro	add_old		word, chain, reg
	vop		paddd, ROW*\word+VL*\chain(SCRATCH), \reg, \reg
	vmov		\reg, ROW*\word+VL*\chain(SCRATCH)
.endm

.macro	each_word	op
	.irp	chain, 0, 1, 2
.if \chain < CHAINS
	\op		0, \chain, a\chain
	\op		1, \chain, b\chain
	\op		2, \chain, c\chain
	\op		3, \chain, d\chain
.endif
	.endr
.endm

.macro	md5_lanes
	lea		SCRATCH_WORDS, NEXT
	lea		SCRATCH_NEXT, WORDS
	xor		%r10d, %r10d	/* OFFSET */
	xor		%r11d, %r11d	/* GROUP */
.if EVEX
	mov		$0xf0, %eax
	kmovd		%eax, %k1
.endif
	.set	PREFETCH, 0
.Lfirst\@:
	load_states
	.set	done, 0
	.rept	64 / ROWLEN * JOB_ITEMS
	next_item
	.endr
	add		$16, GROUP
	cmp		$ROW, GROUP
	jne		.Lfirst\@

	xor		%r11d, %r11d	/* GROUP */
	each_word	load_old
	.set	PREFETCH, 1
.Lblock\@:
	xchg		WORDS, NEXT
	add		$64, OFFSET
	.set	done, 0
	.set	steps_done, 0
	dec		NBLOCKS
	round		F, 0, 1, 7, 12, 17, 22
	round		G, 1, 5, 5,  9, 14, 20
	round		H, 5, 3, 4, 11, 16, 23
	round		I, 0, 7, 6, 10, 15, 21
	each_word	add_old
	jnz		.Lblock\@

	xor		%r11d, %r11d	/* GROUP */
.Lstore\@:
	store_states
	add		$16, GROUP
	cmp		$ROW, GROUP
	jne		.Lstore\@
.if VEX
	vzeroupper
.endif
.endm

.macro	kernel	vl, chains, rowlen, vex, evex
	.set	VL, \vl
	.set	CHAINS, \chains
	.set	LANES, VL / 4 * CHAINS
	.set	ROW, 4 * LANES
	.set	ROWLEN, \rowlen
	.set	VEX, \vex
	.set	EVEX, \evex
	chain_regs	0, 0, 1, 2, 3
	chain_regs	1, 4, 5, 6, 7
	chain_regs	2, 8, 9, 10, 11
.if EVEX
	other_regs	12, 13, 14, 16, 17, 18, 19, 20
.else
	/* Rows are not needed while chain 2 is there. */
	other_regs	12, 13, 14, 8, 9, 10, 11, 15
.endif
	.set	MOVES, VL < 64
.if MOVES
	.set	ITEMS, LANES * 16
.else
	.set	ITEMS, LANES / 4 * (64 / ROWLEN) * JOB_ITEMS
.endif
	md5_lanes
.endm

SYM_TYPED_FUNC_START(mbhash_md5_sse2_x4)
	kernel		16, 1, 16, 0, 0
	RET
SYM_FUNC_END(mbhash_md5_sse2_x4)

SYM_TYPED_FUNC_START(mbhash_md5_avx2_x8)
	kernel		32, 1, 32, 1, 0
	RET
SYM_FUNC_END(mbhash_md5_avx2_x8)

SYM_TYPED_FUNC_START(mbhash_md5_avx2_x16)
	kernel		32, 2, 32, 1, 0
	RET
SYM_FUNC_END(mbhash_md5_avx2_x16)

SYM_TYPED_FUNC_START(mbhash_md5_avx2_x24)
	kernel		32, 3, 32, 1, 0
	RET
SYM_FUNC_END(mbhash_md5_avx2_x24)

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x4)
	kernel		16, 1, 64, 1, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x4)

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x8)
	kernel		32, 1, 64, 1, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x8)

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x16)
	kernel		32, 2, 64, 1, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x16)

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x32)
	kernel		64, 2, 64, 1, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x32)

SYM_TYPED_FUNC_START(mbhash_md5_avx512_x48)
	kernel		64, 3, 64, 1, 1
	RET
SYM_FUNC_END(mbhash_md5_avx512_x48)
