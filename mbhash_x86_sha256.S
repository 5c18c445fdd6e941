/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SHA-256 lane kernels for x86-64: each advances several independent states by
 * the same number of 64-byte blocks. Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * and those with SHA-NI have a mbhash_end_fn as well, for which a last block that
 * all lanes share is no more than 64 constants:
 *
 *	void f_end(u32 *const *state, const u8 *const *data, size_t nblocks,
 *		   void *scratch, const u32 *schedule);
 *
 * All states are read before one is written, so idle lanes may share a state.
 * Message words are kept in registers and @scratch alone, never on the stack,
 * for the caller to wipe.
 *
 * There are three families: SHA-NI with one to four streams; vectors that hold
 * the same word of 4, 8 or 16 lanes; and SHA-NI for the rounds of 8 lanes whose
 * message schedules are made in vectors.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "mbhash_constants.S"
#include "mbhash_x86.S"

.section .rodata.mbhash_x86_sha256, "a", @progbits

.balign 64
sha256_k:
	sha256_constants	1

/* For pshufb: reverses the bytes of each word. */
sha256_bswap:
	.quad	0x0405060700010203, 0x0c0d0e0f08090a0b

.text

/*
 * SHA-NI
 *
 * sha256rnds2 does two rounds in 4 cycles but can start every cycle (Zen 4), so
 * one stream leaves most of the unit idle: streams are interleaved, until with
 * three or four the other instructions fill the pipes.
 *
 * A stream has five registers: its state, split as the instructions want it,
 * and three groups of four message words: the current one, the one before and
 * the one in the making. Of older groups the schedule needs only sums, made
 * when a group leaves and added two groups later. Meanwhile they are in
 * SCRATCH, from where adding them takes no instruction more, or in xmm16 and up
 * with EVEX. So three streams fit into xmm1-15, all that is left beside xmm0,
 * which is implied by sha256rnds2, and nothing is spilled. A stream that is
 * ALONE has registers for everything: no scratch is to be wiped after it, which
 * is felt where messages are short.
 */
#define WK		%xmm0	/* words + constants of two rounds */

.macro	stream_state	s, abef, cdgh
	.set	abef\s, \abef
	.set	cdgh\s, \cdgh
.endm

/* The last stream's data may be in DATA, which is not needed then. */
.macro	stream_words	s, data, w0, w1, w2, sum0, sum1, sum2
	.set	data\s, \data
	.set	w0_\s, \w0
	.set	w1_\s, \w1
	.set	w2_\s, \w2
	.set	sum0_\s, \sum0
	.set	sum1_\s, \sum1
	.set	sum2_\s, \sum2
.endm

/* The state before the block and the sums of a stream that is ALONE. */
#define ALONE_ABEF	%xmm6
#define ALONE_CDGH	%xmm7
	.set	alone0, %xmm8
	.set	alone1, %xmm9
	.set	alone2, %xmm10

/* A stream in SCRATCH: the state before the block, and three sums. */
#define OLD_ABEF(s)	80*(s)(SCRATCH)
#define OLD_CDGH(s)	80*(s)+16(SCRATCH)
#define SUM(s, i)	80*(s)+32+16*(i)(SCRATCH)

/* The constants of four rounds. */
#define K4(group)	sha256_k+16*(group)(%rip)

.macro	set_sum	s, i, words
.if EVEX
	vmov		\words, sum\i\()_\s
.elseif ALONE
	movdqa		\words, alone\i
.else
	movdqa		\words, SUM(\s, \i)
.endif
.endm

.macro	add_sum	s, i, words
.if EVEX
	vpaddd		sum\i\()_\s, \words, \words
.elseif ALONE
	paddd		alone\i, \words
.else
	paddd		SUM(\s, \i), \words
.endif
.endm

/* From words a..h in memory to two registers with a and c on top. */
.macro	shani_load_state	s, lane, tmp
	mov		8*(\lane)(STATE), %rax
	movdqu		(%rax), abef\s
	movdqu		16(%rax), \tmp
	movdqa		abef\s, cdgh\s
	punpcklqdq	\tmp, abef\s
	punpckhqdq	\tmp, cdgh\s
	pshufd		$0x1b, abef\s, abef\s
	pshufd		$0x1b, cdgh\s, cdgh\s
.endm

.macro	shani_store_state	s, lane, tmp
	mov		8*(\lane)(STATE), %rax
	pshufd		$0x1b, abef\s, abef\s
	pshufd		$0x1b, cdgh\s, cdgh\s
	movdqa		abef\s, \tmp
	punpcklqdq	cdgh\s, abef\s
	punpckhqdq	cdgh\s, \tmp
	movdqu		abef\s, (%rax)
	movdqu		\tmp, 16(%rax)
.endm

/*
 * Four rounds of each stream. Their words, from 4 * group on, are in w<cur>;
 * those before are in w<prev>, which becomes free; those after, which are
 *
 *	W[t] = (s1(W[t - 2]) + W[t - 7]) + (s0(W[t - 15]) + W[t - 16])
 *
 * are made in w<next>: sha256msg1 makes the second sum, sha256msg2 adds s1.
 *
 * The order matters. The front end sends sha256msg2, four operations, alone and
 * cuts short the group of instructions before it, so those of all streams stand
 * together; and ahead of the rounds, since the next group depends on them.
 */
.macro	shani_rounds	streams, group, cur, prev, next
.if \group < 4
.irp	s, \streams
	movdqu		16*(\group)(data\s), w\cur\()_\s
	pshufb		sha256_bswap(%rip), w\cur\()_\s
