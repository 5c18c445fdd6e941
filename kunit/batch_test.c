// SPDX-License-Identifier: GPL-2.0
/*
 * The order in which a batch works: when each job finishes, what happens when the
 * batch is stopped, and how full the lanes are.
 */
#include <linux/limits.h>
#include <linux/math64.h>

#include "../engine/simd.h"
#include "engine_fixture.h"

static bool all_once(struct kunit *test, struct engine *e, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		struct message *m = &e->message[i];

		KUNIT_EXPECT_EQ_MSG(test, m->finished, 1, "%s: message %u",
				    e->server, i);
		if (!EXPECT_RIGHT(test, e, m, "message %u of %u", i, nr))
			return false;
	}
	return true;
}

static void add(struct engine *e, struct message *m, unsigned int len,
		bool ordered)
{
	message_init(e, m);
	message_flat(e, m, engine_bytes(e, len), len);
	m->job.ordered = ordered;
	engine_submit(e, m);
}

/* Stop now and then, and continue in another batch, as flushes do. */
static void stop_and_go(struct kunit *test, struct engine *e)
{
	const unsigned int max_ns = 5000;
	LIST_HEAD(left);
	bool more;

	do {
		e->section.ns = 1 + rng_below(&e->rng, max_ns);
		more = mbhash_batch_run(&e->batch, &e->section);
		engine_collect(e);
		if (rng_below(&e->rng, 2)) {
			mbhash_batch_stop(&e->batch);
			list_splice_init(&e->batch.todo, &left);
			mbhash_batch_init(&e->batch, &e->hash, e->filled);
			list_splice_init(&left, &e->batch.todo);
		}
	} while (more || !list_empty(&e->batch.todo));
}

/*
 * The jobs left by a stopped batch, including finished ones, are queued behind others:
 * as when a CPU goes offline and another one adopts its queue.
 */
static void adopt(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 100, max_blocks = 20, max_ns = 20000;
	unsigned int i, round, nr, len;
	LIST_HEAD(left);

	for (round = 0; round < rounds; round++) {
		len = rng_below(&e->rng, max_blocks + 1) * MBHASH_BLOCK;
		nr = 2 + rng_below(&e->rng, engine_width(e));
		for (i = 0; i < nr / 2; i++)
			add(e, &e->message[i], len, false);
		e->section.ns = 1 + rng_below(&e->rng, max_ns);
		mbhash_batch_run(&e->batch, &e->section);
		mbhash_batch_stop(&e->batch);
		list_splice_init(&e->batch.todo, &left);

		mbhash_batch_init(&e->batch, &e->hash, e->filled);
		for (; i < nr; i++)
			add(e, &e->message[i], len, false);
		list_splice_tail_init(&left, &e->batch.todo);
		engine_run(test, e);
		if (!all_once(test, e, nr))
			return;
	}
}

static void unfinished_jobs_move_to_another_batch(struct kunit *test)
{
	engine_each(test, adopt);
}

/* Add the end of a message whose first blocks were hashed before. */
static void add_end(struct engine *e, struct message *m, unsigned int len)
{
	const u64 count = (1 + rng_below(&e->rng, 3)) * MBHASH_BLOCK;
	const u8 *data = engine_bytes(e, len);

	message_init(e, m);
	rng_bytes(&e->rng, m->job.state, e->hash.words * sizeof(u32));
	m->job.count = count;
	message_flat(e, m, data, len);
	reference_continue(e->id, m->job.state, count, data, len, m->want);
}

/* Apart from its head, the job looks like an hmac job of @len without a head. */
static void add_headed(struct engine *e, struct message *m, unsigned int len)
{
	message_init(e, m);
	message_headed(e, m, 1 + rng_below(&e->rng, MBHASH_BLOCK - 1),
		       MBHASH_BLOCK + len);
}

/*
 * Packets of one size: groups of equal messages, hmac or not, with a head or not; now
 * and then one differs in its segments, its length or its preceding pieces.
 */
