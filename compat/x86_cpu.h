/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the CPU can do. A kernel that runs on the machine itself knows (it also
 * knows what was switched off on its command line); User Mode Linux and user
 * space ask the CPU.
 */
#ifndef _MBHASH_COMPAT_X86_CPU_H
#define _MBHASH_COMPAT_X86_CPU_H

#include <linux/types.h>
#include <asm/cpufeatures.h>
#include <asm/page.h>		/* asm/fpu/types.h needs it under UML */
#include <asm/fpu/types.h>

#if defined(__KERNEL__) && !defined(CONFIG_UML)

#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#include <asm/intel-family.h>

static inline bool mbhash_cpu_has(unsigned int feature)
{
	return boot_cpu_has(feature);
}

static inline bool mbhash_cpu_has_xfeatures(u64 mask)
{
	return cpu_has_xfeatures(mask, NULL);
}

/* Does 512-bit code cost this CPU clock speed? 6.10 and newer know. */
static inline bool mbhash_cpu_prefers_ymm(void)
{
#ifdef X86_FEATURE_PREFER_YMM
	return boot_cpu_has(X86_FEATURE_PREFER_YMM);
#else
	/* The list of those that do is that of 6.10, arch/x86/crypto. */
	static const struct x86_cpu_id cpus[] = {
		X86_MATCH_INTEL_FAM6_MODEL(SKYLAKE_X, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(ICELAKE_X, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(ICELAKE_D, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(ICELAKE, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(ICELAKE_L, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(ICELAKE_NNPI, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(TIGERLAKE_L, NULL),
		X86_MATCH_INTEL_FAM6_MODEL(TIGERLAKE, NULL),
		{}
	};

	return x86_match_cpu(cpus);
#endif
}

#else

/* The kernel numbers a feature 32 * word + bit: these are the words we need. */
static inline bool mbhash_cpu_has(unsigned int feature)
{
	static const struct {
		u8 leaf, reg;
	} words[] = {
		[0] = { 1, 3 },	/* EDX */
		[4] = { 1, 2 },	/* ECX */
		[9] = { 7, 1 },	/* EBX */
	};
	u32 leaf = words[feature / 32].leaf, reg[4] = { 0 };

	asm("cpuid" : "=a" (reg[0]), "=b" (reg[1]), "=c" (reg[2]), "=d" (reg[3])
	    : "a" (0), "c" (0));
	if (reg[0] < leaf)
		return false;
	asm("cpuid" : "=a" (reg[0]), "=b" (reg[1]), "=c" (reg[2]), "=d" (reg[3])
	    : "a" (leaf), "c" (0));
	return reg[words[feature / 32].reg] & (1U << (feature % 32));
}

static inline bool mbhash_cpu_has_xfeatures(u64 mask)
{
	u32 eax, edx;

	if (!mbhash_cpu_has(X86_FEATURE_OSXSAVE))
		return false;
	asm("xgetbv" : "=a" (eax), "=d" (edx) : "c" (0));
	return (((u64)edx << 32 | eax) & mask) == mask;
}

static inline bool mbhash_cpu_prefers_ymm(void)
{
	return false;
}

#endif

#endif /* _MBHASH_COMPAT_X86_CPU_H */
