// SPDX-License-Identifier: GPL-2.0
/*
 * Patience: which requests are hashed inline because a batch would take longer. It reads
 * no clock, so neither do the tests.
 */
#include <linux/kernel.h>

/* mbhash.ko exports nothing, so this includes a copy of the code. */
#include "../policy/patience.c"
#include "patience_fixture.h"

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

/* There were 16 equal tasks, and another one submits a request. */
static void who_waits_for_a_batch(struct kunit *test)
{
	static const struct {
		u64 gather, flush;
		unsigned int weight, blocks;
		enum mbhash_reason want;
	} cases[] = {
		/* Lanes save half: it pays for a task like the others, */
		{ 16 * 1000, 8 * ALONE_NS, NICE_0, BLOCKS, MBHASH_IDLE },
		{ 16 * 1000, 8 * ALONE_NS, NICE_0, 16 * BLOCKS, MBHASH_IDLE },
		{ 16 * 1000, 8 * ALONE_NS, NICE_19, BLOCKS, MBHASH_IDLE },
		/* not for one with less to hash, or with more weight. */
		{ 16 * 1000, 8 * ALONE_NS, NICE_0, BLOCKS / 8, MBHASH_SHORT },
		{ 16 * 1000, 8 * ALONE_NS, NICE_MINUS_20, BLOCKS, MBHASH_SHORT },
		{ 16 * 1000, 8 * ALONE_NS, MBHASH_RT_WEIGHT, 16 * BLOCKS,
		  MBHASH_SHORT },
		/* With twice the weight it pays for twice the length. */
		{ 16 * 1000, 13 * ALONE_NS, 2 * NICE_0, BLOCKS, MBHASH_SHORT },
		{ 16 * 1000, 13 * ALONE_NS, 2 * NICE_0, 2 * BLOCKS, MBHASH_IDLE },
		/* Lanes save less than waiting costs: do not wait. */
		{ 16 * 2000, 16 * ALONE_NS, NICE_0, BLOCKS, MBHASH_SHORT },
		{ 16 * 7000, 8 * ALONE_NS, NICE_0, BLOCKS, MBHASH_IDLE },
		/* Turns take most of the time, but a short request has a short turn. */
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

/* Other work ran between the last request and the flush. */
static void other_work_is_no_turn(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_DEADLINE, 16, NICE_0, 16 * (WAIT_NS + 2000),
		8 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.turn_ns, 2000ULL);
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_IDLE);
}

/* A wait costs @wait ns at that pace, and a turn takes 2000 ns. */
static void deadlines_teach_turns_at(struct kunit *test, u64 pace, u64 wait)
{
	const u64 gather = 16 * (wait + 2000);
	struct mbhash_sums sums;
	struct queue q;

	queue_init(&q);
	q.patience.turns.pace = pace;
	batches(&q, MBHASH_IDLE, 16, NICE_0, gather, 8 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.turn_ns, 2000ULL);
	forget_half(&q.patience.sums); /* so that this does not happen below */
	sums = q.patience.sums;
	/* At the first one the clock was not read when the last request arrived. */
	batch(&q, MBHASH_DEADLINE, 16, NICE_0, 0, 8 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.sums.jobs, sums.jobs);
	/* All came at the same time: their turns were before that. */
	batch(&q, MBHASH_DEADLINE, 16, NICE_0, 0, 8 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.sums.jobs, sums.jobs + 16);
	KUNIT_EXPECT_EQ(test, q.patience.sums.turns_ns, sums.turns_ns + gather);
}

static void deadlines_teach_turns(struct kunit *test)
{
	deadlines_teach_turns_at(test, MBHASH_PLANNED_PACE, WAIT_NS);
}

/* On a slow CPU a wait takes longer, too: that is no longer turn. */
static void a_slow_cpu_has_long_waits(struct kunit *test)
{
	deadlines_teach_turns_at(test, 3 * MBHASH_PLANNED_PACE / 2, 3 * WAIT_NS / 2);
}

/* Requests that are hashed inline while a batch gathers */
static void what_is_inline_meanwhile_is_not_of_the_round(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * (WAIT_NS + 2000), 8 * ALONE_NS);
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	KUNIT_EXPECT_EQ(test, arrive(&q, 2, MBHASH_RT_WEIGHT, BLOCKS),
			MBHASH_SHORT);
	mbhash_patience_taken(&q.patience, MBHASH_IDLE, START + 10 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.waited_ns, 9 * ALONE_NS - 2000ULL);
	/* and none during the next one */
	arrive(&q, 1, NICE_0, BLOCKS);
	mbhash_patience_waits(&q.patience, START);
	mbhash_patience_taken(&q.patience, MBHASH_IDLE, START + 10 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.waited_ns, 10ULL * ALONE_NS);
}

