// SPDX-License-Identifier: GPL-2.0
/* Turns: which are timed, and what is learnt. It reads no clock, so neither do the tests. */
#include <linux/kernel.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing, so this includes a copy of the code. */
#include "../policy/turns.c"
#include "../policy/decide.h"

#define TASK		7
#define BLOCKS		64
#define BLOCK_PS	100000
#define HASHING_PS	(BLOCKS * BLOCK_PS)
#define HASHING_NS	(HASHING_PS / 1000)
#define START		5000000ULL

struct queue {
	struct mbhash_expectation e;
	struct mbhash_patience patience;
	struct mbhash_arrival next;
};

/* Batches took @round_ps for each unit of weight, @turn_ns of that for a turn. */
static void queue_init(struct queue *q, u64 round_ps, u64 turn_ns)
{
	*q = (struct queue) {
		.patience = {
			.rate_ps = round_ps,
			.turn_ns = turn_ns,
			.turn_block_ps = 1000 * turn_ns / BLOCKS,
			.job_blocks = BLOCKS,
		},
		.next = {
			.blocks = BLOCKS,
			.lone = 16,
			.task = TASK,
			.weight = 1,
			.block_ps = BLOCK_PS,
			.context = MBHASH_TASK,
			.waits = true,
		},
	};
	mbhash_expect_nothing(&q->e);
	mbhash_turns_init(&q->patience.turns);
}

/* Only a long turn makes a batch worth while. */
static void queue_init_doubtful(struct queue *q)
{
	queue_init(q, 2 * HASHING_PS, 2 * HASHING_PS / 1000);
}

/* Hashing takes @hashing ns. The next request arrives @ns later. */
static enum mbhash_reason arrive_slowed(struct queue *q, u64 hashing, u64 ns)
{
	struct mbhash_turns *turns = &q->patience.turns;
	enum mbhash_reason reason;

	if (mbhash_turn_ends(&q->patience, &q->next))
		mbhash_turns_end(turns, &q->next, START + ns);
	reason = mbhash_decide(&q->e, &q->patience, &q->next);
	if (mbhash_turn_begins(turns, TASK, q->next.sleeps, q->next.preempted))
		mbhash_turns_begin(turns, START - hashing, START);
	return reason;
}

/* The next request arrives @ns after the previous one was hashed. */
static enum mbhash_reason arrive(struct queue *q, u64 ns)
{
	return arrive_slowed(q, HASHING_NS, ns);
}

/* Of @n requests, how many are hashed inline? */
static unsigned int inlined(struct queue *q, unsigned int n, u64 ns)
{
	unsigned int i, sum = 0;

	for (i = 0; i < n; i++)
		sum += mbhash_is_inline(arrive(q, ns));
	return sum;
}

static void batches_that_need_long_turns_are_doubted(struct kunit *test)
{
	const unsigned int first = MBHASH_FIRST_TURNS_EVERY * MBHASH_MEAN_TURNS;
	struct queue q;

	queue_init_doubtful(&q);
	KUNIT_EXPECT_EQ(test, inlined(&q, first, 1000000), MBHASH_MEAN_TURNS + 0U);
	KUNIT_EXPECT_EQ(test, inlined(&q, 10 * MBHASH_TURNS_EVERY, 1000000), 10U);
	/* Turns are as long as thought. */
	KUNIT_EXPECT_EQ(test, arrive(&q, 1000000), MBHASH_IDLE);
}

static void short_turns_make_impatient(struct kunit *test)
{
	struct queue q;

	queue_init_doubtful(&q);
	/* This has happened to the task before, not during a turn. */
	q.next.sleeps = 3;
	q.next.preempted = 5;
	inlined(&q, MBHASH_FIRST_TURNS_EVERY * MBHASH_FEW_TURNS, 1000);
	KUNIT_EXPECT_EQ(test, q.patience.turns.timed, MBHASH_FEW_TURNS - 1U);
	KUNIT_EXPECT_EQ(test, mbhash_turn_ns(&q.patience.turns), U64_MAX);
	arrive(&q, 1000);
	KUNIT_EXPECT_EQ(test, mbhash_turn_ns(&q.patience.turns), 1000ULL);
	KUNIT_EXPECT_EQ(test, inlined(&q, 100, 1000), 100U);
	/* A request that is worth it waits nevertheless. */
	q.next.blocks = 3 * BLOCKS;
	KUNIT_EXPECT_EQ(test, arrive(&q, 1000), MBHASH_IDLE);
}

