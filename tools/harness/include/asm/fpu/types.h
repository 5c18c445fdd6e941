/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_FPU_TYPES_H
#define _ASM_FPU_TYPES_H

/* The bits of XCR0: Intel's manual, volume 1, 13.3. */
#define XFEATURE_MASK_SSE	(1 << 1)
#define XFEATURE_MASK_YMM	(1 << 2)
#define XFEATURE_MASK_AVX512	(7 << 5)

#endif