.endr
.endif
.if \group >= 3 && \group < 15
.irp	s, \streams
.if VEX
	vpalignr	$4, w\prev\()_\s, w\cur\()_\s, w\next\()_\s
.else
	movdqa		w\cur\()_\s, w\next\()_\s
	palignr		$4, w\prev\()_\s, w\next\()_\s
.endif
.endr
.irp	s, \streams
	add_sum		\s, \cur, w\next\()_\s
.endr
.irp	s, \streams
	sha256msg2	w\cur\()_\s, w\next\()_\s
.endr
.endif
.if \group >= 1 && \group < 13
.irp	s, \streams
	sha256msg1	w\cur\()_\s, w\prev\()_\s
	set_sum		\s, \prev, w\prev\()_\s
.endr
.endif
.irp	s, \streams
	vop		paddd, K4(\group), w\cur\()_\s, WK
	sha256rnds2	WK, abef\s, cdgh\s
	pshufd		$0x0e, WK, WK
	sha256rnds2	WK, cdgh\s, abef\s
.endr
.endm

.macro	shani_save	streams
.if ALONE
	movdqa		abef0, ALONE_ABEF
	movdqa		cdgh0, ALONE_CDGH
.else
.irp	s, \streams
	movdqa		abef\s, OLD_ABEF(\s)
	movdqa		cdgh\s, OLD_CDGH(\s)
.endr
.endif
.endm

.macro	shani_add_saved	streams
.if ALONE
	paddd		ALONE_ABEF, abef0
	paddd		ALONE_CDGH, cdgh0
.else
.irp	s, \streams
	paddd		OLD_ABEF(\s), abef\s
	paddd		OLD_CDGH(\s), cdgh\s
.endr
.endif
.endm

/* All rounds of a block that the streams share, by its schedule. */
.macro	shani_end_rounds	streams, schedule
	.set	pair, 0
.rept	32
	movq		8*pair(\schedule), WK
.irp	s, \streams
.if pair % 2 == 0
	sha256rnds2	WK, abef\s, cdgh\s
.else
	sha256rnds2	WK, cdgh\s, abef\s
.endif
.endr
	.set	pair, pair + 1
.endr
.endm

/* All blocks, by a macro for four rounds. */
.macro	shani_blocks	streams, rounds
.irp	s, \streams
	shani_load_state	\s, \s, w0_\s
	mov		8*\s(DATA), data\s
.endr
	test		NBLOCKS, NBLOCKS
	jz		.Lend\@
.Lblock\@:
	shani_save	"\streams"
.irp	group, 0, 3, 6, 9, 12
	\rounds	"\streams", \group,   0, 2, 1
	\rounds	"\streams", \group+1, 1, 0, 2
	\rounds	"\streams", \group+2, 2, 1, 0
.endr
	\rounds	"\streams", 15, 0, 2, 1
	shani_add_saved	"\streams"
.irp	s, \streams
	add		$64, data\s
.endr
	dec		NBLOCKS
	jnz		.Lblock\@
.Lend\@:
	test		LAST, LAST
	jz		.Lstates\@
	shani_save	"\streams"
	shani_end_rounds	"\streams", LAST
	shani_add_saved	"\streams"
.Lstates\@:
.irp	s, \streams
	shani_store_state	\s, \s, w0_\s
.endr
.endm

.macro	sha256_shani	streams, vex, evex, alone=0
	.set	VEX, \vex
	.set	EVEX, \evex
	.set	ALONE, \alone
	stream_state	0, %xmm1, %xmm2
	stream_state	1, %xmm6, %xmm7
	stream_state	2, %xmm11, %xmm12
	stream_words	0, %r9, %xmm3, %xmm4, %xmm5, %xmm16, %xmm17, %xmm18
	stream_words	1, %r10, %xmm8, %xmm9, %xmm10, %xmm19, %xmm20, %xmm21
	stream_words	2, %r11, %xmm13, %xmm14, %xmm15, %xmm22, %xmm23, %xmm24

	shani_blocks	"\streams", shani_rounds
.endm

/*
 * void mbhash_sha256_shani_x1(u32 *const *state, const u8 *const *data,
 *			       size_t nblocks, void *scratch);
 *
 * One stream, bound by the latency of sha256rnds2. SHA-NI, no scratch.
 */
without_end	mbhash_sha256_shani_x1

SYM_TYPED_FUNC_START(mbhash_sha256_shani_x1_end)
	sha256_shani	"0", 0, 0, 1
	RET
SYM_FUNC_END(mbhash_sha256_shani_x1_end)

/*
 * void mbhash_sha256_shani_x2(u32 *const *state, const u8 *const *data,
 *			       size_t nblocks, void *scratch);
 *
 * Two streams in the time of one. SHA-NI, 160 bytes of scratch.
 */
without_end	mbhash_sha256_shani_x2

SYM_TYPED_FUNC_START(mbhash_sha256_shani_x2_end)
	sha256_shani	"0, 1", 0, 0
	RET
SYM_FUNC_END(mbhash_sha256_shani_x2_end)

/*
 * void mbhash_sha256_shani_x3(u32 *const *state, const u8 *const *data,
 *			       size_t nblocks, void *scratch);
 *
 * Three streams in 1.2 times the time of one. SHA-NI and AVX, whose third
 * operand saves copies; 240 bytes of scratch. Of SHA-NI there is legacy SSE
 * encoding alone, which wants the upper halves of the registers clean.
 */
