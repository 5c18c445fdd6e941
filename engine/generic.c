// SPDX-License-Identifier: GPL-2.0
/*
 * An architecture without implementations: portable C alone.
 */
#include "internal.h"

const char *const mbhash_isa_names[] = { NULL };

const u32 mbhash_isa_vector;

struct mbhash_impl mbhash_md5_impls[] = {
	{ "generic", mbhash_md5_generic, 0, 1 },
	{ }
};

struct mbhash_impl mbhash_sha256_impls[] = {
	{ "generic", mbhash_sha256_generic, 0, 1 },
	{ }
};

u32 mbhash_isa_available(void)
{
	return 0;
}

u32 mbhash_isa_default(void)
{
	return 0;
}

bool mbhash_simd_begin(void)
{
	return false;
}

void mbhash_simd_end(u32 isa, void *scratch, size_t size)
{
}
