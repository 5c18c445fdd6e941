// SPDX-License-Identifier: GPL-2.0
/*
 * tape-sha256: any messages, in lanes of its choice.
 */
#include "../engine/measure.h"

void tape_hash_many(const uint8_t *const *messages, size_t size, uint8_t (*digests)[32],
		    size_t jobs);

static void hash_many(const struct point *point)
{
	const uint8_t *messages[BUFFERS];
	uint8_t digests[BUFFERS][32];

	for (unsigned int i = 0; i < point->jobs; i++)
		messages[i] = measure_next_buffer(point);
	tape_hash_many(messages, point->size, digests, point->jobs);
}

int main(void)
{
	measure_all((struct point) {
		.algorithm = "sha256", .what = "engine", .peer = "tape-sha256",
		.impl = "hash_many", .isa = "all", .pick = "plan",
		.layout = LAYOUT_ALIGNED,
	}, hash_many);
	return 0;
}
