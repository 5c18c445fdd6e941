// SPDX-License-Identifier: GPL-2.0
/*
 * The same as glue.c, for kernels whose drivers call a library: the library with its
 * code for x86, and the drivers. They are named *-x86 instead of *-lib, because the
 * kernel's own *-lib exist too; in User Mode Linux those use portable C.
 *
 * The drivers and the library are the files included below, unchanged from the kernel's
 * source tree.
 */

/* The kernel exports symbols with these names already. */
#define __DISABLE_EXPORTS
#include <linux/export.h>
#undef __DISABLE_EXPORTS

#include <linux/module.h>
#include <linux/string.h>
#include <asm/processor.h>

#include "baseline/cpu.h"

/* A module has one init function: the one below. */
#undef subsys_initcall
#undef module_init
#undef module_exit
#define subsys_initcall(fn)
#define module_init(fn)
#define module_exit(fn)

/* Only code for Zhaoxin uses the CPU's family, which User Mode Linux does not know. */
#undef CONFIG_CPU_SUP_ZHAOXIN
static const struct { u8 x86; } any_cpu;
#define boot_cpu_data any_cpu

#define CONFIG_CRYPTO_LIB_SHA256_ARCH 1

#include <lib/crypto/sha256.c>
#include <crypto/sha256.c>

int __init init_module(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(algs); i++) {
		char *kind = strstr(algs[i].base.cra_driver_name, "-lib");

		memcpy(kind, "-x86", strlen(kind));
	}
	return sha256_mod_init() ?: crypto_sha256_mod_init();
}

void __exit cleanup_module(void)
{
	crypto_sha256_mod_exit();
	sha256_mod_exit();
}
