// SPDX-License-Identifier: GPL-2.0
/*
 * The policy: what it decides, and what it learns from batches. It reads no clock, so
 * neither do the tests.
 */
#include <linux/kernel.h>
#include <linux/limits.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing, so this includes a copy of the policy. */
#include "../policy/policy.c"

#define BLOCKS		100
#define BLOCK_PS	30000
#define ALONE_NS	3000	/* a request's time alone */
#define CLEAR_PS	(BLOCK_PS / 4)
#define NICE_0		1024
#define SOME		8	/* requests in a batch */
#define START		1000	/* when a batch begins to gather, ns */

static struct mbhash_arrival arrival_from(enum mbhash_context context)
{
	return (struct mbhash_arrival) {
		.now = START,
		.blocks = BLOCKS,
		.alone_ps = BLOCK_PS,
		.lanes_ps = CLEAR_PS,
		.weight = context == MBHASH_TASK ? NICE_0 : 0,
		.context = context,
	};
}

/* Its task does nothing else until it is done. */
static struct mbhash_arrival blocking_task(void)
{
	struct mbhash_arrival a = arrival_from(MBHASH_TASK);

	a.blocking = true;
	return a;
}

static void queue(struct mbhash_policy *p, struct mbhash_arrival a, unsigned int n)
{
	while (n--)
		mbhash_policy_queued(p, &a);
}

/* A flush ends @took ns after @p's batch has begun to gather, and leaves @left. */
static void serve(struct mbhash_policy *p, enum mbhash_reason reason, u64 took,
		  unsigned int left)
{
	const struct mbhash_flushed f = {
		.now = p->start + took,
		.left = left,
		.reason = reason,
	};

	mbhash_policy_served(p, &f);
}

/*
 * A whole batch of SOME requests that took so many ns more than one by one: since it began
 * to gather if its tasks wait, else in lanes by the plan
 */
static void batch(struct mbhash_policy *p, struct mbhash_arrival a, s64 more)
{
	const enum mbhash_reason reason = a.context == MBHASH_TASK ? MBHASH_IDLE :
								     MBHASH_SOFTIRQ;

	queue(p, a, SOME);
	mbhash_policy_taken(p, reason, SOME);
	if (!a.blocking)
		p->lanes = SOME * ALONE_NS + more - BATCH_NS;
	serve(p, reason, SOME * ALONE_NS + more, 0);
}

/* How much is hashed inline until the back-off ends, ns */
static u64 backed_off(struct mbhash_policy *p, const struct mbhash_arrival *a)
{
	u64 ns = 0;

	while (ns <= 2 * MOST_BACKOFF_NS && mbhash_policy_decide(p, a) == MBHASH_BACKOFF)
		ns += ALONE_NS;
	return ns;
}

