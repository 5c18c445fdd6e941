/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SHA-256 lane kernels for x86-64: each advances several independent states
 * by the same number of 64-byte blocks.
 *
 * There are two families. The SHA-NI kernels interleave one to three streams,
 * each of which owns two state registers. The vector kernels hold one word of
 * every lane in a register: 4, 8 or 16 lanes in an xmm, ymm or zmm register.
 *
 * Every function here is a mbhash_lane_fn:
 *
 *	void f(u32 *const *state, const u8 *const *data, size_t nblocks,
 *	       void *scratch);
 *
 * It reads all states before it writes one, so idle lanes may share a state.
 * It keeps message words in registers and @scratch alone, never on the stack,
 * for the caller to wipe.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#define STATE		%rdi
#define DATA		%rsi
#define NBLOCKS		%rdx
#define SCRATCH		%rcx

.section .rodata.mbhash_x86_sha256, "a", @progbits

/* The constants of FIPS 180-4, section 4.2.2. */
.balign 64
sha256_k:
	.long	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5
	.long	0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
	.long	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3
	.long	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
	.long	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc
	.long	0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
	.long	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7
	.long	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
	.long	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13
	.long	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
	.long	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3
	.long	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
	.long	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5
	.long	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
	.long	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208
	.long	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2

/* pshufb mask: reverses the bytes of each 32-bit word, in each 16 bytes. */
sha256_bswap:
.rept 4
	.quad	0x0405060700010203, 0x0c0d0e0f08090a0b
.endr

.text

/* How vector instructions are encoded, in ENC. */
#define SSE		0
#define VEX		1
#define EVEX		2

/*
 * dst = src1 <insn> src2, in the encoding at hand: VEX, with three operands,
 * or legacy SSE, with two.
 */
.macro	vop	insn, src2, src1, dst
.if ENC >= VEX
	v\insn		\src2, \src1, \dst
.else
.ifnc \src1,\dst
	movdqa		\src1, \dst
.endif
	\insn		\src2, \dst
.endif
.endm

/*
 * SHA-NI
 *
 * sha256rnds2 does two rounds in 4 cycles but can start every cycle, so one
 * stream leaves most of the unit idle: streams are interleaved, until at three
 * the other instructions fill the pipes.
 *
 * A stream has five registers: its state, split as the instructions want it,
 * and three groups of four message words: the current one, the one before and
 * the one in the making. Of older groups the schedule needs only sums, each
 * made when its group retires and added three groups of rounds later. They wait
 * in SCRATCH, from where adding them takes no instruction more, or in xmm16 and
 * up where there are such. So three streams fit into xmm1-15, and nothing is
 * spilled: xmm0 is the operand that sha256rnds2 implies.
 */
#define WK		%xmm0

.macro	stream	s, data, abef, cdgh, w0, w1, w2, sum0, sum1, sum2
	.set	data\s, \data
	.set	abef\s, \abef
	.set	cdgh\s, \cdgh
	.set	w0_\s, \w0
	.set	w1_\s, \w1
	.set	w2_\s, \w2
	.set	sum0_\s, \sum0
	.set	sum1_\s, \sum1
	.set	sum2_\s, \sum2
.endm

/* A stream's place in SCRATCH: its initial state and three sums. */
#define STREAM(s)	5*16*(s)
#define ABEF(s)		STREAM(s)(SCRATCH)
#define CDGH(s)		STREAM(s)+16(SCRATCH)
#define SUM(s, n)	STREAM(s)+32+16*(n)(SCRATCH)

.macro	set_sum	s, n, words
.if ENC == EVEX
	vmovdqa32	\words, sum\n\()_\s
.else
	movdqa		\words, SUM(\s, \n)
.endif
.endm

.macro	add_sum	s, n, words
.if ENC == EVEX
	vpaddd		sum\n\()_\s, \words, \words
.else
	paddd		SUM(\s, \n), \words
.endif
.endm

/* Four constants at once. */
#define K4(group)	sha256_k+16*(group)(%rip)

/* Words a..h in memory are abef and cdgh in registers, a and c on top. */
.macro	shani_load_state	s, lane
	mov		8*(\lane)(STATE), %rax
	movdqu		(%rax), abef\s
	movdqu		16(%rax), w0_\s
	movdqa		abef\s, cdgh\s
	punpcklqdq	w0_\s, abef\s
	punpckhqdq	w0_\s, cdgh\s
	pshufd		$0x1b, abef\s, abef\s
	pshufd		$0x1b, cdgh\s, cdgh\s