without_end	mbhash_sha256_shani_x3

SYM_TYPED_FUNC_START(mbhash_sha256_shani_x3_end)
	vzeroupper
	sha256_shani	"0, 1, 2", 1, 0
	RET
SYM_FUNC_END(mbhash_sha256_shani_x3_end)

/*
 * void mbhash_sha256_shani_vl_x3(u32 *const *state, const u8 *const *data,
 *				  size_t nblocks, void *scratch);
 *
 * The same with the sums in registers. SHA-NI and AVX-512VL, 192 bytes of
 * scratch.
 */
without_end	mbhash_sha256_shani_vl_x3

SYM_TYPED_FUNC_START(mbhash_sha256_shani_vl_x3_end)
	vzeroupper
	sha256_shani	"0, 1, 2", 1, 1
	RET
SYM_FUNC_END(mbhash_sha256_shani_vl_x3_end)

/*
 * Four streams leave only seven registers for message words that SHA-NI can
 * reach: a stream's current ones, and w2, in which all streams make their next
 * ones, and WORK. The words before, in w1, are in xmm16 and up, as the sums.
 */
#define WORK		%xmm14

.macro	shani_rounds_x4	streams, group, cur, prev, next
.irp	s, \streams
.if \group < 4
	movdqu		16*(\group)(data\s), w0_\s
	pshufb		sha256_bswap(%rip), w0_\s
.endif
	vpaddd		K4(\group), w0_\s, WK
	sha256rnds2	WK, abef\s, cdgh\s
.if \group >= 3 && \group < 15
	vpalignr	$4, w1_\s, w0_\s, w2_\s
	add_sum		\s, \cur, w2_\s
	sha256msg2	w0_\s, w2_\s
.endif
	pshufd		$0x0e, WK, WK
	sha256rnds2	WK, cdgh\s, abef\s
.if \group >= 1 && \group < 13
	vmov		w1_\s, WORK
	sha256msg1	w0_\s, WORK
	set_sum		\s, \prev, WORK
.endif
	vmov		w0_\s, w1_\s
.if \group >= 3 && \group < 15
	vmov		w2_\s, w0_\s
.endif
.endr
.endm

/*
 * void mbhash_sha256_shani_vl_x4(u32 *const *state, const u8 *const *data,
 *				  size_t nblocks, void *scratch);
 *
 * Not bound by latency any more, but by the number of operations. SHA-NI and
 * AVX-512VL, 272 bytes of scratch.
 */
without_end	mbhash_sha256_shani_vl_x4

SYM_TYPED_FUNC_START(mbhash_sha256_shani_vl_x4_end)
	.set	VEX, 1
	.set	EVEX, 1
	.set	ALONE, 0
	stream_state	0, %xmm1, %xmm2
	stream_state	1, %xmm3, %xmm4
	stream_state	2, %xmm5, %xmm6
	stream_state	3, %xmm7, %xmm8
	stream_words	0, %r9, %xmm9, %xmm28, %xmm13, %xmm16, %xmm17, %xmm18
	stream_words	1, %r10, %xmm10, %xmm29, %xmm13, %xmm19, %xmm20, %xmm21
	stream_words	2, %r11, %xmm11, %xmm30, %xmm13, %xmm22, %xmm23, %xmm24
	stream_words	3, %rsi, %xmm12, %xmm31, %xmm13, %xmm25, %xmm26, %xmm27

	vzeroupper
	shani_blocks	"0, 1, 2, 3", shani_rounds_x4
	RET
SYM_FUNC_END(mbhash_sha256_shani_vl_x4_end)

/*
 * Vectors
 *
 * A register holds the same word of each lane. Memory holds the words of a lane
 * side by side, so they are transposed, four words at a time: 16 bytes of each
 * of the lanes n, n + 4, n + 8, n + 12 go to the parts of row n, and then the
 * 4x4 words in the same part of four rows are transposed, which crosses no
 * parts. Nor do these loads cross cache lines if the data is aligned to 16.
 *
 * The symbol VL is the length of the registers, in bytes.
 */
#define OFFSET		%r8	/* of the block in a lane's data */
#define K		%r9	/* the constants of the 16 rounds at hand */
#define LANE		%rax
#define COUNT		%eax

/* The 16 bytes at disp in LANE's data or state: to part i of a register. */
.macro	load_part	i, disp, dst
.if \i == 0
	vmovu		\disp(LANE, OFFSET), \dst\()_x
.elseif \i == 1 && EVEX
	vinserti32x4	$\i, \disp(LANE, OFFSET), \dst\()_y, \dst\()_y
.elseif \i == 1
	vinserti128	$\i, \disp(LANE, OFFSET), \dst\()_y, \dst\()_y
.else
	vinserti32x4	$\i, \disp(LANE, OFFSET), \dst, \dst
.endif
.endm

/* Part i of a register: to disp in LANE's state. */
.macro	store_part	i, src, disp
.if \i == 0
	vmovu		\src\()_x, \disp(LANE)
.elseif \i == 1 && EVEX
	vextracti32x4	$\i, \src\()_y, \disp(LANE)
.elseif \i == 1
	vextracti128	$\i, \src\()_y, \disp(LANE)
.else
	vextracti32x4	$\i, \src, \disp(LANE)
.endif
.endm

.macro	load_row	pointers, n, disp, dst
.irp	part, 0, 1, 2, 3
.if 16 * \part < VL
	mov		8*(\n+4*\part)(\pointers), LANE
	load_part	\part, \disp, \dst