static void each_reason_has_its_cause(struct kunit *test)
{
	static const struct {
		enum mbhash_context context;
		bool blocking;
		bool ordered;
		unsigned int queued;
		u32 lanes_ps;
		struct mbhash_policy p;
		enum mbhash_reason want;
	} cases[] = {
		/* Lanes have to save three quarters, for tasks that wait. */
		{ MBHASH_TASK, true, false, 0, CLEAR_PS + 1, {}, MBHASH_LONE },
		{ MBHASH_TASK, true, false, 9, CLEAR_PS + 1, {}, MBHASH_LONE },
		{ MBHASH_TASK, true, false, 0, CLEAR_PS, {}, MBHASH_IDLE },
		{ MBHASH_TASK, false, false, 0, BLOCK_PS, {}, MBHASH_IDLE },
		{ MBHASH_TASK, true, false, 0, U32_MAX, {}, MBHASH_LONE },
		/* A back-off */
		{ MBHASH_TASK, true, false, 0, CLEAR_PS, { .tasks.left = 1 }, MBHASH_BACKOFF },
		{ MBHASH_TASK, false, false, 9, CLEAR_PS, { .tasks.left = 1 }, MBHASH_BACKOFF },
		{ MBHASH_TASK, false, false, 0, CLEAR_PS, { .rounds.left = 1 }, MBHASH_IDLE },
		{ MBHASH_TASK, true, false, 0, BLOCK_PS, { .tasks.left = 1 }, MBHASH_LONE },
		{ MBHASH_BH, false, false, 0, BLOCK_PS, { .rounds.left = 1 }, MBHASH_BACKOFF },
		{ MBHASH_BH, false, false, 0, BLOCK_PS, { .tasks.left = 1 }, MBHASH_SOFTIRQ },
		/* The others' requests cost more than twice as much. */
		{ MBHASH_TASK, true, false, 0, CLEAR_PS,
		  { .cost = 2 * ((u64)ALONE_NS << 20) / NICE_0 + 1 }, MBHASH_CHEAP },
		{ MBHASH_TASK, true, false, 0, CLEAR_PS,
		  { .cost = 2 * ((u64)ALONE_NS << 20) / NICE_0 }, MBHASH_IDLE },
		{ MBHASH_TASK, false, false, 0, CLEAR_PS, { .cost = 1ULL << 60 }, MBHASH_CHEAP },
		{ MBHASH_BH, false, false, 0, CLEAR_PS, { .cost = 1ULL << 60 }, MBHASH_SOFTIRQ },
		/* So many are queued, or come together. */
		{ MBHASH_TASK, false, false, 62, CLEAR_PS, {}, MBHASH_IDLE },
		{ MBHASH_TASK, false, false, 63, CLEAR_PS, {}, MBHASH_FULL },
		{ MBHASH_TASK, false, false, 9999, CLEAR_PS, {}, MBHASH_FULL },
		{ MBHASH_TASK, true, false, 1023, CLEAR_PS, {}, MBHASH_IDLE },
		{ MBHASH_TASK, true, false, 1024, CLEAR_PS, {}, MBHASH_CHEAP },
		{ MBHASH_TASK, true, false, 9999, CLEAR_PS, { .expected = 8, .streak = 1 },
		  MBHASH_CHEAP },
		{ MBHASH_TASK, true, true, 9999, CLEAR_PS, { .ordered = true }, MBHASH_IDLE },
		{ MBHASH_TASK, false, false, 6, CLEAR_PS, { .expected = 8, .streak = 1 },
		  MBHASH_IDLE },
		{ MBHASH_TASK, false, false, 7, CLEAR_PS, { .expected = 8, .streak = 1 },
		  MBHASH_EXPECTED },
		{ MBHASH_TASK, false, false, 8, CLEAR_PS, { .expected = 8, .streak = 1 },
		  MBHASH_EXPECTED },
		{ MBHASH_TASK, false, false, 7, CLEAR_PS, { .expected = 8 }, MBHASH_IDLE },
		{ MBHASH_TASK, false, false, 63, CLEAR_PS, { .expected = 8, .streak = 1 },
		  MBHASH_FULL },
		{ MBHASH_TASK, true, false, 63, CLEAR_PS, { .expected = 8, .streak = 1 },
		  MBHASH_EXPECTED },
		/* Softirqs, and tasks that have BH disabled */
		{ MBHASH_BH, false, false, 0, BLOCK_PS, {}, MBHASH_SOFTIRQ },
		{ MBHASH_BH, false, false, 9999, BLOCK_PS, {}, MBHASH_SOFTIRQ },
		{ MBHASH_BH, false, false, 1, BLOCK_PS, { .rounds.left = 1 }, MBHASH_SOFTIRQ },
		{ MBHASH_BH_DISABLED, false, false, 0, CLEAR_PS, {}, MBHASH_ATOMIC },
		{ MBHASH_BH_DISABLED, false, false, 9, CLEAR_PS, { .ordered = true },
		  MBHASH_ATOMIC },
		/* What has to stay in order follows others of its kind, whatever it costs. */
		{ MBHASH_BH_DISABLED, false, true, 9, CLEAR_PS, {}, MBHASH_ATOMIC },
		{ MBHASH_BH_DISABLED, false, true, 9, CLEAR_PS, { .ordered = true },
		  MBHASH_SOFTIRQ },
		{ MBHASH_TASK, true, true, 9, CLEAR_PS, { .tasks.left = 1 }, MBHASH_BACKOFF },
		{ MBHASH_TASK, true, true, 9, BLOCK_PS,
		  { .ordered = true, .tasks.left = 1, .cost = 1ULL << 60 }, MBHASH_IDLE },
		{ MBHASH_TASK, false, true, 63, BLOCK_PS, { .ordered = true }, MBHASH_FULL },
		{ MBHASH_BH, false, true, 9, BLOCK_PS, { .ordered = true, .rounds.left = 1 },
		  MBHASH_SOFTIRQ },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_arrival a = arrival_from(cases[i].context);
		struct mbhash_policy p = cases[i].p;

		a.blocking = cases[i].blocking;
		a.ordered = cases[i].ordered;
		a.queued = cases[i].queued;
		a.lanes_ps = cases[i].lanes_ps;
		KUNIT_EXPECT_EQ_MSG(test, mbhash_policy_decide(&p, &a), cases[i].want,
				    "case %u", i);
	}
}

static void which_reasons_are_inline(struct kunit *test)
{
	enum mbhash_reason reason;

	for (reason = 0; reason < MBHASH_NR_REASONS; reason++)
		KUNIT_EXPECT_EQ_MSG(test, mbhash_is_inline(reason), reason < MBHASH_FULL,
				    "reason %d", reason);
}