.endm

.macro	shani_store_state	s, lane
	mov		8*(\lane)(STATE), %rax
	pshufd		$0x1b, abef\s, abef\s
	pshufd		$0x1b, cdgh\s, cdgh\s
	movdqa		abef\s, w0_\s
	punpcklqdq	cdgh\s, abef\s
	punpckhqdq	cdgh\s, w0_\s
	movdqu		abef\s, (%rax)
	movdqu		w0_\s, 16(%rax)
.endm

/*
 * Four rounds of each stream, those of words 4 * group and on, which are in
 * w<cur>. The four words before are in w<prev>, which is free afterwards; the
 * four after are made in w<next>.
 *
 * The order matters. sha256msg2 is microcode that the front end sends alone,
 * cutting short the instructions on either side of it, so those of all streams
 * stand together. It is also late: so it comes before the rounds, not between.
 */
.macro	shani_rounds	streams, group, cur, prev, next
.irp s, \streams
.if \group < 4
	movdqu		16*(\group)(data\s), w\cur\()_\s
	pshufb		sha256_bswap(%rip), w\cur\()_\s
.endif
.if \group >= 3 && \group < 15
.if ENC == SSE
	movdqa		w\cur\()_\s, w\next\()_\s
	palignr		$4, w\prev\()_\s, w\next\()_\s
.else
	vpalignr	$4, w\prev\()_\s, w\cur\()_\s, w\next\()_\s
.endif
.endif
.endr
.if \group >= 3 && \group < 15
.irp s, \streams
	add_sum		\s, \cur, w\next\()_\s
.endr
.irp s, \streams
	sha256msg2	w\cur\()_\s, w\next\()_\s
.endr
.endif
.if \group >= 1 && \group < 13
.irp s, \streams
	sha256msg1	w\cur\()_\s, w\prev\()_\s
	set_sum		\s, \prev, w\prev\()_\s
.endr
.endif
.irp s, \streams
	vop		paddd, K4(\group), w\cur\()_\s, WK
	sha256rnds2	WK, abef\s, cdgh\s
	pshufd		$0x0e, WK, WK
	sha256rnds2	WK, cdgh\s, abef\s
.endr
.endm

.macro	shani	streams, enc
	.set	ENC, \enc
	stream	0, %r8,  %xmm1,  %xmm2,  %xmm3,  %xmm4,  %xmm5,  %xmm16, %xmm17, %xmm18
	stream	1, %r9,  %xmm6,  %xmm7,  %xmm8,  %xmm9,  %xmm10, %xmm19, %xmm20, %xmm21
	stream	2, %r10, %xmm11, %xmm12, %xmm13, %xmm14, %xmm15, %xmm22, %xmm23, %xmm24
.irp s, \streams
	mov		8*\s(DATA), data\s
	shani_load_state	\s, \s
.endr
.Lblock\@:
.irp s, \streams
	movdqa		abef\s, ABEF(\s)
	movdqa		cdgh\s, CDGH(\s)
.endr
.irp group, 0, 3, 6, 9, 12
	shani_rounds	"\streams", \group,   0, 2, 1
	shani_rounds	"\streams", \group+1, 1, 0, 2
	shani_rounds	"\streams", \group+2, 2, 1, 0
.endr
	shani_rounds	"\streams", 15, 0, 2, 1
.irp s, \streams
	paddd		ABEF(\s), abef\s
	paddd		CDGH(\s), cdgh\s
	add		$64, data\s
.endr
	dec		NBLOCKS
	jnz		.Lblock\@
.irp s, \streams
	shani_store_state	\s, \s
.endr
.endm

SYM_TYPED_FUNC_START(mbhash_sha256_shani_x1)
	shani		"0", SSE
	RET
SYM_FUNC_END(mbhash_sha256_shani_x1)

SYM_TYPED_FUNC_START(mbhash_sha256_shani_x2)
	shani		"0, 1", SSE
	RET
SYM_FUNC_END(mbhash_sha256_shani_x2)

SYM_TYPED_FUNC_START(mbhash_sha256_shani_x3)
	shani		"0, 1, 2", VEX
	RET
SYM_FUNC_END(mbhash_sha256_shani_x3)

SYM_TYPED_FUNC_START(mbhash_sha256_shani_vl_x3)
	shani		"0, 1, 2", EVEX
	RET
SYM_FUNC_END(mbhash_sha256_shani_vl_x3)

