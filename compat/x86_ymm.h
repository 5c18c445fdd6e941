/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Does 512-bit code lower this CPU's clock speed? Newer kernels know.
 */
#ifndef _MBHASH_COMPAT_X86_YMM_H
#define _MBHASH_COMPAT_X86_YMM_H

#include <asm/cpufeature.h>
#include <asm/processor.h>

#include "../x86/ymm.h"

static inline bool mbhash_cpu_prefers_ymm(void)
{
#ifdef X86_FEATURE_PREFER_YMM
	return boot_cpu_has(X86_FEATURE_PREFER_YMM);
#else
	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL &&
	       boot_cpu_data.x86 == 6 &&
	       mbhash_model_prefers_ymm(boot_cpu_data.x86_model);
#endif
}

#endif /* _MBHASH_COMPAT_X86_YMM_H */
