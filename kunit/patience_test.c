// SPDX-License-Identifier: GPL-2.0
/*
 * Patience: who is hashed inline since a batch would keep it waiting, and when those
 * who wait are flushed. It has no clock, so neither have these.
 */
#include <linux/kernel.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing: a copy of it. */
#include "../mbhash_patience.c"
#include "../mbhash_decide.h"

#define LONE		16
#define BLOCKS		64
#define BLOCK_PS	100000
#define ALONE_NS	(BLOCKS * BLOCK_PS / 1000)	/* 6400 */
#define NICE_0		1024
#define NICE_19		15
#define NICE_MINUS_20	88761
#define WAIT_NS		1000
#define LEAST_NS	100000
#define START		5000000

struct queue {
	struct mbhash_expectation e;
	struct mbhash_patience patience;
	unsigned int queued;
	bool does_not_wait;
};

static void queue_init(struct queue *q)
{
	mbhash_expect_nothing(&q->e);
	mbhash_patience_init(&q->patience, WAIT_NS, LEAST_NS);
	q->queued = 0;
	q->does_not_wait = false;
}

static enum mbhash_reason arrive(struct queue *q, pid_t task,
				 unsigned int weight, unsigned int blocks)
{
	const struct mbhash_arrival arrival = {
		.queued = q->queued,
		.blocks = blocks,
		.lone = LONE,
		.task = task,
		.weight = weight,
		.block_ps = BLOCK_PS,
		.context = MBHASH_TASK,
		.waits = !q->does_not_wait,
	};
	const enum mbhash_reason reason = mbhash_decide(&q->e, &q->patience,
							&arrival);

	q->queued += !mbhash_is_inline(reason);
	return reason;
}

/*
 * @n tasks of @weight make a batch, for @reason: it takes them @gather ns to submit,
 * and then @flush ns to be served.
 */
static void batch(struct queue *q, enum mbhash_reason reason, unsigned int n,
		  unsigned int weight, u64 gather, u64 flush)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		const struct mbhash_arrival arrival = {
			.blocks = BLOCKS,
			.task = 1 + i,
			.weight = weight,
			.block_ps = BLOCK_PS,
			.context = MBHASH_TASK,
			.waits = true,
		};

		mbhash_patience_queued(&q->patience, &arrival);
		mbhash_patience_waits(&q->patience, START + gather * i / n);
	}
	mbhash_patience_taken(&q->patience, reason, START + gather);
	mbhash_patience_served(&q->patience, reason, flush, 0,
			       START + gather + flush);
	q->queued = 0;
}

/* As often as it takes to be sure of that */
static void batches(struct queue *q, enum mbhash_reason reason, unsigned int n,
		    unsigned int weight, u64 gather, u64 flush)
{
	unsigned int times;

	for (times = 0; times < 100; times++)
		batch(q, reason, n, weight, gather, flush);
}

static void nobody_is_impatient_without_knowledge(struct kunit *test)
{
	static const unsigned int weights[] = {
		1, NICE_19, NICE_0, NICE_MINUS_20, MBHASH_RT_WEIGHT,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(weights); i++) {
		struct queue q;

		queue_init(&q);
		KUNIT_EXPECT_EQ(test, arrive(&q, 1, weights[i], BLOCKS),
				MBHASH_IDLE);
	}
}

