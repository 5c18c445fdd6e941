// SPDX-License-Identifier: GPL-2.0
/*
 * p3-sha256: messages that are adjacent in memory, four at a time.
 */
#include "../engine/measure.h"

void p3_hash_many(const uint8_t *messages, size_t size, uint8_t (*digests)[32],
		  size_t jobs);

static void hash_many(const struct point *point)
{
	static unsigned int first;
	uint8_t digests[BUFFERS][32];

	first = (first + point->jobs) % (BUFFERS - point->jobs + 1);
	p3_hash_many(measure_buffer(point, first), point->size, digests, point->jobs);
}

int main(void)
{
	measure_all((struct point) {
		.algorithm = "sha256", .what = "engine", .peer = "p3-sha256",
		.impl = "hash_many", .isa = "all", .pick = "plan",
		.layout = LAYOUT_PACKED,
	}, hash_many);
	return 0;
}