/*
 * Vector kernels
 *
 * A register holds the same word of each lane, lane 0 in its lowest 32 bits.
 * Memory holds a lane's words side by side, so four words at a time are loaded
 * and transposed: 16 bytes of lanes n, n + 4, n + 8 and n + 12 go to one
 * register, whose 128-bit parts then need no crossing. Loads of 16 bytes also
 * never cross a cache line with the usual alignment of buffers, to 16.
 */
#define OFFSET		%r8		/* of the current block in the data */
#define KPTR		%r9
#define TMP		%rax

/* Name register n, at full width and by its lowest parts. */
.macro	vreg	name, n
	.set	\name\()_x, %xmm\n
	.set	\name\()_y, %ymm\n
.if VL == 16
	.set	\name, %xmm\n
.elseif VL == 32
	.set	\name, %ymm\n
.else
	.set	\name, %zmm\n
.endif
.endm

.macro	vregs	vl, enc
	.set	VL, \vl
	.set	ENC, \enc
	vreg	a, 0
	vreg	b, 1
	vreg	c, 2
	vreg	d, 3
	vreg	e, 4
	vreg	f, 5
	vreg	g, 6
	vreg	h, 7
	vreg	t0, 8
	vreg	t1, 9
	vreg	t2, 10
	vreg	t3, 11
	vreg	t4, 12
	vreg	t5, 13
	vreg	bc, 14
	vreg	bswap, 15
.endm

/* Move a whole register from or to memory that is aligned to it. */
.macro	vmov	src, dst
.if ENC == EVEX
	vmovdqa32	\src, \dst
.elseif ENC >= VEX
	vmovdqa		\src, \dst
.else
	movdqa		\src, \dst
.endif
.endm

/* The 16 bytes that are part n of a register: from memory, to memory. */
.macro	load_part	n, disp, dst
.if \n == 0 && ENC == SSE
	movdqu		\disp(TMP, OFFSET), \dst\()_x
.elseif \n == 0 && ENC == VEX
	vmovdqu		\disp(TMP, OFFSET), \dst\()_x
.elseif \n == 0
	vmovdqu32	\disp(TMP, OFFSET), \dst\()_x
.elseif \n == 1 && ENC == VEX
	vinserti128	$\n, \disp(TMP, OFFSET), \dst\()_y, \dst\()_y
.elseif \n == 1
	vinserti32x4	$\n, \disp(TMP, OFFSET), \dst\()_y, \dst\()_y
.else
	vinserti32x4	$\n, \disp(TMP, OFFSET), \dst, \dst
.endif
.endm

.macro	store_part	n, src, disp
.if \n == 0 && ENC == SSE
	movdqu		\src\()_x, \disp(TMP)
.elseif \n == 0 && ENC == VEX
	vmovdqu		\src\()_x, \disp(TMP)
.elseif \n == 0
	vmovdqu32	\src\()_x, \disp(TMP)
.elseif \n == 1 && ENC == VEX
	vextracti128	$\n, \src\()_y, \disp(TMP)
.else
	vextracti32x4	$\n, \src, \disp(TMP)
.endif
.endm

/*
 * dst = 16 bytes at disp + OFFSET of the lanes n, n + 4, n + 8, n + 12, as far
 * as there are, of an array of pointers.
 */
.macro	load_row	array, n, disp, dst
.irp part, 0, 1, 2, 3
.if 16 * \part < VL
	mov		8 * (\n + 4 * \part)(\array), TMP
	load_part	\part, \disp, \dst
.endif
.endr
.endm

.macro	store_row	array, n, disp, src
.irp part, 0, 1, 2, 3
.if 16 * \part < VL
	mov		8 * (\n + 4 * \part)(\array), TMP
	store_part	\part, \src, \disp
.endif
.endr
.endm

/*
 * Transpose the 4x4 words in each 128 bits of rows r0..r3. The result is in
 * t0, r1, r0, r3, in this order; r2 and t1 are clobbered.
 */
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

/* Four words of all lanes: w0..w3 = words disp / 4 .. disp / 4 + 3. */
.macro	load_words	array, disp, w0, w1, w2, w3, t0, t1, swap=0
	load_row	\array, 0, \disp, \w2
	load_row	\array, 1, \disp, \w1
	load_row	\array, 2, \disp, \t0
	load_row	\array, 3, \disp, \w3
.if \swap
	vop		pshufb, bswap, \w2, \w2
	vop		pshufb, bswap, \w1, \w1
	vop		pshufb, bswap, \t0, \t0
	vop		pshufb, bswap, \w3, \w3