static void add_group(struct engine *e, struct message *m, unsigned int nr,
		      unsigned int len)
{
	unsigned int keylen = rng_below(&e->rng, 2) * MBHASH_BLOCK;
	unsigned int head = rng_below(&e->rng, 2) * rng_below(&e->rng, len + 1);
	bool ordered = rng_below(&e->rng, 2);

	for (; nr--; m++) {
		if (keylen)
			message_key(e, m, engine_bytes(e, keylen), keylen);
		else
			message_init(e, m);
		switch (rng_below(&e->rng, 100)) {
		case 0:
			message_split(e, m, len);
			break;
		case 1:
			message_flat(e, m, e->pool, rng_below(&e->rng, len + 2));
			break;
		case 2:
			add_end(e, m, len);
			break;
		case 3:
			add_headed(e, m, len);
			break;
		default:
			message_headed(e, m, head, len);
		}
		m->job.ordered = ordered;
		engine_submit(e, m);
	}
}

static void groups(struct kunit *test, struct engine *e,
		   void (*run)(struct kunit *test, struct engine *e))
{
	const unsigned int max_len = 1100, max_step = 4;
	unsigned int len, nr, i, sum = 2 * engine_width(e) + 5;

	for (len = 0; len < max_len; len += 1 + rng_below(&e->rng, max_step)) {
		for (i = 0; i < sum; i += nr) {
			nr = 1 + rng_below(&e->rng, sum - i);
			add_group(e, &e->message[i], nr, len);
		}
		run(test, e);
		if (!all_once(test, e, sum))
			return;
	}
}

static void groups_to_the_end(struct kunit *test, struct engine *e)
{
	groups(test, e, engine_run);
}

static void equal_jobs_finish_once(struct kunit *test)
{
	engine_each(test, groups_to_the_end);
}

/* Finished jobs are submitted again between two sections, as completions do. */
static void come_again(struct kunit *test, struct engine *e)
{
	const unsigned int nr = ENGINE_MESSAGES, again = 2000;
	unsigned int i, left = again;
	bool more;

	for (i = 0; i < nr; i++)
		add(e, &e->message[i], rng_length(&e->rng), i % 2);
	do {
		e->section.ns = 1 + rng_below(&e->rng, 20000);
		more = mbhash_batch_run(&e->batch, &e->section);
		engine_collect(e);
		for (i = 0; i < nr && left; i++) {
			struct message *m = &e->message[i];

			if (!m->finished || rng_below(&e->rng, 2))
				continue;
			if (!EXPECT_RIGHT(test, e, m, "message %u", i))
				return;
			add(e, m, rng_length(&e->rng), i % 2);
			left--;
			more = true;
		}
	} while (more);
	all_once(test, e, nr);
}

static void jobs_join_a_running_batch(struct kunit *test)
{
	engine_each(test, come_again);
}

static void groups_with_stops(struct kunit *test, struct engine *e)
{
	groups(test, e, stop_and_go);
}

static void equal_jobs_can_be_stopped(struct kunit *test)
{
	engine_each(test, groups_with_stops);
}

static void mix(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 10;
	unsigned int i, round;

	for (round = 0; round < rounds; round++) {
		for (i = 0; i < ENGINE_MESSAGES; i++)
			add(e, &e->message[i], rng_length(&e->rng),
			    rng_below(&e->rng, 2));
		engine_run(test, e);
		if (!all_once(test, e, ENGINE_MESSAGES))
			return;
	}
}

static void every_job_finishes_once(struct kunit *test)
{
	engine_each(test, mix);
}

/* Each ordered job finishes after the ordered ones before it; others at any time. */
static void in_order(struct kunit *test, struct engine *e,
		     void (*run)(struct kunit *test, struct engine *e))
{
	const unsigned int rounds = 10;
	unsigned int i, round, last;

	for (round = 0; round < rounds; round++) {
		for (i = 0; i < ENGINE_MESSAGES; i++)
			add(e, &e->message[i], rng_length(&e->rng),
			    rng_below(&e->rng, 4));
		run(test, e);
		if (!all_once(test, e, ENGINE_MESSAGES))
			return;
		for (i = 0, last = 0; i < ENGINE_MESSAGES; i++) {
			struct message *m = &e->message[i];

			if (!m->job.ordered)
				continue;
			KUNIT_EXPECT_TRUE_MSG(test, m->place > last,
					      "%s: message %u overtakes",
					      e->server, i);
			last = m->place;
		}
	}
}

