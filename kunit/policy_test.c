// SPDX-License-Identifier: GPL-2.0
/*
 * The policy: its decision for a request, given earlier ones. It reads no clock, so
 * neither do the tests.
 */
#include <linux/kernel.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing, so this includes a copy of the policy. */
#include "../policy/policy.c"
#include "../policy/decide.h"

#define LONE	16
#define BLOCKS	64	/* more than a short request has */
#define BLOCK_PS	30000
#define SAVED_PS	20000	/* by lanes */

/* What is known about a queue */
struct known {
	struct mbhash_expectation e;
	struct mbhash_patience patience;
};

static void know_nothing(struct known *k)
{
	mbhash_expect_nothing(&k->e);
	mbhash_patience_init(&k->patience, 0, 0);
}

static struct mbhash_arrival arrival_from(enum mbhash_context context,
					  unsigned int queued)
{
	return (struct mbhash_arrival) {
		.queued = queued,
		.blocks = BLOCKS,
		.lone = LONE,
		.task = context == MBHASH_TASK ? 1 : MBHASH_NO_TASK,
		.weight = context == MBHASH_TASK,
		.block_ps = BLOCK_PS,
		.round = 1,
		.context = context,
	};
}

static enum mbhash_reason decide(struct known *k,
				 enum mbhash_context context,
				 unsigned int queued)
{
	const struct mbhash_arrival arrival = arrival_from(context, queued);

	return mbhash_decide(&k->e, &k->patience, &arrival);
}

/* @times flushes have found @queued requests each. */
static void learn(struct known *k, enum mbhash_reason reason,
		  unsigned int queued, unsigned int times)
{
	while (times--)
		mbhash_expect_learn(&k->e, reason, queued, SAVED_PS, LONE);
}

static void without_knowledge_by_context(struct kunit *test)
{
	static const struct {
		enum mbhash_context context;
		unsigned int queued;
		enum mbhash_reason want;
	} cases[] = {
		{ MBHASH_TASK, 0, MBHASH_IDLE },
		{ MBHASH_TASK, 62, MBHASH_IDLE },
		{ MBHASH_TASK, 63, MBHASH_FULL },
		{ MBHASH_TASK, 511, MBHASH_FULL },
		{ MBHASH_TASK, 512, MBHASH_BUSY },
		{ MBHASH_PREEMPT_RT_TASK, 0, MBHASH_ATOMIC },
		{ MBHASH_PREEMPT_RT_TASK, 1, MBHASH_ATOMIC },
		{ MBHASH_BH_DISABLED, 0, MBHASH_ATOMIC },
		{ MBHASH_BH_DISABLED, 1, MBHASH_SOFTIRQ },
		{ MBHASH_BH, 0, MBHASH_SOFTIRQ },
		{ MBHASH_BH, 512, MBHASH_SOFTIRQ },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct known k;

		know_nothing(&k);
		KUNIT_EXPECT_EQ_MSG(test,
				    decide(&k, cases[i].context, cases[i].queued),
				    cases[i].want, "case %u", i);
	}
}

static void what_is_ordered_passes_nothing(struct kunit *test)
{
	enum mbhash_context context;

	for (context = MBHASH_TASK; context <= MBHASH_BH; context++) {
		struct mbhash_arrival arrival = arrival_from(context, 1);
		struct known k;

		know_nothing(&k);
		learn(&k, MBHASH_IDLE, 1, LONE);
		learn(&k, MBHASH_SOFTIRQ, 1, LONE);
		arrival.ordered = true;
		for (arrival.blocks = 1; arrival.blocks <= BLOCKS; arrival.blocks++)
			KUNIT_EXPECT_FALSE_MSG(test,
					       mbhash_is_inline(mbhash_decide(&k.e,
									      &k.patience,
									      &arrival)),
					       "context %d, %u blocks", context,
					       arrival.blocks);
	}
}

static void which_reasons_are_inline(struct kunit *test)
{
	static const enum mbhash_reason inlines[] = {
		MBHASH_LONE, MBHASH_SHORT, MBHASH_BUSY, MBHASH_ATOMIC,
	};
	static const enum mbhash_reason flushes[] = {
		MBHASH_FULL, MBHASH_EXPECTED, MBHASH_IDLE, MBHASH_DEADLINE,
		MBHASH_SOFTIRQ,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(inlines); i++)
		KUNIT_EXPECT_TRUE(test, mbhash_is_inline(inlines[i]));
	for (i = 0; i < ARRAY_SIZE(flushes); i++)
		KUNIT_EXPECT_FALSE(test, mbhash_is_inline(flushes[i]));
}

static void the_last_that_is_expected_has_it_flushed(struct kunit *test)
{
	struct known k;

	know_nothing(&k);
	learn(&k, MBHASH_IDLE, 8, LONE - 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 7), MBHASH_IDLE);
	learn(&k, MBHASH_IDLE, 8, 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 6), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 7), MBHASH_EXPECTED);
	/* After another number, none is expected. */
	learn(&k, MBHASH_IDLE, 9, 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 8), MBHASH_IDLE);
}

