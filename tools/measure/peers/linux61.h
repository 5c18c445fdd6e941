/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linux 6.1's SHA-256 code for one message: the functions of arch/x86/crypto, and portable
 * C by the name of lib/crypto's interface. A struct sha256_state begins with the state.
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

void sha256_update(struct sha256_state *state, const uint8_t *data, unsigned int len);
void sha256_transform_ssse3(struct sha256_state *state, const uint8_t *data, int blocks);
void sha256_transform_avx(struct sha256_state *state, const uint8_t *data, int blocks);
void sha256_transform_rorx(struct sha256_state *state, const uint8_t *data, int blocks);
void sha256_ni_transform(struct sha256_state *state, const uint8_t *data, int blocks);

static inline void linux61_generic(struct sha256_state *state, const uint8_t *data,
				   int blocks)
{
	sha256_update(state, data, 64 * blocks);
}

typedef void (*linux61_fn)(struct sha256_state *state, const uint8_t *data, int blocks);

/* The code of a driver of SHA-256, or NULL. */
static inline linux61_fn linux61_driver(const char *name)
{
	static const struct linux61 {
		const char *name;
		linux61_fn fn;
	} drivers[] = {
		{ "sha256-generic", linux61_generic },
		{ "sha256-ssse3", sha256_transform_ssse3 },
		{ "sha256-avx", sha256_transform_avx },
		{ "sha256-avx2", sha256_transform_rorx },
		{ "sha256-ni", sha256_ni_transform },
		{ NULL, NULL }
	};
	const struct linux61 *driver = drivers;

	while (driver->name && strcmp(driver->name, name))
		driver++;
	return driver->fn;
}

#endif /* PEERS_LINUX61_H */
