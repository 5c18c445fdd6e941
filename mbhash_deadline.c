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
 * A look is an interrupt. Where CALM looks in a row have found the CPU doing
 * nothing but submit, it is enough to look every LATE times: a batch in which
 * something else begins may wait that long, but it will be the only one among
 * hundreds, since this look is not calm.
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
#define CALM		256
#define SLOW		8

/* Tasks end, and come to do other things. */
#define FORGET_JIFFIES	(10 * HZ)

/* Has the interrupted task to do with the queues? */
static bool is_known(const struct mbhash_deadline *deadline)
{
	return test_bit(mbhash_task_hash(current), deadline->known);
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

/* Is the queue worth waiting for, to look again later? If not, it is flushed. */
static bool look_at(struct mbhash_flusher *flusher, struct mbhash_queue *queue)
{
	struct mbhash_deadline *deadline = &flusher->deadline;
	const unsigned int n = READ_ONCE(queue->n);
	const unsigned int joined = READ_ONCE(queue->joined);
	const unsigned int more = joined - queue->seen;
	bool wait;

	queue->seen = joined;
	queue->looks = more ? 0 : queue->looks + deadline->armed;
	if (!n || READ_ONCE(queue->flushing))
		return false;

	if (current->pid == READ_ONCE(queue->submitter))
		wait = READ_ONCE(queue->row) < n ? more : more >= n;
	else
		wait = is_known(deadline) && queue->looks < LATE;
	if (!wait) {
		deadline->calm = 0;
		mbhash_flusher_raise(flusher, MBHASH_DEADLINE);
	}
	return wait;
}

/* The timer should have come at @expires. */
static void learn_cost(struct mbhash_deadline *deadline, ktime_t expires)
{
	const s64 late_us = ktime_us_delta(ktime_get(), expires);
	const unsigned int most = min(2 * deadline->apart, LATE);

	deadline->apart = clamp_t(s64, SLOW * late_us / mbhash_flush_us, 1, most);
}

static ktime_t until_look(struct mbhash_deadline *deadline)
{
	deadline->armed = deadline->calm < CALM ? deadline->apart : LATE;
	return ns_to_ktime((u64)deadline->armed * mbhash_flush_us *
			   NSEC_PER_USEC);
}

/* Hardirq. Goes on by itself, instead of being armed for each batch. */
static enum hrtimer_restart look(struct hrtimer *timer)
{
	struct mbhash_flusher *flusher =
		container_of(timer, struct mbhash_flusher, deadline.timer);
	struct mbhash_deadline *deadline = &flusher->deadline;
	bool again = false;
	unsigned int i;

	learn_cost(deadline, hrtimer_get_expires(timer));
	if (is_known(deadline))
		deadline->calm++;
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		again |= look_at(flusher, &flusher->queue[i]);
	forget(flusher);

	if (!again) {
		deadline->armed = 0;
		return HRTIMER_NORESTART;
	}
	hrtimer_forward_now(timer, until_look(deadline));
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
	struct mbhash_queue *queue;

	for (queue = flusher->queue;
	     queue < flusher->queue + MBHASH_NR_HASHES; queue++) {
		queue->seen = READ_ONCE(queue->joined);
		queue->looks = 0;
	}
	hrtimer_start(&deadline->timer, until_look(deadline),
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