static void other_batches_are_not_doubted(struct kunit *test)
{
	struct queue q;

	/* They save more than waiting costs. */
	queue_init(&q, HASHING_PS, 1000);
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 0U);
	/* It is not known yet how long they take. */
	queue_init_doubtful(&q);
	q.patience.unsure = 1;
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 0U);
	/* It is time to find out again. */
	queue_init_doubtful(&q);
	q.patience.untested_blocks = MBHASH_IMPATIENT_BLOCKS;
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 0U);
	/* The task has others in flight. */
	queue_init_doubtful(&q);
	q.next.waits = false;
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 0U);
	/* It must not overtake others. */
	queue_init_doubtful(&q);
	q.next.queued = 1;
	q.next.ordered = true;
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 0U);
	/* Otherwise it is hashed inline now and then. */
	q.next.ordered = false;
	KUNIT_EXPECT_LE(test, 1U, inlined(&q, 1000, 1000));
	queue_init_doubtful(&q);
	q.next.ordered = true;
	KUNIT_EXPECT_LE(test, 1U, inlined(&q, 1000, 1000));
}

static void short_requests_are_not_timed(struct kunit *test)
{
	struct queue q;

	queue_init_doubtful(&q);
	q.next.blocks = MBHASH_SHORT_BLOCKS;
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 1000U);
	KUNIT_EXPECT_EQ(test, q.patience.turns.tried, 0U);
	q.patience.job_blocks = 2 * MBHASH_SHORT_BLOCKS + 1;
	KUNIT_EXPECT_EQ(test, inlined(&q, 1000, 1000), 1000U);
	KUNIT_EXPECT_EQ(test, q.patience.turns.tried, MBHASH_MEAN_TURNS + 0U);
}

static void softirqs_have_no_turns(struct kunit *test)
{
	struct queue q;

	queue_init_doubtful(&q);
	q.next.context = MBHASH_BH;
	q.next.task = MBHASH_NO_TASK;
	q.e.lone_rounds = q.next.lone;
	for (q.next.round = 0; q.next.round < 100; q.next.round++)
		arrive(&q, 1000);
	KUNIT_EXPECT_EQ(test, q.patience.turns.tried, 0U);
	KUNIT_EXPECT_FALSE(test, q.patience.turns.begins);
}

/* The task's next request arrives after @ns; hashing took @hashing ns before. */
static void take_slowed_turn(struct kunit *test, struct queue *q, u64 hashing, u64 ns)
{
	struct mbhash_turns *turns = &q->patience.turns;

	turns->task = TASK;
	turns->planned_ps = HASHING_PS;
	turns->begins = true;
	KUNIT_EXPECT_TRUE(test, mbhash_turn_begins(turns, TASK, turns->sleeps,
						   turns->preempted));
	mbhash_turns_begin(turns, START - hashing, START);
	KUNIT_EXPECT_FALSE(test, turns->begins);
	KUNIT_EXPECT_TRUE(test, mbhash_turn_ends(&q->patience, &q->next));
	mbhash_turns_end(turns, &q->next, START + ns);
	KUNIT_EXPECT_FALSE(test, mbhash_turn_ends(&q->patience, &q->next));
}

static void take_turn(struct kunit *test, struct queue *q, u64 ns)
{
	take_slowed_turn(test, q, HASHING_NS, ns);
}

/* Only what happens between two requests of the same task is its turn. */
static void others_do_not_end_a_turn(struct kunit *test)
{
	struct queue q;

	queue_init_doubtful(&q);
	KUNIT_EXPECT_FALSE(test, mbhash_turn_ends(&q.patience, &q.next));
	q.patience.turns.task = TASK + 1;
	mbhash_turns_begin(&q.patience.turns, START - HASHING_NS, START);
	KUNIT_EXPECT_FALSE(test, mbhash_turn_ends(&q.patience, &q.next));
	q.patience.turns.task = TASK;
	KUNIT_EXPECT_TRUE(test, mbhash_turn_ends(&q.patience, &q.next));
	/* For example the end of a message. */
	q.next.blocks = BLOCKS / 2 - 1;
	KUNIT_EXPECT_FALSE(test, mbhash_turn_ends(&q.patience, &q.next));
	q.next.blocks = BLOCKS / 2;
	KUNIT_EXPECT_TRUE(test, mbhash_turn_ends(&q.patience, &q.next));
}

/* Until its request is hashed: meanwhile it may have moved to another CPU. */
static void a_turn_waits_for_its_task(struct kunit *test)
{
	struct queue q;

	queue_init_doubtful(&q);
	q.patience.turns.task = TASK + 1;
	mbhash_turns_begin(&q.patience.turns, START - HASHING_NS, START);
	while (!q.patience.turns.begins)
		mbhash_decide(&q.e, &q.patience, &q.next);
	KUNIT_EXPECT_EQ(test, q.patience.turns.task, TASK);
	KUNIT_EXPECT_FALSE(test, mbhash_turn_ends(&q.patience, &q.next));
}

