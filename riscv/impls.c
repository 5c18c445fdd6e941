// SPDX-License-Identifier: GPL-2.0
/*
 * riscv64: the table of implementations, detection of CPU features, and claiming the
 * vector registers.
 */
#include <linux/bits.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/cpufeature.h>
#include <asm/simd.h>
#include <asm/vector.h>

#include "../engine/internal.h"
#include "impls.h"

/* Bits of &mbhash_impl.isa. */
#define ZBB		BIT(0)
#define V		BIT(1)	/* with registers of at least 128 bits */
#define V256		BIT(2)	/* with wider ones */
#define V512		BIT(3)
#define V1024		BIT(4)
#define ZVKB		BIT(5)
#define ZVKNH		BIT(6)	/* Zvknha or Zvknhb, the instructions for SHA-256 */

const char *const mbhash_isa_names[] = {
	"zbb", "v", "v256", "v512", "v1024", "zvkb", "zvknh", NULL
};

const u32 mbhash_isa_vector = V | V256 | V512 | V1024 | ZVKB | ZVKNH;

/* Rows of one word of each lane: the state, and a block of 16 words. */
#define MD5_SCRATCH(width)	((4 + 16) * 4 * (width))
#define SHA256_SCRATCH(width)	((8 + 16) * 4 * (width))
/* States and blocks */
#define ZVKNH_SCRATCH(width)	((32 + MBHASH_BLOCK) * (width))

/* Up to four registers have one word of all lanes. */
struct mbhash_impl mbhash_md5_impls[] = {
	{ "generic", mbhash_md5_generic, 0, 1 },
	{ "zbb-x1", mbhash_md5_zbb_x1, ZBB, 1 },
	{ "v-x4", mbhash_md5_v_x4, V, 4, MD5_SCRATCH(4) },
	{ "v-x8", mbhash_md5_v_x8, V, 8, MD5_SCRATCH(8) },
	{ "v-x16", mbhash_md5_v_x16, V, 16, MD5_SCRATCH(16) },
	{ "v-x32", mbhash_md5_v_x32, V256, 32, MD5_SCRATCH(32) },
	{ "v-x64", mbhash_md5_v_x64, V512, 64, MD5_SCRATCH(64) },
	{ "zvkb-x4", mbhash_md5_zvkb_x4, V | ZVKB, 4, MD5_SCRATCH(4) },
	{ "zvkb-x8", mbhash_md5_zvkb_x8, V | ZVKB, 8, MD5_SCRATCH(8) },
	{ "zvkb-x16", mbhash_md5_zvkb_x16, V | ZVKB, 16, MD5_SCRATCH(16) },
	{ "zvkb-x32", mbhash_md5_zvkb_x32, V256 | ZVKB, 32, MD5_SCRATCH(32) },
	{ "zvkb-x64", mbhash_md5_zvkb_x64, V512 | ZVKB, 64, MD5_SCRATCH(64) },
	{ }
};

/*
 * One register has one word of all lanes. With the instructions for SHA-256, up to four
 * registers have four words.
 */
struct mbhash_impl mbhash_sha256_impls[] = {
	{ "generic", mbhash_sha256_generic, 0, 1 },
	{ "zbb-x1", mbhash_sha256_zbb_x1, ZBB, 1 },
	{ "v-x4", mbhash_sha256_v_x4, V, 4, SHA256_SCRATCH(4) },
	{ "v-x8", mbhash_sha256_v_x8, V256, 8, SHA256_SCRATCH(8) },
	{ "v-x16", mbhash_sha256_v_x16, V512, 16, SHA256_SCRATCH(16) },
	{ "v-x32", mbhash_sha256_v_x32, V1024, 32, SHA256_SCRATCH(32) },
	{ "zvkb-x4", mbhash_sha256_zvkb_x4, V | ZVKB, 4, SHA256_SCRATCH(4) },
	{ "zvkb-x8", mbhash_sha256_zvkb_x8, V256 | ZVKB, 8, SHA256_SCRATCH(8) },
	{ "zvkb-x16", mbhash_sha256_zvkb_x16, V512 | ZVKB, 16, SHA256_SCRATCH(16) },
	{ "zvkb-x32", mbhash_sha256_zvkb_x32, V1024 | ZVKB, 32, SHA256_SCRATCH(32) },
	{ "zvknh-x1", mbhash_sha256_zvknh_x1, V | ZVKB | ZVKNH, 1, ZVKNH_SCRATCH(1) },
	{ "zvknh-x2", mbhash_sha256_zvknh_x2, V | ZVKB | ZVKNH, 2, ZVKNH_SCRATCH(2) },
	{ "zvknh-x4", mbhash_sha256_zvknh_x4, V | ZVKB | ZVKNH, 4, ZVKNH_SCRATCH(4) },
	{ "zvknh-x8", mbhash_sha256_zvknh_x8, V256 | ZVKB | ZVKNH, 8, ZVKNH_SCRATCH(8) },
	{ }
};

/* Return: the bits for registers of that many bits. */
static u32 isa_of_vlen(unsigned int vlen)
{
	u32 isa = 0;

	if (vlen >= 128)
		isa |= V;
	if (vlen >= 256)
		isa |= V256;
	if (vlen >= 512)
		isa |= V512;
	if (vlen >= 1024)
		isa |= V1024;
	return isa;
}

/**
 * mbhash_isa_available() - the instruction sets that the CPU and the kernel can use
 *
 * Context: any.
 * Return: bits of mbhash_isa_names[].
 */
u32 mbhash_isa_available(void)
{
	u32 isa = 0;

	if (riscv_isa_extension_available(NULL, ZBB))
		isa |= ZBB;
	if (has_vector())
		isa |= isa_of_vlen(riscv_vector_vlen());
	if ((isa & V) && riscv_isa_extension_available(NULL, ZVKB))
		isa |= ZVKB;
	if ((isa & ZVKB) && (riscv_isa_extension_available(NULL, ZVKNHA) ||
			     riscv_isa_extension_available(NULL, ZVKNHB)))
		isa |= ZVKNH;
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
 * Context: BH disabled.
 * Return: false if they cannot be used here.
 */
bool mbhash_simd_begin(void)
{
	if (!may_use_simd())
		return false;
	kernel_vector_begin();
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
	mbhash_riscv_clear();
	memzero_explicit(scratch, size);
	kernel_vector_end();
}
