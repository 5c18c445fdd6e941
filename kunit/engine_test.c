// SPDX-License-Identifier: GPL-2.0
/*
 * The engine: the right digest for every message, whatever its length, layout in
 * memory, number of pieces and neighbours in other lanes.
 */
#include <linux/errno.h>
#include <linux/vmalloc.h>

#include "../engine/internal.h"
#include "engine_fixture.h"
#include "vectors.h"

/*
 * In each round every lane begins with a message of another length; after LENGTHS
 * rounds each has begun with all lengths, in its own order. This requires strides
 * coprime to LENGTHS = 3 * 367.
 */
#define LENGTHS		1101

static unsigned int stride(struct rng *rng)
{
	unsigned int n;

	do {
		n = 1 + rng_below(rng, LENGTHS - 1);
	} while (n % 3 == 0 || n % 367 == 0);
	return n;
}

static bool all_right(struct kunit *test, struct engine *e, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];

		KUNIT_EXPECT_EQ_MSG(test, m->finished, 1, "%s: message %u",
				    e->server, i);
		KUNIT_EXPECT_EQ_MSG(test, m->job.error, 0, "%s: message %u",
				    e->server, i);
		if (!EXPECT_RIGHT(test, e, m, "message %u of %u, %llu bytes", i,
				  nr, m->job.count))
			return false;
	}
	return true;
}

static void lengths(struct kunit *test, struct engine *e)
{
	unsigned int first[MBHASH_MAX_LANES], step[MBHASH_MAX_LANES];
	unsigned int i, round, width = engine_width(e);

	for (i = 0; i < width; i++) {
		first[i] = rng_below(&e->rng, LENGTHS);
		step[i] = stride(&e->rng);
	}
	for (round = 0; round < LENGTHS; round++) {
		for (i = 0; i < width; i++) {
			struct message *m = &e->message[i];
			unsigned int len;

			len = (first[i] + round * step[i]) % LENGTHS;
			message_init(e, m);
			message_flat(e, m, engine_bytes(e, len), len);
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!all_right(test, e, width))
			return;
	}
}

static void every_length_in_every_lane(struct kunit *test)
{
	engine_each(test, lengths);
}

/* Each lane hashes each test vector, next to others. */
static void answers(struct kunit *test, struct engine *e)
{
	const struct vectors *vectors = &mbhash_vectors[e->id];
	unsigned int i, round, nr = vectors->nr_hash, width = engine_width(e);
	u8 **text = kunit_kcalloc(test, nr, sizeof(*text), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, text);
	for (i = 0; i < nr; i++) {
		const struct text *message = &vectors->hash[i].message;

		text[i] = kunit_kmalloc(test, text_size(message) + 1,
					GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, text[i]);
		text_write(message, text[i]);
	}
	for (round = 0; round < nr; round++) {
		for (i = 0; i < width; i++) {
			unsigned int k = (round + i) % nr;
			const struct vector *v = &vectors->hash[k];
			struct message *m = &e->message[i];

			message_init(e, m);
			message_flat(e, m, text[k], text_size(&v->message));
			memcpy(m->want, v->digest, mbhash_digest_size(&e->hash));
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!all_right(test, e, width))
			break;
	}
	for (i = 0; i < nr; i++)
		kunit_kfree(test, text[i]);
	kunit_kfree(test, text);
}

static void known_answers_in_every_lane(struct kunit *test)
{
	engine_each(test, answers);
}

/* Also with more messages than lanes. */
static void shapes(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 60, max_len = 2000;
	unsigned int i, round, nr;

	for (round = 0; round < rounds; round++) {
		nr = 1 + rng_below(&e->rng, ENGINE_MESSAGES);
		for (i = 0; i < nr; i++) {
			struct message *m = &e->message[i];

			message_init(e, m);
			message_split(e, m, rng_below(&e->rng, max_len));
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!all_right(test, e, nr))
			return;
	}
}

static void scatterlists_of_any_shape(struct kunit *test)
{
	engine_each(test, shapes);
}

/* A section that ends before the job's last block does not finish the job. */
static void run_single(struct kunit *test, struct engine *e, struct message *m)
{
	const unsigned int left = m->job.left;
	bool more = mbhash_job_run(&m->job, &e->section);
	u64 cost = e->hash.plan[e->section.simd].impl[1]->cost;

	if (left && (left - 1) * cost > e->section.ns * 1000ULL)
		KUNIT_EXPECT_TRUE(test, more);
	while (more)
		more = mbhash_job_run(&m->job, &e->section);
	KUNIT_EXPECT_TRUE(test, m->job.done);
}