.endif
.endr
.endm

.macro	store_row	pointers, n, disp, src
.irp	part, 0, 1, 2, 3
.if 16 * \part < VL
	mov		8*(\n+4*\part)(\pointers), LANE
	store_part	\part, \src, \disp
.endif
.endr
.endm

/* Rows r0..r3 become t0, r1, r0, r3, in this order; r2 and t1 are lost. */
.macro	transpose	r0, r1, r2, r3, t0, t1
	vop		punpckldq, \r1, \r0, \t0
	vop		punpckhdq, \r1, \r0, \r0
	vop		punpckldq, \r3, \r2, \t1
	vop		punpckhdq, \r3, \r2, \r2
	vop		punpckhqdq, \t1, \t0, \r1
	vop		punpcklqdq, \t1, \t0, \t0
	vop		punpckhqdq, \r2, \r0, \r3
	vop		punpcklqdq, \r2, \r0, \r0
.endm

/* w0..w3 = four words of state, from disp on. OFFSET is 0. */
.macro	load_state	disp, w0, w1, w2, w3, t0, t1
	load_row	STATE, 0, \disp, \w2
	load_row	STATE, 1, \disp, \w1
	load_row	STATE, 2, \disp, \t0
	load_row	STATE, 3, \disp, \w3
	transpose	\w2, \w1, \t0, \w3, \w0, \t1
.endm

/* The inverse, which clobbers w0..w3. */
.macro	store_state	disp, w0, w1, w2, w3, t0, t1
	transpose	\w0, \w1, \w2, \w3, \t0, \t1
	store_row	STATE, 0, \disp, \t0
	store_row	STATE, 1, \disp, \w1
	store_row	STATE, 2, \disp, \w0
	store_row	STATE, 3, \disp, \w3
.endm

/* w0..w3 = four words of the block, of whose rows the third is in t0. */
.macro	words_of_rows	w0, w1, w2, w3, t0, t1
.irp	row, \w2, \w1, \t0, \w3
	vop		pshufb, bswap, \row, \row
.endr
	transpose	\w2, \w1, \t0, \w3, \w0, \t1
.endm

/* w0..w3 = four words of the block, from disp on. */
.macro	load_words	disp, w0, w1, w2, w3, t0, t1
	load_row	DATA, 0, \disp, \w2
	load_row	DATA, 1, \disp, \w1
	load_row	DATA, 2, \disp, \t0
	load_row	DATA, 3, \disp, \w3
	words_of_rows	\w0, \w1, \w2, \w3, \t0, \t1
.endm

.macro	load_bswap
.if EVEX
	vbroadcasti32x4	sha256_bswap(%rip), bswap
.elseif VL == 32
	vbroadcasti128	sha256_bswap(%rip), bswap
.else
	vmov		sha256_bswap(%rip), bswap
.endif
.endm

/* Vectors in SCRATCH: the state before the block; without EVEX, the words. */
#define OLD(i)		VL*(i)(SCRATCH)
#define W(i)		VL*(8+((i)&15))(SCRATCH)

.macro	save_state
	vmov		a, OLD(0)
	vmov		b, OLD(1)
	vmov		c, OLD(2)
	vmov		d, OLD(3)
	vmov		e, OLD(4)
	vmov		f, OLD(5)
	vmov		g, OLD(6)
	vmov		h, OLD(7)
.endm

.macro	add_saved_state
	vop		paddd, OLD(0), a, a
	vop		paddd, OLD(1), b, b
	vop		paddd, OLD(2), c, c
	vop		paddd, OLD(3), d, d
	vop		paddd, OLD(4), e, e
	vop		paddd, OLD(5), f, f
	vop		paddd, OLD(6), g, g
	vop		paddd, OLD(7), h, h
.endm

/*
 * Without EVEX
 *
 * A rotation is two shifts there, and each of the functions S0, S1, s0 and s1 a
 * sum (xor) of five or six shifted words: of x shifted right by r0 < r1 < r2
 * and left by l0 < l1 < l2. Each shift but the first goes on from the one
 * before, which spares legacy SSE most copies.
 */
.macro	sum_of_shifts	x, r0, r1, r2, l0, l1, l2, dst, right, left
	vop		psrld, $\r0, \x, \dst
	vop		pslld, $\l0, \x, \left
	vop		psrld, $(\r1 - \r0), \dst, \right
	vop		pxor, \left, \dst, \dst
	vop		pslld, $(\l1 - \l0), \left, \left
	vop		pxor, \right, \dst, \dst
	vop		psrld, $(\r2 - \r1), \right, \right
	vop		pxor, \left, \dst, \dst
	vop		pxor, \right, \dst, \dst
.ifnb \l2
	vop		pslld, $(\l2 - \l1), \left, \left
	vop		pxor, \left, \dst, \dst
.endif
.endm

/* dst = constant i of the 16, in each lane */
.macro	load_k	i, dst
.if VL == 32
	vpbroadcastd	4*(\i)(K), \dst
.elseif VEX
	vbroadcastss	4*(\i)(K), \dst
.else
	movd		4*(\i)(K), \dst
	pshufd		$0, \dst, \dst
.endif
.endm

/*
 * Round i of 16, of FIPS 180-4, 6.2.2: h becomes T1 + T2, the next round's a.
 * Since Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b and a ^ b is the next round's
 * b ^ c, that is kept, in bc. With sched, W(i) becomes word i + 16; its parts
 * stand where the chain through h leaves gaps.
 */
