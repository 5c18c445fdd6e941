// SPDX-License-Identifier: GPL-2.0
/*
 * Patience: when waiting requests are flushed at the latest, and what becomes of those
 * that a flush leaves. It reads no clock, so neither do the tests.
 */
#include <linux/kernel.h>
#include <linux/time64.h>

#include "patience_fixture.h"

/* Requests one after the other, without turns */
static void patience_ends_when_it_would_be_done_alone(struct kunit *test)
{
	static const struct {
		unsigned int weight[3], blocks[3];
		u64 want;
	} cases[] = {
		/* The least patience */
		{ { NICE_0 }, { BLOCKS }, LEAST_NS },
		{ { NICE_0, NICE_0, NICE_0 }, { BLOCKS, BLOCKS, BLOCKS },
		  LEAST_NS },
		{ { NICE_0 }, { 100 * BLOCKS }, 100 * ALONE_NS },
		/* That of the first one alone, until others are known. */
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

/* Their requests are flushed at the end of their round, without a tick. */
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

/* The next batch is expected to have the weight of the last one. */
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

/*
 * Softirqs' requests are left by the thread, which may not get the CPU again. The tasklet
 * goes on by itself.
 */
static void what_is_left_has_a_deadline(struct kunit *test)
{
	static const struct {
		enum mbhash_reason reason;
		u64 want;
	} cases[] = {
		{ MBHASH_IDLE, START + 2 + LEAST_NS },
		{ MBHASH_SOFTIRQ, U64_MAX },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;

		queue_init(&q);
		mbhash_patience_taken(&q.patience, cases[i].reason, START + 1);
		mbhash_patience_served(&q.patience, cases[i].reason, 1, 1, START + 2);
		KUNIT_EXPECT_EQ(test, mbhash_patience_end(&q.patience), cases[i].want);
	}
}

/* Its CPU goes offline, and comes back. */
static void a_queue_forgets_what_was_moved(struct kunit *test)
{
	const u64 later = START + 1000ULL * NSEC_PER_SEC;
	struct queue q;

	queue_init(&q);
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	mbhash_patience_moved(&q.patience);
	KUNIT_EXPECT_FALSE(test, mbhash_patience_is_over(&q.patience, later));

	arrive(&q, 2, NICE_0, BLOCKS);
	KUNIT_EXPECT_TRUE(test, mbhash_patience_asks_when(&q.patience, true));
	mbhash_patience_waits(&q.patience, later);
	KUNIT_EXPECT_EQ(test, mbhash_patience_end(&q.patience), later + LEAST_NS);
	mbhash_patience_taken(&q.patience, MBHASH_IDLE, later);
	KUNIT_EXPECT_EQ(test, q.patience.taken, 1);
	KUNIT_EXPECT_EQ(test, q.patience.taken_weight, NICE_0);

	/* Nor does a task that does not wait count as one that is known. */
	one_more(&q, 3, NICE_0);
	mbhash_patience_moved(&q.patience);
	one_more(&q, 3, NICE_0);
	mbhash_patience_taken(&q.patience, MBHASH_IDLE, START + 1);
	KUNIT_EXPECT_EQ(test, q.patience.taken_task_weight, NICE_0);
}

/* @n requests of tasks gather, and @left of what a flush takes are left. */
static void leave(struct queue *q, unsigned int n, unsigned int left)
{
	while (n--)
		arrive(q, n, NICE_0, BLOCKS);
	mbhash_patience_waits(&q->patience, START);
	mbhash_patience_taken(&q->patience, MBHASH_IDLE, START + 1000);
	mbhash_patience_served(&q->patience, MBHASH_IDLE, ALONE_NS, left,
			       START + 2000);
	q->queued = left;
}

/* It counts again, as the requests of tasks with the mean weight. */
static void what_is_left_gathers_with_later_ones(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	leave(&q, 4, 3);
	KUNIT_EXPECT_EQ(test, q.patience.n, 3U);
	KUNIT_EXPECT_EQ(test, q.patience.weight, 3ULL * NICE_0);
	leave(&q, 1, 0);
	KUNIT_EXPECT_EQ(test, q.patience.n, 0U);
	/* Those of softirqs may be among what is left. */
	leave(&q, 4, 10);
	KUNIT_EXPECT_EQ(test, q.patience.n, 4U);
	KUNIT_EXPECT_EQ(test, q.patience.weight, 4ULL * NICE_0);
}

/* A request of @task, which has slept @sleeps times before */
static void queue_after(struct queue *q, pid_t task, unsigned int sleeps)
{
	q->sleeps = sleeps;
	queue_one(q, task, NICE_0, false, START);
}

/*
 * Three requests wait for @passed ns; of @task[], which have slept @sleeps[] times before.
 * Lanes save more than a quarter of LEAST_NS from 130209 ps a block on.
 */
static void one_by_one_is_not_together(struct kunit *test)
{
	static const struct {
		enum mbhash_reason reason;
		pid_t task[3];
		unsigned int sleeps[3];
		u64 passed;
		u32 saved_ps;
		unsigned int want;
	} cases[] = {
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 5, 6 }, LEAST_NS, 0, 1 },
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 5, 6 }, LEAST_NS, 130208, 1 },
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 5, 6 }, LEAST_NS, 130209, 3 },
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 5, 6 }, 2 * LEAST_NS, 130209, 1 },
		/* Flushed with another queue, which was overdue */
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 5, 6 }, LEAST_NS - 1, 0, 3 },
		{ MBHASH_IDLE, { 1, 1, 1 }, { 4, 5, 6 }, LEAST_NS, 0, 3 },
		{ MBHASH_FULL, { 1, 1, 1 }, { 4, 5, 6 }, LEAST_NS, 0, 3 },
		/* It did not sleep each time. */
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 5, 5 }, LEAST_NS, 0, 3 },
		{ MBHASH_DEADLINE, { 1, 1, 1 }, { 4, 4, 5 }, LEAST_NS, 0, 3 },
		/* Several tasks may wait at a time. */
		{ MBHASH_DEADLINE, { 1, 2, 2 }, { 4, 5, 6 }, LEAST_NS, 0, 3 },
		{ MBHASH_DEADLINE, { 1, 1, 2 }, { 4, 5, 6 }, LEAST_NS, 0, 3 },
	};
	unsigned int i, j;
	struct queue q;

	/* No batch depends on the previous one. */
	queue_init(&q);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (j = 0; j < 3; j++)
			queue_after(&q, cases[i].task[j], cases[i].sleeps[j]);
		KUNIT_EXPECT_EQ_MSG(test,
				    mbhash_patience_together(&q.patience,
							     cases[i].reason, 3,
							     cases[i].saved_ps,
							     START + cases[i].passed),
				    cases[i].want, "case %u", i);
		q.patience.partly = true; /* Do not learn. */
		flush_all(&q, MBHASH_IDLE, 1, 1);
	}
}