/* Of 16 that are alike, when another one comes */
static void who_waits_for_a_batch(struct kunit *test)
{
	static const struct {
		u64 gather, flush;
		unsigned int weight, blocks;
		enum mbhash_reason want;
	} cases[] = {
		/* Lanes save half: worth it to those who are like the others, */
		{ 16 * 1000, 8 * ALONE_NS, NICE_0, BLOCKS, MBHASH_IDLE },
		{ 16 * 1000, 8 * ALONE_NS, NICE_0, 16 * BLOCKS, MBHASH_IDLE },
		{ 16 * 1000, 8 * ALONE_NS, NICE_19, BLOCKS, MBHASH_IDLE },
		/* not to those who ask for less, or outweigh them. */
		{ 16 * 1000, 8 * ALONE_NS, NICE_0, BLOCKS / 8, MBHASH_SHORT },
		{ 16 * 1000, 8 * ALONE_NS, NICE_MINUS_20, BLOCKS, MBHASH_SHORT },
		{ 16 * 1000, 8 * ALONE_NS, MBHASH_RT_WEIGHT, 16 * BLOCKS,
		  MBHASH_SHORT },
		/* Who weighs twice as much may ask for twice as much. */
		{ 16 * 1000, 13 * ALONE_NS, 2 * NICE_0, BLOCKS, MBHASH_SHORT },
		{ 16 * 1000, 13 * ALONE_NS, 2 * NICE_0, 2 * BLOCKS, MBHASH_IDLE },
		/* Lanes save less than waiting costs: nobody waits. */
		{ 16 * 2000, 16 * ALONE_NS, NICE_0, BLOCKS, MBHASH_SHORT },
		{ 16 * 7000, 8 * ALONE_NS, NICE_0, BLOCKS, MBHASH_IDLE },
		/* Much of it are turns, but not of who asks for little. */
		{ 16 * 70000, 8 * ALONE_NS, NICE_0, BLOCKS, MBHASH_IDLE },
		{ 16 * 70000, 8 * ALONE_NS, NICE_0, 1, MBHASH_SHORT },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;

		queue_init(&q);
		batches(&q, MBHASH_IDLE, 16, NICE_0, cases[i].gather,
			cases[i].flush);
		KUNIT_EXPECT_EQ_MSG(test,
				    arrive(&q, 17, cases[i].weight,
					   cases[i].blocks),
				    cases[i].want, "case %u", i);
	}
}

/* Something else ran between the last that came and the flush. */
static void other_work_is_no_turn(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_DEADLINE, 16, NICE_0, 16 * 1000, 8 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_IDLE);
	KUNIT_EXPECT_LE(test, q.patience.turn_ns, 1000);
}

static void one_disturbed_round_teaches_little(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 1000, 8 * ALONE_NS);
	q.patience.taken = 16;
	q.patience.taken_weight = 16 * NICE_0;
	q.patience.waited_ns = 1000 * ALONE_NS;
	mbhash_patience_served(&q.patience, MBHASH_IDLE, 8 * ALONE_NS, 0, START);
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_IDLE);
}

static void batches_of_one_and_of_softirqs_teach_nothing(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 1, NICE_0, 1000, ALONE_NS);
	batches(&q, MBHASH_SOFTIRQ, 16, NICE_0, 1000, 100 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.rate_ps, 0ULL);
}

/* Who does not wait for a request is not kept waiting by it. */
static void who_does_not_wait_is_patient(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 16 * ALONE_NS);
	q.does_not_wait = true;
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_IDLE);
	q.does_not_wait = false;
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_SHORT);
}

/* @task's request is queued, alone, and served for @why. */
static enum mbhash_reason batch_of_one(struct queue *q, pid_t task,
				       enum mbhash_reason why)
{
	const enum mbhash_reason reason = arrive(q, task, NICE_0, BLOCKS);

	if (!mbhash_is_inline(reason)) {
		mbhash_patience_taken(&q->patience, why, START);
		mbhash_patience_served(&q->patience, why, 0, 0, START);
		q->queued = 0;
	}
	return reason;
}

/* ... since all wait */
static enum mbhash_reason lone_batch(struct queue *q, pid_t task)
{
	return batch_of_one(q, task, MBHASH_IDLE);
}

static void who_is_seen_to_wait_is_impatient(struct kunit *test)
{
	struct queue q;
	unsigned int i;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 16 * ALONE_NS);
	q.does_not_wait = true;
	for (i = 0; i <= MBHASH_WAITS; i++)
		KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_SHORT);
	/* Another one of the same place in the table has to be seen itself, */
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17 + MBHASH_NR_HABITS), MBHASH_IDLE);
	for (i = 0; i <= MBHASH_WAITS; i++)
		KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_SHORT);
	/* and who has two at once when in doubt, does not wait. */
	q.patience.unsure = 1;
	arrive(&q, 17, NICE_0, BLOCKS);
	arrive(&q, 17, NICE_0, BLOCKS);
	q.patience.unsure = 0;
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_IDLE);
}