.macro	round	sched, i, a, b, c, d, e, f, g, h
	load_k		\i, t0
	vop		paddd, W(\i), t0, t0
	vop		paddd, t0, \h, \h
	sum_of_shifts	\e, 6, 11, 25, 7, 21, 26, t1, t2, t3
	vop		pxor, \g, \f, t0
	vop		pand, \e, t0, t0
	vop		pxor, \g, t0, t0
	vop		paddd, t0, \h, \h
	vop		paddd, t1, \h, \h
	vop		paddd, \h, \d, \d
.if \sched
	vmov		W(\i+1), t4
	vmov		W(\i), t5
	vop		paddd, W(\i+9), t5, t5
	sum_of_shifts	t4, 3, 7, 18, 14, 25, , t1, t2, t3
	vop		paddd, t1, t5, t5
.endif
	sum_of_shifts	\a, 2, 13, 22, 10, 19, 30, t1, t2, t3
	vop		paddd, t1, \h, \h
	vop		pxor, \b, \a, t0
	vop		pand, t0, bc, bc
	vop		pxor, \b, bc, bc
	vop		paddd, bc, \h, \h
	vmov		t0, bc
.if \sched
	vmov		W(\i+14), t4
	sum_of_shifts	t4, 10, 17, 19, 13, 15, , t1, t2, t3
	vop		paddd, t1, t5, t5
	vmov		t5, W(\i)
.endif
.endm

.macro	rounds	sched
.irp	i, 0, 8
	round		\sched, \i,   a, b, c, d, e, f, g, h
	round		\sched, \i+1, h, a, b, c, d, e, f, g
	round		\sched, \i+2, g, h, a, b, c, d, e, f
	round		\sched, \i+3, f, g, h, a, b, c, d, e
	round		\sched, \i+4, e, f, g, h, a, b, c, d
	round		\sched, \i+5, d, e, f, g, h, a, b, c
	round		\sched, \i+6, c, d, e, f, g, h, a, b
	round		\sched, \i+7, b, c, d, e, f, g, h, a
.endr
.endm

.macro	sha256_vector	vl, vex
	.set	VL, \vl
	.set	VEX, \vex
	.set	EVEX, 0
	vreg	VL, a, 0
	vreg	VL, b, 1
	vreg	VL, c, 2
	vreg	VL, d, 3
	vreg	VL, e, 4
	vreg	VL, f, 5
	vreg	VL, g, 6
	vreg	VL, h, 7
	vreg	VL, t0, 8
	vreg	VL, t1, 9
	vreg	VL, t2, 10
	vreg	VL, t3, 11
	vreg	VL, t4, 12
	vreg	VL, t5, 13
	vreg	VL, bc, 14
	vreg	VL, bswap, 15

	xor		%r8d, %r8d
	load_state	0,  a, b, c, d, t0, t1
	load_state	16, e, f, g, h, t0, t1
	load_bswap
.Lblock\@:
	save_state
.irp	word, 0, 4, 8, 12
	load_words	4*\word, t0, t1, t2, t3, t4, t5
	vmov		t0, W(\word)
	vmov		t1, W(\word+1)
	vmov		t2, W(\word+2)
	vmov		t3, W(\word+3)
.endr
	vop		pxor, c, b, bc
	lea		sha256_k(%rip), K
	mov		$3, COUNT
.Lrounds\@:
	rounds		1
	add		$64, K
	dec		COUNT
	jnz		.Lrounds\@
	rounds		0
	add_saved_state
	add		$64, OFFSET
	dec		NBLOCKS
	jnz		.Lblock\@
	store_state	0,  a, b, c, d, t0, t1
	store_state	16, e, f, g, h, t0, t1
.endm

/*
 * void mbhash_sha256_ssse3_x4(u32 *const *state, const u8 *const *data,
 *			       size_t nblocks, void *scratch);
 *
 * SSSE3, 384 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_ssse3_x4)
	sha256_vector	16, 0
	RET
SYM_FUNC_END(mbhash_sha256_ssse3_x4)

/*
 * void mbhash_sha256_avx_x4(u32 *const *state, const u8 *const *data,
 *			     size_t nblocks, void *scratch);
 *
 * The same without the copies. AVX, 384 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_avx_x4)
	sha256_vector	16, 1
	RET
SYM_FUNC_END(mbhash_sha256_avx_x4)

/*
 * void mbhash_sha256_avx2_x8(u32 *const *state, const u8 *const *data,
 *			      size_t nblocks, void *scratch);
 *
 * Twice the lanes in the same time. AVX2, 768 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_avx2_x8)
	sha256_vector	32, 1
	vzeroupper
	RET
SYM_FUNC_END(mbhash_sha256_avx2_x8)

/*
 * With EVEX
 *
 * There is a rotation, vpternlogd is any function of three words, and the 32
 * registers hold the message words as well. That leaves 17 operations for a
 * round and 11 for a word of the schedule. A CPU does at most two of them in a
 * cycle, so a round takes 14 cycles; those that wait for each other take half
 * as many, so one set of lanes keeps the CPU busy.
 */

/* Bit 4x + 2y + z of vpternlogd's operand is f(x, y, z), x the destination. */
#define TERNARY_XOR	$0x96
#define TERNARY_CH	$0xca
#define TERNARY_MAJ	$0xe8

/* dst = src + constant i of the 16 */
.macro	add_k	i, src, dst
.if VL == 64
	vpaddd		4*(\i)(K){1to16}, \src, \dst
