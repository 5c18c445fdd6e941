// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of one length without jobs: the right digest for each, whatever their number
 * and length, and nothing of them left in memory.
 */
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "engine_fixture.h"

/* So many blocks show each case: none, one, several, with and without a tail. */
#define MOST_BYTES	(4 * MBHASH_BLOCK)

/* How many numbers of messages are tried with one length, if there are more */
#define SOME_NUMBERS	16

/* Digests are apart by this, so they have any alignment and bytes between them. */
#define STRIDE		(MBHASH_MAX_DIGEST + 3)

#define KEY_SIZE	20

/*
 * @many: what is tested
 * @page: a page for each message, with unmapped memory before and after it
 * @key: for hmac, prepared; NULL for the plain hash
 */
static struct {
	struct mbhash_many *many;
	u8 *page[MBHASH_MAX_LANES];
	const struct mbhash_hmac_key *key;
	struct mbhash_hmac_key hmac;
	u8 key_bytes[KEY_SIZE];
	u8 digests[MBHASH_MAX_LANES * STRIDE];
	u8 want[MBHASH_MAX_LANES * STRIDE];
} mem;

static int many_init(struct kunit_suite *suite)
{
	struct rng rng;
	unsigned int i;

	mem.many = kzalloc(sizeof(*mem.many), GFP_KERNEL);
	if (!mem.many)
		return -ENOMEM;
	mbhash_many_init(mem.many);
	rng_init(&rng);
	rng_bytes(&rng, mem.key_bytes, KEY_SIZE);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		mem.page[i] = vmalloc(PAGE_SIZE);
		if (!mem.page[i])
			return -ENOMEM;
		rng_bytes(&rng, mem.page[i], PAGE_SIZE);
	}
	return engine_init(suite);
}

static void many_exit(struct kunit_suite *suite)
{
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++)
		vfree(mem.page[i]);
	kfree(mem.many);
	engine_exit(suite);
}

/* With @e's hash, or hmac with that */
static void set_key(struct engine *e, bool keyed)
{
	mbhash_hmac_setkey(&e->hash, &mem.hmac, mem.key_bytes, KEY_SIZE);
	mem.key = keyed ? &mem.hmac : NULL;
}

static void reference(struct engine *e, const u8 *data, unsigned int len, u8 *digest)
{
	if (mem.key)
		reference_hmac(e->id, mem.key_bytes, KEY_SIZE, data, len, digest);
	else
		reference_hash(e->id, data, len, digest);
}

/* Every other one ends, the rest begins near unmapped memory; they have any alignment. */
static const u8 *message(unsigned int i, unsigned int len)
{
	return i % 2 ? mem.page[i] + PAGE_SIZE - len : mem.page[i] + i;
}

static bool run(struct engine *e, unsigned int n, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		mem.many->data[i] = message(i, len);
		mem.many->digest[i] = mem.digests + i * STRIDE;
	}
	return mbhash_many_run(mem.many, &e->hash, mem.key, n, len, &e->section);
}

/* @simd: whether there are vector registers. There may be more messages than lanes. */
static bool right(struct kunit *test, struct engine *e, bool simd, unsigned int n,
		  unsigned int len)
{
	const u8 fence = 0x5a;

	memset(mem.digests, fence, sizeof(mem.digests));
	e->section.simd = simd;
	KUNIT_EXPECT_TRUE_MSG(test, run(e, n, len), "%s: %u messages of %u bytes",
			      e->server, n, len);
	if (!expect_same(test, mem.digests, mem.want, n * STRIDE,
			 "%s: %u messages of %u bytes", e->server, n, len))
		return false;
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(mem.digests + n * STRIDE, fence,
					       sizeof(mem.digests) - n * STRIDE),
			      "%s: %u messages of %u bytes: more are written",
			      e->server, n, len);
	return true;
}

static void set_want(struct engine *e, unsigned int len)
{
	unsigned int i;

	memset(mem.want, 0x5a, sizeof(mem.want));
	for (i = 0; i < MBHASH_MAX_LANES; i++)
		reference(e, message(i, len), len, mem.want + i * STRIDE);
}

/* All numbers up to twice as many as lanes, or some of them that differ by length */
static void numbers(struct kunit *test, struct engine *e, bool keyed)
{
	const unsigned int most = min_t(unsigned int, 2 * engine_width(e), MBHASH_MAX_LANES);
	const unsigned int tried = min_t(unsigned int, most, SOME_NUMBERS);
	const bool simd = e->section.simd;
	unsigned int len, i;

	set_key(e, keyed);
	memset(e->hash.plan[true].loss, 0, sizeof(e->hash.plan[true].loss));
	for (len = 0; len <= MOST_BYTES; len++) {
		set_want(e, len);
		for (i = 0; i < tried; i++)
			if (!right(test, e, simd, 1 + (len * tried + i) % most, len))
				return;
		/* Alone twice, since it takes two to make the padding */
		if (!right(test, e, simd, 1, len) || !right(test, e, simd, 1, len))
			return;
	}
	e->section.simd = simd;
}

static void plain(struct kunit *test, struct engine *e)
{
	numbers(test, e, false);
}