static void in_order_to_the_end(struct kunit *test, struct engine *e)
{
	in_order(test, e, engine_run);
}

static void ordered_jobs_finish_in_order(struct kunit *test)
{
	engine_each(test, in_order_to_the_end);
}

static void in_order_with_stops(struct kunit *test, struct engine *e)
{
	in_order(test, e, stop_and_go);
}

static void a_stopped_batch_goes_on(struct kunit *test)
{
	engine_each(test, in_order_with_stops);
}

/* Needs at least two lanes: one for the long message, one for the short ones. */
static void overtake(struct kunit *test, struct engine *e)
{
	const unsigned int long_len = 60000, short_len = 100;
	unsigned int i, nr = 2 * engine_width(e);

	if (e->hash.plan[e->section.simd].impl[2]->width == 1)
		return;
	add(e, &e->message[0], long_len, false);
	for (i = 1; i < nr; i++)
		add(e, &e->message[i], short_len, false);
	e->finished = 0;
	engine_run(test, e);
	all_once(test, e, nr);
	KUNIT_EXPECT_EQ_MSG(test, e->message[0].place, nr,
			    "%s: short messages wait for a long one",
			    e->server);
}

static void short_jobs_overtake_a_long_one(struct kunit *test)
{
	engine_each(test, overtake);
}

/* The job at the head of the queue makes progress even if each section is minimal. */
static void crawl(struct kunit *test, struct engine *e)
{
	const unsigned int nr = 5, len = 300, steps = nr * (len / 64 + 2);
	unsigned int i, n = 0;

	for (i = 0; i < nr; i++)
		add(e, &e->message[i], len, true);
	e->section.ns = 1;
	while (mbhash_batch_run(&e->batch, &e->section) && n <= steps) {
		engine_collect(e);
		n++;
	}
	engine_collect(e);
	KUNIT_EXPECT_LE_MSG(test, n, steps, "%s", e->server);
	all_once(test, e, nr);
}

static void the_smallest_section_hashes_a_block(struct kunit *test)
{
	engine_each(test, crawl);
}

/* Messages of a block, and a few bytes in a segment each */
static void gather(struct kunit *test, struct engine *e)
{
	const unsigned int ns = 10000, small = MESSAGE_SEGMENTS - 1;
	const unsigned int most = ns * 1000 / SEGMENT_PS + engine_width(e) * small;
	unsigned int i, taken = 0;

	for (i = 0; i < ENGINE_MESSAGES; i++) {
		struct message *m = &e->message[i];

		message_init(e, m);
		message_crumbled(e, m, MBHASH_BLOCK);
		engine_submit(e, m);
	}
	e->section.ns = ns;
	mbhash_batch_run(&e->batch, &e->section);
	for (i = 0; i < ENGINE_MESSAGES; i++)
		taken += small - e->message[i].job.more;
	KUNIT_EXPECT_LE_MSG(test, taken, most, "%s", e->server);
	engine_collect(e);
	engine_run(test, e);
	all_once(test, e, ENGINE_MESSAGES);
}

static void segments_cost_time_of_a_section(struct kunit *test)
{
	engine_each(test, gather);
}

/*
 * McNaughton's rule: n jobs on w lanes, which may change lanes, end after
 * max(sum / w, longest) block steps, and no schedule is shorter.
 */