.endif
	transpose	\w2, \w1, \t0, \w3, \w0, \t1
.endm

.macro	store_words	array, disp, w0, w1, w2, w3, t0, t1
	transpose	\w0, \w1, \w2, \w3, \t0, \t1
	store_row	\array, 0, \disp, \t0
	store_row	\array, 1, \disp, \w1
	store_row	\array, 2, \disp, \w0
	store_row	\array, 3, \disp, \w3
.endm

/* A ring of 16 message words and the saved state, in SCRATCH. */
#define W(i)		VL*((i)&15)(SCRATCH)
#define SAVED(i)	VL*(16+(i))(SCRATCH)

/*
 * dst = x shifted right by r0 ^ r1 ^ r2 (ascending) ^ left by l0 ^ l1 ^ l2:
 * each shift starts from the last, which spares legacy SSE the copies.
 */
.macro	sigma	x, r0, r1, r2, l0, l1, l2, dst, ta, tb
	vop		psrld, $\r0, \x, \dst
	vop		pslld, $\l0, \x, \tb
	vop		psrld, $(\r1 - \r0), \dst, \ta
	pxor_		\tb, \dst
	vop		pslld, $(\l1 - \l0), \tb, \tb
	pxor_		\ta, \dst
	vop		psrld, $(\r2 - \r1), \ta, \ta
	pxor_		\tb, \dst
.ifnb \l2
	vop		pslld, $(\l2 - \l1), \tb, \tb
.endif
	pxor_		\ta, \dst
.ifnb \l2
	pxor_		\tb, \dst
.endif
.endm

.macro	pxor_	src, dst
	vop		pxor, \src, \dst, \dst
.endm

/* t0 = K[i] in all lanes */
.macro	load_k	i, dst
.if VL == 32
	vpbroadcastd	4 * (\i)(KPTR), \dst
.elseif ENC >= VEX
	vbroadcastss	4 * (\i)(KPTR), \dst
.else
	movd		4 * (\i)(KPTR), \dst
	pshufd		$0, \dst, \dst
.endif
.endm

/*
 * One round. bc holds b ^ c and becomes a ^ b, which is the next round's b ^ c,
 * since Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b. With schedule, W(i) becomes
 * word i + 16.
 */
.macro	round	schedule, i, a, b, c, d, e, f, g, h
	load_k		\i, t0
	vop		paddd, W(\i), t0, t0
	vop		paddd, t0, \h, \h
	sigma		\e, 6, 11, 25, 7, 21, 26, t1, t2, t3
	vop		pxor, \g, \f, t4
	vop		pand, \e, t4, t4
	vop		pxor, \g, t4, t4
	vop		paddd, t4, \h, \h
	vop		paddd, t1, \h, \h
	vop		paddd, \h, \d, \d
	sigma		\a, 2, 13, 22, 10, 19, 30, t1, t2, t3
	vop		paddd, t1, \h, \h
	vop		pxor, \b, \a, t4
	vop		pand, t4, bc, bc
	vop		pxor, \b, bc, bc
	vop		paddd, bc, \h, \h
	vmov		t4, bc
.if \schedule
	vmov		W(\i+1), t5
	sigma		t5, 3, 7, 18, 14, 25, , t1, t2, t3
	vmov		W(\i+14), t5
	vop		paddd, W(\i), t1, t1
	vop		paddd, W(\i+9), t1, t4
	sigma		t5, 10, 17, 19, 13, 15, , t1, t2, t3
	vop		paddd, t4, t1, t1
	vmov		t1, W(\i)
.endif
.endm

.macro	rounds_16	schedule
.irp i, 0, 8
	round		\schedule, \i,     a, b, c, d, e, f, g, h
	round		\schedule, \i+1, h, a, b, c, d, e, f, g
	round		\schedule, \i+2, g, h, a, b, c, d, e, f
	round		\schedule, \i+3, f, g, h, a, b, c, d, e
	round		\schedule, \i+4, e, f, g, h, a, b, c, d
	round		\schedule, \i+5, d, e, f, g, h, a, b, c
	round		\schedule, \i+6, c, d, e, f, g, h, a, b
	round		\schedule, \i+7, b, c, d, e, f, g, h, a
.endr
.endm

.macro	sha256_lanes	vl, enc
	vregs		\vl, \enc
	xor		%r8d, %r8d
	load_words	STATE, 0, a, b, c, d, t0, t1
	load_words	STATE, 16, e, f, g, h, t0, t1
