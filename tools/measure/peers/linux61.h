/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linux 6.1's code for one message: portable C by the name of lib/crypto's interface, MD5's
 * as linux61_md5.c calls it, and SHA-256 by the functions of arch/x86/crypto or
 * arch/arm64/crypto. A struct sha256_state begins with the state.
 */
#ifndef PEERS_LINUX61_H
#define PEERS_LINUX61_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sha256_state {
	uint32_t state[8];
	uint64_t count;
	uint8_t buf[64];
};

typedef void (*linux61_fn)(struct sha256_state *state, const uint8_t *data, int blocks);

#define LINUX61(function) \
	void function(struct sha256_state *state, const uint8_t *data, int blocks)

LINUX61(linux61_md5);
LINUX61(sha256_transform_ssse3);
LINUX61(sha256_transform_avx);
LINUX61(sha256_transform_rorx);
LINUX61(sha256_ni_transform);
LINUX61(sha256_block_data_order);
LINUX61(sha256_block_neon);
void sha256_update(struct sha256_state *state, const uint8_t *data, unsigned int len);

static inline void linux61_generic(struct sha256_state *state, const uint8_t *data,
				   int blocks)
{
	sha256_update(state, data, 64 * blocks);
}

/* Linux's drivers on this architecture */
static const struct linux61 {
	const char *hash, *driver;
	linux61_fn fn;
} linux61[] = {
	{ "md5", "md5-generic", linux61_md5 },
	{ "sha256", "sha256-generic", linux61_generic },
#if defined(__x86_64__)
	{ "sha256", "sha256-ssse3", sha256_transform_ssse3 },
	{ "sha256", "sha256-avx", sha256_transform_avx },
	{ "sha256", "sha256-avx2", sha256_transform_rorx },
	{ "sha256", "sha256-ni", sha256_ni_transform },
#elif defined(__aarch64__)
	{ "sha256", "sha256-arm64", sha256_block_data_order },
	{ "sha256", "sha256-arm64-neon", sha256_block_neon },
#endif
	{ NULL, NULL, NULL }
};

/* The code of a driver, or NULL. */
static inline linux61_fn linux61_driver(const char *name)
{
	const struct linux61 *one = linux61;

	while (one->driver && strcmp(one->driver, name))
		one++;
	return one->fn;
}

#endif /* PEERS_LINUX61_H */
