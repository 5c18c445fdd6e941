/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of x86-64 lane kernels include: the registers of the arguments,
 * and macros for what differs by instruction set.
 */

/* The arguments of a mbhash_lane_fn, and what a mbhash_end_fn has besides. */
#define STATE		%rdi
#define DATA		%rsi
#define NBLOCKS		%rdx
#define SCRATCH		%rcx
#define LAST		%r8	/* the schedule of the last block, or 0 */

/* A mbhash_lane_fn is its mbhash_end_fn without a last block. */
.macro	without_end	name
SYM_TYPED_FUNC_START(\name)
	xor		%r8d, %r8d	/* LAST */
	jmp		\name\()_end
SYM_FUNC_END(\name)
.endm

/*
 * Vector instructions are encoded as the symbols VEX and EVEX say: in legacy
 * SSE if neither is set, in VEX if VEX is, in EVEX (32 registers) if both are.
 */

/* dst = src1 <insn> src2 */
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

/* A copy; in memory aligned to its size. */
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
