/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Intel's models whose clock 512-bit code lowers, for kernels that do not know and for
 * programs.
 */
#ifndef _MBHASH_X86_YMM_H
#define _MBHASH_X86_YMM_H

#include <linux/string.h>
#include <linux/types.h>

/* @model: of family 6. The list is that of newer kernels' arch/x86. */
static inline bool mbhash_model_prefers_ymm(u8 model)
{
	static const u8 models[] = {
		0x55,			/* Skylake-X */
		0x6a, 0x6c,		/* Ice Lake-X, -D */
		0x7d, 0x7e, 0x9d,	/* Ice Lake, -L, -NNPI */
		0x8c, 0x8d,		/* Tiger Lake-L, Tiger Lake */
	};

	return memchr(models, model, sizeof(models));
}

#endif /* _MBHASH_X86_YMM_H */
