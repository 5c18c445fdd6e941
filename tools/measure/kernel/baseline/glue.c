// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own SHA-256 driver for x86 (SSSE3, AVX, AVX2, SHA-NI), built for User
 * Mode Linux, which leaves it out: the benchmark compares with it.
 *
 * The driver is the file included below, unchanged from the kernel's source tree. Only
 * CPU features are detected differently, because User Mode Linux does not know them.
 */
#define pr_fmt(fmt)	KBUILD_MODNAME ": " fmt

#include <linux/types.h>
#include <asm/cpu_device_id.h>

#include "baseline/cpu.h"

/* Each driver also checks for the very feature that it needs. */
static inline bool any_cpu(const struct x86_cpu_id *table)
{
	return table;
}

#define x86_match_cpu(table) any_cpu(table)
#define CONFIG_AS_SHA256_NI 1

#include "sha256_ssse3_glue.c"
