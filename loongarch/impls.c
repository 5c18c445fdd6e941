// SPDX-License-Identifier: GPL-2.0
/*
 * LoongArch: the table of implementations, detection of CPU features, and claiming the
 * vector registers.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/cpu-features.h>
#include <asm/fpu.h>

#include "../engine/internal.h"
#include "impls.h"

/* Bits of &mbhash_impl.isa. */
#define SCALAR		BIT(0)	/* integer assembly */
#define LSX		BIT(1)	/* vectors of 128 bits */
#define LASX		BIT(2)	/* of 256 bits */

const char *const mbhash_isa_names[] = { "scalar", "lsx", "lasx", NULL };

const u32 mbhash_isa_vector = LSX | LASX;

/* Rows of one word of each lane: the state, and a block of 16 words. */
#define MD5_SCRATCH(width)	((4 + 16) * 4 * (width))
/* The words of the block are in registers. */
#define SHA256_SCRATCH(width)	(8 * 4 * (width))

struct mbhash_impl mbhash_md5_impls[] = {
	{ "generic", mbhash_md5_generic, 0, 1 },
	{ "scalar-x1", mbhash_md5_scalar_x1, SCALAR, 1 },
	{ "lsx-x4", mbhash_md5_lsx_x4, LSX, 4, MD5_SCRATCH(4) },
	{ "lsx-x8", mbhash_md5_lsx_x8, LSX, 8, MD5_SCRATCH(8) },
	{ "lsx-x16", mbhash_md5_lsx_x16, LSX, 16, MD5_SCRATCH(16) },
	{ "lasx-x8", mbhash_md5_lasx_x8, LASX, 8, MD5_SCRATCH(8) },
	{ "lasx-x16", mbhash_md5_lasx_x16, LASX, 16, MD5_SCRATCH(16) },
	{ "lasx-x32", mbhash_md5_lasx_x32, LASX, 32, MD5_SCRATCH(32) },
	{ }
};

struct mbhash_impl mbhash_sha256_impls[] = {
	{ "generic", mbhash_sha256_generic, 0, 1 },
	{ "scalar-x1", mbhash_sha256_scalar_x1, SCALAR, 1 },
	{ "lsx-x4", mbhash_sha256_lsx_x4, LSX, 4, SHA256_SCRATCH(4) },
	{ "lasx-x8", mbhash_sha256_lasx_x8, LASX, 8, SHA256_SCRATCH(8) },
	{ }
};

/*
 * Does who has claimed the vector registers have BH disabled? Before 6.15 and its backports
 * the kernel disabled preemption only, which is enough on PREEMPT_RT: elsewhere a softirq
 * could claim them once more.
 */
static bool keeps_softirqs_out(void)
{
	unsigned long count = softirq_count();
	bool more;

	kernel_fpu_begin();
	more = softirq_count() != count;
	kernel_fpu_end();
	return more || IS_ENABLED(CONFIG_PREEMPT_RT);
}

/**
 * mbhash_isa_available() - the instruction sets that the CPU and the kernel can use
 *
 * All of them load unaligned data, which not every CPU can do.
 *
 * Context: a task that has not claimed the vector registers.
 * Return: bits of mbhash_isa_names[].
 */
u32 mbhash_isa_available(void)
{
	u32 isa = SCALAR;

	if (!cpu_has_ual)
		return 0;
	if (!cpu_has_fpu || !cpu_has_lsx || !keeps_softirqs_out())
		return isa;
	isa |= LSX;
	if (cpu_has_lasx)
		isa |= LASX;
	return isa;
}

/**
 * mbhash_isa_default() - the instruction sets that are used by default
 *
 * Context: any.
 * Return: bits of mbhash_isa_names[].
 */
u32 mbhash_isa_default(void)
{
	return mbhash_isa_available();
}

/**
 * mbhash_simd_begin() - claim the vector registers
 *
 * Who has claimed them has BH disabled, so a softirq cannot have interrupted it, but an
 * interrupt can. The kernel's may_use_simd() says no in softirqs as well.
 *
 * Context: BH disabled.
 * Return: false if they cannot be used here.
 */
bool mbhash_simd_begin(void)
{
	if (!in_task() && !in_serving_softirq())
		return false;
	kernel_fpu_begin();
	return true;
}

/**
 * mbhash_simd_end() - clear the vector registers and give them back
 * @isa: the instruction sets that were used
 * @scratch: the implementations' scratch memory, aligned to MBHASH_BLOCK
 * @size: how much of it to clear too, bytes, a multiple of MBHASH_BLOCK
 *
 * Context: after a successful mbhash_simd_begin().
 */
void mbhash_simd_end(u32 isa, void *scratch, size_t size)
{
	if (isa & LASX)
		mbhash_loongarch_clear_lasx();
	else if (isa)
		mbhash_loongarch_clear_lsx();
	memzero_explicit(scratch, size);
	kernel_fpu_end();
}
