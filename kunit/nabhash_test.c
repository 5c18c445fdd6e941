// SPDX-License-Identifier: GPL-2.0
/*
 * NABHash: every implementation against known answers and against a reference that works
 * byte by byte, from the definition of AES (FIPS 197).
 */
#include <linux/bitops.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "../nabhash/nabhash.h"
#include "mbhash_test.h"
#include "rng.h"

#define MOST	(5 * NABHASH_BLOCK + 1)
#define OFFSETS	16

static u8 sbox[256];

/* In GF(2^8), modulo x^8 + x^4 + x^3 + x + 1 */
static u8 times(u8 a, u8 b)
{
	u8 product = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			product ^= a;
		a = a << 1 ^ (a >> 7) * 0x1b;
	}
	return product;
}

static u8 inverse(u8 a)
{
	u8 power = 1;
	unsigned int i;

	for (i = 0; i < 254; i++)
		power = times(power, a);
	return power;
}

static void make_sbox(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(sbox); i++) {
		const u8 x = inverse(i);

		sbox[i] = x ^ rol8(x, 1) ^ rol8(x, 2) ^ rol8(x, 3) ^ rol8(x, 4) ^ 0x63;
	}
}

/* s = R(s) ^ add */
static void reference_round(u8 *s, const u8 *add)
{
	u8 out[16];
	unsigned int column, row, k;

	for (column = 0; column < 4; column++) {
		for (row = 0; row < 4; row++) {
			static const u8 factor[4] = { 2, 3, 1, 1 };
			u8 sum = 0;

			for (k = 0; k < 4; k++)
				sum ^= times(sbox[s[(column + k) % 4 * 4 + k]],
					     factor[(k + 4 - row) % 4]);
			out[4 * column + row] = sum ^ add[4 * column + row];
		}
	}
	memcpy(s, out, sizeof(out));
}

/* The end of a message of @n bytes */
static void reference_end(u8 (*s)[16], u64 n, u8 *digest)
{
	u8 again[16];
	unsigned int i;

	for (i = 0; i < 32; i++)
		s[i / 8][i % 8] ^= n >> i % 8 * 8;
	reference_round(s[0], s[1]);
	reference_round(s[2], s[3]);
	reference_round(s[0], s[2]);
	for (i = 0; i < 3; i++) {
		memcpy(again, s[0], sizeof(again));
		reference_round(s[0], again);
	}
	memcpy(digest, s[0], NABHASH_DIGEST);
}

static void reference(const u8 *data, size_t n, u8 *digest)
{
	struct nabhash_message start;
	u8 s[4][16], block[NABHASH_BLOCK];
	size_t done, i;

	nabhash_init(&start);
	memcpy(s, start.state.lane, sizeof(s));
	for (done = 0; done < n; done += NABHASH_BLOCK) {
		memset(block, 0, sizeof(block));
		memcpy(block, data + done, min_t(size_t, n - done, NABHASH_BLOCK));
		for (i = 0; i < 4; i++)
			reference_round(s[i], block + 16 * i);
	}
	reference_end(s, n, digest);
}

/* In two pieces; @split: the first one's length; @fast: NULL for portable C */
static void hash(const struct nabhash_impl *fast, const u8 *data, size_t n, size_t split,
		 u8 *digest)
{
	struct nabhash_message message;

	nabhash_init(&message);
	nabhash_add(&message, fast, data, split, NULL);
	nabhash_add(&message, fast, data + split, n - split, digest);
}

static bool right(struct kunit *test, const struct nabhash_impl *fast, const u8 *data,
		  size_t n, size_t split)
{
	u8 want[NABHASH_DIGEST], found[NABHASH_DIGEST];
	bool same;

	reference(data, n, want);
	hash(fast, data, n, split, found);
	same = !memcmp(found, want, sizeof(found));
	KUNIT_EXPECT_TRUE_MSG(test, same, "%zu bytes, the first %zu before", n, split);
	return same;
}

