// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: the table of implementations, detection of CPU features, and claiming the
 * vector registers.
 */
#include <linux/bits.h>
#include <linux/cpufeature.h>
#include <linux/string.h>
#include <linux/types.h>

#include "../engine/internal.h"
#include "impls.h"
#include "neon.h"

/* Bits of &mbhash_impl.isa. */
#define ISA_SCALAR	BIT(0)	/* plain integer assembly */
#define ISA_NEON	BIT(1)
#define ISA_SHA2	BIT(2)	/* the instructions for SHA-256 */

const char *const mbhash_isa_names[] = { "scalar", "neon", "sha2", NULL };

const u32 mbhash_isa_vector = ISA_NEON | ISA_SHA2;

/* Rows of one word of each lane: the state, and a block of 16 words. */
#define MD5_SCRATCH(width)	((4 + 16) * 4 * (width))
/* With four lanes the words stay in registers. */
#define MD5_SCRATCH_X4		(4 * 4 * 4)
/* The state of four lanes. */
#define SHA256_SCRATCH_X4	(8 * 4 * 4)

struct mbhash_impl mbhash_md5_impls[] = {
	{ "generic", mbhash_md5_generic, 0, 1 },
	{ "scalar-x1", mbhash_md5_scalar_x1, ISA_SCALAR, 1 },
	{ "scalar-x2", mbhash_md5_scalar_x2, ISA_SCALAR, 2 },
	{ "neon-x4", mbhash_md5_neon_x4, ISA_NEON, 4, MD5_SCRATCH_X4 },
	{ "neon-x8", mbhash_md5_neon_x8, ISA_NEON, 8, MD5_SCRATCH(8) },
	{ "neon-x12", mbhash_md5_neon_x12, ISA_NEON, 12, MD5_SCRATCH(12) },
	{ "neon-x16", mbhash_md5_neon_x16, ISA_NEON, 16, MD5_SCRATCH(16) },
	{ }
};

struct mbhash_impl mbhash_sha256_impls[] = {
	{ "generic", mbhash_sha256_generic, 0, 1 },
	{ "scalar-x1", mbhash_sha256_scalar_x1, ISA_SCALAR, 1 },
	{ "neon-x4", mbhash_sha256_neon_x4, ISA_NEON, 4, SHA256_SCRATCH_X4 },
	{ "sha2-x1", mbhash_sha256_sha2_x1, ISA_SHA2, 1 },
	{ "sha2-x2", mbhash_sha256_sha2_x2, ISA_SHA2, 2 },
	{ "sha2-x3", mbhash_sha256_sha2_x3, ISA_SHA2, 3 },
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
	u32 isa = ISA_SCALAR;

	if (cpu_have_named_feature(ASIMD))
		isa |= ISA_NEON;
	if ((isa & ISA_NEON) && cpu_have_named_feature(SHA2))
		isa |= ISA_SHA2;
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
 * Context: BH disabled. Preemption stays off until mbhash_simd_end().
 * Return: false if they cannot be used here.
 */
bool mbhash_simd_begin(void)
{
	return mbhash_neon_get();
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
	mbhash_arm64_clear();
	memzero_explicit(scratch, size);
	mbhash_neon_put();
}