/* One that sends packets, say, which a softirq has flushed before it sends the next */
static void who_is_served_by_others_is_not_seen_to_wait(struct kunit *test)
{
	static const enum mbhash_reason reasons[] = {
		MBHASH_SOFTIRQ, MBHASH_FULL, MBHASH_DEADLINE,
	};
	unsigned int i, times;

	for (i = 0; i < ARRAY_SIZE(reasons); i++) {
		struct queue q;

		queue_init(&q);
		batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 16 * ALONE_NS);
		q.does_not_wait = true;
		for (times = 0; times < 10 * MBHASH_WAITS; times++)
			KUNIT_EXPECT_EQ(test, batch_of_one(&q, 17, reasons[i]),
					MBHASH_IDLE);
	}
}

/* The first batches do not tell, the very first one least. */
static void nobody_is_impatient_while_unsure(struct kunit *test)
{
	struct queue q;
	unsigned int i;

	queue_init(&q);
	batch(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 1600 * ALONE_NS);
	for (i = 1; i < UNSURE_BATCHES; i++) {
		KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS),
				MBHASH_IDLE);
		batch(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 16 * ALONE_NS);
	}
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_SHORT);
	KUNIT_EXPECT_LE(test, q.patience.sums.round_ns,
			UNSURE_BATCHES * 17 * (2000ULL + ALONE_NS));
}

/* What a batch would take now is not known unless one is made. */
static void impatience_is_tested_now_and_then(struct kunit *test)
{
	const unsigned int blocks = MBHASH_IMPATIENT_BLOCKS / 4;
	struct queue q;
	unsigned int i;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 1600ULL * blocks);
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, arrive(&q, 17, MBHASH_RT_WEIGHT, blocks),
				MBHASH_SHORT);
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, MBHASH_RT_WEIGHT, blocks),
			MBHASH_IDLE);
	/* In doubt, what has been learnt does not count any more. */
	for (i = 0; i <= UNSURE_BATCHES; i++)
		batch(&q, MBHASH_IDLE, 2, NICE_0, 2000, ALONE_NS);
	KUNIT_EXPECT_LE(test, q.patience.sums.jobs, 2 * UNSURE_BATCHES);
}

/* One after the other; without a turn */
static void patience_ends_when_it_would_be_done_alone(struct kunit *test)
{
	static const struct {
		unsigned int weight[3], blocks[3];
		u64 want;
	} cases[] = {
		/* Nobody has less than that. */
		{ { NICE_0 }, { BLOCKS }, LEAST_NS },
		{ { NICE_0, NICE_0, NICE_0 }, { BLOCKS, BLOCKS, BLOCKS },
		  LEAST_NS },
		{ { NICE_0 }, { 100 * BLOCKS }, 100 * ALONE_NS },
		/* The first has it of its own, until it is known who comes. */
		{ { NICE_0, NICE_0 }, { 100 * BLOCKS, 100 * BLOCKS },
		  100 * ALONE_NS },
		{ { NICE_0, NICE_0 }, { 100 * BLOCKS, 40 * BLOCKS },
		  80 * ALONE_NS },
		{ { NICE_0, NICE_0, NICE_MINUS_20 },
		  { 100 * BLOCKS, 100 * BLOCKS, BLOCKS }, LEAST_NS },
		{ { NICE_0, NICE_0, MBHASH_RT_WEIGHT },
		  { 100 * BLOCKS, 100 * BLOCKS, 50 * BLOCKS },
		  50ULL * ALONE_NS * (MBHASH_RT_WEIGHT + 2 * NICE_0) /
		  MBHASH_RT_WEIGHT },
		{ { NICE_0, NICE_19 }, { 100 * BLOCKS, 100 * BLOCKS },
		  100 * ALONE_NS },
	};
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;

		queue_init(&q);
		for (j = 0; j < 3 && cases[i].weight[j]; j++) {
			arrive(&q, j, cases[i].weight[j], cases[i].blocks[j]);
			mbhash_patience_waits(&q.patience, START + j);
		}
		KUNIT_EXPECT_EQ_MSG(test, mbhash_patience_end(&q.patience),
				    START + cases[i].want, "case %u", i);
		KUNIT_EXPECT_FALSE(test,
				   mbhash_patience_is_over(&q.patience,
							   START + cases[i].want - 1));
		KUNIT_EXPECT_TRUE(test,
				  mbhash_patience_is_over(&q.patience,
							  START + cases[i].want));
	}
}