/* Not even if one takes exactly as long as its requests do one by one */
static void batches_that_pay_cause_no_backoff(struct kunit *test)
{
	const struct mbhash_arrival all[] = {
		blocking_task(), arrival_from(MBHASH_TASK), arrival_from(MBHASH_BH),
	};
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		struct mbhash_policy p = {};

		for (n = 0; n < 1000; n++)
			batch(&p, all[i], 0);
		KUNIT_EXPECT_FALSE_MSG(test,
				       mbhash_is_inline(mbhash_policy_decide(&p, &all[i])),
				       "case %u", i);
	}
}

/* A back-off lasts for 256 times the loss. Then a batch is tried that does not count. */
static void backoff_is_256_times_the_loss(struct kunit *test)
{
	/* A batch may lose no more, see outliers_are_bounded(). */
	static const u32 losses[] = { 1, 7, 1000, 20000, 2 * SOME * ALONE_NS + BATCH_NS };
	const struct mbhash_arrival all[] = {
		blocking_task(), arrival_from(MBHASH_TASK), arrival_from(MBHASH_BH),
	};
	unsigned int i, k, times;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		for (k = 0; k < ARRAY_SIZE(losses); k++) {
			const u64 want = 256ULL * losses[k];
			struct mbhash_policy p = {};

			for (times = 0; times < 3; times++) {
				u64 ns;

				KUNIT_EXPECT_EQ(test, backed_off(&p, &all[i]), 0);
				batch(&p, all[i], losses[k]);
				ns = backed_off(&p, &all[i]);
				KUNIT_EXPECT_TRUE_MSG(test, ns >= want && ns < want + ALONE_NS,
						      "case %u, loss %u: %llu ns", i,
						      losses[k], ns);
				batch(&p, all[i], losses[k]);
			}
		}
	}
}

/* What has been saved, but no more than four times the last batch's own time */
static void savings_offset_losses_up_to_a_limit(struct kunit *test)
{
	static const struct {
		int more[6];	/* how much longer a batch takes than its requests alone, ns */
		u64 left;
	} cases[] = {
		{ { -1000, 1000 }, 0 },
		{ { -1000, 1000, 1 }, 256 },
		{ { -1000, 1001 }, 256 },
		{ { -1000, 400, 601 }, 256 },
		{ { 0, 1 }, 256 },
		{ { -300, 100, -100, 301 }, 256 },
		/* They are used up, whatever comes later. */
		{ { -1000, 1001, -5000, 5000 }, 256 },
		{ { -20000, -20000, -20000, -20000, 40000, 40000 }, 0 },
		{ { -20000, -20000, -20000, -20000, 40000, 40001 }, 256 },
	};
	struct mbhash_policy p = {};
	struct mbhash_arrival a = blocking_task();
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		memset(&p, 0, sizeof(p));
		for (k = 0; k < ARRAY_SIZE(cases[i].more); k++)
			batch(&p, a, cases[i].more[k]);
		KUNIT_EXPECT_EQ_MSG(test, p.tasks.left, cases[i].left, "case %u", i);
	}

	memset(&p, 0, sizeof(p));
	for (i = 0; i < 100; i++)
		batch(&p, a, -20000);
	KUNIT_EXPECT_EQ(test, p.tasks.credit, 4 * SOME * ALONE_NS);
	/* A shorter one makes the credit smaller, even if it pays. */
	a.blocks /= 10;
	queue(&p, a, 1);
	serve(&p, MBHASH_IDLE, ALONE_NS / 10, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.credit, 4 * ALONE_NS / 10);
}

/* Each one doubles the next back-off, until enough was hashed in batches that pay. */
static void deadlines_double_the_backoff(struct kunit *test)
{
	static const struct {
		u64 late, left;
	} cases[] = {
		{ MOST_BACKOFF_NS - 1, 256 },
		{ MOST_BACKOFF_NS, 512 },
		{ 2 * MOST_BACKOFF_NS - 1, 512 },
		{ 8 * MOST_BACKOFF_NS, 256 << 8 },
	};
	struct mbhash_policy p = {};
	unsigned int i;

	for (i = 0; i < 10; i++) {
		p.tasks.left = 0;
		p.tasks.skip = false;
		queue(&p, blocking_task(), 1);
		serve(&p, MBHASH_DEADLINE, 1, 0);
		KUNIT_EXPECT_EQ_MSG(test, p.tasks.left,
				    min_t(u64, (2 * ALONE_NS + BATCH_NS) * 256ULL << min(i, 8U),
					  MOST_BACKOFF_NS), "%u", i);
		KUNIT_EXPECT_EQ(test, p.tasks.late, min(i + 1, 8U) * MOST_BACKOFF_NS);
	}
	p.tasks.left = 0;
	p.tasks.skip = false;
	batch(&p, blocking_task(), 0);
	KUNIT_EXPECT_EQ(test, p.tasks.late, 8 * MOST_BACKOFF_NS - SOME * ALONE_NS);
	p.tasks.late = SOME * ALONE_NS - 1;
	batch(&p, blocking_task(), 0);
	KUNIT_EXPECT_EQ(test, p.tasks.late, 0);

	/* What is lost otherwise is neither forgotten nor remembered like that. */
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		p.tasks = (struct mbhash_backoff) { .late = cases[i].late };
		batch(&p, blocking_task(), 1);
		KUNIT_EXPECT_EQ_MSG(test, p.tasks.left, cases[i].left, "case %u", i);
		KUNIT_EXPECT_EQ(test, p.tasks.late, cases[i].late);
	}

	/* No savings make up for one. */
	memset(&p, 0, sizeof(p));
	batch(&p, blocking_task(), -20000);
	batch(&p, blocking_task(), -20000);
	queue(&p, blocking_task(), 1);
	serve(&p, MBHASH_DEADLINE, 1, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.left, (2 * ALONE_NS + BATCH_NS) * 256);

	/* But no back-off is longer than a quarter of a second. */
	memset(&p, 0, sizeof(p));
	queue(&p, blocking_task(), 1000);
	serve(&p, MBHASH_DEADLINE, 1, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.left, 250000000);
}

