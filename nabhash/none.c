// SPDX-License-Identifier: GPL-2.0
/* For architectures without an implementation of their own */
#include "nabhash.h"

/**
 * nabhash_fast() - the architecture's implementation
 *
 * Context: any.
 * Return: NULL, as there is none.
 */
const struct nabhash_impl *nabhash_fast(void)
{
	return NULL;
}