.if VL == 32
	vbroadcasti128	sha256_bswap(%rip), bswap
.else
	vmov		sha256_bswap(%rip), bswap
.endif
.Lblock\@:
	vmov		a, SAVED(0)
	vmov		b, SAVED(1)
	vmov		c, SAVED(2)
	vmov		d, SAVED(3)
	vmov		e, SAVED(4)
	vmov		f, SAVED(5)
	vmov		g, SAVED(6)
	vmov		h, SAVED(7)
.irp quarter, 0, 1, 2, 3
	load_words	DATA, 16*\quarter, t0, t1, t2, t3, t4, t5, swap=1
	vmov		t0, W(4*\quarter)
	vmov		t1, W(4*\quarter+1)
	vmov		t2, W(4*\quarter+2)
	vmov		t3, W(4*\quarter+3)
.endr
	vop		pxor, c, b, bc
	lea		sha256_k(%rip), KPTR
	mov		$3, %eax
.Lrounds\@:
	rounds_16	1
	add		$64, KPTR
	dec		%eax
	jnz		.Lrounds\@
	rounds_16	0
	vop		paddd, SAVED(0), a, a
	vop		paddd, SAVED(1), b, b
	vop		paddd, SAVED(2), c, c
	vop		paddd, SAVED(3), d, d
	vop		paddd, SAVED(4), e, e
	vop		paddd, SAVED(5), f, f
	vop		paddd, SAVED(6), g, g
	vop		paddd, SAVED(7), h, h
	add		$64, OFFSET
	dec		NBLOCKS
	jnz		.Lblock\@
	store_words	STATE, 0, a, b, c, d, t0, t1
	store_words	STATE, 16, e, f, g, h, t0, t1
.endm

SYM_TYPED_FUNC_START(mbhash_sha256_ssse3_x4)
	sha256_lanes	16, SSE
	RET
SYM_FUNC_END(mbhash_sha256_ssse3_x4)

SYM_TYPED_FUNC_START(mbhash_sha256_avx_x4)
	sha256_lanes	16, VEX
	RET
SYM_FUNC_END(mbhash_sha256_avx_x4)

SYM_TYPED_FUNC_START(mbhash_sha256_avx2_x8)
	sha256_lanes	32, VEX
	vzeroupper
	RET
SYM_FUNC_END(mbhash_sha256_avx2_x8)

/*
 * AVX-512: 32 registers hold the message words as well, a ternary operation
 * does each of Ch, Maj and a sum of three, and there is a rotation. All that is
 * left are 17 operations a round and 11 for a word of the schedule, twice as
 * many as fit into a cycle; the chain through a round is half as long, so that
 * one set of lanes keeps the pipes busy.
 */
#define XOR3		$0x96
#define CHOOSE		$0xca		/* destination chooses, first operand on 1 */
#define MAJORITY	$0xe8

.macro	vregs_avx512	vl
	vregs		\vl, EVEX
	vreg	w0, 8
	vreg	w1, 9
	vreg	w2, 10
	vreg	w3, 11
	vreg	w4, 12
	vreg	w5, 13
	vreg	w6, 14
	vreg	w7, 15
	vreg	w8, 16
	vreg	w9, 17
	vreg	w10, 18
	vreg	w11, 19
	vreg	w12, 20
	vreg	w13, 21
	vreg	w14, 22
	vreg	w15, 23
	vreg	t0, 24
	vreg	t1, 25
	vreg	t2, 26
	vreg	t3, 27
	vreg	t4, 28
	vreg	bswap, 31
.endm

/*
 * w0, word t, becomes word t + 16: the share of the words t + 1 and t + 9, and
 * that of t + 14.
 */
.macro	schedule_0	w0, w1, w9
	vprord		$7, \w1, t1
	vprord		$18, \w1, t2
	vpaddd		\w9, \w0, \w0
	vpsrld		$3, \w1, t0
	vpternlogd	XOR3, t1, t2, t0
	vpaddd		t0, \w0, \w0
.endm

.macro	schedule_1	w0, w14
	vprord		$17, \w14, t1
	vprord		$19, \w14, t2
	vpsrld		$10, \w14, t0
	vpternlogd	XOR3, t1, t2, t0
	vpaddd		t0, \w0, \w0
.endm

.macro	round_avx512	schedule, i, w0, w1, w9, w14, a, b, c, d, e, f, g, h
.if VL == 64
	vpaddd		4*\i(KPTR){1to16}, \h, \h