/* What gathers during a back-off may have waited for inline hashing. */
static void batches_during_a_backoff_are_not_judged(struct kunit *test)
{
	struct mbhash_policy p = { .tasks = { .left = 10, .late = 3, .skip = true } };

	batch(&p, blocking_task(), 1000);
	batch(&p, blocking_task(), -1000);
	KUNIT_EXPECT_EQ(test, p.tasks.left, 10);
	KUNIT_EXPECT_EQ(test, p.tasks.late, 3);
	KUNIT_EXPECT_EQ(test, p.tasks.credit, 0);
	KUNIT_EXPECT_TRUE(test, p.tasks.skip);
}

static void softirqs_and_tasks_have_separate_backoffs(struct kunit *test)
{
	const struct mbhash_arrival task = arrival_from(MBHASH_TASK);
	const struct mbhash_arrival bh = arrival_from(MBHASH_BH);
	struct mbhash_policy p = {};

	batch(&p, task, -1000);
	batch(&p, bh, 1);
	KUNIT_EXPECT_TRUE(test, !p.tasks.left && p.rounds.left);
	KUNIT_EXPECT_EQ(test, p.tasks.credit, 1000);
	p.rounds.left = 0;
	batch(&p, task, 1001);
	KUNIT_EXPECT_TRUE(test, p.tasks.left && !p.rounds.left);
}

/* What is hashed by the way, in the tasklet, is no reason to wait. */
static void softirq_batches_are_judged_by_the_plan(struct kunit *test)
{
	struct mbhash_policy p = {};
	unsigned int i;

	for (i = 0; i < 5; i++) {
		queue(&p, blocking_task(), 1);
		queue(&p, arrival_from(MBHASH_BH), 1);
		serve(&p, MBHASH_SOFTIRQ, 1000000, 0);
	}
	KUNIT_EXPECT_FALSE(test, p.rounds.left || p.tasks.left);
	KUNIT_EXPECT_FALSE(test, p.blocked);
}

/* If nobody waits: by what the longest takes, or all in lanes, and what a batch costs */
static void batches_without_blocked_task_are_judged_by_the_plan(struct kunit *test)
{
	static const struct {
		unsigned int n;
		u32 lanes_ps;
		unsigned int lost;
	} cases[] = {
		{ 1, CLEAR_PS, BATCH_NS },
		{ 2, CLEAR_PS, BATCH_NS - ALONE_NS },
		{ 3, CLEAR_PS, 0 },
		{ 3, BLOCK_PS, BATCH_NS },
		{ 3, 2 * BLOCK_PS, 3 * ALONE_NS + BATCH_NS },
		{ SOME, BLOCK_PS * 5 / 8, 0 },
		{ SOME, BLOCK_PS * 7 / 8, 0 },
		{ SOME, BLOCK_PS * 7 / 8 + 10, SOME },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_arrival bh = arrival_from(MBHASH_BH);
		struct mbhash_arrival task = arrival_from(MBHASH_TASK);
		struct mbhash_policy p = {};

		bh.lanes_ps = cases[i].lanes_ps;
		queue(&p, bh, cases[i].n);
		serve(&p, MBHASH_SOFTIRQ, 1, 0);
		KUNIT_EXPECT_EQ_MSG(test, p.rounds.left, 256 * cases[i].lost, "round %u", i);
		task.lanes_ps = cases[i].lanes_ps;
		queue(&p, task, cases[i].n);
		serve(&p, MBHASH_IDLE, 1, 0);
		KUNIT_EXPECT_EQ_MSG(test, p.tasks.left, 256 * cases[i].lost, "batch %u", i);
	}
}

