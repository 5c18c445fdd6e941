// SPDX-License-Identifier: GPL-2.0
/*
 * How long requests may wait while their CPU is busy: the hold-off.
 *
 * The flusher thread runs when all submitters of a CPU wait. Until then they take
 * turns, and each turn brings one more request: that is worth waiting for, the CPU
 * works meanwhile. It is not once the CPU does something else. So a timer ticks,
 * every flush_us, and looks at the task that it has interrupted:
 *
 * 1. The task has not submitted of late: flush.
 * 2. It was the last one to submit, and does not wait: it has more to submit, or
 *    it has not. Flush if nothing has arrived since the last tick; or if only its
 *    own requests have, and the first of them was there at the last tick: it is
 *    slow.
 * 3. It is any other submitter: its next request is on its way. Flush if nothing
 *    has arrived for LATE units of flush_us: then it does something else.
 *
 * A tick is an interrupt. The longer ticks have interrupted nobody but submitters,
 * the further apart they may be: 1/QUIET_FRACTION of that time, and MAX_UNITS
 * units at most. So a batch in which something else begins waits that long; the
 * next one does not, since that tick was not quiet. And a tick that may be far away
 * is due from 1/EARLY_FRACTION of its time on: it comes along with any other
 * interrupt of a timer, such as the scheduler's tick, and most cost nothing.
 *
 * In a virtual machine an interrupt may take as long as a submitter's turn. Ticks
 * that came too often would keep the submitters from submitting, find that nothing
 * has arrived, flush, and so never find a full batch. How late a tick comes tells
 * what it costs: the next one is at least COST_MULTIPLE times as far away. But the
 * spacing no more than doubles at once, since the host may also have had something
 * else to do for once.
 */
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/minmax.h>

#include "mbhash_policy.h"

#define LATE		20U
#define QUIET_FRACTION	64
#define MAX_UNITS	100U
#define EARLY_FRACTION	5
#define COST_MULTIPLE	8

static unsigned int known_bit(pid_t task)
{
	return hash_32(task, MBHASH_KNOWN_BITS);
}

/**
 * mbhash_holdoff_init() - begin without any knowledge
 * @holdoff: a CPU's, zeroed
 *
 * Context: any.
 */
void mbhash_holdoff_init(struct mbhash_holdoff *holdoff)
{
	holdoff->spacing = 1;
}

/**
 * mbhash_holdoff_remember() - remember that a task submits
 * @holdoff: its CPU's
 * @task: its number
 *
 * Context: BH disabled, on that CPU.
 */
void mbhash_holdoff_remember(struct mbhash_holdoff *holdoff, pid_t task)
{
	const unsigned int bit = known_bit(task);

	/* __set_bit() may be an instruction that is slow with memory. */
	holdoff->known[BIT_WORD(bit)] |= BIT_MASK(bit);
}

/**
 * mbhash_holdoff_knows() - has a task submitted of late?
 * @holdoff: the CPU's
 * @task: its number
 *
 * Context: any.
 * Return: true if so; or, seldom, if another one has whose number is like it.
 */
bool mbhash_holdoff_knows(const struct mbhash_holdoff *holdoff, pid_t task)
{
	return test_bit(known_bit(task), holdoff->known);
}

/**
 * mbhash_holdoff_forget() - forget all tasks: those that go on are remembered again
 * @holdoff: the CPU's
 *
 * Context: hardirq, on that CPU.
 */
void mbhash_holdoff_forget(struct mbhash_holdoff *holdoff)
{
	bitmap_zero(holdoff->known, 1 << MBHASH_KNOWN_BITS);
}

/**
 * mbhash_holdoff_late() - learn what a tick costs
 * @holdoff: the CPU's
 * @late_us: how late it came, microseconds; less than 0 if it came along with
 *	     another timer
 * @flush_us: the parameter of that name
 *
 * Context: hardirq, on that CPU.
 */
void mbhash_holdoff_late(struct mbhash_holdoff *holdoff, s64 late_us,
			 unsigned int flush_us)
{
	const unsigned int most = min(2 * holdoff->spacing, LATE);

	if (late_us >= 0)
		holdoff->spacing = clamp_t(s64,
					   COST_MULTIPLE * late_us / flush_us,
					   1, most);
}

/**
 * mbhash_holdoff_tick() - take account of a tick
 * @holdoff: the CPU's
 * @tick: the tick
 *
 * Context: hardirq, on that CPU; before mbhash_holdoff_wait() for each queue.
 */
void mbhash_holdoff_tick(struct mbhash_holdoff *holdoff,
			 const struct mbhash_tick *tick)
{
	if (tick->known)
		holdoff->quiet = min(holdoff->quiet + tick->units,
				     QUIET_FRACTION * MAX_UNITS);
}

/**
 * mbhash_holdoff_wait() - is a queue worth waiting for until the next tick?
 * @holdoff: the CPU's
 * @watch: what ticks have seen of the queue
 * @e: what is expected there
 * @queued: how many are there and not being flushed
 * @tick: this tick
 *
 * Context: hardirq, on that CPU.
 * Return: false if not: if anything is there, it is to be flushed.
 */
bool mbhash_holdoff_wait(struct mbhash_holdoff *holdoff,
			 struct mbhash_watch *watch,
			 const struct mbhash_expectation *e,
			 unsigned int queued, const struct mbhash_tick *tick)
{
	const unsigned int arrivals = READ_ONCE(e->arrivals);
	const unsigned int more = arrivals - watch->arrivals;
	bool wait;

	watch->arrivals = arrivals;
	watch->quiet = more ? 0 : watch->quiet + tick->units;
	if (!queued)
		return false;

	if (tick->task != READ_ONCE(e->submitter))
		wait = tick->known && watch->quiet < LATE;
	else if (READ_ONCE(e->run_length) < queued)
		wait = more;
	else
		wait = more >= queued;
	if (!wait)
		holdoff->quiet = 0;
	return wait;
}

/**
 * mbhash_holdoff_arm() - decide when the next tick is due
 * @holdoff: the CPU's; @holdoff->armed is set: not before so many units
 *
 * Context: BH disabled or hardirq, on that CPU.
 * Return: how many units later it may be.
 */
unsigned int mbhash_holdoff_arm(struct mbhash_holdoff *holdoff)
{
	const unsigned int most = clamp(holdoff->quiet / QUIET_FRACTION,
					holdoff->spacing, MAX_UNITS);

	holdoff->armed = max(most / EARLY_FRACTION, holdoff->spacing);
	return most - holdoff->armed;
}