static void a_turn_begins_on_the_cpu(struct kunit *test)
{
	struct mbhash_turns *turns;
	struct queue q;

	queue_init_doubtful(&q);
	turns = &q.patience.turns;
	q.next.sleeps = 3;
	q.next.preempted = 5;
	KUNIT_EXPECT_FALSE(test, mbhash_turn_begins(turns, MBHASH_NO_TASK, 0, 0));
	while (!turns->begins)
		mbhash_decide(&q.e, &q.patience, &q.next);
	KUNIT_EXPECT_TRUE(test, mbhash_turn_begins(turns, TASK, 3, 5));
	KUNIT_EXPECT_FALSE(test, mbhash_turn_begins(turns, TASK + 1, 3, 5));
	/* The task has lost the CPU while it hashed. */
	KUNIT_EXPECT_FALSE(test, mbhash_turn_begins(turns, TASK, 4, 5));
	KUNIT_EXPECT_FALSE(test, mbhash_turn_begins(turns, TASK, 3, 6));
}

static void who_loses_the_cpu_is_not_timed(struct kunit *test)
{
	struct mbhash_turns *turns;
	struct queue q;
	unsigned int i;

	queue_init_doubtful(&q);
	turns = &q.patience.turns;
	for (i = 1; i <= 2 * MBHASH_MEAN_TURNS; i++) {
		take_turn(test, &q, 1000);
		KUNIT_EXPECT_EQ(test, turns->timed, min(i, MBHASH_MEAN_TURNS + 0U));
	}
	/* Preempted: nothing is known about this turn. */
	q.next.preempted = 1;
	take_turn(test, &q, 5000);
	KUNIT_EXPECT_EQ(test, turns->timed, MBHASH_MEAN_TURNS + 0U);
	/* A task that sleeps anyway may as well wait. */
	q.next.sleeps = 1;
	for (i = MBHASH_MEAN_TURNS; i--;) {
		take_turn(test, &q, 5000);
		KUNIT_EXPECT_EQ(test, turns->timed, i);
	}
	take_turn(test, &q, 5000);
	KUNIT_EXPECT_EQ(test, turns->timed, 0U);
	KUNIT_EXPECT_EQ(test, turns->ns, 1000ULL);
}

static void it_learns_the_mean_turn(struct kunit *test)
{
	static const u64 turn[] = { 1000, 2000, 3000, 1000000, 0 };
	static const u64 mean[] = {
		1000, 1500, 2000, (6000 + 4 * 2001) / 4, (6000 + 4 * 2001) / 5
	};
	const struct mbhash_turns *turns;
	struct queue q;
	unsigned int i;

	queue_init_doubtful(&q);
	turns = &q.patience.turns;
	for (i = 0; i < ARRAY_SIZE(turn); i++) {
		take_turn(test, &q, turn[i]);
		/* Division rounds. */
		KUNIT_EXPECT_LE(test, turns->ns, mean[i]);
		KUNIT_EXPECT_LE(test, mean[i], turns->ns + 2);
	}
	for (i = 0; i < 10 * MBHASH_MEAN_TURNS; i++)
		take_turn(test, &q, 8000);
	KUNIT_EXPECT_LE(test, 7900ULL, turns->ns);
	KUNIT_EXPECT_LE(test, turns->ns, 8000ULL);
}

/* Most turns seem to take no time. */
static void a_coarse_clock_shows_turns(struct kunit *test)
{
	struct queue q;
	unsigned int i;

	queue_init_doubtful(&q);
	for (i = 0; i < 10 * MBHASH_MEAN_TURNS; i++)
		take_turn(test, &q, i % 2 ? 256 : 0);
	KUNIT_EXPECT_LE(test, 100ULL, q.patience.turns.ns);
	KUNIT_EXPECT_LE(test, q.patience.turns.ns, 156ULL);
}

/* How long does hashing take alone, after it took @hashing ns @n times? */
static u64 alone_ps_after(struct kunit *test, struct queue *q, unsigned int n, u64 hashing)
{
	while (n--)
		take_slowed_turn(test, q, hashing, 0);
	return mbhash_alone_ps(&q->patience, &q->next);
}

