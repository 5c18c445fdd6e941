// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own driver of SHA-256 on x86 (SSSE3, AVX, AVX2, SHA-NI) for User
 * Mode Linux, which does not build it: what the benchmark compares with.
 *
 * The driver is the file that is included below, from the kernel's source tree,
 * unchanged. Only what the CPU can do is asked in another way: User Mode Linux
 * does not know.
 */
#define pr_fmt(fmt)	KBUILD_MODNAME ": " fmt

#include <linux/types.h>
#include <asm/cpu_device_id.h>

#include "baseline/cpu.h"

/* Each of the drivers asks again for the very feature that it needs. */
static inline bool any_cpu(const struct x86_cpu_id *table)
{
	return table;
}

#define x86_match_cpu(table) any_cpu(table)
#define CONFIG_AS_SHA256_NI 1

#include "sha256_ssse3_glue.c"
