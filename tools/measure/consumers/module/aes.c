// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own drivers of AES for x86 (AES-NI, VAES), built for User Mode Linux, which
 * leaves them out.
 *
 * The drivers are the file included below, unchanged from the kernel's source tree. CPU
 * features are detected differently, see baseline/cpu.h, and in older kernels the drivers
 * are registered themselves, not behind wrappers that look whether SIMD may be used:
 * User Mode Linux always may.
 */
#define pr_fmt(fmt)	KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/types.h>
#include <asm/cpu_device_id.h>
#include <asm/fpu/api.h>
#include <crypto/internal/aead.h>
#include <crypto/internal/simd.h>
#include <crypto/internal/skcipher.h>

#include "baseline/cpu.h"

static bool vaes = true;
module_param(vaes, bool, 0444);
MODULE_PARM_DESC(vaes, "use VAES, which CPUs without SHA-NI do not have (default 1)");

static bool avx = true;
module_param(avx, bool, 0444);
MODULE_PARM_DESC(avx, "use AVX and AVX2 (default 1)");

/* The features that CPUs themselves know; the kernel's own are about slow CPUs. */
#define CPUID_FEATURES	(17 * 32)

static bool may_use(unsigned int feature)
{
	if (feature == X86_FEATURE_VAES && !vaes)
		return false;
	if ((feature == X86_FEATURE_AVX || feature == X86_FEATURE_AVX2) && !avx)
		return false;
	return feature < CPUID_FEATURES && mbhash_cpu_has(feature);
}

#undef boot_cpu_has
#define boot_cpu_has(feature) may_use(feature)

/* Lists of models name their vendor, which User Mode Linux does not know. */
#ifndef X86_VENDOR_INTEL
#define X86_VENDOR_INTEL 0
#endif

/* A table is that of a feature, or of models that are slow with AVX-512. */
static inline bool has_feature_of(const struct x86_cpu_id *table)
{
	return table->feature && may_use(table->feature);
}

#define x86_match_cpu(table) has_feature_of(table)

/* The wrapper's names: without the prefix */
static void __maybe_unused unwrap(struct crypto_alg *alg)
{
	memmove(alg->cra_name, alg->cra_name + 2, sizeof(alg->cra_name) - 2);
	memmove(alg->cra_driver_name, alg->cra_driver_name + 2,
		sizeof(alg->cra_driver_name) - 2);
	alg->cra_flags &= ~CRYPTO_ALG_INTERNAL;
}

#define DEFINE_UNWRAPPED(kind)								\
static int __maybe_unused register_##kind##s(struct kind##_alg *algs, int n, void **wrappers)	\
{											\
	int i;										\
											\
	for (i = 0; i < n; i++) {							\
		unwrap(&algs[i].base);							\
		wrappers[i] = &algs[i];							\
	}										\
	return crypto_register_##kind##s(algs, n);					\
}

DEFINE_UNWRAPPED(skcipher)
DEFINE_UNWRAPPED(aead)

#define simd_register_skciphers_compat(algs, n, wrappers) \
	register_skciphers(algs, n, (void **)(wrappers))
#define simd_register_aeads_compat(algs, n, wrappers) \
	register_aeads(algs, n, (void **)(wrappers))
#define simd_unregister_skciphers(algs, n, wrappers) crypto_unregister_skciphers(algs, n)
#define simd_unregister_aeads(algs, n, wrappers) crypto_unregister_aeads(algs, n)

#include "aesni-intel_glue.c"
