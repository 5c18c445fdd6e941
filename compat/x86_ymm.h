/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Does 512-bit code lower this CPU's clock speed? Newer kernels know.
 */
#ifndef _MBHASH_COMPAT_X86_YMM_H
#define _MBHASH_COMPAT_X86_YMM_H

#include <linux/string.h>
#include <linux/types.h>
#include <asm/cpufeature.h>
#include <asm/processor.h>

static inline bool mbhash_cpu_prefers_ymm(void)
{
#ifdef X86_FEATURE_PREFER_YMM
	return boot_cpu_has(X86_FEATURE_PREFER_YMM);
#else
	/* The models of Intel's family 6 that do, from newer kernels' arch/x86. */
	static const u8 models[] = {
		0x55,			/* Skylake-X */
		0x6a, 0x6c,		/* Ice Lake-X, -D */
		0x7d, 0x7e, 0x9d,	/* Ice Lake, -L, -NNPI */
		0x8c, 0x8d,		/* Tiger Lake-L, Tiger Lake */
	};

	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL &&
	       boot_cpu_data.x86 == 6 &&
	       memchr(models, boot_cpu_data.x86_model, sizeof(models));
#endif
}

#endif /* _MBHASH_COMPAT_X86_YMM_H */