/* A batch counts as three times its requests alone, and what a batch costs, at most. */
static void outliers_are_bounded(struct kunit *test)
{
	static const struct {
		unsigned int n;
		u64 took;
		enum mbhash_reason reason;
		u64 lost;
	} cases[] = {
		{ 1, ALONE_NS * 3 + BATCH_NS - 1, MBHASH_IDLE, ALONE_NS * 2 + BATCH_NS - 1 },
		{ 1, ALONE_NS * 3 + BATCH_NS, MBHASH_IDLE, ALONE_NS * 2 + BATCH_NS },
		{ 1, ALONE_NS * 3 + BATCH_NS + 1, MBHASH_IDLE, ALONE_NS * 2 + BATCH_NS },
		{ 2, 1000000000, MBHASH_EXPECTED, 2 * ALONE_NS * 2 + BATCH_NS },
		/* A deadline's tasks have yet to run. */
		{ 1, 1, MBHASH_DEADLINE, ALONE_NS * 2 + BATCH_NS },
		{ 2, 1000000000, MBHASH_DEADLINE, 2 * ALONE_NS * 2 + BATCH_NS },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_policy p = {};

		queue(&p, blocking_task(), cases[i].n);
		serve(&p, cases[i].reason, cases[i].took, 0);
		KUNIT_EXPECT_EQ_MSG(test, p.tasks.left, cases[i].lost * 256, "case %u", i);
	}
}

/* It does not matter whether a task waits, or what is left. */
static void deadlines_count_as_losses(struct kunit *test)
{
	struct mbhash_policy p = {};

	queue(&p, arrival_from(MBHASH_TASK), 1);
	serve(&p, MBHASH_DEADLINE, 0, 1);
	KUNIT_EXPECT_EQ(test, p.tasks.left, (2 * ALONE_NS + BATCH_NS) * 256);
	KUNIT_EXPECT_EQ(test, p.alone, 0);
}

static void batch_with_blocked_task_is_due_when_it_no_longer_pays(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy p = {};

	queue(&p, a, 1);
	/* The clock is read for the first one only. */
	a.now = 0;
	queue(&p, a, 2);
	KUNIT_EXPECT_EQ(test, p.start, START);
	KUNIT_EXPECT_FALSE(test, mbhash_policy_is_due(&p, 0));
	KUNIT_EXPECT_FALSE(test, mbhash_policy_is_due(&p, START + 3 * ALONE_NS - 1));
	KUNIT_EXPECT_TRUE(test, mbhash_policy_is_due(&p, START + 3 * ALONE_NS));
	KUNIT_EXPECT_TRUE(test, mbhash_policy_is_due(&p, U64_MAX));
}

static void batch_without_blocked_task_is_due_at_the_second_look(struct kunit *test)
{
	struct mbhash_policy p = {};

	queue(&p, arrival_from(MBHASH_TASK), 2);
	KUNIT_EXPECT_FALSE(test, mbhash_policy_is_due(&p, U64_MAX));
	KUNIT_EXPECT_FALSE(test, mbhash_policy_is_due(&p, START + 2 * ALONE_NS - 1));
	KUNIT_EXPECT_TRUE(test, mbhash_policy_is_due(&p, START + 2 * ALONE_NS));

	/* Of that batch, or of the same rest of it */
	serve(&p, MBHASH_IDLE, 1, 1);
	KUNIT_EXPECT_FALSE(test, mbhash_policy_is_due(&p, U64_MAX));
	KUNIT_EXPECT_TRUE(test, mbhash_policy_is_due(&p, U64_MAX));
	serve(&p, MBHASH_IDLE, 1, 0);
	queue(&p, arrival_from(MBHASH_TASK), 2);
	KUNIT_EXPECT_FALSE(test, mbhash_policy_is_due(&p, U64_MAX));
	queue(&p, blocking_task(), 1);
	p.looked = false;
	KUNIT_EXPECT_TRUE(test, mbhash_policy_is_due(&p, U64_MAX));
}

static void an_empty_queue_has_no_batch(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy p = {};

	a.ordered = true;
	queue(&p, a, SOME);
	KUNIT_EXPECT_TRUE(test, p.blocked && p.ordered && p.start);
	serve(&p, MBHASH_IDLE, 1, 0);
	KUNIT_EXPECT_FALSE(test, p.blocked || p.ordered || p.start || p.alone || p.lanes ||
			   p.longest || p.rest);
}