static void pack(struct kunit *test, struct engine *e)
{
	const unsigned int rounds = 100, max_len = 4000;
	unsigned int i, n, round, width = engine_width(e);

	/* Only if one implementation serves any number of jobs: plans differ otherwise. */
	if (e->hash.plan[e->section.simd].impl[1]->width != width)
		return;
	for (round = 0; round < rounds; round++) {
		unsigned int nr = 1 + rng_below(&e->rng, 2 * width - 1);
		u64 sum = 0, longest = 0, steps = 0, filled = 0;

		for (i = 0; i < nr; i++) {
			struct message *m = &e->message[i];

			add(e, m, rng_below(&e->rng, max_len), false);
			/* Or jobs of one length might keep their lanes, and end later. */
			m->job.one_piece = false;
			sum += m->job.left;
			longest = max_t(u64, longest, m->job.left);
		}
		memset(e->filled, 0, sizeof(e->filled));
		engine_run(test, e);
		if (!all_once(test, e, nr))
			return;
		for (n = 0; n <= MBHASH_MAX_LANES; n++) {
			steps += e->filled[n];
			filled += n * e->filled[n];
		}
		KUNIT_EXPECT_EQ_MSG(test, filled, sum, "%s: %u jobs",
				    e->server, nr);
		KUNIT_EXPECT_EQ_MSG(test, steps,
				    max(longest, div_u64(sum + width - 1, width)),
				    "%s: %u jobs", e->server, nr);
	}
}

static void lanes_stay_full(struct kunit *test)
{
	engine_each(test, pack);
}

#define PSEC_PER_USEC	1000000

/* @loss: additional cost of hashing all jobs together instead of one by one, ps */
static void two_ways(struct kunit *test, struct engine *e, u32 loss, bool one_by_one)
{
	const unsigned int width = engine_width(e), blocks = 4;
	struct mbhash_plan *plan = &e->hash.plan[true];
	const u32 ns = e->section.ns;
	unsigned int i;

	plan->impl[width] = &e->hash.impls[0];
	plan->loss[width] = loss;
	for (i = 0; i < width; i++)
		add(e, &e->message[i], blocks * MBHASH_BLOCK, false);
	e->section.ns = U32_MAX;
	memset(e->filled, 0, sizeof(e->filled));
	engine_run(test, e);
	e->section.ns = ns;
	all_once(test, e, width);
	KUNIT_EXPECT_EQ_MSG(test, e->filled[1], one_by_one ? width * blocks : 0,
			    "%s", e->server);
	KUNIT_EXPECT_EQ_MSG(test, e->filled[width], one_by_one ? 1 : blocks + 1,
			    "%s", e->server);
}

static void go_the_cheaper_way(struct kunit *test, struct engine *e)
{
	const struct mbhash_plan *plan = &e->hash.plan[e->section.simd];

	/* Only for a single implementation with several lanes */
	if (plan->impl[1]->width == 1 || plan->impl[1]->width != plan->widest)
		return;
	two_ways(test, e, 0, false);
	two_ways(test, e, 1, false);	/* less than the cost of moving */
	two_ways(test, e, PSEC_PER_USEC, true);
}

/* As many equal jobs as lanes: the plan decides whether they move. */
static void equal_jobs_move_only_if_that_is_cheaper(struct kunit *test)
{
	engine_each(test, go_the_cheaper_way);
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case batch_cases[] = {
	KUNIT_CASE_PARAM(every_job_finishes_once, hash_gen_params),
	KUNIT_CASE_PARAM(jobs_join_a_running_batch, hash_gen_params),
	KUNIT_CASE_PARAM(equal_jobs_finish_once, hash_gen_params),
	KUNIT_CASE_PARAM(equal_jobs_move_only_if_that_is_cheaper, hash_gen_params),
	KUNIT_CASE_PARAM(equal_jobs_can_be_stopped, hash_gen_params),
	KUNIT_CASE_PARAM(ordered_jobs_finish_in_order, hash_gen_params),
	KUNIT_CASE_PARAM(a_stopped_batch_goes_on, hash_gen_params),
	KUNIT_CASE_PARAM(unfinished_jobs_move_to_another_batch, hash_gen_params),
	KUNIT_CASE_PARAM(short_jobs_overtake_a_long_one, hash_gen_params),
	KUNIT_CASE_PARAM(the_smallest_section_hashes_a_block, hash_gen_params),
	KUNIT_CASE_PARAM(segments_cost_time_of_a_section, hash_gen_params),
	KUNIT_CASE_PARAM(lanes_stay_full, hash_gen_params),
	{}
};

static struct kunit_suite batch_suite = {
	.name = "mbhash_batch",
	.suite_init = engine_init,
	.suite_exit = engine_exit,
	.test_cases = batch_cases,
};

kunit_test_suite(batch_suite);
