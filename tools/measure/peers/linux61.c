// SPDX-License-Identifier: GPL-2.0
/*
 * Linux 6.1's own SHA-256 for one message, by each of its drivers, to compare with what
 * the engine does on CPUs that have no more than this driver needs.
 */
#include <cpuid.h>
#include <stdbool.h>
#include <stdio.h>

#include "../engine/measure.h"
#include "linux61.h"

#define BLOCK	64

/* The names of Linux's drivers, from the slowest on */
static const char *const drivers[] = {
	"sha256-generic", "sha256-ssse3", "sha256-avx", "sha256-avx2", "sha256-ni", NULL
};

static linux61_fn transform;

static bool has_sha_ni(void)
{
	unsigned int eax, ebx = 0, ecx, edx;

	return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & bit_SHA);
}

/* Does this CPU have what the driver needs? */
static bool usable(const char *driver)
{
	if (!strcmp(driver, "sha256-ssse3"))
		return __builtin_cpu_supports("ssse3");
	if (!strcmp(driver, "sha256-avx"))
		return __builtin_cpu_supports("avx");
	if (!strcmp(driver, "sha256-avx2"))
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
	return strcmp(driver, "sha256-ni") || has_sha_ni();
}

static void put_be32(uint8_t *to, uint32_t value)
{
	value = __builtin_bswap32(value);
	memcpy(to, &value, sizeof(value));
}

static void hash(const uint8_t *data, size_t size, uint8_t *digest)
{
	/* FIPS 180-4, 5.3.3 */
	struct sha256_state state = { .state = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	} };
	const size_t tail = size % BLOCK;
	const size_t last = tail < BLOCK - sizeof(uint64_t) ? BLOCK : 2 * BLOCK;
	uint8_t end[2 * BLOCK] = {};

	if (size / BLOCK)
		transform(&state, data, size / BLOCK);
	memcpy(end, data + size - tail, tail);
	end[tail] = 0x80;
	put_be32(end + last - 8, (uint64_t)size * 8 >> 32);
	put_be32(end + last - 4, size * 8);
	transform(&state, end, last / BLOCK);
	for (unsigned int i = 0; i < 8; i++)
		put_be32(digest + 4 * i, state.state[i]);
	explicit_bzero(end, last);
	explicit_bzero(&state, sizeof(state));
}

static void call(const struct point *point)
{
	uint8_t digest[32];

	hash(measure_next_buffer(point), point->size, digest);
}

int main(void)
{
	struct point point = {
		.algorithm = "sha256", .what = "engine", .peer = "linux-6.1", .jobs = 1,
		.isa = "all", .pick = "plan", .layout = LAYOUT_ALIGNED,
	};

	for (const size_t *size = measure_sizes; *size; size++) {
		for (const char *const *driver = drivers; *driver; driver++) {
			if (!usable(*driver))
				continue;
			transform = linux61_driver(*driver);
			point.impl = *driver;
			point.size = *size;
			measure(&point, call);
		}
	}
	return 0;
}
