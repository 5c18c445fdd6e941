// SPDX-License-Identifier: GPL-2.0
/*
 * x86-64: the table of implementations, detection of CPU features, and claiming the
 * vector registers.
 */
#include <linux/bits.h>
#include <linux/types.h>

#include "../engine/internal.h"
#include "cpu.h"
#include "fpu.h"
#include "impls.h"

/* Bits of &mbhash_impl.isa. */
#define SCALAR		BIT(0)	/* plain integer assembly */
#define BMI2		BIT(1)	/* and BMI1 */
#define SSE2		BIT(2)
#define SSSE3		BIT(3)
#define AVX		BIT(4)
#define AVX2		BIT(5)
#define AVX512VL	BIT(6)	/* F, BW, DQ and VL, on 128 and 256 bits */
#define AVX512		BIT(7)	/* the same on 512 bits */
#define SHANI		BIT(8)
#define MIXED		BIT(9)	/* SSE beside 256 bits of the first 16 registers */

const char *const mbhash_isa_names[] = {
	"scalar", "bmi2", "sse2", "ssse3", "avx", "avx2", "avx512vl", "avx512", "shani",
	"mixed", NULL
};

const u32 mbhash_isa_vector = SSE2 | SSSE3 | AVX | AVX2 | AVX512VL | AVX512 |
			      SHANI;

