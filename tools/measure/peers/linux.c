// SPDX-License-Identifier: GPL-2.0
/*
 * Linux's own SHA-256 for SHA-NI: one message, and two of equal length at a time, as
 * fs-verity and dm-verity hash them since 6.17.
 */
#include <stdio.h>
#include <string.h>

#include "../engine/measure.h"
#include "linux.h"

/* FIPS 180-4, 5.3.3 */
static const struct context begun = {
	.state = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	},
};

static void put_be32(uint8_t *to, uint32_t value)
{
	value = __builtin_bswap32(value);
	memcpy(to, &value, sizeof(value));
}

static void hash_one(const uint8_t *data, size_t size, uint8_t *digest)
{
	const size_t tail = size % BLOCK;
	const size_t last = tail < BLOCK - sizeof(uint64_t) ? BLOCK : 2 * BLOCK;
	struct context context = begun;
	uint8_t end[2 * BLOCK] = {};

	if (size / BLOCK)
		sha256_ni_transform(context.state, data, size / BLOCK);
	memcpy(end, data + size - tail, tail);
	end[tail] = 0x80;
	put_be32(end + last - 8, (uint64_t)size * 8 >> 32);
	put_be32(end + last - 4, size * 8);
	sha256_ni_transform(context.state, end, last / BLOCK);
	for (unsigned int i = 0; i < 8; i++)
		put_be32(digest + 4 * i, context.state[i]);
	explicit_bzero(end, last);
	explicit_bzero(&context, sizeof(context));
}

static void call(const struct point *point)
{
	const uint8_t *data = measure_next_buffer(point);
	uint8_t digests[2][32];

	if (point->jobs == 1)
		hash_one(data, point->size, digests[0]);
	else
		sha256_ni_finup2x(&begun, data, measure_next_buffer(point),
				  point->size, digests[0], digests[1]);
}

/* Both must give the same digests: figures of wrong code mean nothing. */
static int same(const struct point *point)
{
	const uint8_t *data = measure_buffer(point, 0);
	uint8_t digests[3][32];

	hash_one(data, point->size, digests[0]);
	sha256_ni_finup2x(&begun, data, data, point->size, digests[1], digests[2]);
	return !memcmp(digests[0], digests[1], 32) && !memcmp(digests[0], digests[2], 32);
}

int main(void)
{
	struct point point = {
		.algorithm = "sha256", .what = "engine", .peer = "linux",
		.isa = "all", .pick = "plan", .layout = LAYOUT_ALIGNED,
	};

	for (const size_t *size = measure_sizes; *size; size++) {
		point.size = *size;
		if (!same(&point)) {
			fputs("linux: a digest is wrong\n", stderr);
			return 1;
		}
		point.jobs = 1;
		point.impl = "ni";
		measure(&point, call);
		point.jobs = 2;
		point.impl = "ni-finup2x";
		measure(&point, call);
	}
	return 0;
}