/* A flush ends after 200 us: what it leaves is the same batch while that pays. */
static void partial_flushes_are_one_batch(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy p = {};

	a.ordered = true;
	queue(&p, a, 4);
	serve(&p, MBHASH_IDLE, 2 * ALONE_NS, 2);
	serve(&p, MBHASH_IDLE, 4 * ALONE_NS, 1);
	KUNIT_EXPECT_TRUE(test, p.start == START && p.alone == 4 * ALONE_NS);
	KUNIT_EXPECT_TRUE(test, p.rest && p.blocked && p.ordered);
	queue(&p, a, 1);
	serve(&p, MBHASH_IDLE, 5 * ALONE_NS, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.left, 0);
	KUNIT_EXPECT_FALSE(test, p.start || p.rest);
}

/* Then what is left is a new batch, whose length is not known: it does not count. */
static void a_batch_ends_when_it_no_longer_pays(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy p = {};

	a.ordered = true;
	queue(&p, a, 4);
	serve(&p, MBHASH_IDLE, 4 * ALONE_NS + 1, 2);
	KUNIT_EXPECT_EQ(test, p.tasks.left, 256);
	KUNIT_EXPECT_EQ(test, p.start, START + 4 * ALONE_NS + 1);
	KUNIT_EXPECT_FALSE(test, p.alone || p.lanes || p.longest);
	KUNIT_EXPECT_TRUE(test, p.blocked && p.ordered);
	p.tasks.left = 0;
	serve(&p, MBHASH_IDLE, 1000, 1);
	serve(&p, MBHASH_IDLE, 1000, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.left, 0);

	/* Nor if it does so without a back-off */
	p.tasks.credit = 1;
	queue(&p, a, 4);
	serve(&p, MBHASH_IDLE, 4 * ALONE_NS + 1, 2);
	KUNIT_EXPECT_TRUE(test, p.tasks.skip && p.rounds.skip);
	serve(&p, MBHASH_IDLE, 1000, 0);
	KUNIT_EXPECT_FALSE(test, p.tasks.left || p.tasks.skip);
	batch(&p, a, 1);
	KUNIT_EXPECT_TRUE(test, p.tasks.left);
}

/* If nobody waits, what is left waits from now on. */
static void remainder_begins_a_new_batch(struct kunit *test)
{
	static const enum mbhash_context contexts[] = { MBHASH_TASK, MBHASH_BH };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(contexts); i++) {
		const enum mbhash_reason reason = i ? MBHASH_SOFTIRQ : MBHASH_IDLE;
		const struct mbhash_arrival a = arrival_from(contexts[i]);
		struct mbhash_policy p = {};

		queue(&p, a, 4);
		serve(&p, reason, 10, 2);
		KUNIT_EXPECT_EQ(test, p.start, START + 10);
		queue(&p, a, 1);
		KUNIT_EXPECT_EQ(test, p.alone, 5 * ALONE_NS);
		KUNIT_EXPECT_EQ(test, p.lanes, 5 * ALONE_NS / 4);
		serve(&p, reason, 10, 0);
		KUNIT_EXPECT_FALSE(test, p.tasks.left || p.rounds.left);
	}
}

