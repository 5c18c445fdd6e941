// SPDX-License-Identifier: GPL-2.0
/*
 * Patience: which requests are hashed inline because a batch would take longer, and when
 * waiting ones are flushed. It reads no clock, so neither do the tests.
 */
#include <linux/kernel.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing, so this includes a copy of the code. */
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
#define TASK		17

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

	if (!mbhash_is_inline(reason)) {
		mbhash_patience_queued(&q->patience, &arrival);
		q->queued++;
	}
	return reason;
}

/* A request of @task is queued @when, whatever would be decided. Does the task wait? */
static void queue_one(struct queue *q, pid_t task, unsigned int weight, bool waits,
		      u64 when)
{
	const struct mbhash_arrival arrival = {
		.blocks = BLOCKS,
		.task = task,
		.weight = weight,
		.block_ps = BLOCK_PS,
		.context = MBHASH_TASK,
		.waits = waits,
	};

	mbhash_patience_queued(&q->patience, &arrival);
	mbhash_patience_waits(&q->patience, when);
}

/* The queue is flushed for @reason @gather ns after START, which takes @flush ns. */
static void flush_all(struct queue *q, enum mbhash_reason reason, u64 gather, u64 flush)
{
	mbhash_patience_taken(&q->patience, reason, START + gather);
	mbhash_patience_served(&q->patience, reason, flush, 0,
			       START + gather + flush);
	q->queued = 0;
}

/*
 * @n tasks of @weight form a batch that is flushed for @reason: they take @gather ns
 * to submit, and the flush takes @flush ns.
 */
static void batch(struct queue *q, enum mbhash_reason reason, unsigned int n,
		  unsigned int weight, u64 gather, u64 flush)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		queue_one(q, 1 + i, weight, true, START + gather * i / n);
	flush_all(q, reason, gather, flush);
}

/* Enough such batches to learn from them */
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

/* A task that does not wait for its requests has another one in flight. */
static void one_more(struct queue *q, pid_t task, unsigned int weight)
{
	queue_one(q, task, weight, false, START);
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
	KUNIT_CASE(patience_ends_when_it_would_be_done_alone),
	KUNIT_CASE(softirqs_do_not_run_out_of_patience),
	KUNIT_CASE(deadlines_are_watched),
	KUNIT_CASE(patience_grows_with_the_crowd),
	KUNIT_CASE(what_is_left_waits_no_longer_than_the_least),
	KUNIT_CASE(what_is_left_has_a_deadline),
	KUNIT_CASE(a_queue_forgets_what_was_moved),
	KUNIT_CASE(what_is_left_gathers_with_later_ones),
	KUNIT_CASE(what_arrives_during_a_flush_may_be_served),
	KUNIT_CASE(what_is_left_teaches_nothing),
	KUNIT_CASE(softirqs_alone_teach_nothing),
	{}
};

static struct kunit_suite patience_suite = {
	.name = "mbhash_patience",
	.test_cases = patience_cases,
};

kunit_test_suite(patience_suite);
