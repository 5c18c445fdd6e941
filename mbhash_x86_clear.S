/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clears the vector registers of an instruction set, those that they contain,
 * and scratch, once a section that hashed secrets is over.
 *
 * Many lanes have kilobytes of scratch. The kernel's memset() has no vector
 * registers, but here they are.
 */
#include <linux/linkage.h>

.text

/* void <name>(void *scratch, size_t size): a multiple of 64 bytes, aligned */
#define SCRATCH		%rdi
#define SIZE		%rsi

/* @store: of the cleared register @zeros, which has @width bytes */
.macro	clear_scratch	store, zeros, width
	test		SIZE, SIZE
	jz		2f
1:	sub		$64, SIZE
.set	offset, 0
.rept	64 / \width
	\store		\zeros, offset(SCRATCH, SIZE)
	.set		offset, offset + \width
.endr
	jnz		1b
2:
.endm

/* xmm0-15 */
SYM_FUNC_START(mbhash_x86_clear_sse)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	pxor		%xmm\i, %xmm\i
.endr
	clear_scratch	movdqa, %xmm0, 16
	RET
SYM_FUNC_END(mbhash_x86_clear_sse)

/* ymm0-15 */
SYM_FUNC_START(mbhash_x86_clear_avx)
	vzeroall
	clear_scratch	vmovdqa, %ymm0, 32
	RET
SYM_FUNC_END(mbhash_x86_clear_avx)

/* zmm0-31. Mask registers hold constants alone. vzeroall clears all 512 bits. */
SYM_FUNC_START(mbhash_x86_clear_avx512)
	vzeroall
.irp	i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	vpxord		%xmm\i, %xmm\i, %xmm\i
.endr
	clear_scratch	vmovdqa, %ymm0, 32
	RET
SYM_FUNC_END(mbhash_x86_clear_avx512)