/* A flush by rule 2 or 3 shows how many requests tasks have in flight together. */
static void which_flushes_teach_the_number(struct kunit *test)
{
	enum mbhash_reason reason;

	for (reason = MBHASH_FULL; reason <= MBHASH_SOFTIRQ; reason++) {
		const bool teaches = reason != MBHASH_EXPECTED &&
				     reason != MBHASH_SOFTIRQ;
		struct known k;

		know_nothing(&k);
		learn(&k, MBHASH_IDLE, 8, LONE);
		learn(&k, reason, 9, 1);
		KUNIT_EXPECT_EQ_MSG(test, decide(&k, MBHASH_TASK, 7),
				    teaches ? MBHASH_IDLE : MBHASH_EXPECTED,
				    "reason %d", reason);
	}
}

/* The more often the number was confirmed, the longer it is relied on. */
static void who_is_alone_is_served_inline_until_that_is_stale(struct kunit *test)
{
	struct known k;
	unsigned int i;

	know_nothing(&k);
	learn(&k, MBHASH_IDLE, 1, LONE);
	for (i = 0; i <= PROBE_DOUBLED + 1; i++) {
		unsigned int blocks = BLOCKS;

		while (decide(&k, MBHASH_TASK, 0) == MBHASH_LONE)
			blocks += BLOCKS;
		KUNIT_EXPECT_EQ(test, blocks,
				PROBE_BLOCKS << min(i, PROBE_DOUBLED));
		learn(&k, MBHASH_IDLE, 1, 1);
	}
	KUNIT_EXPECT_TRUE(test, mbhash_is_inline(MBHASH_LONE));
	learn(&k, MBHASH_IDLE, 2, LONE);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 0), MBHASH_IDLE);
}

/* @task queues @times requests. */
static void queue_requests(struct known *k, pid_t task, unsigned int times)
{
	struct mbhash_arrival arrival = arrival_from(MBHASH_TASK, 0);

	arrival.task = task;
	while (times--)
		mbhash_decide(&k->e, &k->patience, &arrival);
}

/* A short request of a task that does not say that it waits */
static void a_short_one_joins_others_of_its_task(struct kunit *test)
{
	static const struct {
		unsigned int expected;
		u32 saved_ps;
		unsigned int run;	/* the task's last requests in a row */
		unsigned int queued;
		unsigned int blocks;
		enum mbhash_reason want;
	} cases[] = {
		/* The last one in the queue is its own, or another task's. */
		{ 0, SAVED_PS, 1, 1, 1, MBHASH_IDLE },
		{ 0, SAVED_PS, 0, 1, 1, MBHASH_SHORT },
		/* The last ones were its own, as many as are expected, */
		{ 8, SAVED_PS, 8, 0, 2, MBHASH_IDLE },
		{ 8, SAVED_PS, 7, 0, 2, MBHASH_SHORT },
		{ 8, SAVED_PS, 0, 0, 2, MBHASH_SHORT },
		{ 0, SAVED_PS, 99, 0, 4, MBHASH_SHORT },
		/* and lanes save more than the batch costs. */
		{ 8, SAVED_PS, 8, 0, 1, MBHASH_SHORT },
		{ 2, (BATCH_PS + 2 * JOB_PS) / 6, 2, 0, 4, MBHASH_IDLE },
		{ 2, (BATCH_PS + 2 * JOB_PS) / 6, 2, 0, 3, MBHASH_SHORT },
		{ 8, (BATCH_PS + 8 * JOB_PS) / 16, 8, 0, 3, MBHASH_IDLE },
		{ 8, (BATCH_PS + 8 * JOB_PS) / 16, 8, 0, 2, MBHASH_SHORT },
		/* One request shares lanes with nothing. */
		{ 1, 0, 99, 0, 4, MBHASH_SHORT },
		/* It is not short. */
		{ 0, SAVED_PS, 0, 1, 5, MBHASH_IDLE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_arrival arrival = arrival_from(MBHASH_TASK,
							     cases[i].queued);
		struct known k;

		know_nothing(&k);
		if (cases[i].expected)
			mbhash_expect_learn(&k.e, MBHASH_IDLE, cases[i].expected,
					    cases[i].saved_ps, LONE);
		queue_requests(&k, arrival.task + 1, 100);
		queue_requests(&k, arrival.task, cases[i].run);
		arrival.blocks = cases[i].blocks;
		KUNIT_EXPECT_EQ_MSG(test,
				    mbhash_decide(&k.e, &k.patience, &arrival),
				    cases[i].want, "case %u", i);
	}
}

/* Is each of so many short requests hashed inline that the expected number is stale? */
static bool short_ones_are_inline(struct known *k, bool waits)
{
	struct mbhash_arrival arrival = arrival_from(MBHASH_TASK, 0);
	unsigned int blocks;

	arrival.blocks = 1;
	arrival.waits = waits;
	for (blocks = 0; blocks <= PROBE_BLOCKS; blocks++)
		if (mbhash_decide(&k->e, &k->patience, &arrival) != MBHASH_SHORT)
			return false;
	return true;
}

static void who_waits_for_a_short_one_never_waits_for_others(struct kunit *test)
{
	struct known k;

	know_nothing(&k);
	KUNIT_EXPECT_TRUE(test, short_ones_are_inline(&k, true));
	know_nothing(&k);
	KUNIT_EXPECT_FALSE(test, short_ones_are_inline(&k, false));
}

/* A request from a softirq in this round, while nothing is queued */
static enum mbhash_reason decide_round(struct known *k,
				       unsigned int round)
{
	struct mbhash_arrival arrival = arrival_from(MBHASH_BH, 0);

	arrival.round = round;
	return mbhash_decide(&k->e, &k->patience, &arrival);
}

static void lone_rounds_of_softirqs_are_inline(struct kunit *test)
{
	struct known k;
	unsigned int round;

	know_nothing(&k);
	learn(&k, MBHASH_SOFTIRQ, 1, LONE - 1);
	KUNIT_EXPECT_EQ(test, decide_round(&k, 1), MBHASH_SOFTIRQ);
	learn(&k, MBHASH_SOFTIRQ, 1, 1);
	for (round = 2; round < 1000; round++)
		KUNIT_EXPECT_EQ(test, decide_round(&k, round), MBHASH_LONE);
	/* A request does not overtake queued ones. */
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_BH, 1), MBHASH_SOFTIRQ);
	KUNIT_EXPECT_EQ(test, decide_round(&k, round), MBHASH_LONE);
	/* Their number may reach the end of its range. */
	k.e.lone_rounds = UINT_MAX;
	learn(&k, MBHASH_SOFTIRQ, 1, 1);
	KUNIT_EXPECT_EQ(test, decide_round(&k, round + 1), MBHASH_LONE);
}

