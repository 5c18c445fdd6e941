// SPDX-License-Identifier: GPL-2.0
/*
 * The hold-off: when a CPU checks whether a waiting task has run out of patience.
 *
 * The flusher thread runs when all submitters of a CPU wait. Until then they take
 * turns, and each turn adds a request: that is worth waiting for, since the CPU works
 * meanwhile. But the CPU may do other work. So a timer expires when the first waiting
 * task runs out of patience, see patience.c. If the task still waits, its queue
 * is flushed; if it was served, the timer is set for the first task that waits now.
 *
 * A tick is an interrupt. The longer ticks have found no task out of patience, the later
 * they may be: by 1/QUIET_FRACTION of that time, at most MAX_LATE_NS, unless another
 * timer's interrupt, such as the scheduler's tick, runs them earlier. So if other work
 * begins during a batch, this batch waits that much longer; the next one only
 * 1/OVER_PART of that, since the tick was not quiet, and so on.
 *
 * In a virtual machine an interrupt may take as long as a submitter's turn. Ticks
 * that are too frequent would keep submitters from submitting, and so never find a
 * full batch. The delay of a tick tells its cost: the next one is at least
 * COST_MULTIPLE times as far away, up to MAX_SPACING times the least time between ticks
 * or MAX_LATE_NS, whichever is less, but no less than the least time between ticks. The
 * spacing at most doubles at once, since a delay may also be due to the host being busy
 * for once.
 */
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "policy.h"

#define QUIET_FRACTION	16
#define MAX_LATE_NS	(10 * (u64)NSEC_PER_MSEC)
#define OVER_PART	8
#define MAX_SPACING	20
#define COST_MULTIPLE	8

/**
 * mbhash_holdoff_init() - initialize a hold-off
 * @holdoff: a CPU's, zeroed
 * @flush_ns: the least time between ticks
 *
 * Context: any.
 */
void mbhash_holdoff_init(struct mbhash_holdoff *holdoff, u64 flush_ns)
{
	holdoff->flush_ns = flush_ns;
	holdoff->spacing_ns = flush_ns;
}

/**
 * mbhash_holdoff_arm() - decide when the next tick is due
 * @holdoff: the CPU's
 * @until: when patience ends, ns
 * @now: the time, ns
 * @slack: set to how much later the tick may be, ns
 *
 * Context: BH disabled or hardirq, on that CPU.
 * Return: the earliest time of the tick, ns.
 */
u64 mbhash_holdoff_arm(struct mbhash_holdoff *holdoff, u64 until, u64 now,
		       u64 *slack)
{
	const u64 due = max(until, now + READ_ONCE(holdoff->spacing_ns));
	const u64 quiet_ns = READ_ONCE(holdoff->quiet_ns);
	const u64 hard = max(due, now + quiet_ns / QUIET_FRACTION);

	WRITE_ONCE(holdoff->armed, true);
	WRITE_ONCE(holdoff->until, until);
	WRITE_ONCE(holdoff->since, now);
	WRITE_ONCE(holdoff->hard, hard);
	*slack = hard - due;
	return due;
}

/**
 * mbhash_holdoff_tick() - account for a tick
 * @holdoff: the CPU's
 * @now: the time, ns
 * @over: a task had run out of patience
 *
 * Context: hardirq, on that CPU.
 */
void mbhash_holdoff_tick(struct mbhash_holdoff *holdoff, u64 now, bool over)
{
	const u64 flush_ns = holdoff->flush_ns;
	const u64 limit = max(flush_ns, min(MAX_SPACING * flush_ns, MAX_LATE_NS));
	const u64 most = min(2 * holdoff->spacing_ns, limit);
	/* The tick may have interrupted a submitter that arms it. */
	const u64 hard = READ_ONCE(holdoff->hard);
	const u64 since = READ_ONCE(holdoff->since);
	u64 quiet_ns = holdoff->quiet_ns;

	WRITE_ONCE(holdoff->armed, false);
	/* An earlier tick came with another timer's interrupt: its delay tells nothing. */
	if (now >= hard)
		WRITE_ONCE(holdoff->spacing_ns,
			   clamp(COST_MULTIPLE * (now - hard), flush_ns, most));
	if (over)
		quiet_ns /= OVER_PART;
	else
		quiet_ns = min(quiet_ns + min(now, hard) - min(since, hard),
			       QUIET_FRACTION * MAX_LATE_NS);
	WRITE_ONCE(holdoff->quiet_ns, quiet_ns);
}