static void every_number_of_every_length(struct kunit *test)
{
	engine_each(test, plain);
}

static void keyed(struct kunit *test, struct engine *e)
{
	numbers(test, e, true);
}

static void every_number_of_every_length_with_hmac(struct kunit *test)
{
	engine_each(test, keyed);
}

/* All alone: before, there was none of this length. */
static void alone(struct kunit *test, struct engine *e)
{
	const bool simd = e->section.simd;
	unsigned int len;

	set_key(e, false);
	for (len = 0; len <= MOST_BYTES; len++) {
		set_want(e, len);
		if (!right(test, e, simd, 1, len))
			return;
	}
	e->section.simd = simd;
}

static void single_messages_of_every_length(struct kunit *test)
{
	engine_each(test, alone);
}

static void expect_zero(struct kunit *test, const struct engine *e, const void *p,
			size_t size, const char *what, unsigned int len)
{
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(p, 0, size), "%s: %u bytes: %s is left",
			      e->server, len, what);
}

static void leaves_nothing(struct kunit *test, struct engine *e)
{
	static const unsigned int lengths[] = { 0, 1, 55, 56, 64, 100, 128, 250 };
	const struct mbhash_many *many = mem.many;
	const bool simd = e->section.simd;
	unsigned int i, n;

	/* With an idle lane, if there are several */
	n = max(engine_width(e), 2U) - 1;
	for (i = 0; i < 2 * ARRAY_SIZE(lengths); i++) {
		const unsigned int len = lengths[i / 2];

		set_key(e, i % 2);
		memset(e->section.scratch, 0, MBHASH_SCRATCH);
		e->section.simd = simd;
		run(e, n, len);
		expect_zero(test, e, many->states, sizeof(many->states), "a state", len);
		expect_zero(test, e, many->blocks, sizeof(many->blocks), "a tail", len);
		expect_zero(test, e, many->spare, sizeof(many->spare), "a digest", len);
		expect_zero(test, e, e->section.scratch, MBHASH_SCRATCH, "scratch", len);
	}
	e->section.simd = simd;
}

static void nothing_is_left_in_memory(struct kunit *test)
{
	engine_each(test, leaves_nothing);
}

/* As in a hash tree: digests replace the messages, from the first one on. */
static void replace(struct kunit *test, struct engine *e)
{
	const unsigned int n = min_t(unsigned int, 2 * engine_width(e), MBHASH_MAX_LANES);
	const unsigned int size = mbhash_digest_size(&e->hash);
	const bool simd = e->section.simd;
	u8 *node = e->flat;
	unsigned int i;

	set_key(e, false);
	rng_bytes(&e->rng, node, n * MBHASH_BLOCK);
	for (i = 0; i < n; i++) {
		reference(e, node + i * MBHASH_BLOCK, MBHASH_BLOCK, mem.want + i * size);
		mem.many->data[i] = node + i * MBHASH_BLOCK;
		mem.many->digest[i] = node + i * size;
	}
	memset(e->hash.plan[true].loss, 0, sizeof(e->hash.plan[true].loss));
	KUNIT_EXPECT_TRUE(test, mbhash_many_run(mem.many, &e->hash, NULL, n, MBHASH_BLOCK,
						&e->section));
	expect_same(test, node, mem.want, n * size, "%s: %u", e->server, n);
	e->section.simd = simd;
}

static void digests_may_replace_messages(struct kunit *test)
{
	engine_each(test, replace);
}

/* Where jobs that move between lanes are faster, nothing is done. */
static void long_ones_are_left_to_jobs(struct kunit *test)
{
	struct engine *e = engine_alloc(test);
	unsigned int n;

	set_key(e, false);
	for (n = 2; n <= MBHASH_MAX_LANES; n++) {
		memset(mem.digests, 0, sizeof(mem.digests));
		e->hash.plan[true].loss[n] = 1000000;
		e->section.simd = true;
		KUNIT_EXPECT_FALSE(test, run(e, n, MOST_BYTES));
		KUNIT_EXPECT_NULL(test, memchr_inv(mem.digests, 0, sizeof(mem.digests)));
		e->hash.plan[true].loss[n] = 0;
		KUNIT_EXPECT_TRUE(test, run(e, n, MOST_BYTES));
	}
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case many_cases[] = {
	KUNIT_CASE_PARAM(every_number_of_every_length, hash_gen_params),
	KUNIT_CASE_PARAM(every_number_of_every_length_with_hmac, hash_gen_params),
	KUNIT_CASE_PARAM(single_messages_of_every_length, hash_gen_params),
	KUNIT_CASE_PARAM(nothing_is_left_in_memory, hash_gen_params),
	KUNIT_CASE_PARAM(digests_may_replace_messages, hash_gen_params),
	KUNIT_CASE_PARAM(long_ones_are_left_to_jobs, hash_gen_params),
	{}
};

static struct kunit_suite many_suite = {
	.name = "mbhash_many",
	.suite_init = many_init,
	.suite_exit = many_exit,
	.test_cases = many_cases,
};

kunit_test_suite(many_suite);
