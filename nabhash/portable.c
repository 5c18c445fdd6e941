// SPDX-License-Identifier: GPL-2.0
/*
 * NABHash in portable C, by a table of what SubBytes and MixColumns do to a byte. The time
 * of a look-up depends on the data, through the cache; that is no leak, as no secrets are
 * hashed. The tables of the kernel's AES are not used: a kernel may be built without them.
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "../compat/compat.h"
#include "nabhash.h"

#define WORDS	4

/* The column that a byte in row 0 contributes to */
static u32 table[256];

/* Multiply by x in GF(2^8), see FIPS 197. */
static u8 twice(u8 a)
{
	return a << 1 ^ (a >> 7) * 0x1b;
}

static void set_entry(u8 byte, u8 s)
{
	table[byte] = twice(s) | s << 8 | s << 16 | (u32)(twice(s) ^ s) << 24;
}

/**
 * nabhash_portable_init() - make the table
 *
 * Context: any, before all else.
 */
void nabhash_portable_init(void)
{
	u8 power = 1, inverse = 1;

	/* All bytes but 0 are powers of 3, whose inverse is 0xf6 = 2 + 4 + 16 + 32 + 64 + 128. */
	do {
		const u8 b2 = twice(inverse), b4 = twice(b2), b16 = twice(twice(b4));
		const u8 b32 = twice(b16), b64 = twice(b32), b128 = twice(b64);

		set_entry(power, inverse ^ rol8(inverse, 1) ^ rol8(inverse, 2) ^
				 rol8(inverse, 3) ^ rol8(inverse, 4) ^ 0x63);
		power ^= twice(power);
		inverse = b2 ^ b4 ^ b16 ^ b32 ^ b64 ^ b128;
	} while (power != 1);
	set_entry(0, 0x63);
}

/* out = R(in) ^ add */
static void round_add(u32 *out, const u32 *in, const u32 *add)
{
	u32 r[WORDS];
	unsigned int i;

	for (i = 0; i < WORDS; i++)
		r[i] = add[i] ^ table[(u8)in[i]] ^
		       rol32(table[(u8)(in[(i + 1) % WORDS] >> 8)], 8) ^
		       rol32(table[(u8)(in[(i + 2) % WORDS] >> 16)], 16) ^
		       rol32(table[in[(i + 3) % WORDS] >> 24], 24);
	memcpy(out, r, sizeof(r));
}

static void load(u32 *out, const u8 *in)
{
	unsigned int i;

	for (i = 0; i < WORDS; i++)
		out[i] = get_unaligned_le32(in + i * sizeof(u32));
}

static void store(u8 *out, const u32 *in)
{
	unsigned int i;

	for (i = 0; i < WORDS; i++)
		put_unaligned_le32(in[i], out + i * sizeof(u32));
}

static void blocks(struct nabhash_state *state, const u8 *data, size_t n)
{
	u32 lane[NABHASH_LANES][WORDS], m[WORDS];
	unsigned int i;

	for (i = 0; i < NABHASH_LANES; i++)
		load(lane[i], state->lane[i]);
	for (; n; n--) {
		for (i = 0; i < NABHASH_LANES; i++, data += sizeof(m)) {
			load(m, data);
			round_add(lane[i], lane[i], m);
		}
	}
	for (i = 0; i < NABHASH_LANES; i++)
		store(state->lane[i], lane[i]);
}

static void finish(const struct nabhash_state *state, u64 bytes, u8 *digest)
{
	u32 s[NABHASH_LANES][WORDS];
	unsigned int i;

	for (i = 0; i < NABHASH_LANES; i++) {
		load(s[i], state->lane[i]);
		s[i][0] ^= lower_32_bits(bytes);
		s[i][1] ^= upper_32_bits(bytes);
	}
	round_add(s[0], s[0], s[1]);
	round_add(s[2], s[2], s[3]);
	round_add(s[0], s[0], s[2]);
	for (i = 0; i < 3; i++)
		round_add(s[0], s[0], s[0]);
	store(digest, s[0]);
}

const struct nabhash_impl nabhash_portable = {
	.name = "portable",
	.blocks = blocks,
	.finish = finish,
};