/* An entry that also has a mbhash_finup_fn. */
#define WITH_FINUP(name, fn, isa, width, scratch, instructions)			\
	{ name, fn, isa, width, scratch, instructions, .finup = fn##_finup }

/* An entry that also has a mbhash_digest_fn. */
#define WITH_DIGEST(name, fn, isa, width, scratch, instructions)		\
	{ name, fn, isa, width, scratch, instructions, .finup = fn##_finup,	\
	  .digest = fn##_digest }

/* Rows with one word of each lane: the state, and two blocks of 16 words. */
#define MD5_SCRATCH(width)	((4 + 2 * 16) * 4 * (width))

struct mbhash_impl mbhash_md5_impls[] = {
	{ "generic", mbhash_md5_generic, 0, 1, 0, 577 },
	{ "scalar-x1", mbhash_md5_scalar_x1, SCALAR, 1, 0, 668 },
	{ "scalar-x2", mbhash_md5_scalar_x2, SCALAR, 2, 0, 1334 },
	WITH_FINUP("sse2-x4", mbhash_md5_sse2_x4, SSE2, 4, MD5_SCRATCH(4), 975),
	WITH_FINUP("sse2-x8", mbhash_md5_sse2_x8, SSE2, 8, MD5_SCRATCH(8), 1699),
	WITH_FINUP("avx-x4", mbhash_md5_avx_x4, AVX, 4, MD5_SCRATCH(4), 815),
	WITH_FINUP("avx-x8", mbhash_md5_avx_x8, AVX, 8, MD5_SCRATCH(8), 1379),
	WITH_FINUP("avx2-x8", mbhash_md5_avx2_x8, AVX2, 8, MD5_SCRATCH(8), 835),
	WITH_FINUP("avx2-x16", mbhash_md5_avx2_x16, AVX2, 16, MD5_SCRATCH(16), 1427),
	WITH_FINUP("avx512-x4", mbhash_md5_avx512_x4, AVX512VL, 4, MD5_SCRATCH(4), 783),
	WITH_FINUP("avx512-x8", mbhash_md5_avx512_x8, AVX512VL, 8, MD5_SCRATCH(8), 803),
	WITH_FINUP("avx512-x16", mbhash_md5_avx512_x16, AVX512VL, 16, MD5_SCRATCH(16), 1123),
	WITH_FINUP("avx512-x32", mbhash_md5_avx512_x32, AVX512, 32, MD5_SCRATCH(32), 1331),
	WITH_FINUP("avx512-x48", mbhash_md5_avx512_x48, AVX512, 48, MD5_SCRATCH(48), 1944),
	WITH_FINUP("avx512-x64", mbhash_md5_avx512_x64, AVX512, 64, MD5_SCRATCH(64), 2560),
	{ }
};

struct mbhash_impl mbhash_sha256_impls[] = {
	{ "generic", mbhash_sha256_generic, 0, 1, 0, 3320 },
	WITH_FINUP("scalar-x1", mbhash_sha256_scalar_x1, SCALAR, 1, 64, 2650),
	WITH_FINUP("bmi2-x1", mbhash_sha256_bmi2_x1, BMI2, 1, 64, 2426),
	WITH_FINUP("ssse3-x1", mbhash_sha256_ssse3_x1, SSSE3, 1, 64, 2182),
	WITH_FINUP("avx-x1", mbhash_sha256_avx_x1, AVX, 1, 64, 2110),
	WITH_FINUP("avx2-x1", mbhash_sha256_avx2_x1, AVX2 | BMI2, 1, 512, 1792),
	WITH_FINUP("avx2-x2", mbhash_sha256_avx2_x2, AVX2 | BMI2, 2, 512, 3614),
	WITH_FINUP("avx512-x1", mbhash_sha256_avx512_x1, AVX512VL | BMI2, 1, 512, 1738),
	{ "ssse3-x4", mbhash_sha256_ssse3_x4, SSSE3, 4, 384, 4288 },
	{ "avx-x4", mbhash_sha256_avx_x4, AVX, 4, 384, 3567 },
	{ "avx2-x8", mbhash_sha256_avx2_x8, AVX2, 8, 768, 3599 },
	{ "avx512-x8", mbhash_sha256_avx512_x8, AVX512VL, 8, 256, 1862 },
	{ "avx512-x16", mbhash_sha256_avx512_x16, AVX512, 16, 512, 1902 },
	WITH_DIGEST("shani-x1", mbhash_sha256_shani_x1, SHANI, 1, 0, 155),
	WITH_DIGEST("shani-avx-x1", mbhash_sha256_shani_avx_x1, SHANI | AVX, 1, 0, 127),
	WITH_DIGEST("shani-x2", mbhash_sha256_shani_x2, SHANI, 2, 64, 307),
	WITH_DIGEST("shani-avx-x2", mbhash_sha256_shani_avx_x2, SHANI | AVX, 2, 64, 251),
	WITH_DIGEST("shani-x3", mbhash_sha256_shani_x3, SHANI | AVX, 3, 192, 411),
	WITH_DIGEST("shani-x4", mbhash_sha256_shani_x4, SHANI | AVX, 4, 384, 571),
	WITH_DIGEST("shani-vl-x3", mbhash_sha256_shani_vl_x3, SHANI | AVX512VL, 3, 96, 411),
	WITH_DIGEST("shani-vl-x4", mbhash_sha256_shani_vl_x4, SHANI | AVX512VL, 4, 128, 571),
	WITH_DIGEST("shani-vl-x8", mbhash_sha256_shani_vl_x8, SHANI | AVX512VL | MIXED, 8, 1536,
		    1531),
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
	u32 isa = SCALAR | SSE2;	/* every x86-64 CPU */

	if (mbhash_cpu_has(X86_FEATURE_BMI1) && mbhash_cpu_has(X86_FEATURE_BMI2))
		isa |= BMI2;
	if (mbhash_cpu_has(X86_FEATURE_SSSE3))
		isa |= SSSE3;
	if (mbhash_cpu_has(X86_FEATURE_SHA_NI) &&
	    mbhash_cpu_has(X86_FEATURE_SSSE3) &&
	    mbhash_cpu_has(X86_FEATURE_XMM4_1))
		isa |= SHANI;
	if (mbhash_cpu_has(X86_FEATURE_AVX) &&
	    mbhash_cpu_has_xfeatures(XFEATURE_MASK_SSE | XFEATURE_MASK_YMM))
		isa |= AVX;
	if ((isa & AVX) && mbhash_cpu_has(X86_FEATURE_AVX2))
		isa |= AVX2 | MIXED;
	if ((isa & AVX2) &&
	    mbhash_cpu_has(X86_FEATURE_AVX512F) &&
	    mbhash_cpu_has(X86_FEATURE_AVX512BW) &&
	    mbhash_cpu_has(X86_FEATURE_AVX512DQ) &&
	    mbhash_cpu_has(X86_FEATURE_AVX512VL) &&
	    mbhash_cpu_has_xfeatures(XFEATURE_MASK_AVX512))
		isa |= AVX512VL | AVX512;
	return isa;
}

/**
 * mbhash_isa_default() - the instruction sets that are used by default
 *
 * 512-bit code lowers the clock of some CPUs, which slows down everything else
 * that runs there. Intel's CPUs may take hundreds of cycles for an SSE instruction after
 * one that has written 256 bits: 135 ns on a Xeon of family 6, model 207; AMD's none.
 *
 * Context: any.
 * Return: bits of mbhash_isa_names[].
 */
u32 mbhash_isa_default(void)
{
	u32 isa = mbhash_isa_available();

	if (mbhash_cpu_prefers_ymm())
		isa &= ~AVX512;
	if (mbhash_cpu_is_intel())
		isa &= ~MIXED;
	return isa;
}

/**
 * mbhash_simd_begin() - claim the vector registers
 *
 * Context: BH disabled. Preemption stays off until mbhash_simd_end().
 * Return: false if they are in use.
 */
bool mbhash_simd_begin(void)
{
	return mbhash_fpu_get();
}

/**
 * mbhash_simd_end() - clear the vector registers and give them back
 * @isa: the instruction sets that were used
 * @scratch: the implementations' scratch memory, aligned to MBHASH_BLOCK
 * @size: how many bytes of it to clear as well, a multiple of MBHASH_BLOCK
 *
 * Context: after a successful mbhash_simd_begin().
 */
void mbhash_simd_end(u32 isa, void *scratch, size_t size)
{
	if (isa & (AVX512VL | AVX512))
		mbhash_x86_clear_avx512(scratch, size);
	else if (isa & (AVX | AVX2))
		mbhash_x86_clear_avx(scratch, size);
	else if (isa)
		mbhash_x86_clear_sse(scratch, size);
	mbhash_fpu_put();
}
