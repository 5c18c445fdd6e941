// SPDX-License-Identifier: GPL-2.0
/*
 * Measures libmbhash: messages that are there as a whole, and streams, which get 32 KiB at a
 * time: what md5-simd's and sha256-simd's servers take of each.
 */
#include <stdio.h>
#include <stdlib.h>

#include <mbhash.h>

#include "measure.h"

#define WRITE	((size_t)32 * 1024)

static struct mbhash *hasher;
static struct mbhash_stream streams[BUFFERS], *all[BUFFERS];
static unsigned char digests[BUFFERS * MBHASH_MAX_SIZE];

static void check(int err)
{
	if (err) {
		fputs("library: a call failed\n", stderr);
		exit(1);
	}
}

static void digest(const struct point *point)
{
	const void *messages[BUFFERS];
	size_t sizes[BUFFERS];

	for (unsigned int i = 0; i < point->jobs; i++) {
		messages[i] = measure_next_buffer(point);
		sizes[i] = point->size;
	}
	check(mbhash_digest(hasher, point->jobs, messages, sizes, digests));
}

static void stream(const struct point *point)
{
	const uint8_t *messages[BUFFERS];
	const void *data[BUFFERS];
	size_t sizes[BUFFERS];

	for (unsigned int i = 0; i < point->jobs; i++)
		messages[i] = measure_next_buffer(point);
	check(mbhash_begin(hasher, point->jobs, all));
	for (size_t at = 0; at < point->size; at += WRITE) {
		for (unsigned int i = 0; i < point->jobs; i++) {
			data[i] = messages[i] + at;
			sizes[i] = point->size - at < WRITE ? point->size - at : WRITE;
		}
		check(mbhash_update(hasher, point->jobs, all, data, sizes));
	}
	check(mbhash_finish(hasher, point->jobs, all, digests));
}

static void run(const char *algorithm)
{
	struct point point = { .algorithm = algorithm, .isa = "all", .pick = "plan" };

	hasher = mbhash_new(algorithm, NULL, 0);
	check(!hasher);
	for (const size_t *size = measure_sizes; *size; size++) {
		for (const unsigned int *jobs = measure_jobs; *jobs; jobs++) {
			point.size = *size;
			point.jobs = *jobs;
			point.impl = mbhash_plan(hasher, *jobs);
			point.what = "digest";
			measure(&point, digest);
			point.what = "stream";
			measure(&point, stream);
		}
	}
	mbhash_free(hasher);
}

int main(void)
{
	static const char *const algorithms[] = { "md5", "sha256", "hmac(md5)", "hmac(sha256)" };

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (unsigned int i = 0; i < BUFFERS; i++)
		all[i] = &streams[i];
	for (unsigned int i = 0; i < sizeof(algorithms) / sizeof(*algorithms); i++)
		run(algorithms[i]);
	return 0;
}