.else
	vpaddd		4*\i(KPTR){1to8}, \h, \h
.endif
	vprord		$6, \e, t1
	vprord		$11, \e, t2
	vprord		$25, \e, t3
	vpaddd		\w0, \h, \h
	vmovdqa32	\e, t4
	vpternlogd	CHOOSE, \g, \f, t4
	vpternlogd	XOR3, t1, t2, t3
	vpaddd		t4, \h, \h
	vpaddd		t3, \h, \h
.if \schedule
	schedule_0	\w0, \w1, \w9
.endif
	vprord		$2, \a, t1
	vprord		$13, \a, t2
	vprord		$22, \a, t3
	vpaddd		\h, \d, \d
	vmovdqa32	\a, t4
	vpternlogd	MAJORITY, \b, \c, t4
	vpternlogd	XOR3, t1, t2, t3
	vpaddd		t4, \h, \h
	vpaddd		t3, \h, \h
.if \schedule
	schedule_1	\w0, \w14
.endif
.endm

.macro	rounds_16_avx512	schedule
	round_avx512	\schedule, 0,  w0,  w1,  w9,  w14, a, b, c, d, e, f, g, h
	round_avx512	\schedule, 1,  w1,  w2,  w10, w15, h, a, b, c, d, e, f, g
	round_avx512	\schedule, 2,  w2,  w3,  w11, w0,  g, h, a, b, c, d, e, f
	round_avx512	\schedule, 3,  w3,  w4,  w12, w1,  f, g, h, a, b, c, d, e
	round_avx512	\schedule, 4,  w4,  w5,  w13, w2,  e, f, g, h, a, b, c, d
	round_avx512	\schedule, 5,  w5,  w6,  w14, w3,  d, e, f, g, h, a, b, c
	round_avx512	\schedule, 6,  w6,  w7,  w15, w4,  c, d, e, f, g, h, a, b
	round_avx512	\schedule, 7,  w7,  w8,  w0,  w5,  b, c, d, e, f, g, h, a
	round_avx512	\schedule, 8,  w8,  w9,  w1,  w6,  a, b, c, d, e, f, g, h
	round_avx512	\schedule, 9,  w9,  w10, w2,  w7,  h, a, b, c, d, e, f, g
	round_avx512	\schedule, 10, w10, w11, w3,  w8,  g, h, a, b, c, d, e, f
	round_avx512	\schedule, 11, w11, w12, w4,  w9,  f, g, h, a, b, c, d, e
	round_avx512	\schedule, 12, w12, w13, w5,  w10, e, f, g, h, a, b, c, d
	round_avx512	\schedule, 13, w13, w14, w6,  w11, d, e, f, g, h, a, b, c
	round_avx512	\schedule, 14, w14, w15, w7,  w12, c, d, e, f, g, h, a, b
	round_avx512	\schedule, 15, w15, w0,  w8,  w13, b, c, d, e, f, g, h, a
.endm

#undef SAVED
#define SAVED(i)	VL*(i)(SCRATCH)

.macro	sha256_lanes_avx512	vl
	vregs_avx512	\vl
	xor		%r8d, %r8d
	load_words	STATE, 0, a, b, c, d, t0, t1
	load_words	STATE, 16, e, f, g, h, t0, t1
	vbroadcasti32x4	sha256_bswap(%rip), bswap
.Lblock\@:
	vmov		a, SAVED(0)
	vmov		b, SAVED(1)
	vmov		c, SAVED(2)
	vmov		d, SAVED(3)
	vmov		e, SAVED(4)
	vmov		f, SAVED(5)
	vmov		g, SAVED(6)
	vmov		h, SAVED(7)
	load_words	DATA, 0,  w0,  w1,  w2,  w3,  t0, t1, swap=1
	load_words	DATA, 16, w4,  w5,  w6,  w7,  t0, t1, swap=1
	load_words	DATA, 32, w8,  w9,  w10, w11, t0, t1, swap=1
	load_words	DATA, 48, w12, w13, w14, w15, t0, t1, swap=1
	lea		sha256_k(%rip), KPTR
	mov		$3, %eax
