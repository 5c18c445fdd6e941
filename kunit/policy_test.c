// SPDX-License-Identifier: GPL-2.0
/*
 * The policy: what it decides of a request, by what it has seen before. It has no
 * clock, so neither have these.
 */
#include <linux/kernel.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing: a copy of the policy. */
#include "../mbhash_policy.c"
#include "../mbhash_decide.h"

#define LONE	16
#define BLOCKS	64	/* more than what is short */
#define BLOCK_PS	30000

/* What is known of a queue */
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

/* As many flushes have found as many requests. */
static void learn(struct known *k, enum mbhash_reason reason,
		  unsigned int queued, unsigned int times)
{
	while (times--)
		mbhash_expect_learn(&k->e, reason, queued, BLOCK_PS, LONE);
}

static void without_knowledge_by_context(struct kunit *test)
{
	static const struct {
		enum mbhash_context context;
		unsigned int queued;
		enum mbhash_reason want;
	} cases[] = {
		{ MBHASH_TASK, 0, MBHASH_IDLE },
		{ MBHASH_TASK, MBHASH_FULL_QUEUE - 2, MBHASH_IDLE },
		{ MBHASH_TASK, MBHASH_FULL_QUEUE - 1, MBHASH_FULL },
		{ MBHASH_TASK, MBHASH_BUSY_QUEUE - 1, MBHASH_FULL },
		{ MBHASH_TASK, MBHASH_BUSY_QUEUE, MBHASH_BUSY },
		{ MBHASH_PREEMPT_RT_TASK, 0, MBHASH_ATOMIC },
		{ MBHASH_PREEMPT_RT_TASK, 1, MBHASH_ATOMIC },
		{ MBHASH_BH_DISABLED, 0, MBHASH_ATOMIC },
		{ MBHASH_BH_DISABLED, 1, MBHASH_SOFTIRQ },
		{ MBHASH_BH, 0, MBHASH_SOFTIRQ },
		{ MBHASH_BH, MBHASH_BUSY_QUEUE, MBHASH_SOFTIRQ },
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

static void the_last_that_is_expected_has_it_flushed(struct kunit *test)
{
	struct known k;

	know_nothing(&k);
	learn(&k, MBHASH_IDLE, 8, LONE - 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 7), MBHASH_IDLE);
	learn(&k, MBHASH_IDLE, 8, 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 6), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 7), MBHASH_EXPECTED);
	/* Another number, and nobody knows. */
	learn(&k, MBHASH_IDLE, 9, 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 8), MBHASH_IDLE);
}

static void who_is_alone_is_served_inline_until_that_is_stale(struct kunit *test)
{
	struct known k;
	unsigned int n = 0;

	know_nothing(&k);
	learn(&k, MBHASH_IDLE, 1, LONE);
	while (decide(&k, MBHASH_TASK, 0) == MBHASH_LONE)
		n += BLOCKS;
	KUNIT_EXPECT_LE(test, PROBE_BLOCKS - BLOCKS, n);
	KUNIT_EXPECT_LE(test, n, PROBE_BLOCKS << PROBE_DOUBLED);
	learn(&k, MBHASH_IDLE, 1, 1);
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_TASK, 0), MBHASH_LONE);
}

/* One from softirq, of that round, as nothing is queued */
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
	/* Nothing passes what is queued. */
	KUNIT_EXPECT_EQ(test, decide(&k, MBHASH_BH, 1), MBHASH_SOFTIRQ);
	KUNIT_EXPECT_EQ(test, decide_round(&k, round), MBHASH_LONE);
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
	KUNIT_CASE(the_last_that_is_expected_has_it_flushed),
	KUNIT_CASE(who_is_alone_is_served_inline_until_that_is_stale),
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
