// SPDX-License-Identifier: GPL-2.0
/* The hold-off: when the next tick is due. It reads no clock, so neither do the tests. */
#include <linux/kernel.h>

#include "mbhash_test.h"

/* mbhash.ko exports nothing, so this includes a copy of the code. */
#include "../policy/holdoff.c"

#define FLUSH_NS	100000ULL
#define START		5000000ULL
#define FAR		(100 * FLUSH_NS)

static void holdoff_begin(struct mbhash_holdoff *h)
{
	*h = (struct mbhash_holdoff) {};
	mbhash_holdoff_init(h, FLUSH_NS);
}

/* Armed for @until it is due from @due until @hard, and ticks @late ns after @hard. */
static void tick_at(struct kunit *test, struct mbhash_holdoff *h, u64 until,
		    u64 due, u64 hard, u64 late, bool over)
{
	u64 slack;

	KUNIT_EXPECT_EQ(test, mbhash_holdoff_arm(h, START + until, START, &slack),
			START + due);
	KUNIT_EXPECT_EQ(test, slack, hard - due);
	KUNIT_EXPECT_TRUE(test, h->armed);
	KUNIT_EXPECT_EQ(test, h->until, START + until);
	KUNIT_EXPECT_EQ(test, h->hard, START + hard);
	mbhash_holdoff_tick(h, h->hard + late, over);
	KUNIT_EXPECT_FALSE(test, h->armed);
}

static void it_ticks_when_patience_ends(struct kunit *test)
{
	struct mbhash_holdoff h;

	holdoff_begin(&h);
	tick_at(test, &h, FAR, FAR, FAR, 0, true);
	tick_at(test, &h, FLUSH_NS + 1, FLUSH_NS + 1, FLUSH_NS + 1, 0, true);
	/* Not more often than every FLUSH_NS */
	tick_at(test, &h, 1, FLUSH_NS, FLUSH_NS, 0, true);
}

static void the_later_ticks_are_the_farther_apart(struct kunit *test)
{
	struct mbhash_holdoff h;
	u64 spacing;

	holdoff_begin(&h);
	for (spacing = FLUSH_NS; spacing < MAX_SPACING * FLUSH_NS; spacing *= 2)
		tick_at(test, &h, 1, spacing, spacing, FAR, true);
	spacing = MAX_SPACING * FLUSH_NS;
	tick_at(test, &h, 1, spacing, spacing, FAR, true);
	tick_at(test, &h, 1, spacing, spacing, FLUSH_NS / 2, true);
	spacing = COST_MULTIPLE * FLUSH_NS / 2;
	tick_at(test, &h, 1, spacing, spacing, 0, true);
	tick_at(test, &h, 1, FLUSH_NS, FLUSH_NS, 0, true);
}

/* Who lets requests wait long does not let them wait 20 times as long. */
static void they_are_not_much_farther_apart_than_asked_for(struct kunit *test)
{
	static const struct {
		u64 flush_ns, limit;
	} cases[] = {
		{ NSEC_PER_USEC, MAX_SPACING * NSEC_PER_USEC },
		{ NSEC_PER_MSEC, MAX_LATE_NS },
		{ MAX_LATE_NS + 1, MAX_LATE_NS + 1 },
		{ NSEC_PER_SEC / 2, NSEC_PER_SEC / 2 },
	};
	unsigned int i, ticks;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_holdoff h = {};
		u64 slack;

		mbhash_holdoff_init(&h, cases[i].flush_ns);
		for (ticks = 0; ticks < 10; ticks++) {
			mbhash_holdoff_arm(&h, START, START, &slack);
			mbhash_holdoff_tick(&h, h.hard + NSEC_PER_SEC, true);
		}
		KUNIT_EXPECT_EQ_MSG(test, h.spacing_ns, cases[i].limit, "case %u", i);
	}
}

/* Due from the same time on, but may wait for another timer. */
static void quiet_ticks_can_wait(struct kunit *test)
{
	u64 quiet = 0, most = FLUSH_NS;
	struct mbhash_holdoff h;
	unsigned int i;

	holdoff_begin(&h);
	for (i = 0; i < 10000; i++) {
		tick_at(test, &h, 1, FLUSH_NS, most, 0, false);
		quiet = min(quiet + most, QUIET_FRACTION * MAX_LATE_NS);
		most = max(FLUSH_NS, quiet / QUIET_FRACTION);
	}
	KUNIT_EXPECT_EQ(test, most, 10 * (u64)NSEC_PER_MSEC);
	/* A task has waited too long: wait less the next time, and soon not at all. */
	for (; most > FLUSH_NS; most = max(FLUSH_NS, most / OVER_PART))
		tick_at(test, &h, 1, FLUSH_NS, most, 0, true);
	KUNIT_EXPECT_LE(test, h.quiet_ns, QUIET_FRACTION * FLUSH_NS);
	tick_at(test, &h, 1, FLUSH_NS, FLUSH_NS, 0, true);
}

static void a_tick_that_comes_along_early_is_not_late(struct kunit *test)
{
	struct mbhash_holdoff h;
	u64 slack;

	holdoff_begin(&h);
	h.quiet_ns = QUIET_FRACTION * MAX_LATE_NS;
	h.spacing_ns = 2 * FLUSH_NS;
	mbhash_holdoff_arm(&h, START, START, &slack);
	mbhash_holdoff_tick(&h, START + 3 * FLUSH_NS, false);
	KUNIT_EXPECT_EQ(test, h.spacing_ns, 2 * FLUSH_NS);
}

/* Quiet is the time from when it was armed until it ticked, or was to tick. */
static void time_is_quiet_until_the_tick(struct kunit *test)
{
	static const struct {
		u64 since, hard, now;
		u64 want;
	} cases[] = {
		{ 10, 40, 20, 10 },
		{ 10, 40, 40, 30 },
		{ 10, 40, 50, 30 },
		/* It interrupted a submitter that arms it again. */
		{ 45, 40, 50, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct mbhash_holdoff h;

		holdoff_begin(&h);
		h.since = cases[i].since;
		h.hard = cases[i].hard;
		mbhash_holdoff_tick(&h, cases[i].now, false);
		KUNIT_EXPECT_EQ_MSG(test, h.quiet_ns, cases[i].want, "case %u", i);
	}
}

static struct kunit_case holdoff_cases[] = {
	KUNIT_CASE(it_ticks_when_patience_ends),
	KUNIT_CASE(the_later_ticks_are_the_farther_apart),
	KUNIT_CASE(they_are_not_much_farther_apart_than_asked_for),
	KUNIT_CASE(quiet_ticks_can_wait),
	KUNIT_CASE(a_tick_that_comes_along_early_is_not_late),
	KUNIT_CASE(time_is_quiet_until_the_tick),
	{}
};

static struct kunit_suite holdoff_suite = {
	.name = "mbhash_holdoff",
	.test_cases = holdoff_cases,
};

kunit_test_suite(holdoff_suite);