/* Each length at each alignment, in pieces; then more than a section */
static void compare(struct kunit *test, const struct nabhash_impl *fast)
{
	static const size_t large[] = {
		NABHASH_SECTION - 1, NABHASH_SECTION, NABHASH_SECTION + 1,
		3 * NABHASH_SECTION + 100,
	};
	const size_t room = 4 * NABHASH_SECTION;
	u8 *data = kunit_kmalloc(test, room, GFP_KERNEL);
	struct rng rng = { .state = 1 };
	size_t n, offset, i;

	KUNIT_ASSERT_NOT_NULL(test, data);
	for (i = 0; i < room; i++)
		data[i] = rng_u64(&rng);
	for (n = 0; n <= MOST; n++)
		for (offset = 0; offset < OFFSETS; offset++)
			if (!right(test, fast, data + offset, n, rng_below(&rng, n + 1)))
				return;
	for (i = 0; i < ARRAY_SIZE(large); i++) {
		right(test, fast, data + 1, large[i], 0);
		right(test, fast, data, large[i], rng_below(&rng, large[i]));
	}
}

static void portable_agrees_with_the_reference(struct kunit *test)
{
	compare(test, NULL);
}

static void fast_agrees_with_the_reference(struct kunit *test)
{
	const struct nabhash_impl *fast = nabhash_fast();

	if (!fast)
		kunit_skip(test, "this CPU or architecture has none");
	compare(test, fast);
}

static bool refuses(void)
{
	return false;
}

/* As in a hardirq: nothing of the fast one is called. */
static void portable_serves_where_there_are_no_vector_registers(struct kunit *test)
{
	static const struct nabhash_impl none = { .begin = refuses };

	compare(test, &none);
}

/* A message of more than 4 GiB ends, whose length has more than 32 bits. */
static void ends_well(struct kunit *test, const struct nabhash_impl *impl)
{
	const u64 n = 0x123456789abcdefULL;
	struct nabhash_message start;
	u8 s[4][16], want[NABHASH_DIGEST], found[NABHASH_DIGEST] = {};

	nabhash_init(&start);
	memcpy(s, start.state.lane, sizeof(s));
	reference_end(s, n, want);
	if (impl->begin && !impl->begin())
		kunit_skip(test, "the vector registers are in use");
	impl->finish(&start.state, n, found);
	if (impl->end)
		impl->end();
	KUNIT_EXPECT_TRUE_MSG(test, !memcmp(found, want, sizeof(found)), "%s", impl->name);
}

static void portable_has_lengths_of_64_bits(struct kunit *test)
{
	ends_well(test, &nabhash_portable);
}

static void fast_has_lengths_of_64_bits(struct kunit *test)
{
	const struct nabhash_impl *fast = nabhash_fast();

	if (!fast)
		kunit_skip(test, "this CPU or architecture has none");
	ends_well(test, fast);
}

static unsigned int claims, blocks_hashed, ends;

static bool counting_begin(void)
{
	claims++;
	return true;
}

static void counting_end(void)
{
}

static void counting_blocks(struct nabhash_state *state, const u8 *data, size_t n)
{
	blocks_hashed += n;
}

static void counting_finish(const struct nabhash_state *state, u64 bytes, u8 *digest)
{
	ends++;
}

/* Only where a block or the end is hashed, and then all by the fast one */
static void registers_are_claimed_to_hash(struct kunit *test)
{
	static const struct nabhash_impl counting = {
		.begin = counting_begin, .end = counting_end,
		.blocks = counting_blocks, .finish = counting_finish,
	};
	/* Bytes to add, and what has been counted then */
	static const struct {
		unsigned int n, claims, blocks;
	} steps[] = { { 63, 0, 0 }, { 1, 1, 1 }, { 64, 2, 2 }, { 130, 3, 4 }, { 5, 3, 4 } };
	static const u8 data[130];
	struct nabhash_message message;
	u8 digest[NABHASH_DIGEST];
	unsigned int i;

	claims = 0;
	blocks_hashed = 0;
	ends = 0;
	nabhash_init(&message);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		nabhash_add(&message, &counting, data, steps[i].n, NULL);
		KUNIT_EXPECT_EQ_MSG(test, claims, steps[i].claims, "step %u", i);
		KUNIT_EXPECT_EQ_MSG(test, blocks_hashed, steps[i].blocks, "step %u", i);
	}
	nabhash_add(&message, &counting, NULL, 0, digest);
	KUNIT_EXPECT_EQ(test, claims, 4);
	KUNIT_EXPECT_EQ(test, blocks_hashed, 5);
	KUNIT_EXPECT_EQ(test, ends, 1);
	KUNIT_EXPECT_NULL(test, memchr_inv(&message, 0, sizeof(message)));
}