/* A task is asked for the time that its weight gives it: less for a lighter one. */
static void cost_is_relative_to_weight(struct kunit *test)
{
	static const struct {
		unsigned int blocks;
		unsigned int weight;
		enum mbhash_reason want;
	} cases[] = {
		{ BLOCKS, NICE_0, MBHASH_IDLE },
		{ BLOCKS, NICE_0 * 2 - 40, MBHASH_IDLE },
		{ BLOCKS, NICE_0 * 2 + 40, MBHASH_CHEAP },
		{ BLOCKS, 88761 /* nice -20 */, MBHASH_CHEAP },
		{ BLOCKS, 15 /* nice 19 */, MBHASH_IDLE },
		{ BLOCKS * 100, 88761, MBHASH_IDLE },
		{ BLOCKS / 3, NICE_0, MBHASH_CHEAP },
		{ BLOCKS / 3, NICE_0 / 2, MBHASH_IDLE },
		{ BLOCKS, 0, MBHASH_IDLE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_arrival a = blocking_task();
		struct mbhash_policy p = {};

		/* Until the mean is what they cost, but for rounding */
		queue(&p, a, 1000);
		a.blocks = cases[i].blocks;
		a.weight = cases[i].weight;
		KUNIT_EXPECT_EQ_MSG(test, mbhash_policy_decide(&p, &a), cases[i].want,
				    "case %u", i);
	}
}

/* One that is queued moves the mean by a sixteenth. Softirqs' do not count. */
static void the_mean_cost_follows_what_is_queued(struct kunit *test)
{
	const u64 cost_of_one = ((u64)ALONE_NS << 20) / NICE_0;
	struct mbhash_policy p = {};

	queue(&p, blocking_task(), 1);
	KUNIT_EXPECT_EQ(test, p.cost, cost_of_one / 16);
	p.cost = 16 * cost_of_one;
	queue(&p, arrival_from(MBHASH_TASK), 1);
	KUNIT_EXPECT_EQ(test, p.cost, 15 * cost_of_one + cost_of_one / 16);
	queue(&p, arrival_from(MBHASH_BH), 1);
	KUNIT_EXPECT_EQ(test, p.cost, 15 * cost_of_one + cost_of_one / 16);
}

/* If there are only cheap ones, they are the mean at last: 64 times less within 1100. */
static void mean_cost_of_expensive_requests_decays(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy p = {};
	unsigned int n = 0;

	a.blocks = BLOCKS * 64;
	queue(&p, a, 1000);
	a.blocks = BLOCKS;
	while (n < 2000 && mbhash_policy_decide(&p, &a) == MBHASH_CHEAP)
		n++;
	KUNIT_EXPECT_TRUE_MSG(test, n > 800 && n < 1100, "%u", n);
}

/* What a flush takes, as the reason that decide() gives for the last of them */
static enum mbhash_reason flush_of(struct mbhash_policy *p, unsigned int n)
{
	struct mbhash_arrival a = arrival_from(MBHASH_TASK);
	enum mbhash_reason reason;

	a.queued = n - 1;
	reason = mbhash_policy_decide(p, &a);
	mbhash_policy_taken(p, reason, n);
	return reason;
}

/* At powers of two up to 64, and then at each 32nd, the thread takes all that come. */
static void expected_count_is_probed(struct kunit *test)
{
	struct mbhash_policy p = {};
	unsigned int i, next = 2;

	KUNIT_EXPECT_EQ(test, flush_of(&p, SOME), MBHASH_IDLE);
	KUNIT_EXPECT_EQ(test, flush_of(&p, SOME), MBHASH_IDLE);
	for (i = 1; i < 2000; i++) {
		const bool probes = flush_of(&p, SOME) == MBHASH_IDLE;

		KUNIT_EXPECT_EQ_MSG(test, probes, i == next, "%u", i);
		if (probes)
			next += min(next, 32U);
	}
}

static void changed_count_is_learned_again(struct kunit *test)
{
	static const struct {
		enum mbhash_reason reason;
		unsigned int expected;
		unsigned int streak;
		unsigned int then;	/* the streak after that number once more */
	} cases[] = {
		{ MBHASH_FULL, SOME + 1, 0, 1 },
		{ MBHASH_IDLE, SOME + 1, 0, 1 },
		{ MBHASH_DEADLINE, SOME + 1, 0, 1 },
		{ MBHASH_EXPECTED, SOME + 1, 0, 1 },
		/* It comes in between. */
		{ MBHASH_SOFTIRQ, SOME, 5, 5 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_policy p = { .expected = SOME, .streak = 5 };

		mbhash_policy_taken(&p, cases[i].reason, SOME + 1);
		KUNIT_EXPECT_EQ_MSG(test, p.expected, cases[i].expected, "case %u", i);
		KUNIT_EXPECT_EQ_MSG(test, p.streak, cases[i].streak, "case %u", i);
		mbhash_policy_taken(&p, cases[i].reason, p.expected);
		KUNIT_EXPECT_EQ_MSG(test, p.streak, cases[i].then, "case %u", i);
	}
}

static void remainder_does_not_change_the_expected_count(struct kunit *test)
{
	struct mbhash_policy p = { .expected = SOME, .streak = 5 };

	queue(&p, blocking_task(), SOME);
	mbhash_policy_taken(&p, MBHASH_IDLE, SOME);
	serve(&p, MBHASH_IDLE, 10, 3);
	mbhash_policy_taken(&p, MBHASH_IDLE, 3);
	KUNIT_EXPECT_TRUE(test, p.expected == SOME && p.streak == 6);
	serve(&p, MBHASH_IDLE, 20, 0);
	mbhash_policy_taken(&p, MBHASH_IDLE, 3);
	KUNIT_EXPECT_TRUE(test, p.expected == 3 && p.streak == 0);
}

static void moved_requests_join_a_batch(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy from = {}, empty = {}, p = {};

	a.ordered = true;
	queue(&from, a, 3);
	p = from;
	mbhash_policy_moved(&empty, &p);
	KUNIT_EXPECT_FALSE(test, p.start || p.alone || p.blocked || p.ordered);
	KUNIT_EXPECT_TRUE(test, empty.start == START && empty.alone == 3 * ALONE_NS);
	KUNIT_EXPECT_TRUE(test, empty.blocked && empty.ordered);

	a = arrival_from(MBHASH_BH);
	a.now = START - 500;
	queue(&p, a, 2);
	mbhash_policy_moved(&p, &from);
	KUNIT_EXPECT_TRUE(test, p.start == START - 500 && p.alone == 5 * ALONE_NS);
	KUNIT_EXPECT_TRUE(test, p.blocked && p.ordered);

	/* The one that has them may have had what the others lack. */
	p.alone = 0;
	p.lanes = 4;
	p.longest = 3;
	mbhash_policy_moved(&p, &(struct mbhash_policy){
				    .start = START, .alone = 1, .lanes = 2, .longest = 2 });
	KUNIT_EXPECT_TRUE(test, p.blocked && p.ordered && !p.rest);
	KUNIT_EXPECT_TRUE(test, p.alone == 1 && p.lanes == 6 && p.longest == 3);
	mbhash_policy_moved(&p, &(struct mbhash_policy){
				    .start = START, .longest = 5, .rest = true });
	KUNIT_EXPECT_TRUE(test, p.rest && p.longest == 5);
}

/* Whatever is measured or asked for, nothing is divided by 0 or wraps around. */
static void extreme_values_do_not_overflow(struct kunit *test)
{
	struct mbhash_arrival a = blocking_task();
	struct mbhash_policy p = {};
	unsigned int i;

	a.weight = 0;
	KUNIT_EXPECT_EQ(test, mbhash_policy_decide(&p, &a), MBHASH_IDLE);
	a.blocks = U32_MAX;
	a.alone_ps = U32_MAX;
	queue(&p, a, 1);
	KUNIT_EXPECT_EQ(test, p.alone, (u64)U32_MAX * U32_MAX / 1000);
	serve(&p, MBHASH_DEADLINE, 0, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.left, MOST_BACKOFF_NS);
	p.tasks.left = 0;
	p.tasks.late = MOST_LATE * MOST_BACKOFF_NS;
	p.tasks.skip = false;
	queue(&p, a, 1);
	serve(&p, MBHASH_DEADLINE, 0, 0);
	KUNIT_EXPECT_EQ(test, p.tasks.left, MOST_BACKOFF_NS);

	/* A message of 4 GiB costs more than any of 64 bytes, and a back-off ends with it. */
	a = blocking_task();
	a.blocks = U32_MAX / 64;
	KUNIT_EXPECT_EQ(test, mbhash_policy_decide(&p, &a), MBHASH_BACKOFF);
	KUNIT_EXPECT_EQ(test, p.tasks.left, 0);
	p.cost = 0;
	a.weight = 1;
	queue(&p, a, 1000);
	a.blocks = 1;
	KUNIT_EXPECT_EQ(test, mbhash_policy_decide(&p, &a), MBHASH_CHEAP);

	/* A clock that does not advance: all pay. */
	memset(&p, 0, sizeof(p));
	for (i = 0; i < 10; i++) {
		queue(&p, blocking_task(), 1);
		serve(&p, MBHASH_IDLE, 0, 0);
	}
	KUNIT_EXPECT_EQ(test, p.tasks.left, 0);
}

static struct kunit_case policy_cases[] = {
	KUNIT_CASE(each_reason_has_its_cause),
	KUNIT_CASE(which_reasons_are_inline),
	KUNIT_CASE(batches_that_pay_cause_no_backoff),
	KUNIT_CASE(backoff_is_256_times_the_loss),
	KUNIT_CASE(savings_offset_losses_up_to_a_limit),
	KUNIT_CASE(deadlines_double_the_backoff),
	KUNIT_CASE(batches_during_a_backoff_are_not_judged),
	KUNIT_CASE(softirqs_and_tasks_have_separate_backoffs),
	KUNIT_CASE(softirq_batches_are_judged_by_the_plan),
	KUNIT_CASE(batches_without_blocked_task_are_judged_by_the_plan),
	KUNIT_CASE(outliers_are_bounded),
	KUNIT_CASE(deadlines_count_as_losses),
	KUNIT_CASE(batch_with_blocked_task_is_due_when_it_no_longer_pays),
	KUNIT_CASE(batch_without_blocked_task_is_due_at_the_second_look),
	KUNIT_CASE(an_empty_queue_has_no_batch),
	KUNIT_CASE(partial_flushes_are_one_batch),
	KUNIT_CASE(a_batch_ends_when_it_no_longer_pays),
	KUNIT_CASE(remainder_begins_a_new_batch),
	KUNIT_CASE(cost_is_relative_to_weight),
	KUNIT_CASE(the_mean_cost_follows_what_is_queued),
	KUNIT_CASE(mean_cost_of_expensive_requests_decays),
	KUNIT_CASE(expected_count_is_probed),
	KUNIT_CASE(changed_count_is_learned_again),
	KUNIT_CASE(remainder_does_not_change_the_expected_count),
	KUNIT_CASE(moved_requests_join_a_batch),
	KUNIT_CASE(extreme_values_do_not_overflow),
	{}
};

static struct kunit_suite policy_suite = {
	.name = "mbhash_policy",
	.test_cases = policy_cases,
};

kunit_test_suite(policy_suite);
