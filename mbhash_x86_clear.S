/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clears the vector registers of an instruction set, and those that they
 * contain, once a section that hashed secrets is over.
 */
#include <linux/linkage.h>

.text

/* void mbhash_x86_clear_sse(void): xmm0-15 */
SYM_FUNC_START(mbhash_x86_clear_sse)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	pxor		%xmm\i, %xmm\i
.endr
	RET
SYM_FUNC_END(mbhash_x86_clear_sse)

/* void mbhash_x86_clear_avx(void): ymm0-15 */
SYM_FUNC_START(mbhash_x86_clear_avx)
	vzeroall
	RET
SYM_FUNC_END(mbhash_x86_clear_avx)

/*
 * void mbhash_x86_clear_avx512(void): zmm0-31
 *
 * Mask registers hold constants alone. vzeroall clears all 512 bits.
 */
SYM_FUNC_START(mbhash_x86_clear_avx512)
	vzeroall
.irp	i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	vpxord		%xmm\i, %xmm\i, %xmm\i
.endr
	RET
SYM_FUNC_END(mbhash_x86_clear_avx512)