.else
	vpaddd		4*(\i)(K){1to8}, \src, \dst
.endif
.endm

/*
 * w0, word t, becomes word t + 16 in two steps: s0 of word t + 1 and word t + 9
 * are added, then s1 of word t + 14.
 */
.macro	schedule_s0	w0, w1, w9
	vprord		$7, \w1, t0
	vprord		$18, \w1, t1
	vpaddd		\w9, \w0, \w0
	vpsrld		$3, \w1, t2
	vpternlogd	TERNARY_XOR, t0, t1, t2
	vpaddd		t2, \w0, \w0
.endm

.macro	schedule_s1	w0, w14
	vprord		$17, \w14, t0
	vprord		$19, \w14, t1
	vpsrld		$10, \w14, t2
	vpternlogd	TERNARY_XOR, t0, t1, t2
	vpaddd		t2, \w0, \w0
.endm

/* As above. */
.macro	round_evex	sched, i, w0, w1, w9, w14, a, b, c, d, e, f, g, h
	add_k		\i, \h, \h
	vprord		$6, \e, t0
	vprord		$11, \e, t1
	vprord		$25, \e, t2
	vpaddd		\w0, \h, \h
	vmov		\e, t3
	vpternlogd	TERNARY_CH, \g, \f, t3
	vpternlogd	TERNARY_XOR, t0, t1, t2
	vpaddd		t3, \h, \h
	vpaddd		t2, \h, \h
.if \sched
	schedule_s0	\w0, \w1, \w9
.endif
	vprord		$2, \a, t0
	vprord		$13, \a, t1
	vprord		$22, \a, t2
	vpaddd		\h, \d, \d
	vmov		\a, t3
	vpternlogd	TERNARY_MAJ, \b, \c, t3
	vpternlogd	TERNARY_XOR, t0, t1, t2
	vpaddd		t3, \h, \h
	vpaddd		t2, \h, \h
.if \sched
	schedule_s1	\w0, \w14
.endif
.endm

.macro	rounds_evex	sched
	round_evex	\sched, 0,  w0,  w1,  w9,  w14, a, b, c, d, e, f, g, h
	round_evex	\sched, 1,  w1,  w2,  w10, w15, h, a, b, c, d, e, f, g
	round_evex	\sched, 2,  w2,  w3,  w11, w0,  g, h, a, b, c, d, e, f
	round_evex	\sched, 3,  w3,  w4,  w12, w1,  f, g, h, a, b, c, d, e
	round_evex	\sched, 4,  w4,  w5,  w13, w2,  e, f, g, h, a, b, c, d
	round_evex	\sched, 5,  w5,  w6,  w14, w3,  d, e, f, g, h, a, b, c
	round_evex	\sched, 6,  w6,  w7,  w15, w4,  c, d, e, f, g, h, a, b
	round_evex	\sched, 7,  w7,  w8,  w0,  w5,  b, c, d, e, f, g, h, a
	round_evex	\sched, 8,  w8,  w9,  w1,  w6,  a, b, c, d, e, f, g, h
	round_evex	\sched, 9,  w9,  w10, w2,  w7,  h, a, b, c, d, e, f, g
	round_evex	\sched, 10, w10, w11, w3,  w8,  g, h, a, b, c, d, e, f
	round_evex	\sched, 11, w11, w12, w4,  w9,  f, g, h, a, b, c, d, e
	round_evex	\sched, 12, w12, w13, w5,  w10, e, f, g, h, a, b, c, d
	round_evex	\sched, 13, w13, w14, w6,  w11, d, e, f, g, h, a, b, c
	round_evex	\sched, 14, w14, w15, w7,  w12, c, d, e, f, g, h, a, b
	round_evex	\sched, 15, w15, w0,  w8,  w13, b, c, d, e, f, g, h, a
.endm

/*
 * The rows n of all words of the block. Each lane's line is read in one go:
 * lanes that lie a power of two apart, 16 of which share 8 places in the first
 * cache, would otherwise drive out each other's lines between two reads.
 */
.macro	load_rows	n, r0, r1, r2, r3
.irp	part, 0, 1, 2, 3
.if 16 * \part < VL
	mov		8*(\n+4*\part)(DATA), LANE
	load_part	\part, 0,  \r0
	load_part	\part, 16, \r1
	load_part	\part, 32, \r2
	load_part	\part, 48, \r3
.endif
.endr
.endm

/* All but the state, which is in registers 0-7. */
.macro	evex_regs	vl
	.set	VL, \vl
	.set	VEX, 1
	.set	EVEX, 1
	vreg	VL, bswap, 10
	vreg	VL, t4, 11
	vreg	VL, t0, 12
	vreg	VL, t1, 13
	vreg	VL, t2, 14
	vreg	VL, t3, 15
	vreg	VL, w0, 16
	vreg	VL, w1, 17
	vreg	VL, w2, 18
	vreg	VL, w3, 19
	vreg	VL, w4, 20
	vreg	VL, w5, 21
	vreg	VL, w6, 22
	vreg	VL, w7, 23
	vreg	VL, w8, 24
	vreg	VL, w9, 25
	vreg	VL, w10, 26
	vreg	VL, w11, 27
	vreg	VL, w12, 28
	vreg	VL, w13, 29
	vreg	VL, w14, 30
	vreg	VL, w15, 31
.endm

