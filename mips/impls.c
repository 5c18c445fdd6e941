// SPDX-License-Identifier: GPL-2.0
/*
 * MIPS64: the table of implementations, detection of CPU features, and claiming the
 * vector registers.
 */
#include <linux/bits.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/cpu-features.h>
#include <asm/fpu.h>
#include <asm/msa.h>

#include "../engine/internal.h"
#include "impls.h"

/* Bits of &mbhash_impl.isa. */
#define SCALAR		BIT(0)	/* integer assembly for release 2 */
#define MSA		BIT(1)

const char *const mbhash_isa_names[] = { "scalar", "msa", NULL };

const u32 mbhash_isa_vector = MSA;

/*
 * Rows of one word of each lane: the state, and a block of 16 words. Then four
 * blocks.
 */
#define MD5_SCRATCH(width)	((4 + 16) * 4 * (width) + 4 * MBHASH_BLOCK)

struct mbhash_impl mbhash_md5_impls[] = {
	{ "generic", mbhash_md5_generic, 0, 1 },
	{ "scalar-x1", mbhash_md5_scalar_x1, SCALAR, 1 },
	{ "scalar-x2", mbhash_md5_scalar_x2, SCALAR, 2, 2 * MBHASH_BLOCK },
	{ "msa-x4", mbhash_md5_msa_x4, MSA, 4, MD5_SCRATCH(4) },
	{ "msa-x8", mbhash_md5_msa_x8, MSA, 8, MD5_SCRATCH(8) },
	{ "msa-x12", mbhash_md5_msa_x12, MSA, 12, MD5_SCRATCH(12) },
	{ }
};

struct mbhash_impl mbhash_sha256_impls[] = {
	{ "generic", mbhash_sha256_generic, 0, 1 },
	{ "scalar-x1", mbhash_sha256_scalar_x1, SCALAR, 1 },
	{ "scalar-x2", mbhash_sha256_scalar_x2, SCALAR, 2, 2 * MBHASH_BLOCK },
	{ "msa-x4", mbhash_sha256_msa_x4, MSA, 4, 128 + 4 * MBHASH_BLOCK },
	{ }
};

/**
 * mbhash_isa_available() - the instruction sets that the CPU and the kernel can use
 *
 * Context: any.
 * Return: bits of mbhash_isa_names[].
 */
u32 mbhash_isa_available(void)
{
	u32 isa = 0;

	if (cpu_has_mips64r2)
		isa |= SCALAR;
	if (cpu_has_mips64r2 && cpu_has_fpu && cpu_has_msa)
		isa |= MSA;
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
 * The kernel has no function for this on MIPS. This does what the kernel does when
 * a task gives up its registers: it saves them and their control registers, to be
 * loaded again when the task next uses one. It must not run in an interrupt, which
 * may have come while the task was doing the same.
 *
 * Context: BH disabled. Preemption stays off until mbhash_simd_end().
 * Return: false if something else may be using them.
 */
bool mbhash_simd_begin(void)
{
	if (!in_task() || !cpu_has_fpu || !cpu_has_msa)
		return false;

	preempt_disable();
	lose_fpu_inatomic(1, current);
	/* MSA registers are twice as wide as the 64-bit kind of FPU registers. */
	if (__enable_fpu(FPU_64BIT)) {
		preempt_enable();
		return false;
	}
	enable_msa();
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
	if (isa)
		mbhash_mips_clear_msa();
	memzero_explicit(scratch, size);
	disable_msa();
	__disable_fpu();
	preempt_enable();
}