static void softirqs_alone_are_together(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	queue_after(&q, 1, 4);
	queue_after(&q, 1, 5);
	flush_all(&q, MBHASH_IDLE, 1, 1);
	KUNIT_EXPECT_EQ(test, mbhash_patience_together(&q.patience, MBHASH_DEADLINE,
						       3, 0, U64_MAX - 1), 3U);
}

/*
 * A flush on another CPU has taken @n requests, and takes in those of a task, @more, that
 * arrive meanwhile.
 */
static void meanwhile(struct kunit *test, unsigned int n, unsigned int more,
		      unsigned int left)
{
	unsigned int i;
	struct queue q;

	queue_init(&q);
	while (q.patience.n < n)
		arrive(&q, 1 + q.patience.n, NICE_0, BLOCKS);
	if (n)
		mbhash_patience_waits(&q.patience, START);
	mbhash_patience_taken(&q.patience, MBHASH_SOFTIRQ, START);
	for (i = 0; i < more; i++)
		one_more(&q, TASK, NICE_0);
	mbhash_patience_served(&q.patience, MBHASH_SOFTIRQ, 1, left, START);
	KUNIT_EXPECT_EQ(test, q.patience.n, min(left, n + more));
	KUNIT_EXPECT_EQ(test, !q.patience.start, !left);
	KUNIT_EXPECT_EQ(test, !q.patience.weight, !left);
	KUNIT_EXPECT_EQ(test, q.patience.partly, !!left);

	/* If all are done, the task's next one is the first of a batch. */
	one_more(&q, TASK, NICE_0);
	mbhash_patience_taken(&q.patience, MBHASH_SOFTIRQ, START);
	KUNIT_EXPECT_EQ(test, q.patience.taken_task_weight, 1ULL * NICE_0);
}

static void what_arrives_during_a_flush_may_be_served(struct kunit *test)
{
	unsigned int left;

	for (left = 0; left < 5; left++) {
		meanwhile(test, 0, 2, left);
		meanwhile(test, 2, 0, left);
		meanwhile(test, 2, 2, left);
	}
}

/* Only whole batches show how long one takes. */
static void what_is_left_teaches_nothing(struct kunit *test)
{
	struct queue q;
	unsigned int i;

	queue_init(&q);
	for (i = 0; i < 100; i++) {
		leave(&q, 16, 1);
		leave(&q, 16, 0);
	}
	KUNIT_EXPECT_EQ(test, q.patience.sums.jobs, 0ULL);
	leave(&q, 16, 0);
	KUNIT_EXPECT_EQ(test, q.patience.sums.jobs, 16ULL);
	/* What was moved to another CPU's queue does not gather with later ones. */
	leave(&q, 16, 1);
	mbhash_patience_moved(&q.patience);
	q.queued = 0;
	leave(&q, 16, 0);
	KUNIT_EXPECT_EQ(test, q.patience.sums.jobs, 32ULL);
}

static struct kunit_case deadline_cases[] = {
	KUNIT_CASE(patience_ends_when_it_would_be_done_alone),
	KUNIT_CASE(softirqs_do_not_run_out_of_patience),
	KUNIT_CASE(patience_grows_with_the_crowd),
	KUNIT_CASE(what_is_left_waits_no_longer_than_the_least),
	KUNIT_CASE(what_is_left_has_a_deadline),
	KUNIT_CASE(a_queue_forgets_what_was_moved),
	KUNIT_CASE(what_is_left_gathers_with_later_ones),
	KUNIT_CASE(one_by_one_is_not_together),
	KUNIT_CASE(softirqs_alone_are_together),
	KUNIT_CASE(what_arrives_during_a_flush_may_be_served),
	KUNIT_CASE(what_is_left_teaches_nothing),
	{}
};

static struct kunit_suite deadline_suite = {
	.name = "mbhash_deadline",
	.test_cases = deadline_cases,
};

kunit_test_suite(deadline_suite);
