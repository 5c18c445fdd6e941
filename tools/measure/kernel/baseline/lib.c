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

static char *like = "sha256-ni";
module_param(like, charp, 0444);
MODULE_PARM_DESC(like, "use at most the code that this driver of older kernels has");

/*
 * Those drivers, each after the ones that it replaces, and what each needs. The library
 * chooses the best code for the CPU, whatever it is to be compared with.
 */
static const char * const driver[] = {
	"sha256-generic", "sha256-ssse3", "sha256-avx", "sha256-avx2", "sha256-ni",
};

static const unsigned int needs[ARRAY_SIZE(driver)] = {
	[1] = X86_FEATURE_SSSE3, X86_FEATURE_AVX, X86_FEATURE_AVX2, X86_FEATURE_SHA_NI,
};

static bool may_use(unsigned int feature)
{
	int i = match_string(driver, ARRAY_SIZE(driver), like);

	while (++i < ARRAY_SIZE(driver))
		if (needs[i] == feature)
			return false;
	return mbhash_cpu_has(feature);
}

#undef boot_cpu_has
#define boot_cpu_has(feature) may_use(feature)

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

	if (match_string(driver, ARRAY_SIZE(driver), like) < 0)
		return -EINVAL;
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