/* They are flushed at the end of their round, whatever the tick says. */
static void softirqs_do_not_run_out_of_patience(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	q.queued = 1;
	KUNIT_EXPECT_FALSE(test, mbhash_patience_is_over(&q.patience, U64_MAX - 1));
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	KUNIT_EXPECT_TRUE(test, mbhash_patience_is_over(&q.patience, U64_MAX - 1));
	mbhash_patience_taken(&q.patience, MBHASH_SOFTIRQ, START + 1);
	KUNIT_EXPECT_FALSE(test, mbhash_patience_is_over(&q.patience, U64_MAX - 1));
}

/* After one, the clock is read for each task. That costs, so it ends. */
static void deadlines_are_watched(struct kunit *test)
{
	const u64 hashing = 8 * ALONE_NS;
	struct queue q;
	unsigned int i;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, hashing);
	KUNIT_EXPECT_TRUE(test, mbhash_patience_asks_when(&q.patience, false));
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	KUNIT_EXPECT_FALSE(test, mbhash_patience_asks_when(&q.patience, true));
	batch(&q, MBHASH_DEADLINE, 15, NICE_0, 16 * 2000, hashing);
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	KUNIT_EXPECT_TRUE(test, mbhash_patience_asks_when(&q.patience, true));
	KUNIT_EXPECT_FALSE(test, mbhash_patience_asks_when(&q.patience, false));
	for (i = 0; i < WATCHED_BATCHES; i++)
		batch(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, hashing);
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	KUNIT_EXPECT_FALSE(test, mbhash_patience_asks_when(&q.patience, true));
}

/* The next batch is expected to weigh what the last one did. */
static void patience_grows_with_the_crowd(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 0, 8 * ALONE_NS);
	arrive(&q, 1, NICE_0, 4 * BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	KUNIT_EXPECT_EQ(test, mbhash_patience_end(&q.patience),
			START + 16 * 4 * (u64)ALONE_NS);
}

static void what_is_left_waits_no_longer_than_the_least(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	arrive(&q, 1, NICE_0, 100 * BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	mbhash_patience_taken(&q.patience, MBHASH_IDLE, START + 1);
	KUNIT_EXPECT_EQ(test, q.patience.start, 0ULL);
	mbhash_patience_served(&q.patience, MBHASH_IDLE, 1, 1, START + 2);
	KUNIT_EXPECT_EQ(test, mbhash_patience_end(&q.patience),
			(u64)START + 2 + LEAST_NS);
}

static struct kunit_case patience_cases[] = {
	KUNIT_CASE(nobody_is_impatient_without_knowledge),
	KUNIT_CASE(who_waits_for_a_batch),
	KUNIT_CASE(other_work_is_no_turn),
	KUNIT_CASE(one_disturbed_round_teaches_little),
	KUNIT_CASE(batches_of_one_and_of_softirqs_teach_nothing),
	KUNIT_CASE(who_does_not_wait_is_patient),
	KUNIT_CASE(who_is_seen_to_wait_is_impatient),
	KUNIT_CASE(who_is_served_by_others_is_not_seen_to_wait),
	KUNIT_CASE(nobody_is_impatient_while_unsure),
	KUNIT_CASE(impatience_is_tested_now_and_then),
	KUNIT_CASE(patience_ends_when_it_would_be_done_alone),
	KUNIT_CASE(softirqs_do_not_run_out_of_patience),
	KUNIT_CASE(deadlines_are_watched),
	KUNIT_CASE(patience_grows_with_the_crowd),
	KUNIT_CASE(what_is_left_waits_no_longer_than_the_least),
	{}
};

static struct kunit_suite patience_suite = {
	.name = "mbhash_patience",
	.test_cases = patience_cases,
};

kunit_test_suite(patience_suite);