/* 16 tasks' requests take @round ns to gather, and no time to hash. */
static void one_round(struct queue *q, u64 round)
{
	q->patience.taken = 16;
	q->patience.taken_weight = 16 * NICE_0;
	q->patience.waited_ns = round;
	mbhash_patience_served(&q->patience, MBHASH_IDLE, 0, 0, START);
}

static void one_disturbed_round_teaches_little(struct kunit *test)
{
	const u64 round = 4 * 16 * NICE_0; /* makes the rate a whole number */
	struct mbhash_sums sums;
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 1000, round - 16 * 1000);
	sums = q.patience.sums;
	one_round(&q, 1000 * round);
	KUNIT_EXPECT_EQ(test, q.patience.sums.round_ns,
			sums.round_ns + sums.round_ns / 16);
	KUNIT_EXPECT_EQ(test, q.patience.sums.turns_ns,
			sums.turns_ns + sums.turns_ns / 16);
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_IDLE);
}

/* If it took up to twice as long as others, it was not disturbed. */
static void what_is_a_disturbed_round(struct kunit *test)
{
	const u64 round = 4 * 16 * NICE_0;
	static const struct {
		u64 more;
		unsigned int jobs;
	} cases[] = { { 0, 16 }, { 16 * NICE_0 / 1000 + 1, 0 } };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;
		u64 jobs;

		queue_init(&q);
		batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 1000,
			round - 16 * 1000);
		forget_half(&q.patience.sums); /* so that this does not happen below */
		jobs = q.patience.sums.jobs;
		one_round(&q, 2 * round + cases[i].more);
		KUNIT_EXPECT_EQ_MSG(test, q.patience.sums.jobs,
				    jobs + cases[i].jobs, "case %u", i);
	}
}

/* What some hundred requests took counts, not what earlier ones did. */
static void earlier_batches_are_forgotten(struct kunit *test)
{
	struct queue q;
	u64 rate_ps;
	unsigned int i;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 0, 8 * ALONE_NS);
	rate_ps = q.patience.rate_ps;
	for (i = 0; i < 300 / 16; i++)
		batch(&q, MBHASH_IDLE, 16, NICE_0, 0, 12 * ALONE_NS);
	KUNIT_EXPECT_LE(test, rate_ps * 14 / 10, q.patience.rate_ps);
	KUNIT_EXPECT_LE(test, q.patience.rate_ps, rate_ps * 15 / 10);
}

/* A request of half the length is assumed to have half the turn, a longer one no more. */
static void long_ones_have_no_longer_turns(struct kunit *test)
{
	static const struct {
		unsigned int blocks;
		u64 want;
	} cases[] = {
		{ BLOCKS, ALONE_NS + 2000 },
		{ BLOCKS / 2, ALONE_NS / 2 + 1000 },
		{ 2 * BLOCKS, 2 * ALONE_NS + 2000 },
	};
	struct queue q;
	unsigned int i;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * (WAIT_NS + 2000), 8 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.job_blocks, BLOCKS + 0U);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct mbhash_arrival arrival = {
			.blocks = cases[i].blocks,
			.block_ps = BLOCK_PS,
		};

		KUNIT_EXPECT_EQ_MSG(test, mbhash_alone_ps(&q.patience, &arrival),
				    1000 * cases[i].want, "case %u", i);
	}
}

/* A softirq's flush takes a task's request along. */
static void who_waits_for_softirqs(struct kunit *test)
{
	static const struct {
		u64 flush;
		enum mbhash_reason want;
	} cases[] = {
		{ ALONE_NS / 2, MBHASH_IDLE },
		{ 100 * ALONE_NS, MBHASH_SHORT },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;

		queue_init(&q);
		batches(&q, MBHASH_SOFTIRQ, 1, NICE_0, 1000, cases[i].flush);
		KUNIT_EXPECT_EQ_MSG(test, arrive(&q, 17, NICE_0, BLOCKS),
				    cases[i].want, "case %u", i);
	}
}

/* The other tasks may have been about to submit. */
static void batches_of_one_teach_nothing(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	batches(&q, MBHASH_IDLE, 1, NICE_0, 1000, ALONE_NS);
	batches(&q, MBHASH_DEADLINE, 1, NICE_0, 1000, ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.rate_ps, 0ULL);
}

/* A task that does not wait for its request is not delayed by a batch. */
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

/*
 * A task has @n requests in flight, and another one waits for its only one. Without
 * batches each of them has half of the CPU.
 */
