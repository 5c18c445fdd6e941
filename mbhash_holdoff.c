// SPDX-License-Identifier: GPL-2.0
/*
 * When a CPU looks whether anybody who waits has run out of patience: its hold-off.
 *
 * The flusher thread runs when all submitters of a CPU wait. Until then they take
 * turns, and each turn brings one more request: that is worth waiting for, the CPU
 * works meanwhile. But it may do something else. So a timer expires when the first of
 * those who wait runs out of patience, see mbhash_patience.c: if it still waits, its
 * queue is flushed; if it was served, the timer is set for the first of those who
 * wait now.
 *
 * A tick is an interrupt. The longer ticks have found nobody whose patience was over,
 * the later they may be: by 1/QUIET_FRACTION of that time, and MAX_QUIET_NS at
 * most, unless any other interrupt of a timer, such as the scheduler's tick, brings
 * them along. So a batch in which something else begins waits that much longer; the
 * next one only 1/OVER_PART of it, since that tick was not quiet, and so on.
 *
 * In a virtual machine an interrupt may take as long as a submitter's turn. Ticks
 * that came too often would keep the submitters from submitting, and so never find a
 * full batch. How late a tick comes tells what it costs: the next one is at least
 * COST_MULTIPLE times as far away. But the spacing no more than doubles at once, since
 * the host may also have had something else to do for once.
 */
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "mbhash_policy.h"

#define QUIET_FRACTION	16
#define MAX_QUIET_NS	(10 * (u64)NSEC_PER_MSEC)
#define OVER_PART	8
#define MAX_SPACING	20
#define COST_MULTIPLE	8

/**
 * mbhash_holdoff_init() - begin without any knowledge
 * @holdoff: a CPU's, zeroed
 * @flush_ns: ticks are apart by no less than this
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
 *
 * Context: BH disabled or hardirq, on that CPU.
 * Return: from when on it is due, ns; and at the latest at @holdoff->hard.
 */
u64 mbhash_holdoff_arm(struct mbhash_holdoff *holdoff, u64 until, u64 now)
{
	const u64 due = max(until, now + holdoff->spacing_ns);

	WRITE_ONCE(holdoff->armed, true);
	holdoff->until = until;
	holdoff->since = now;
	holdoff->hard = max(due, now + holdoff->quiet_ns / QUIET_FRACTION);
	return due;
}

/**
 * mbhash_holdoff_tick() - take account of a tick
 * @holdoff: the CPU's
 * @now: the time, ns
 * @over: somebody's patience was over
 *
 * Context: hardirq, on that CPU.
 */
void mbhash_holdoff_tick(struct mbhash_holdoff *holdoff, u64 now, bool over)
{
	const u64 flush_ns = holdoff->flush_ns;
	const u64 most = min(2 * holdoff->spacing_ns, MAX_SPACING * flush_ns);

	WRITE_ONCE(holdoff->armed, false);
	/* Before, it came along with another timer. */
	if (now >= holdoff->hard)
		holdoff->spacing_ns = clamp(COST_MULTIPLE * (now - holdoff->hard),
					    flush_ns, most);
	if (over)
		holdoff->quiet_ns /= OVER_PART;
	else
		holdoff->quiet_ns = min(holdoff->quiet_ns +
					min(now, holdoff->hard) -
					min(holdoff->since, holdoff->hard),
					QUIET_FRACTION * MAX_QUIET_NS);
}
