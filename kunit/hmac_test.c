// SPDX-License-Identifier: GPL-2.0
/*
 * The engine's hmac: both passes, in every lane, with keys of all kinds.
 */
#include "engine_fixture.h"
#include "vectors.h"

static bool right(struct kunit *test, struct engine *e, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];

		KUNIT_EXPECT_EQ_MSG(test, m->finished, 1, "%s: message %u",
				    e->server, i);
		if (!EXPECT_RIGHT(test, e, m, "message %u of %u, a key of %u bytes",
				  i, nr, m->keylen))
			return false;
	}
	return true;
}

/* Each lane hashes each test vector, next to others. */
static void answers(struct kunit *test, struct engine *e)
{
	const struct vectors *vectors = &mbhash_vectors[e->id];
	/* More than the length of any key or message. */
	const unsigned int room = 3 * MBHASH_BLOCK;
	unsigned int i, round, nr = vectors->nr_hmac, width = engine_width(e);

	for (i = 0; i < nr; i++) {
		text_write(&vectors->hmac[i].key, e->flat + 2 * i * room);
		text_write(&vectors->hmac[i].message,
			   e->flat + (2 * i + 1) * room);
	}
	for (round = 0; round < nr; round++) {
		for (i = 0; i < width; i++) {
			unsigned int k = (round + i) % nr;
			const struct vector *v = &vectors->hmac[k];
			struct message *m = &e->message[i];

			message_key(e, m, e->flat + 2 * k * room,
				    text_size(&v->key));
			message_flat(e, m, e->flat + (2 * k + 1) * room,
				     text_size(&v->message));
			memcpy(m->want, v->digest,
			       v->truncated ?: mbhash_digest_size(&e->hash));
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!right(test, e, width))
			return;
	}
}

static void known_answers_in_every_lane(struct kunit *test)
{
	engine_each(test, answers);
}

/*
 * In each round every lane has a key of another length; after KEYS rounds each lane
 * has had all lengths.
 */
#define KEYS	201

static void keys(struct kunit *test, struct engine *e)
{
	const unsigned int max_len = 300;
	unsigned int i, round, width = engine_width(e);

	for (round = 0; round < KEYS; round++) {
		for (i = 0; i < width; i++) {
			struct message *m = &e->message[i];
			unsigned int keylen = (round + i * 31) % KEYS;

			message_key(e, m, engine_bytes(e, keylen), keylen);
			message_split(e, m, rng_below(&e->rng, max_len));
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!right(test, e, width))
			return;
	}
}

static void every_key_length_in_every_lane(struct kunit *test)
{
	engine_each(test, keys);
}

static void neighbours(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 40, max_len = 500;
	unsigned int i, round, nr = engine_width(e) + 5;

	for (round = 0; round < rounds; round++) {
		for (i = 0; i < nr; i++) {
			struct message *m = &e->message[i];

			if (rng_below(&e->rng, 2))
				message_key(e, m, e->pool, i);
			else
				message_init(e, m);
			message_split(e, m, rng_below(&e->rng, max_len));
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!right(test, e, nr))
			return;
	}
}

static void hmac_beside_plain_hash(struct kunit *test)
{
	engine_each(test, neighbours);
}

/* A message of a few bytes at @short_one, among long ones; hmac if @keyed */
static bool beside_long(struct kunit *test, struct engine *e, unsigned int nr,
			unsigned int short_one, unsigned int len, bool keyed)
{
	const unsigned int keylen = 32, long_len = 5 * MBHASH_BLOCK;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];
		unsigned int n = i == short_one ? len : long_len + i;

		if (keyed)
			message_key(e, m, engine_bytes(e, keylen), keylen);
		else
			message_init(e, m);
		message_flat(e, m, engine_bytes(e, n), n);
		engine_submit(e, m);
	}
	engine_run(test, e);
	return right(test, e, nr);
}

/* Every place among every number of jobs, up to a set of lanes and one more */
static void short_among_long(struct kunit *test, struct engine *e)
{
	static const struct {
		unsigned int len;
		bool keyed;
	} cases[] = {
		{ 0, true }, { 1, true }, { 0, false }, { 1, false },
	};
	unsigned int i, nr, short_one, width = engine_width(e);

	for (nr = 1; nr <= width + 1; nr++)
		for (short_one = 0; short_one < nr; short_one++)
			for (i = 0; i < ARRAY_SIZE(cases); i++)
				if (!beside_long(test, e, nr, short_one, cases[i].len,
						 cases[i].keyed))
					return;
}

static void empty_and_one_byte_in_every_lane(struct kunit *test)
{
	engine_each(test, short_among_long);
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case hmac_cases[] = {
	KUNIT_CASE_PARAM(known_answers_in_every_lane, hash_gen_params),
	KUNIT_CASE_PARAM(every_key_length_in_every_lane, hash_gen_params),
	KUNIT_CASE_PARAM(hmac_beside_plain_hash, hash_gen_params),
	KUNIT_CASE_PARAM(empty_and_one_byte_in_every_lane, hash_gen_params),
	{}
};

static struct kunit_suite hmac_suite = {
	.name = "mbhash_hmac",
	.suite_init = engine_init,
	.suite_exit = engine_exit,
	.test_cases = hmac_cases,
};

kunit_test_suite(hmac_suite);
