// SPDX-License-Identifier: GPL-2.0
/*
 * Linux 6.1's MD5 for one message: linux-6.1 compiles this behind crypto/md5.c, of which
 * a program that is no kernel cannot call anything.
 */
#include "linux61.h"

void linux61_md5(struct sha256_state *state, const uint8_t *data, int blocks)
{
	struct md5_state md5 = {};

	memcpy(md5.hash, state->state, sizeof(md5.hash));
	md5_update((struct shash_desc *)&md5, data, 64 * blocks);
	memcpy(state->state, md5.hash, sizeof(md5.hash));
}
