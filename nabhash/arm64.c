// SPDX-License-Identifier: GPL-2.0
/* arm64: the Crypto Extensions */
#include <linux/cpufeature.h>
#include <linux/linkage.h>

#include "../arm64/neon.h"
#include "nabhash.h"

asmlinkage void nabhash_ce_blocks(struct nabhash_state *state, const u8 *data, size_t n);
asmlinkage void nabhash_ce_finish(const struct nabhash_state *state, u64 bytes, u8 *digest);

static const struct nabhash_impl ce = {
	.name = "ce",
	.begin = mbhash_neon_get,
	.end = mbhash_neon_put,
	.blocks = nabhash_ce_blocks,
	.finish = nabhash_ce_finish,
};

/**
 * nabhash_fast() - the architecture's implementation
 *
 * Context: any.
 * Return: NULL if the CPU lacks it.
 */
const struct nabhash_impl *nabhash_fast(void)
{
	return cpu_have_named_feature(AES) ? &ce : NULL;
}