static void it_learns_the_pace(struct kunit *test)
{
	const u64 ns = HASHING_NS, ps = HASHING_PS;
	struct queue q;

	queue_init(&q, 2 * HASHING_PS, 0);
	KUNIT_EXPECT_EQ(test, alone_ps_after(test, &q, 0, 0), ps);
	/* Not faster than by the plan; an eighth is overhead */
	KUNIT_EXPECT_EQ(test, alone_ps_after(test, &q, 100, ns / 2), ps);
	KUNIT_EXPECT_EQ(test, alone_ps_after(test, &q, 100, ns / 8 * 9), ps);
	/* Once is an accident. */
	KUNIT_EXPECT_EQ(test, alone_ps_after(test, &q, 1, 100 * ns), ps / 64 * 65);
	KUNIT_EXPECT_EQ(test, alone_ps_after(test, &q, 100, ns), ps);
	/* Division rounds. */
	KUNIT_EXPECT_LE(test, ps / 100 * 147, alone_ps_after(test, &q, 100, ns / 8 * 13));
	KUNIT_EXPECT_LE(test, alone_ps_after(test, &q, 0, 0), ps / 100 * 150);
	KUNIT_EXPECT_LE(test, ps / 100 * 195, alone_ps_after(test, &q, 100, ns * 5));
	KUNIT_EXPECT_LE(test, alone_ps_after(test, &q, 100, ns * 5), ps * 2);
	/* Not the turns that follow count, but the hashing. */
	q.next.sleeps = 1;
	q.next.preempted = 1;
	KUNIT_EXPECT_EQ(test, alone_ps_after(test, &q, 100, ns), ps);
}

/* If this CPU is slow, so is hashing alone: batches save as much as before. */
static void a_slow_cpu_makes_nobody_impatient(struct kunit *test)
{
	const unsigned int first = MBHASH_FIRST_TURNS_EVERY * MBHASH_MEAN_TURNS;
	struct queue q;
	unsigned int i;

	/* Batches take longer than hashing alone in the plan. */
	queue_init(&q, HASHING_PS * 5 / 4, 0);
	for (i = 0; i < first + 16 * MBHASH_TURNS_EVERY; i++)
		arrive_slowed(&q, HASHING_NS * 3 / 2, 0);
	KUNIT_EXPECT_EQ(test, arrive_slowed(&q, HASHING_NS * 3 / 2, 0), MBHASH_IDLE);
	/* It is fast again, but batches are as slow. */
	for (i = 0; i < MBHASH_MEAN_TURNS * MBHASH_TURNS_EVERY; i++)
		arrive(&q, 0);
	KUNIT_EXPECT_EQ(test, arrive(&q, 0), MBHASH_SHORT);
}

/* If batches pay by the plan alone, no turn is tried that shows the pace. */
static void the_pace_is_forgotten(struct kunit *test)
{
	struct queue q;

	queue_init(&q, HASHING_PS, 1000);
	q.patience.turns.pace = MBHASH_SLOWEST_PACE;
	KUNIT_EXPECT_EQ(test, inlined(&q, MBHASH_TURNS_EVERY - 1, 1000), 0U);
	KUNIT_EXPECT_EQ(test, q.patience.turns.pace, MBHASH_SLOWEST_PACE);
	KUNIT_EXPECT_EQ(test, inlined(&q, 1, 1000), 0U);
	KUNIT_EXPECT_LE(test, MBHASH_SLOWEST_PACE / 16 * 15, q.patience.turns.pace);
	KUNIT_EXPECT_LE(test, q.patience.turns.pace, MBHASH_SLOWEST_PACE / 16 * 15 + 64);
	KUNIT_EXPECT_EQ(test, inlined(&q, 200 * MBHASH_TURNS_EVERY, 1000), 0U);
	KUNIT_EXPECT_EQ(test, q.patience.turns.pace, MBHASH_PLANNED_PACE);
}

static struct kunit_case turns_cases[] = {
	KUNIT_CASE(batches_that_need_long_turns_are_doubted),
	KUNIT_CASE(short_turns_make_impatient),
	KUNIT_CASE(other_batches_are_not_doubted),
	KUNIT_CASE(short_requests_are_not_timed),
	KUNIT_CASE(softirqs_have_no_turns),
	KUNIT_CASE(others_do_not_end_a_turn),
	KUNIT_CASE(a_turn_waits_for_its_task),
	KUNIT_CASE(a_turn_begins_on_the_cpu),
	KUNIT_CASE(who_loses_the_cpu_is_not_timed),
	KUNIT_CASE(it_learns_the_mean_turn),
	KUNIT_CASE(a_coarse_clock_shows_turns),
	KUNIT_CASE(it_learns_the_pace),
	KUNIT_CASE(a_slow_cpu_makes_nobody_impatient),
	KUNIT_CASE(the_pace_is_forgotten),
	{}
};

static struct kunit_suite turns_suite = {
	.name = "mbhash_turns",
	.test_cases = turns_cases,
};

kunit_test_suite(turns_suite);