static void one_by_one(struct kunit *test, struct engine *e)
{
	const unsigned int max_key = 100;
	struct message *m = &e->message[0];
	unsigned int len, kind;

	for (len = 0; len < LENGTHS; len++) {
		for (kind = 0; kind < 4; kind++) {
			if (kind & 1)
				message_key(e, m, engine_bytes(e, max_key),
					    rng_below(&e->rng, max_key));
			else
				message_init(e, m);
			if (kind & 2)
				message_split(e, m, len);
			else
				message_flat(e, m, engine_bytes(e, len), len);
			/* From less than a block to more than the message. */
			e->section.ns = 1 + rng_below(&e->rng, 1 << (len % 16));
			run_single(test, e, m);
			if (!EXPECT_RIGHT(test, e, m, "%u bytes, kind %u", len,
					  kind))
				return;
		}
	}
}

/* Several messages of one length: if they are whole blocks, their padding is reused. */
static void again_and_again(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 200, max_blocks = 4, max_times = 4;
	struct message *m = &e->message[0];
	unsigned int round, times, len, head;

	for (round = 0; round < rounds; round++) {
		len = rng_below(&e->rng, max_blocks + 1) * MBHASH_BLOCK;
		if (rng_below(&e->rng, 4) == 0)
			len += rng_below(&e->rng, MBHASH_BLOCK);
		head = rng_below(&e->rng, 2) * rng_below(&e->rng, len + 1);
		times = 1 + rng_below(&e->rng, max_times);
		while (times--) {
			if (rng_below(&e->rng, 2))
				message_key(e, m, e->pool, 1);
			else
				message_init(e, m);
			message_headed(e, m, head, len);
			run_single(test, e, m);
			if (!EXPECT_RIGHT(test, e, m, "%u bytes again, head %u",
					  len, head))
				return;
		}
	}
}

/* The implementations with one lane: only these serve a single job. */
static void a_single_job(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	struct engine *e = engine_alloc(test);
	const struct mbhash_impl *impl;

	KUNIT_EXPECT_EQ(test, hash->plan[true].impl[1]->width, 1);
	KUNIT_EXPECT_EQ(test, hash->plan[false].impl[1]->width, 1);
	one_by_one(test, e);
	again_and_again(test, e);
	for_each_impl(impl, hash) {
		if (impl->width == 1) {
			engine_serve(e, impl);
			one_by_one(test, e);
			again_and_again(test, e);
		}
	}
}

/* A message that is added in pieces; @done bytes so far. */
struct cuts {
	const u8 *data;
	unsigned int len;
	unsigned int done;
	bool last;
};

static void add_piece(struct engine *e, struct message *m, struct cuts *c)
{
	unsigned int left = c->len - c->done;
	unsigned int n = rng_below(&e->rng, left + 1);

	/* The last piece is empty half of the time. */
	if (!left || rng_below(&e->rng, 8) == 0) {
		n = left;
		c->last = left == 0 || rng_below(&e->rng, 2);
	}
	sg_init_one(m->sg, c->data + c->done, n);
	mbhash_job_add(&m->job, m->sg, n, m->key ? &m->hmac : NULL,
		       c->last ? m->digest : NULL);
	m->finished = 0;
	c->done += n;
	engine_submit(e, m);
}

static void pieces(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 10, max_len = 1500, max_key = 100;
	unsigned int i, round, busy, nr = engine_width(e) + 3;
	struct cuts *cuts = kunit_kcalloc(test, nr, sizeof(*cuts), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, cuts);
	for (round = 0; round < rounds; round++) {
		for (i = 0; i < nr; i++) {
			struct message *m = &e->message[i];
			struct cuts *c = &cuts[i];

			c->len = rng_below(&e->rng, max_len);
			c->data = engine_bytes(e, c->len);
			c->done = 0;
			c->last = false;
			if (i % 3 == 0)
				message_key(e, m, engine_bytes(e, max_key),
					    rng_below(&e->rng, max_key));
			else
				message_init(e, m);
			/* Computes the expected digest; then begin again with pieces. */
			message_flat(e, m, c->data, c->len);
			mbhash_job_init(&m->job, &e->hash,
					m->key ? &m->hmac : NULL);
		}
		do {
			busy = 0;
			for (i = 0; i < nr; i++) {
				if (!cuts[i].last) {
					add_piece(e, &e->message[i], &cuts[i]);
					busy++;
				}
			}
			engine_run(test, e);
		} while (busy);
		if (!all_right(test, e, nr))
			break;
	}
	kunit_kfree(test, cuts);
}