static void batch_of_two_tasks(struct queue *q, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		one_more(q, 1, NICE_0);
	queue_one(q, 2, NICE_0, true, START);
	flush_all(q, MBHASH_IDLE, (n + 1) * 1000, (n + 1) * ALONE_NS / 2);
}

static void who_waits_beside_a_task_with_many_requests(struct kunit *test)
{
	static const struct {
		unsigned int n;
		enum mbhash_reason want;
	} cases[] = {
		{ 1, MBHASH_IDLE },
		{ 2, MBHASH_IDLE },
		{ 8, MBHASH_SHORT },
		{ 60, MBHASH_SHORT },
	};
	unsigned int i, times;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;

		queue_init(&q);
		for (times = 0; times < 100; times++)
			batch_of_two_tasks(&q, cases[i].n);
		KUNIT_EXPECT_EQ(test, arrive(&q, 2, NICE_0, BLOCKS), cases[i].want);
	}
}

/* Tasks that share a slot of the table and take turns look new each time. */
static void few_tasks_are_told_apart(struct kunit *test)
{
	static const struct {
		pid_t other;
		u64 want;
	} cases[] = {
		{ 1, NICE_0 },
		{ 2, 2 * NICE_0 },
		{ 1 + MBHASH_NR_HABITS, 8 * NICE_0 },
	};
	unsigned int i, times;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct queue q;

		queue_init(&q);
		for (times = 0; times < 4; times++) {
			one_more(&q, 1, NICE_0);
			one_more(&q, cases[i].other, NICE_0);
		}
		mbhash_patience_taken(&q.patience, MBHASH_IDLE, START);
		KUNIT_EXPECT_EQ(test, q.patience.taken_task_weight, cases[i].want);
	}
}

static void flush_many(struct queue *q, unsigned int n, u64 hashing)
{
	while (n--)
		one_more(q, 1, 1);
	flush_all(q, MBHASH_SOFTIRQ, 1, hashing);
}

/* The sums are halved time and again, and a task with many requests adds little weight. */
static void the_least_weight_is_not_forgotten(struct kunit *test)
{
	unsigned int n;

	for (n = 1; n <= 4 * MANY_JOBS; n *= 2) {
		struct queue q;
		unsigned int times;

		queue_init(&q);
		for (times = 0; times < 20; times++)
			flush_many(&q, n, times < 15 ? ALONE_NS : 100 * ALONE_NS);
		KUNIT_EXPECT_TRUE(test, q.patience.sums.round_weight > 0);
	}
}

/* @task's request is queued alone, and flushed for the reason @why. */
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

/* The same, flushed because all submitters wait */
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
	/* Another task with the same slot in the table has to be seen itself, */
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17 + MBHASH_NR_HABITS), MBHASH_IDLE);
	for (i = 0; i <= MBHASH_WAITS; i++)
		KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_SHORT);
	/* and a task that has two in flight while we are unsure does not wait. */
	q.patience.unsure = 1;
	arrive(&q, 17, NICE_0, BLOCKS);
	arrive(&q, 17, NICE_0, BLOCKS);
	q.patience.unsure = 0;
	for (i = 0; i <= MBHASH_WAITS; i++)
		KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, lone_batch(&q, 17), MBHASH_SHORT);
}

/* Such as a task that sends packets, if softirqs flush each before it sends the next */
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

/* The first batches are not reliable, the very first one least. */
static void nobody_is_impatient_while_unsure(struct kunit *test)
{
	struct queue q;
	unsigned int i;

	queue_init(&q);
	batch(&q, MBHASH_IDLE, FEW_JOBS, NICE_0, 16 * 2000, 1600 * ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.rate_ps, 0ULL);
	for (i = 1; i < UNSURE_BATCHES; i++) {
		KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS),
				MBHASH_IDLE);
		batch(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 16 * ALONE_NS);
	}
	KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS), MBHASH_SHORT);
	/* The first one does not count. */
	KUNIT_EXPECT_EQ(test, q.patience.sums.round_ns,
			(UNSURE_BATCHES - 1) * 16 * (2000ULL + ALONE_NS));
}

/* The time of a batch is only known if one is made now and then. */
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
	/* When measuring again, earlier results do not count any more. */
	for (i = 0; i <= UNSURE_BATCHES; i++)
		batch(&q, MBHASH_IDLE, 2, NICE_0, 2000, ALONE_NS);
	KUNIT_EXPECT_LE(test, q.patience.sums.jobs, 2 * UNSURE_BATCHES);
	/* It ends. */
	for (i = 0; i < FEW_JOBS / 2; i++)
		batch(&q, MBHASH_IDLE, 2, NICE_0, 2000, ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.unsure, 0U);
}

