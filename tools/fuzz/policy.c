// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the policy: arrivals, flushes and ticks in any order. Its decisions must follow
 * the rules at the top of policy/policy.c, policy/patience.c and policy/holdoff.c.
 */
#include <linux/minmax.h>
#include <string.h>

#include "../../policy/decide.h"
#include "input.h"

#define FLUSH_NS	100000ULL
/* The most patience, see policy/patience.c. */
#define MOST_NS		1000000000ULL
/* The time between ticks is at most the patience, or this: see policy/holdoff.c. */
#define MAX_NS		(100 * FLUSH_NS)

/* The state of a run */
static struct mbhash_expectation e;
static struct mbhash_patience patience;
static struct mbhash_holdoff holdoff;
static u64 now, taken_at;
static unsigned int queued, flushing, lone_round;

/*
 * Does the task wait for the request, and would a batch take longer than without? It
 * would with a shorter turn and the plan's speed, if the turn is to be timed.
 */
static bool is_impatient(const struct mbhash_arrival *a)
{
	const u64 turn = patience.turns.begins ? 0 :
			 min(1000 * min(patience.turn_ns, mbhash_turn_ns(&patience.turns)),
			     a->blocks * patience.turn_block_ps);
	const u64 planned = a->blocks * (u64)a->block_ps;
	const u64 hashing = patience.turns.begins ? planned :
			    planned * patience.turns.pace / 1024;

	MUST(hashing >= planned && hashing <= 2 * planned);

	if (!a->waits && !mbhash_is_seen_to_wait(&patience, a->task))
		return false;
	return !patience.unsure && patience.rate_ps * a->weight >
		       hashing + turn &&
	       patience.untested_blocks < MBHASH_IMPATIENT_BLOCKS;
}

static void check_inline(const struct mbhash_arrival *a,
			 enum mbhash_reason reason, bool stale)
{
	/* An ordered request does not overtake queued ones. */
	MUST(!(a->queued && a->ordered));
	MUST(reason != MBHASH_LONE || (!a->queued && a->lone));
	switch (a->context) {
	case MBHASH_TASK:
		MUST(reason != MBHASH_ATOMIC);
		/* The expected number has to be checked now and then. */
		MUST(!stale || reason == MBHASH_BUSY || reason == MBHASH_SHORT);
		MUST(reason != MBHASH_SHORT || is_impatient(a) ||
		     ((!stale || a->waits) && a->blocks <= MBHASH_SHORT_BLOCKS));
		MUST(reason != MBHASH_BUSY || a->queued >= MBHASH_BUSY_QUEUE);
		break;
	case MBHASH_BH:
		/* Its round had no earlier request. */
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
	arrival.task = MBHASH_NO_TASK;
	if (arrival.context == MBHASH_TASK) {
		arrival.task = take_u8(in) % 4;
		arrival.weight = 1 + take_u32(in) % MBHASH_RT_WEIGHT;
		arrival.block_ps = 1 + take_u32(in) % (1 << 24);
		arrival.waits = take_u8(in) % 2;
		arrival.sleeps = whence / 4 % 2;
		arrival.preempted = whence / 8 % 2;
	}
	if (mbhash_turn_ends(&patience, &arrival))
		mbhash_turns_end(&patience.turns, &arrival, now);
	reason = mbhash_decide(&e, &patience, &arrival);
	stale = e.untested_blocks >= trusted;
	if (mbhash_is_inline(reason)) {
		check_inline(&arrival, reason, stale);
		if (arrival.context == MBHASH_BH)
			lone_round = arrival.round;
		if (mbhash_turn_begins(&patience.turns, arrival.task, arrival.sleeps,
				       arrival.preempted))
			mbhash_turns_begin(&patience.turns, now - min(now, whence * 1000ULL),
					   now);
		return;
	}
	check_queued(&arrival, reason, stale);
	queued++;
	MUST(e.run_length);
	MUST(e.submitter == arrival.task);
	if (arrival.context != MBHASH_TASK)
		return;
	mbhash_patience_queued(&patience, &arrival);
	mbhash_patience_waits(&patience, now);
	MUST(patience.weight >= arrival.weight);
	MUST(patience.start && mbhash_patience_end(&patience) <= now + MOST_NS);
}

static void begin_flush(struct input *in)
{
	static const enum mbhash_reason reasons[] = {
		MBHASH_FULL, MBHASH_EXPECTED, MBHASH_IDLE, MBHASH_DEADLINE,
		MBHASH_SOFTIRQ,
	};
	const enum mbhash_reason reason = reasons[take_u8(in) % 5];
	const u8 lone = take_u8(in);
	const u32 saved_ps = take_u32(in);
	const unsigned int n = mbhash_patience_together(&patience, reason, queued,
							saved_ps, now);

	MUST(n == queued || (n == 1 && reason == MBHASH_DEADLINE));
	mbhash_expect_learn(&e, reason, n, saved_ps, lone);
	MUST(e.expected <= MBHASH_FULL_QUEUE);
	MUST(e.shared_blocks);
	if (reason != MBHASH_SOFTIRQ && reason != MBHASH_EXPECTED)
		MUST(!e.untested_blocks && e.trusted_blocks);
	mbhash_patience_taken(&patience, reason, now);
	MUST(!patience.start && !patience.n && !patience.weight);
	flushing = 1 + reason;
	taken_at = now;
	queued = 0;
}

/* Some requests may be left, and some of those may be served that have arrived meanwhile. */
static void end_flush(struct input *in)
{
	const enum mbhash_reason reason = flushing - 1;

	queued -= take_u8(in) % 3 % (queued + 1);
	queued += take_u8(in) % 3 % (patience.taken + 1);
	mbhash_patience_served(&patience, reason, now - taken_at, queued, now);
	MUST(patience.n <= queued);
	MUST(!patience.n || (patience.start && patience.weight));
	MUST(!patience.sums.jobs || patience.sums.round_weight);
	flushing = 0;
}

static void flush(struct input *in)
{
	if (flushing)
		end_flush(in);
	else if (queued)
		begin_flush(in);
}

static void tick(struct input *in)
{
	const bool waits = queued && !flushing;
	u64 end, due, slack;
	bool over;

	now += take_u32(in) % (1 << 24);
	over = waits && mbhash_patience_is_over(&patience, now);
	MUST(!over || now >= mbhash_patience_end(&patience));
	mbhash_holdoff_tick(&holdoff, now, over);
	MUST(!holdoff.armed);
	MUST(holdoff.spacing_ns >= FLUSH_NS && holdoff.spacing_ns <= MAX_NS);
	if (over || !waits)
		return;
	end = mbhash_patience_end(&patience);
	due = mbhash_holdoff_arm(&holdoff, end, now, &slack);
	/* Not before the first task's patience ends, and not much later */
	MUST(holdoff.armed && due >= end && due + slack == holdoff.hard);
	MUST(holdoff.hard <= max(end, now + MAX_NS));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input in = { data, size };

	memset(&holdoff, 0, sizeof(holdoff));
	mbhash_expect_nothing(&e);
	mbhash_patience_init(&patience, 1000, FLUSH_NS);
	mbhash_holdoff_init(&holdoff, FLUSH_NS);
	now = 1;
	queued = 0;
	flushing = 0;
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
			default:
				arrive(&in, what);
				break;
			}
		}
	}
	return 0;
}
