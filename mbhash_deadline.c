// SPDX-License-Identifier: GPL-2.0
/*
 * How long a batch may gather while its CPU is busy.
 *
 * The flusher thread runs when all submitters of a CPU wait. Until then they
 * take turns, and each turn brings one more request: that is worth waiting for,
 * the CPU works meanwhile. It is not once the CPU does something else. So a
 * timer looks, every flush_us, at the task that it has interrupted:
 *
 * - It has not queued anything of late: flush.
 * - It was the last to join, and does not wait: it has more to submit, or it
 *   has not. Flush if nobody has joined since the last look; or if nobody else
 *   has, and its first has been there then: it is slow.
 * - It is any other submitter: it is on its way. Flush if nobody has joined for
 *   LATE times flush_us, then it does something else after all.
 *
 * A look is an interrupt. The longer looks have found the CPU doing nothing but
 * submit, the further apart they may be: a batch in which something else begins
 * may wait for a CALMth of the time for which nothing has, and SELDOM times
 * flush_us at most. It will be the only one, since this look is not calm. And a
 * look that may be far away goes along with any other interrupt of a timer, such
 * as the scheduler's tick, that comes from an EARLYth of that on: most cost none.
 *
 * In a virtual machine an interrupt may take as long as a submitter's turn. Looks
 * that came too often would keep the submitters from what they are looked at
 * for: flush, and so never find a full batch. How late the timer comes tells what
 * it costs: the next look is SLOW times as far away, but no more than twice as far
 * as this one was, since its host may also have had something else to do for once.
 */
#include <linux/bitmap.h>
#include <linux/hrtimer.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "compat/compat.h"
#include "mbhash_flush.h"

#define LATE		20U
#define CALM		64
#define SELDOM		100U
#define EARLY		5
#define SLOW		8

/* Tasks end, and come to do other things. */
#define FORGET_JIFFIES	(10 * HZ)

/* Has the interrupted task to do with the queues? So has the flusher thread. */
static bool is_known(const struct mbhash_flusher *flusher)
{
	return current == flusher->thread ||
	       test_bit(mbhash_task_hash(current), flusher->deadline.known);
}

/* All tasks: who goes on is met again. */
static void forget(struct mbhash_flusher *flusher)
{
	struct mbhash_deadline *deadline = &flusher->deadline;
	struct mbhash_queue *queue;

	if (time_before(jiffies, deadline->forget))
		return;
	bitmap_zero(deadline->known, 1 << MBHASH_KNOWN_BITS);
	for (queue = flusher->queue;
	     queue < flusher->queue + MBHASH_NR_HASHES; queue++)
		WRITE_ONCE(queue->submitter, MBHASH_NO_TASK);
	deadline->forget = jiffies + FORGET_JIFFIES;
}

static u64 flush_ns(unsigned int times)
{
	return (u64)times * mbhash_flush_us * NSEC_PER_USEC;
}

/*
 * Is the queue worth waiting for, to look again later? If not, it is flushed.
 * @times flush_us have passed since the last look.
 */
static bool look_at(struct mbhash_flusher *flusher, struct mbhash_queue *queue,
		    unsigned int times)
{
	struct mbhash_deadline *deadline = &flusher->deadline;
	const unsigned int n = READ_ONCE(queue->n);
	const unsigned int joined = READ_ONCE(queue->joined);
	const unsigned int more = joined - queue->seen;
	bool wait;

	queue->seen = joined;
	queue->looks = more ? 0 : queue->looks + times;
	if (!n || READ_ONCE(queue->flushing))
		return false;

	if (current->pid == READ_ONCE(queue->submitter))
		wait = READ_ONCE(queue->row) < n ? more : more >= n;
	else
		wait = is_known(flusher) && queue->looks < LATE;
	if (!wait) {
		deadline->calm = 0;
		mbhash_flusher_raise(flusher, MBHASH_DEADLINE);
	}
	return wait;
}

/* How late the timer has come, unless it went along with something else. */
static void learn_cost(struct mbhash_deadline *deadline, s64 late_us)
{
	const unsigned int most = min(2 * deadline->apart, LATE);

	if (late_us >= 0)
		deadline->apart = clamp_t(s64, SLOW * late_us / mbhash_flush_us,
					  1, most);
}

/*
 * How many times flush_us have passed since the timer was armed? No more than
 * should have: what made it late is not known.
 */
static unsigned int passed(const struct mbhash_deadline *deadline, ktime_t now)
{
	const ktime_t early = hrtimer_get_softexpires(&deadline->timer);
	const ktime_t late = hrtimer_get_expires(&deadline->timer);

	return deadline->armed +
	       max(ktime_us_delta(min(now, late), early), 0LL) / mbhash_flush_us;
}

/*
 * Decide when to look next: not before @deadline->armed.
 * Return: how much later it may be, nanoseconds.
 */
static u64 next_look(struct mbhash_deadline *deadline)
{
	const unsigned int most = clamp(deadline->calm / CALM, deadline->apart,
					SELDOM);

	deadline->armed = max(most / EARLY, deadline->apart);
	return flush_ns(most - deadline->armed);
}

/* Hardirq. Goes on by itself, instead of being armed for each batch. */
static enum hrtimer_restart look(struct hrtimer *timer)
{
	struct mbhash_flusher *flusher =
		container_of(timer, struct mbhash_flusher, deadline.timer);
	struct mbhash_deadline *deadline = &flusher->deadline;
	const ktime_t now = ktime_get();
	const unsigned int times = passed(deadline, now);
	bool again = false;
	unsigned int i;
	u64 slack;

	learn_cost(deadline, ktime_us_delta(now, hrtimer_get_expires(timer)));
	if (is_known(flusher))
		deadline->calm = min(deadline->calm + times, CALM * SELDOM);
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		again |= look_at(flusher, &flusher->queue[i], times);
	forget(flusher);

	if (!again) {
		deadline->armed = 0;
		return HRTIMER_NORESTART;
	}
	slack = next_look(deadline);
	hrtimer_set_expires_range_ns(timer,
				     ktime_add_ns(now, flush_ns(deadline->armed)),
				     slack);
	return HRTIMER_RESTART;
}

/**
 * mbhash_deadline_start() - begin to look at the queues
 * @flusher: this CPU's, whose deadline is not armed
 *
 * Context: process, BH disabled.
 */
void mbhash_deadline_start(struct mbhash_flusher *flusher)
{
	struct mbhash_deadline *deadline = &flusher->deadline;
	const u64 slack = next_look(deadline);
	struct mbhash_queue *queue;

	for (queue = flusher->queue;
	     queue < flusher->queue + MBHASH_NR_HASHES; queue++) {
		queue->seen = READ_ONCE(queue->joined);
		queue->looks = 0;
	}
	hrtimer_start_range_ns(&deadline->timer,
			       ns_to_ktime(flush_ns(deadline->armed)), slack,
			       HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * mbhash_deadline_init() - make a CPU's deadline
 * @flusher: the CPU's, zeroed
 *
 * Context: process.
 */
void mbhash_deadline_init(struct mbhash_flusher *flusher)
{
	flusher->deadline.apart = 1;
	/* With PREEMPT_RT as well in hardirq: to see who is interrupted. */
	hrtimer_setup(&flusher->deadline.timer, look, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * mbhash_deadline_stop() - stop a deadline
 * @flusher: one that nobody submits to
 *
 * Context: process, may sleep.
 */
void mbhash_deadline_stop(struct mbhash_flusher *flusher)
{
	hrtimer_cancel(&flusher->deadline.timer);
	flusher->deadline.armed = 0;
}