/* Who measures again does not judge by what was measured before. */
static void small_batches_are_measured_for_longer(struct kunit *test)
{
	/* Numbers of requests, for batches in turn: those of one teach nothing. */
	static const unsigned int sizes[][4] = {
		{ 2, 2, 2, 2 }, { 2, 1, 2, 1 }, { 1, 2, 1, 1 }, { 2, 1, 1, 1 },
	};
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct queue q;

		queue_init(&q);
		batches(&q, MBHASH_IDLE, 16, NICE_0, 16 * 2000, 16 * ALONE_NS);
		KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS),
				MBHASH_SHORT);
		q.patience.unsure = UNSURE_BATCHES;
		for (k = 0; q.patience.unsure && k < 100; k++)
			batch(&q, MBHASH_IDLE, sizes[i][k % 4], NICE_0, 0,
			      sizes[i][k % 4] * ALONE_NS / 2);
		KUNIT_EXPECT_EQ(test, q.patience.unsure, 0U);
		KUNIT_EXPECT_EQ(test, q.patience.sums.jobs, FEW_JOBS + 0ULL);
		KUNIT_EXPECT_EQ(test, q.patience.rate_ps,
				500ULL * ALONE_NS / NICE_0);
		KUNIT_EXPECT_EQ(test, arrive(&q, 17, NICE_0, BLOCKS),
				MBHASH_IDLE);
	}
}

/* If requests come one at a time, there is nothing to measure. */
static void single_requests_are_not_measured_for_longer(struct kunit *test)
{
	struct queue q;
	unsigned int i;

	queue_init(&q);
	for (i = 0; i < UNSURE_BATCHES; i++)
		batch(&q, MBHASH_IDLE, 1, NICE_0, 0, ALONE_NS);
	KUNIT_EXPECT_EQ(test, q.patience.unsure, 0U);
}

/* After a deadline the clock is read for each task. This is costly, so it ends. */
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

/* A flush without requests of tasks */
static void softirqs_alone_teach_nothing(struct kunit *test)
{
	struct queue q;

	queue_init(&q);
	mbhash_patience_taken(&q.patience, MBHASH_SOFTIRQ, START);
	mbhash_patience_served(&q.patience, MBHASH_SOFTIRQ, ALONE_NS, 3,
			       START + 1);
	KUNIT_EXPECT_EQ(test, q.patience.n, 0U);
	mbhash_patience_taken(&q.patience, MBHASH_SOFTIRQ, START);
	mbhash_patience_served(&q.patience, MBHASH_SOFTIRQ, ALONE_NS, 0,
			       START + 1);
	KUNIT_EXPECT_EQ(test, q.patience.unsure, UNSURE_BATCHES + 0U);
}

static struct kunit_case patience_cases[] = {
	KUNIT_CASE(nobody_is_impatient_without_knowledge),
	KUNIT_CASE(who_waits_for_a_batch),
	KUNIT_CASE(other_work_is_no_turn),
	KUNIT_CASE(deadlines_teach_turns),
	KUNIT_CASE(a_slow_cpu_has_long_waits),
	KUNIT_CASE(what_is_inline_meanwhile_is_not_of_the_round),
	KUNIT_CASE(one_disturbed_round_teaches_little),
	KUNIT_CASE(what_is_a_disturbed_round),
	KUNIT_CASE(earlier_batches_are_forgotten),
	KUNIT_CASE(long_ones_have_no_longer_turns),
	KUNIT_CASE(who_waits_for_softirqs),
	KUNIT_CASE(batches_of_one_teach_nothing),
	KUNIT_CASE(who_does_not_wait_is_patient),
	KUNIT_CASE(who_waits_beside_a_task_with_many_requests),
	KUNIT_CASE(few_tasks_are_told_apart),
	KUNIT_CASE(the_least_weight_is_not_forgotten),
	KUNIT_CASE(who_is_seen_to_wait_is_impatient),
	KUNIT_CASE(who_is_served_by_others_is_not_seen_to_wait),
	KUNIT_CASE(nobody_is_impatient_while_unsure),
	KUNIT_CASE(impatience_is_tested_now_and_then),
	KUNIT_CASE(small_batches_are_measured_for_longer),
	KUNIT_CASE(single_requests_are_not_measured_for_longer),
	KUNIT_CASE(deadlines_are_watched),
	KUNIT_CASE(softirqs_alone_teach_nothing),
	{}
};

static struct kunit_suite patience_suite = {
	.name = "mbhash_patience",
	.test_cases = patience_cases,
};

kunit_test_suite(patience_suite);
