// SPDX-License-Identifier: GPL-2.0
/* x86-64: AES-NI. VAES gains nothing: four chains of rounds take as long in two registers. */
#include <linux/linkage.h>

#include "../x86/cpu.h"
#include "../x86/fpu.h"
#include "nabhash.h"

asmlinkage void nabhash_aesni_blocks(struct nabhash_state *state, const u8 *data, size_t n);
asmlinkage void nabhash_aesni_finish(const struct nabhash_state *state, u64 bytes,
				     u8 *digest);

static const struct nabhash_impl aesni = {
	.name = "aesni",
	.begin = mbhash_fpu_get,
	.end = mbhash_fpu_put,
	.blocks = nabhash_aesni_blocks,
	.finish = nabhash_aesni_finish,
};

/**
 * nabhash_fast() - the architecture's implementation
 *
 * Context: any.
 * Return: NULL if the CPU lacks it.
 */
const struct nabhash_impl *nabhash_fast(void)
{
	return mbhash_cpu_has(X86_FEATURE_AES) ? &aesni : NULL;
}