.Lrounds\@:
	rounds_16_avx512	1
	add		$64, KPTR
	dec		%eax
	jnz		.Lrounds\@
	rounds_16_avx512	0
	vpaddd		SAVED(0), a, a
	vpaddd		SAVED(1), b, b
	vpaddd		SAVED(2), c, c
	vpaddd		SAVED(3), d, d
	vpaddd		SAVED(4), e, e
	vpaddd		SAVED(5), f, f
	vpaddd		SAVED(6), g, g
	vpaddd		SAVED(7), h, h
	add		$64, OFFSET
	dec		NBLOCKS
	jnz		.Lblock\@
	store_words	STATE, 0, a, b, c, d, t0, t1
	store_words	STATE, 16, e, f, g, h, t0, t1
	vzeroupper
.endm

SYM_TYPED_FUNC_START(mbhash_sha256_avx512_x16)
	sha256_lanes_avx512	64
	RET
SYM_FUNC_END(mbhash_sha256_avx512_x16)

#define NOW		%r10		/* words + constants for the rounds at hand */
#define NEXT		%r11		/* and for the 16 rounds after them */

#define LANE_ABEF(lane)	32*(lane)(SCRATCH)
#define LANE_CDGH(lane)	32*(lane)+16(SCRATCH)
#define SAVED_ABEF(lane) VL/4*32+32*(lane)(SCRATCH)
#define SAVED_CDGH(lane) VL/4*32+32*(lane)+16(SCRATCH)
#define WK_PAIR(pair, lane) VL*2*(pair)+8*((lane)&1)+VL*((lane)>>1&1)+16*((lane)>>2)(NOW)

.macro	hy_regs	vl
	.set	VL, \vl
	.set	ENC, EVEX
	stream	0, %rax, %xmm1, %xmm2, %xmm9, %xmm10, %xmm11, %xmm16, %xmm16, %xmm16
	stream	1, %rax, %xmm3, %xmm4, %xmm9, %xmm10, %xmm11, %xmm16, %xmm16, %xmm16
	stream	2, %rax, %xmm5, %xmm6, %xmm9, %xmm10, %xmm11, %xmm16, %xmm16, %xmm16
	stream	3, %rax, %xmm7, %xmm8, %xmm9, %xmm10, %xmm11, %xmm16, %xmm16, %xmm16
	vreg	t0, 9
	vreg	t1, 10
	vreg	t2, 11
	vreg	t3, 12
	vreg	bswap, 13
	vreg	w0, 16
	vreg	w1, 17
	vreg	w2, 18
	vreg	w3, 19
	vreg	w4, 20
	vreg	w5, 21
	vreg	w6, 22
	vreg	w7, 23
	vreg	w8, 24
	vreg	w9, 25
	vreg	w10, 26
	vreg	w11, 27
	vreg	w12, 28
	vreg	w13, 29
	vreg	w14, 30
	vreg	w15, 31
.endm

.macro	hy_wk	pair, w0, w1
.if VL == 64
	vpaddd		8*(\pair)(KPTR){1to16}, \w0, t0
	vpaddd		8*(\pair)+4(KPTR){1to16}, \w1, t1
.else
	vpaddd		8*(\pair)(KPTR){1to8}, \w0, t0
	vpaddd		8*(\pair)+4(KPTR){1to8}, \w1, t1
.endif
	vpunpckldq	t1, t0, t2
	vpunpckhdq	t1, t0, t3
	vmovdqa32	t2, 2*VL*(\pair)(NEXT)
	vmovdqa32	t3, 2*VL*(\pair)+VL(NEXT)
.endm

.macro	hy_load_group	group
.irp s, 0, 1, 2, 3
	vmovdqa		LANE_ABEF(\s+4*(\group)), abef\s
	vmovdqa		LANE_CDGH(\s+4*(\group)), cdgh\s
.endr
.endm

.macro	hy_store_group	group
.irp s, 0, 1, 2, 3
	vmovdqa		abef\s, LANE_ABEF(\s+4*(\group))
	vmovdqa		cdgh\s, LANE_CDGH(\s+4*(\group))
.endr
.endm

.macro	hy_end_group	group
.irp s, 0, 1, 2, 3
	vpaddd		SAVED_ABEF(\s+4*(\group)), abef\s, abef\s
	vpaddd		SAVED_CDGH(\s+4*(\group)), cdgh\s, cdgh\s
	vmovdqa		abef\s, SAVED_ABEF(\s+4*(\group))
	vmovdqa		cdgh\s, SAVED_CDGH(\s+4*(\group))
.endr
	hy_store_group	\group
.endm

/* The next n of all sha256rnds2 of 16 rounds: by group of lanes, pair, stream */
.macro	hy_rounds	n, last=0
.rept \n
.if ROUND % 32 == 0
	hy_load_group	(ROUND/32)