static void pieces_equal_one_shot(struct kunit *test)
{
	engine_each(test, pieces);
}

/* Near 2^32 bits, 2^32 bytes, and far beyond both. */
static void big_counts(struct kunit *test, struct engine *e)
{
	static const u64 counts[] = {
		(1ULL << 29) - 64, 1ULL << 29, (1ULL << 32) - 64, 1ULL << 32,
		(1ULL << 35) - 64, 1ULL << 40, (1ULL << 56) + 64,
	};
	const unsigned int max_len = 300;
	unsigned int i, nr = ARRAY_SIZE(counts);

	for (i = 0; i < nr; i++) {
		unsigned int len = rng_below(&e->rng, max_len);
		const u8 *data = engine_bytes(e, len);
		struct message *m = &e->message[i];

		message_init(e, m);
		rng_bytes(&e->rng, m->job.state,
			  e->hash.words * sizeof(u32));
		m->job.count = counts[i];
		message_flat(e, m, data, len);
		reference_continue(e->id, m->job.state, counts[i], data, len,
				   m->want);
		engine_submit(e, m);
	}
	engine_run(test, e);
	all_right(test, e, nr);
}

static void counts_beyond_32_bits(struct kunit *test)
{
	engine_each(test, big_counts);
}

/* Messages that begin or end at unmapped memory. */
static void edges(struct kunit *test, struct engine *e)
{
	const unsigned int max_len = 300;
	unsigned int i, len, nr = engine_width(e) + 1;
	u8 *page = vmalloc(PAGE_SIZE);

	KUNIT_ASSERT_NOT_NULL(test, page);
	rng_bytes(&e->rng, page, PAGE_SIZE);
	for (len = 0; len < max_len; len++) {
		for (i = 0; i < nr; i++) {
			const u8 *data = i % 2 ? page : page + PAGE_SIZE - len;
			struct message *m = &e->message[i];

			message_init(e, m);
			reference_hash(e->id, data, len, m->want);
			mbhash_job_add_virt(&m->job, data, len, NULL,
					    m->digest);
			engine_submit(e, m);
		}
		engine_run(test, e);
		if (!all_right(test, e, nr))
			break;
	}
	vfree(page);
}

static void reads_nothing_but_the_message(struct kunit *test)
{
	engine_each(test, edges);
}

static void expect_wiped(struct kunit *test, const struct engine *e,
			 const struct mbhash_job *job)
{
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(job->state, 0, sizeof(job->state)),
			      "%s: a state is left", e->server);
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(job->block, 0, sizeof(job->block)),
			      "%s: a block is left", e->server);
}

/* A scatterlist that ends before its message affects only that message. */
static void too_short(struct kunit *test, struct engine *e)
{
	unsigned int i, nr = engine_width(e) + 2, len = 500;

	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];

		message_init(e, m);
		message_flat(e, m, engine_bytes(e, len), len);
		if (i % 2) {
			memcpy(m->want, m->digest, sizeof(m->want));
			sg_init_one(m->sg, e->pool, rng_below(&e->rng, len));
			mbhash_job_add(&m->job, m->sg, len, NULL, m->digest);
		}
		engine_submit(e, m);
	}
	engine_run(test, e);
	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];

		KUNIT_EXPECT_EQ(test, m->finished, 1);
		KUNIT_EXPECT_EQ(test, m->job.error, i % 2 ? -EINVAL : 0);
		expect_wiped(test, e, &m->job);
		if (!EXPECT_RIGHT(test, e, m, "message %u", i))
			return;
	}
}

static void short_scatterlist_is_an_error(struct kunit *test)
{
	engine_each(test, too_short);
}

/* The last entry need not be marked: the length of the message determines it. */
static void unmarked(struct kunit *test, struct engine *e)
{
	const unsigned int nr = 3, each = 100, len = nr * each;
	const u8 *data = engine_bytes(e, len);
	struct message *m = &e->message[0];
	void *page = vmalloc(PAGE_SIZE);
	struct scatterlist *sg;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, page);
	/* The memory behind it is not mapped. */
	sg = page + PAGE_SIZE - nr * sizeof(*sg);
	sg_init_table(sg, nr);
	for (i = 0; i < nr; i++)
		sg_set_buf(&sg[i], data + i * each, each);
	sg_unmark_end(&sg[nr - 1]);

	message_init(e, m);
	reference_hash(e->id, data, len, m->want);
	mbhash_job_add(&m->job, sg, len, NULL, m->digest);
	engine_submit(e, m);
	engine_run(test, e);
	all_right(test, e, 1);
	vfree(page);
}