/* From github.com/mengzhuo/nabhash; the module's self-test has longer ones. */
static void known_answers(struct kunit *test)
{
	static const struct {
		const void *message;
		const char *digest;
		unsigned int n;
	} cases[] = {
		{ "", "\xe9\x97\x22\xeb\x55\xb3\xdf\x5f\x30\x7c\x5e\x8e\x54\x9d\xd4\x4a", 0 },
		{ "\0", "\x74\x18\x92\x77\x0d\x81\xd6\x44\x51\x9a\x99\xa6\xbd\xfe\x07\x2a", 1 },
		{ "\0\1", "\x95\xa8\x5a\x5b\x60\xf2\x9b\x9e\xc5\x85\x69\xf9\x2e\xbe\xa6\x0e", 2 },
		{ "\0\0\x08",
		  "\x4e\x3e\x54\xe8\xe3\xb0\xe2\x45\xb5\x0c\xb6\x50\x72\x1b\x3e\x47", 3 },
		{ "\xde\xad\xbe\xef",
		  "\x90\x41\xd0\xd4\x40\xfe\x93\xf6\x95\x15\xb7\x71\x61\x9a\xa5\x4c", 4 },
		{ "\0\0\0\x0f\xf1\xce",
		  "\x7e\x80\x66\x4f\x94\x9b\x11\x9b\xdc\x94\x95\xcb\x0a\xeb\xb3\x35", 6 },
		{ "\xfe\xed\xfa\xce\xca\xfe\xbe\xef",
		  "\xf2\x50\xd6\x62\xca\x49\x8c\x67\x1d\x5f\xba\x08\x83\x13\x7b\x60", 8 },
		{ "Meng Zhuo is the author of NABHash",
		  "\xbe\x7b\x4a\xd4\x2d\xdd\x35\x6e\x7a\xbd\x87\x55\x90\x29\x61\xdd", 34 },
		{ "abc", "\x30\x1a\x5e\x98\x0a\xad\xcc\x82\xe5\x46\xfc\xf7\x7d\x7e\xbc\xdf", 3 },
	};
	u8 digest[NABHASH_DIGEST];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		hash(NULL, cases[i].message, cases[i].n, 0, digest);
		KUNIT_EXPECT_TRUE_MSG(test, !memcmp(digest, cases[i].digest, sizeof(digest)),
				      "message %u", i);
		reference(cases[i].message, cases[i].n, digest);
		KUNIT_EXPECT_TRUE_MSG(test, !memcmp(digest, cases[i].digest, sizeof(digest)),
				      "message %u by the reference", i);
	}
}

/* The pair of nabhash(4): anybody can find such pairs. */
static void collisions_are_trivial(struct kunit *test)
{
	static const u8 one[NABHASH_BLOCK] = { 'V' };
	static const u8 other[NABHASH_BLOCK] = {
		'W', [16] = 0x3e, [17] = 0x1f, [18] = 0x1f, [19] = 0x21,
	};
	u8 digest[NABHASH_DIGEST], same[NABHASH_DIGEST];

	reference(one, sizeof(one), digest);
	reference(other, sizeof(other), same);
	KUNIT_EXPECT_TRUE(test, !memcmp(digest, same, sizeof(digest)));
	hash(NULL, one, sizeof(one), 0, digest);
	KUNIT_EXPECT_TRUE(test, !memcmp(digest, same, sizeof(digest)));
	hash(NULL, other, sizeof(other), 0, digest);
	KUNIT_EXPECT_TRUE(test, !memcmp(digest, same, sizeof(digest)));
}

static int nabhash_suite_init(struct kunit_suite *suite)
{
	make_sbox();
	nabhash_portable_init();
	return 0;
}

static struct kunit_case nabhash_cases[] = {
	KUNIT_CASE(known_answers),
	KUNIT_CASE(portable_agrees_with_the_reference),
	KUNIT_CASE(fast_agrees_with_the_reference),
	KUNIT_CASE(portable_serves_where_there_are_no_vector_registers),
	KUNIT_CASE(portable_has_lengths_of_64_bits),
	KUNIT_CASE(fast_has_lengths_of_64_bits),
	KUNIT_CASE(registers_are_claimed_to_hash),
	KUNIT_CASE(collisions_are_trivial),
	{}
};

static struct kunit_suite nabhash_suite = {
	.name = "nabhash",
	.suite_init = nabhash_suite_init,
	.test_cases = nabhash_cases,
};

kunit_test_suite(nabhash_suite);