.endif
.irp s, 0, 1, 2, 3
.if ROUND % 4 == \s
	vmovq		WK_PAIR(ROUND/4%8, \s+ROUND/32*4), WK
.if ROUND / 4 % 2 == 0
	sha256rnds2	WK, abef\s, cdgh\s
.else
	sha256rnds2	WK, cdgh\s, abef\s
.endif
.endif
.endr
	.set ROUND, ROUND + 1
.if ROUND % 32 == 0
.if \last
	hy_end_group	(ROUND/32-1)
.else
	hy_store_group	(ROUND/32-1)
.endif
.endif
.endr
.endm

.macro	hy_sched	pair, w0, w1, w2, w9, w10, w14, w15
	hy_rounds	VL/16
	schedule_0	\w0, \w1, \w9
	hy_rounds	VL/16
	schedule_1	\w0, \w14
	hy_rounds	VL/16
	schedule_0	\w1, \w2, \w10
	hy_rounds	VL/16
	schedule_1	\w1, \w15
	hy_wk		\pair, \w0, \w1
.endm

.macro	hy_load	pair, w0, w1, w2, w3, rounds
	hy_rounds	\rounds, 1
	load_words	DATA, 8*(\pair), \w0, \w1, \w2, \w3, t0, t1, swap=1
	hy_rounds	\rounds, 1
	hy_wk		\pair, \w0, \w1
	hy_rounds	\rounds, 1
	hy_wk		\pair+1, \w2, \w3
	hy_rounds	\rounds, 1
.endm

.macro	hy	vl
	hy_regs	\vl
.irp group, 0, 1, 2, 3
.if 16 * \group < VL
.irp s, 0, 1, 2, 3
	shani_load_state \s, \s+4*\group
	vmovdqa		abef\s, SAVED_ABEF(\s+4*\group)
	vmovdqa		cdgh\s, SAVED_CDGH(\s+4*\group)
.endr
	hy_store_group	\group
.endif
.endr
	lea		VL/4*64(SCRATCH), NEXT
	lea		VL*16(NEXT), NOW
	vbroadcasti32x4	sha256_bswap(%rip), bswap
	xor		%r8d, %r8d
	lea		sha256_k(%rip), KPTR
	hy_load		0, w0, w1, w2, w3, 0
	hy_load		2, w4, w5, w6, w7, 0
	hy_load		4, w8, w9, w10, w11, 0
	hy_load		6, w12, w13, w14, w15, 0
	xchg		NOW, NEXT
.Lblock\@:
	mov		$3, %eax
.Lsteps\@:
	add		$64, KPTR
	.set ROUND, 0
	hy_sched	0, w0, w1, w2, w9, w10, w14, w15
	hy_sched	1, w2, w3, w4, w11, w12, w0, w1
	hy_sched	2, w4, w5, w6, w13, w14, w2, w3
	hy_sched	3, w6, w7, w8, w15, w0, w4, w5
	hy_sched	4, w8, w9, w10, w1, w2, w6, w7
	hy_sched	5, w10, w11, w12, w3, w4, w8, w9
	hy_sched	6, w12, w13, w14, w5, w6, w10, w11
	hy_sched	7, w14, w15, w0, w7, w8, w12, w13
	xchg		NOW, NEXT
	dec		%eax
	jnz		.Lsteps\@
	cmp		$1, NBLOCKS
	lea		64(OFFSET), %rax
	cmovne		%rax, OFFSET
	lea		sha256_k(%rip), KPTR
	.set ROUND, 0
	hy_load		0, w0, w1, w2, w3, VL/8
	hy_load		2, w4, w5, w6, w7, VL/8
	hy_load		4, w8, w9, w10, w11, VL/8
	hy_load		6, w12, w13, w14, w15, VL/8
	xchg		NOW, NEXT
	dec		NBLOCKS
	jnz		.Lblock\@
.irp group, 0, 1, 2, 3
.if 16 * \group < VL
	hy_load_group	\group
.irp s, 0, 1, 2, 3
	shani_store_state \s, \s+4*\group
.endr
.endif
.endr
	vzeroupper
.endm

SYM_TYPED_FUNC_START(mbhash_sha256_shani_avx512_x8)
	hy		32
	RET
SYM_FUNC_END(mbhash_sha256_shani_avx512_x8)

SYM_TYPED_FUNC_START(mbhash_sha256_shani_avx512_x16)
	hy		64
	RET
SYM_FUNC_END(mbhash_sha256_shani_avx512_x16)
