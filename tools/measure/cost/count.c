// SPDX-License-Identifier: GPL-2.0
/*
 * Calls one implementation once, so that run can count its instructions.
 *
 *	count			lists all implementations: hash, name, width
 *	count HASH NAME BLOCKS	calls one and prints its address
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../engine/internal.h"

#define MAX_BLOCKS	64

static const struct {
	const char *name;
	struct mbhash_impl *impls;
} hashes[] = {
	{ "md5", mbhash_md5_impls },
	{ "sha256", mbhash_sha256_impls },
};

__thread int vector_claims;

static u32 states[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
static u8 data[MBHASH_MAX_LANES][MAX_BLOCKS * MBHASH_BLOCK];
static u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);

static void call(const struct mbhash_impl *impl, size_t nblocks)
{
	const u8 *from[MBHASH_MAX_LANES];
	u32 *state[MBHASH_MAX_LANES];
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		state[i] = states[i];
		from[i] = data[i];
	}
	printf("%lx\n", (unsigned long)impl->fn);
	impl->fn(state, from, nblocks, scratch);
}

int main(int argc, char **argv)
{
	const struct mbhash_impl *k;
	unsigned int i;

	if (argc != 1 && argc != 4)
		return 2;
	for (i = 0; i < ARRAY_SIZE(hashes); i++) {
		for (k = hashes[i].impls; k->name; k++) {
			if (argc == 1) {
				printf("%s %s %u\n", hashes[i].name, k->name,
				       k->width);
			} else if (!strcmp(argv[1], hashes[i].name) &&
				   !strcmp(argv[2], k->name)) {
				call(k, strtoul(argv[3], NULL, 0));
				return 0;
			}
		}
	}
	return argc != 1;
}