.macro	sha256_evex	vl
	evex_regs	\vl
	vreg	VL, a, 0
	vreg	VL, b, 1
	vreg	VL, c, 2
	vreg	VL, d, 3
	vreg	VL, e, 4
	vreg	VL, f, 5
	vreg	VL, g, 6
	vreg	VL, h, 7

	xor		%r8d, %r8d
	load_state	0,  a, b, c, d, t0, t1
	load_state	16, e, f, g, h, t0, t1
	load_bswap
.Lblock\@:
	save_state
	load_rows	0, w2, w6, w10, w14
	load_rows	1, w1, w5, w9, w13
	load_rows	2, t0, t1, t2, t3
	load_rows	3, w3, w7, w11, w15
	words_of_rows	w0,  w1,  w2,  w3,  t0, t4
	words_of_rows	w4,  w5,  w6,  w7,  t1, t4
	words_of_rows	w8,  w9,  w10, w11, t2, t4
	words_of_rows	w12, w13, w14, w15, t3, t4
	lea		sha256_k(%rip), K
	mov		$3, COUNT
.Lrounds\@:
	rounds_evex	1
	add		$64, K
	dec		COUNT
	jnz		.Lrounds\@
	rounds_evex	0
	add_saved_state
	add		$64, OFFSET
	dec		NBLOCKS
	jnz		.Lblock\@
	store_state	0,  a, b, c, d, t0, t1
	store_state	16, e, f, g, h, t0, t1
	vzeroupper
.endm

/*
 * void mbhash_sha256_avx512_x8(u32 *const *state, const u8 *const *data,
 *				size_t nblocks, void *scratch);
 *
 * For CPUs that pay for 512-bit registers with clock speed. AVX-512VL, 256
 * bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_avx512_x8)
	sha256_evex	32
	RET
SYM_FUNC_END(mbhash_sha256_avx512_x8)

/*
 * void mbhash_sha256_avx512_x16(u32 *const *state, const u8 *const *data,
 *				 size_t nblocks, void *scratch);
 *
 * AVX-512, 512 bytes of scratch.
 */
SYM_TYPED_FUNC_START(mbhash_sha256_avx512_x16)
	sha256_evex	64
	RET
SYM_FUNC_END(mbhash_sha256_avx512_x16)

/*
 * SHA-NI with the schedule in vectors
 *
 * Rounds are cheapest with sha256rnds2, which needs nothing but itself. What
 * fills the pipes in the SHA-NI kernels above is the schedule: 128 operations
 * for a block, against 92 if it is made for 8 lanes at once with AVX-512VL, the
 * transposition of the words and back, into pairs, included.
 *
 * So 16 rounds of 8 lanes are interleaved with the making of the words of the
 * 16 rounds that follow them, be these the next block's first. The words, with
 * the constants added, go through one of two tables in SCRATCH: row p of it is
 * all lanes' words 2p and 2p + 1, from where a load takes them to sha256rnds2.
 * The rounds run for four lanes and then for the other four: four streams are
 * what it takes to start a sha256rnds2 in each cycle, and xmm1-8 hold their
 * states; xmm16-31 hold the words, and what is left is for the schedule.
 */
#define LANES		8
#define LAST_X8		%rbx	/* LAST, which is OFFSET here */
#define NOW		%r10	/* the table of the rounds at hand */
#define NEXT		%r11	/* the table of the 16 rounds after them */

/* SCRATCH: the states, the states before the block, two tables. */
#define NOW_ABEF(lane)	32*(lane)(SCRATCH)
#define NOW_CDGH(lane)	32*(lane)+16(SCRATCH)
#define BEFORE_ABEF(lane) 32*(LANES+(lane))(SCRATCH)
#define BEFORE_CDGH(lane) 32*(LANES+(lane))+16(SCRATCH)
#define TABLES		2*LANES*32(SCRATCH)
#define TABLE_SIZE	(16*LANES*4)

/*
 * A row is two registers: of the lanes 0, 1, 4, 5 and 2, 3, 6, 7, as they come
 * from interleaving two words.
 */
#define ROW(pair)	64*(pair)
#define PLACE(lane)	(32*((lane)>>1&1)+16*((lane)>>2)+8*((lane)&1))

/* The row of two words, w0 and w1. */
.macro	make_row	pair, w0, w1
	add_k		2*(\pair), \w0, t0
	add_k		2*(\pair)+1, \w1, t1
	vpunpckldq	t1, t0, t2
	vpunpckhdq	t1, t0, t3
	vmov		t2, ROW(\pair)(NEXT)
	vmov		t3, ROW(\pair)+32(NEXT)
.endm

/*
 * Step i of 16: the two rounds of row i % 8, for lanes 0-3 in the first half of
 * the steps, 4-7 in the second.
 */
.macro	step	i, last
	.set	pair, (\i) % 8
	.set	lane, (\i) / 8 * 4
.irp	s, 0, 1, 2, 3
.if pair == 0
	vmov		NOW_ABEF(lane+\s), abef\s
	vmov		NOW_CDGH(lane+\s), cdgh\s
.endif
	vmovq		ROW(pair)+PLACE(lane+\s)(NOW), WK
.if pair % 2 == 0
	sha256rnds2	WK, abef\s, cdgh\s
.else
	sha256rnds2	WK, cdgh\s, abef\s
.endif
.endr
.if pair == 7
.irp	s, 0, 1, 2, 3
.if \last
	vpaddd		BEFORE_ABEF(lane+\s), abef\s, abef\s
	vpaddd		BEFORE_CDGH(lane+\s), cdgh\s, cdgh\s
	vmov		abef\s, BEFORE_ABEF(lane+\s)
	vmov		cdgh\s, BEFORE_CDGH(lane+\s)
