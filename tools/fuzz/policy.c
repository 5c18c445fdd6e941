// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the policy: arrivals, flushes and ticks in any order. What it decides has
 * to follow the rules that mbhash_policy.c and mbhash_holdoff.c begin with.
 */
#include <string.h>

#include "../../mbhash_decide.h"
#include "input.h"

/* Of the hold-off, see mbhash_holdoff.c: units */
#define LATE		20
#define MAX_UNITS	100

/* The state of a run */
static struct mbhash_expectation e;
static struct mbhash_holdoff holdoff;
static struct mbhash_watch watch;
static unsigned int queued, lone_round;

static void check_inline(const struct mbhash_arrival *a,
			 enum mbhash_reason reason, bool stale)
{
	/* Nothing passes what it has to stay behind. */
	MUST(!(a->queued && a->ordered));
	MUST(reason != MBHASH_LONE || (!a->queued && a->lone));
	switch (a->context) {
	case MBHASH_TASK:
		MUST(reason != MBHASH_ATOMIC);
		/* What is expected has to be learnt now and then. */
		MUST(!stale || reason == MBHASH_BUSY);
		MUST(reason != MBHASH_SHORT || a->blocks <= MBHASH_SHORT_BLOCKS);
		MUST(reason != MBHASH_BUSY || a->queued >= MBHASH_BUSY_QUEUE);
		break;
	case MBHASH_BH:
		/* Its round has brought no other one. */
		MUST(reason == MBHASH_LONE && a->round != lone_round);
		break;
	case MBHASH_BH_DISABLED:
	case MBHASH_PREEMPT_RT_TASK:
		MUST(reason == MBHASH_ATOMIC);
		break;
	}
}

static void check_queued(const struct mbhash_arrival *a,
			 enum mbhash_reason reason, bool stale)
{
	if (a->context != MBHASH_TASK) {
		MUST(reason == MBHASH_SOFTIRQ);
		return;
	}
	MUST(reason == MBHASH_FULL || reason == MBHASH_EXPECTED ||
	     reason == MBHASH_IDLE);
	MUST((reason == MBHASH_FULL) == (a->queued + 1 >= MBHASH_FULL_QUEUE));
	MUST(reason != MBHASH_EXPECTED || (a->lone && !stale));
	MUST(a->ordered || a->queued < MBHASH_BUSY_QUEUE);
}

static void arrive(struct input *in, u8 what)
{
	struct mbhash_arrival arrival = {
		.queued = what & 16 ? take_u16(in) : queued,
		.blocks = 1 + (what & 32 ? take_u8(in) % 6 : take_u32(in) % (1 << 26)),
		.lone = what & 64 ? take_u8(in) : 16,
		.ordered = what & 128,
	};
	const u8 whence = take_u8(in);
	const u32 trusted = e.trusted_blocks;
	enum mbhash_reason reason;
	bool stale;

	arrival.context = whence % 4;
	arrival.round = whence / 4;
	arrival.task = arrival.context == MBHASH_TASK ? take_u8(in) % 4 : MBHASH_NO_TASK;
	reason = mbhash_decide(&e, &arrival);
	stale = e.untested_blocks >= trusted;
	if (mbhash_is_inline(reason)) {
		check_inline(&arrival, reason, stale);
		if (arrival.context == MBHASH_BH)
			lone_round = arrival.round;
		return;
	}
	check_queued(&arrival, reason, stale);
	queued++;
	MUST(e.run_length);
	MUST(e.submitter == arrival.task);
}

static void flush(struct input *in)
{
	static const enum mbhash_reason reasons[] = {
		MBHASH_FULL, MBHASH_EXPECTED, MBHASH_IDLE, MBHASH_DEADLINE,
		MBHASH_SOFTIRQ,
	};
	const enum mbhash_reason reason = reasons[take_u8(in) % 5];
	const u8 lone = take_u8(in);
	const u32 block_ps = take_u32(in);

	if (!queued)
		return;
	mbhash_expect_learn(&e, reason, queued, block_ps, lone);
	MUST(e.expected <= MBHASH_FULL_QUEUE);
	MUST(e.shared_blocks);
	if (reason != MBHASH_SOFTIRQ && reason != MBHASH_EXPECTED)
		MUST(!e.untested_blocks && e.trusted_blocks);
	queued = 0;
}

static void tick(struct input *in)
{
	const unsigned int flush_us = 1 + take_u32(in) % 500000;
	const u8 what = take_u8(in);
	const struct mbhash_tick t = {
		.task = what % 4,
		.known = what & 16,
		.units = take_u8(in),
	};
	const unsigned int arrivals = e.arrivals;
	const bool more = arrivals != watch.arrivals;
	unsigned int slack;
	bool wait;

	mbhash_holdoff_late(&holdoff, (s32)take_u32(in), flush_us);
	MUST(holdoff.spacing >= 1 && holdoff.spacing <= LATE);
	mbhash_holdoff_tick(&holdoff, &t);
	wait = mbhash_holdoff_wait(&holdoff, &watch, &e, queued, &t);
	MUST(watch.arrivals == arrivals);
	/* Nothing there, nothing to wait for */
	MUST(queued || !wait);
	/* Nobody's next request is on its way: it is flushed. */
	MUST(!wait || t.known || t.task == e.submitter);
	if (queued && t.task == e.submitter)
		MUST(more || !wait);
	if (queued && watch.quiet >= LATE && !more)
		MUST(!wait);
	slack = mbhash_holdoff_arm(&holdoff);
	MUST(holdoff.armed >= 1 && holdoff.armed + slack <= MAX_UNITS);
}

static void remember(struct input *in)
{
	const u32 task = take_u32(in) & 0x7fffffff;

	mbhash_holdoff_remember(&holdoff, task);
	MUST(mbhash_holdoff_knows(&holdoff, task));
	if (task & 1)
		return;
	mbhash_holdoff_forget(&holdoff);
	MUST(!mbhash_holdoff_knows(&holdoff, task));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input in = { data, size };

	memset(&holdoff, 0, sizeof(holdoff));
	memset(&watch, 0, sizeof(watch));
	mbhash_expect_nothing(&e);
	mbhash_holdoff_init(&holdoff);
	queued = 0;
	lone_round = 0;
	while (in.left) {
		const u8 what = take_u8(&in);
		u8 repeat = what & 8 ? take_u8(&in) : 1;
		const struct input at = in;

		while (repeat--) {
			in = at;
			switch (what % 8) {
			case 0:
				flush(&in);
				break;
			case 1:
				tick(&in);
				break;
			case 2:
				remember(&in);
				break;
			default:
				arrive(&in, what);
				break;
			}
		}
	}
	return 0;
}