static void scatterlists_without_an_end(struct kunit *test)
{
	engine_each(test, unmarked);
}

/* Lanes without a message, together with padding shared by all. */
static void idle(struct kunit *test, struct engine *e)
{
	static const unsigned int lens[] = { 64, 384, 448, 960, 4032 };
	const unsigned int max_nr = 2 * engine_width(e);
	unsigned int i, l, nr;
	u8 *page = vmalloc(PAGE_SIZE);

	KUNIT_ASSERT_NOT_NULL(test, page);
	e->section.padding = (void *)page + PAGE_SIZE - sizeof(*e->section.padding);
	memset(e->section.padding, 0, sizeof(*e->section.padding));
	for (l = 0; l < ARRAY_SIZE(lens); l++) {
		for (nr = 1; nr <= max_nr; nr++) {
			for (i = 0; i < nr; i++) {
				struct message *m = &e->message[i];

				message_init(e, m);
				message_flat(e, m, engine_bytes(e, lens[l]),
					     lens[l]);
				engine_submit(e, m);
			}
			engine_run(test, e);
			if (!all_right(test, e, nr))
				break;
		}
	}
	e->section.padding = &e->padding;
	vfree(page);
}

static void idle_lanes_read_nothing_else(struct kunit *test)
{
	engine_each(test, idle);
}

/* Bytes that do not fill a block are copied, without vector registers. */
static void put_aside(struct kunit *test, struct engine *e)
{
	struct message *m = &e->message[0];
	unsigned int len = MBHASH_BLOCK - 1;

	message_init(e, m);
	mbhash_job_add_virt(&m->job, engine_bytes(e, len), len, NULL, NULL);
	e->section.ps = 0;
	KUNIT_EXPECT_FALSE(test, mbhash_job_run(&m->job, &e->section));
	KUNIT_EXPECT_EQ(test, m->job.count, len);
	KUNIT_EXPECT_EQ_MSG(test, e->section.ps, 0, "%s: a section began",
			    e->server);
}

static void less_than_a_block_begins_no_section(struct kunit *test)
{
	engine_each(test, put_aside);
}

static void leftovers(struct kunit *test, struct engine *e)
{
	unsigned int i, nr = engine_width(e) + 2, max_len = 300;

	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];

		message_key(e, m, e->pool, i);
		message_split(e, m, rng_below(&e->rng, max_len));
		engine_submit(e, m);
	}
	engine_run(test, e);
	for (i = 0; i < nr; i++)
		expect_wiped(test, e, &e->message[i].job);
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(e->section.scratch, 0,
					       MBHASH_SCRATCH),
			      "%s: scratch is left", e->server);
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(e->batch.spare, 0,
					       sizeof(e->batch.spare)),
			      "%s: an idle lane's state is left", e->server);
}

static void leaves_nothing_behind(struct kunit *test)
{
	engine_each(test, leftovers);
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case engine_cases[] = {
	KUNIT_CASE_PARAM(known_answers_in_every_lane, hash_gen_params),
	KUNIT_CASE_PARAM(every_length_in_every_lane, hash_gen_params),
	KUNIT_CASE_PARAM(scatterlists_of_any_shape, hash_gen_params),
	KUNIT_CASE_PARAM(a_single_job, hash_gen_params),
	KUNIT_CASE_PARAM(pieces_equal_one_shot, hash_gen_params),
	KUNIT_CASE_PARAM(counts_beyond_32_bits, hash_gen_params),
	KUNIT_CASE_PARAM(reads_nothing_but_the_message, hash_gen_params),
	KUNIT_CASE_PARAM(short_scatterlist_is_an_error, hash_gen_params),
	KUNIT_CASE_PARAM(scatterlists_without_an_end, hash_gen_params),
	KUNIT_CASE_PARAM(idle_lanes_read_nothing_else, hash_gen_params),
	KUNIT_CASE_PARAM(less_than_a_block_begins_no_section, hash_gen_params),
	KUNIT_CASE_PARAM(leaves_nothing_behind, hash_gen_params),
	{}
};

static struct kunit_suite engine_suite = {
	.name = "mbhash_engine",
	.suite_init = engine_init,
	.suite_exit = engine_exit,
	.test_cases = engine_cases,
};

kunit_test_suite(engine_suite);