.endif
	vmov		abef\s, NOW_ABEF(lane+\s)
	vmov		cdgh\s, NOW_CDGH(lane+\s)
.endr
.endif
.endm

/* Two steps, and the words w0 and w1 of the 16 rounds after. */
.macro	steps_schedule	i, w0, w1, w2, w9, w10, w14, w15
	schedule_s0	\w0, \w1, \w9
	step		\i, 0
	schedule_s1	\w0, \w14
	schedule_s0	\w1, \w2, \w10
	step		\i+1, 0
	schedule_s1	\w1, \w15
	make_row	\i/2, \w0, \w1
.endm

/*
 * Four steps, the last of the block, and four words of the next block if there
 * is one, as the flags say: nothing in between changes them.
 */
.macro	steps_load	steps, i, w0, w1, w2, w3
.if \steps
	step		\i, 1
	step		\i+1, 1
	je		.Lno_words\@
.endif
	load_words	4*\i, \w0, \w1, \w2, \w3, t0, t1
.Lno_words\@:
.if \steps
	step		\i+2, 1
	step		\i+3, 1
	je		.Lno_rows\@
.endif
	make_row	\i/2, \w0, \w1
	make_row	\i/2+1, \w2, \w3
.Lno_rows\@:
.endm

.macro	all_steps_load	steps
	steps_load	\steps, 0,  w0,  w1,  w2,  w3
	steps_load	\steps, 4,  w4,  w5,  w6,  w7
	steps_load	\steps, 8,  w8,  w9,  w10, w11
	steps_load	\steps, 12, w12, w13, w14, w15
	xchg		NOW, NEXT
.endm

/*
 * void mbhash_sha256_shani_vl_x8(u32 *const *state, const u8 *const *data,
 *				  size_t nblocks, void *scratch);
 *
 * SHA-NI and AVX-512VL, 1536 bytes of scratch.
 */
without_end	mbhash_sha256_shani_vl_x8

SYM_TYPED_FUNC_START(mbhash_sha256_shani_vl_x8_end)
	evex_regs	32
	stream_state	0, %xmm1, %xmm2
	stream_state	1, %xmm3, %xmm4
	stream_state	2, %xmm5, %xmm6
	stream_state	3, %xmm7, %xmm8

	push		LAST_X8
	mov		LAST, LAST_X8
	vzeroupper
.irp	lane, 0, 1, 2, 3, 4, 5, 6, 7
	shani_load_state	0, \lane, t0_x
	vmov		abef0, NOW_ABEF(\lane)
	vmov		cdgh0, NOW_CDGH(\lane)
	vmov		abef0, BEFORE_ABEF(\lane)
	vmov		cdgh0, BEFORE_CDGH(\lane)
.endr
	test		NBLOCKS, NBLOCKS
	jz		.Lend
	load_bswap
	lea		TABLES, NEXT
	lea		TABLE_SIZE(NEXT), NOW
	xor		%r8d, %r8d	/* OFFSET */
	lea		sha256_k(%rip), K
	all_steps_load	0
.Lblock:
	mov		$3, COUNT
.Lsteps:
	add		$64, K
	steps_schedule	0,  w0,  w1,  w2,  w9,  w10, w14, w15
	steps_schedule	2,  w2,  w3,  w4,  w11, w12, w0,  w1
	steps_schedule	4,  w4,  w5,  w6,  w13, w14, w2,  w3
	steps_schedule	6,  w6,  w7,  w8,  w15, w0,  w4,  w5
	steps_schedule	8,  w8,  w9,  w10, w1,  w2,  w6,  w7
	steps_schedule	10, w10, w11, w12, w3,  w4,  w8,  w9
	steps_schedule	12, w12, w13, w14, w5,  w6,  w10, w11
	steps_schedule	14, w14, w15, w0,  w7,  w8,  w12, w13
	xchg		NOW, NEXT
	dec		COUNT
	jnz		.Lsteps
	lea		sha256_k(%rip), K
	add		$64, OFFSET
	cmp		$1, NBLOCKS
	all_steps_load	1
	dec		NBLOCKS
	jnz		.Lblock
.Lend:
	vzeroupper
	test		LAST_X8, LAST_X8
	jz		.Lstates
	mov		$2, COUNT	/* times four lanes */
.Lend_rounds:
.irp	s, 0, 1, 2, 3
	vmov		NOW_ABEF(\s), abef\s
	vmov		NOW_CDGH(\s), cdgh\s
.endr
	shani_end_rounds	"0, 1, 2, 3", LAST_X8
.irp	s, 0, 1, 2, 3
	vpaddd		NOW_ABEF(\s), abef\s, abef\s
	vpaddd		NOW_CDGH(\s), cdgh\s, cdgh\s
	vmov		abef\s, NOW_ABEF(\s)
	vmov		cdgh\s, NOW_CDGH(\s)
.endr
	sub		$-4*32, SCRATCH
	dec		COUNT
	jnz		.Lend_rounds
	sub		$8*32, SCRATCH
.Lstates:
.irp	lane, 0, 1, 2, 3, 4, 5, 6, 7
	vmov		NOW_ABEF(\lane), abef0
	vmov		NOW_CDGH(\lane), cdgh0
	shani_store_state	0, \lane, t0_x
.endr
	pop		LAST_X8
	RET
SYM_FUNC_END(mbhash_sha256_shani_vl_x8_end)
