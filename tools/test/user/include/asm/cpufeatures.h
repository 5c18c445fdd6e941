/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's numbers: 32 * word + bit; see x86/cpu.h for the words. */
#ifndef _ASM_CPUFEATURES_H
#define _ASM_CPUFEATURES_H

#define X86_FEATURE_SSSE3	(4 * 32 + 9)
#define X86_FEATURE_XMM4_1	(4 * 32 + 19)
#define X86_FEATURE_OSXSAVE	(4 * 32 + 27)
#define X86_FEATURE_AVX		(4 * 32 + 28)
#define X86_FEATURE_BMI1	(9 * 32 + 3)
#define X86_FEATURE_AVX2	(9 * 32 + 5)
#define X86_FEATURE_BMI2	(9 * 32 + 8)
#define X86_FEATURE_AVX512F	(9 * 32 + 16)
#define X86_FEATURE_AVX512DQ	(9 * 32 + 17)
#define X86_FEATURE_SHA_NI	(9 * 32 + 29)
#define X86_FEATURE_AVX512BW	(9 * 32 + 30)
#define X86_FEATURE_AVX512VL	(9 * 32 + 31)

#endif