static void the_second_of_a_round_ends_that(struct kunit *test)
{
	struct known k;
	unsigned int i;

	know_nothing(&k);
	learn(&k, MBHASH_SOFTIRQ, 1, 1000);
	KUNIT_EXPECT_EQ(test, decide_round(&k, 1), MBHASH_LONE);
	KUNIT_EXPECT_EQ(test, decide_round(&k, 1), MBHASH_SOFTIRQ);
	for (i = 0; i < LONE; i++) {
		learn(&k, MBHASH_SOFTIRQ, 1, 1);
		KUNIT_EXPECT_EQ(test, decide_round(&k, 2 + i),
				i == LONE - 1 ? MBHASH_LONE : MBHASH_SOFTIRQ);
	}
}

static void a_round_of_two_ends_that(struct kunit *test)
{
	struct known k;

	know_nothing(&k);
	learn(&k, MBHASH_SOFTIRQ, 1, 1000);
	learn(&k, MBHASH_SOFTIRQ, 2, 1);
	KUNIT_EXPECT_EQ(test, decide_round(&k, 1), MBHASH_SOFTIRQ);
	learn(&k, MBHASH_SOFTIRQ, 1, LONE - 1);
	KUNIT_EXPECT_EQ(test, decide_round(&k, 2), MBHASH_SOFTIRQ);
}

static void lone_0_expects_nothing(struct kunit *test)
{
	enum mbhash_context context;

	for (context = MBHASH_TASK; context <= MBHASH_BH; context++) {
		struct mbhash_arrival arrival = arrival_from(context, 0);
		struct known k;

		know_nothing(&k);
		learn(&k, MBHASH_IDLE, 1, 1000);
		learn(&k, MBHASH_SOFTIRQ, 1, 1000);
		arrival.lone = 0;
		KUNIT_EXPECT_FALSE(test,
				   mbhash_decide(&k.e, &k.patience, &arrival) ==
				   MBHASH_LONE);
	}
}

static struct kunit_case policy_cases[] = {
	KUNIT_CASE(without_knowledge_by_context),
	KUNIT_CASE(what_is_ordered_passes_nothing),
	KUNIT_CASE(which_reasons_are_inline),
	KUNIT_CASE(the_last_that_is_expected_has_it_flushed),
	KUNIT_CASE(which_flushes_teach_the_number),
	KUNIT_CASE(who_is_alone_is_served_inline_until_that_is_stale),
	KUNIT_CASE(a_short_one_joins_others_of_its_task),
	KUNIT_CASE(who_waits_for_a_short_one_never_waits_for_others),
	KUNIT_CASE(lone_rounds_of_softirqs_are_inline),
	KUNIT_CASE(the_second_of_a_round_ends_that),
	KUNIT_CASE(a_round_of_two_ends_that),
	KUNIT_CASE(lone_0_expects_nothing),
	{}
};

static struct kunit_suite policy_suite = {
	.name = "mbhash_policy",
	.test_cases = policy_cases,
};

kunit_test_suite(policy_suite);
