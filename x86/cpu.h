/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CPU features. A native kernel knows them (and which its command line disables);
 * User Mode Linux and user space ask the CPU.
 */
#ifndef _MBHASH_X86_CPU_H
#define _MBHASH_X86_CPU_H

#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include <asm/cpufeatures.h>

#if defined(__KERNEL__) && !defined(CONFIG_UML)

#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#include <asm/fpu/types.h>
#include <asm/processor.h>

#include "../compat/x86_ymm.h"

static inline bool mbhash_cpu_has(unsigned int feature)
{
	return boot_cpu_has(feature);
}

static inline bool mbhash_cpu_has_xfeatures(u64 mask)
{
	return cpu_has_xfeatures(mask, NULL);
}

static inline bool mbhash_cpu_is_intel(void)
{
	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL;
}

#else

#include "ymm.h"

/* Components of the register state (Intel SDM volume 1, 13.1). */
#define XFEATURE_MASK_SSE	BIT(1)
#define XFEATURE_MASK_YMM	BIT(2)
#define XFEATURE_MASK_AVX512	(BIT(5) | BIT(6) | BIT(7))

/* A leaf of CPUID: EAX, EBX, ECX, EDX */
static inline void mbhash_cpuid(u32 leaf, u32 *reg)
{
	asm("cpuid" : "=a" (reg[0]), "=b" (reg[1]), "=c" (reg[2]), "=d" (reg[3])
	    : "a" (leaf), "c" (0));
}

/* The kernel numbers a feature 32 * word + bit: these are the words we need. */
static inline bool mbhash_cpu_has(unsigned int feature)
{
	static const struct {
		u8 leaf, reg;
	} words[] = {
		[0] = { 1, 3 },	/* EDX */
		[4] = { 1, 2 },	/* ECX */
		[9] = { 7, 1 },	/* EBX */
		[16] = { 7, 2 },	/* ECX */
	};
	u32 leaf = words[feature / 32].leaf, reg[4];

	mbhash_cpuid(0, reg);
	if (reg[0] < leaf)
		return false;
	mbhash_cpuid(leaf, reg);
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

/* The vendor is in EBX, EDX and ECX. */
static inline bool mbhash_cpu_is_intel(void)
{
	u32 vendor[4];

	mbhash_cpuid(0, vendor);
	swap(vendor[2], vendor[3]);
	return !memcmp(vendor + 1, "GenuineIntel", 3 * sizeof(*vendor));
}

/* The model's high bits are in bits 16 to 19 of EAX. */
static inline bool mbhash_cpu_prefers_ymm(void)
{
	u32 version[4];

	mbhash_cpuid(1, version);
	return mbhash_cpu_is_intel() && (version[0] >> 8 & 0xf) == 6 &&
	       mbhash_model_prefers_ymm((version[0] >> 12 & 0xf0) | (version[0] >> 4 & 0xf));
}

#endif

#endif /* _MBHASH_X86_CPU_H */
