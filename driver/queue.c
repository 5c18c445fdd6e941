// SPDX-License-Identifier: GPL-2.0
/*
 * A queue of requests, see queue.h. It is a list of jobs embedded in their requests, so it
 * is never full and nothing is allocated.
 */
#include <linux/compiler.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "queue.h"

/**
 * mbhash_queue_init() - initialize an empty queue
 * @queue: the queue, zeroed
 *
 * Context: any.
 */
void mbhash_queue_init(struct mbhash_queue *queue)
{
	spin_lock_init(&queue->lock);
	INIT_LIST_HEAD(&queue->jobs);
	queue->reason = MBHASH_NO_REASON;
}

/*
 * Under the lock: may it be flushed now? @reason: see mbhash_queue_take(). A queue that has
 * a reason is flushed by the tasklet only, one that has none by the thread or the kworker
 * only, so each reason in the statistics has one cause.
 */
static bool may_take(struct mbhash_queue *queue, enum mbhash_reason reason)
{
	if (!queue->n || queue->flushing)
		return false;
	if (reason == MBHASH_NO_REASON)
		return queue->reason != MBHASH_NO_REASON;
	if (queue->reason != MBHASH_NO_REASON)
		return false;
	return reason == MBHASH_IDLE ||
	       mbhash_policy_is_due(&queue->policy, ktime_get_ns());
}

/**
 * mbhash_queue_take() - take the whole queue into its batch
 * @queue: the queue
 * @hash: its hash function
 * @reason: MBHASH_IDLE: for the thread, as every submitter on this CPU sleeps;
 *	    MBHASH_DEADLINE: for the kworker, if it is due; MBHASH_NO_REASON: for the
 *	    tasklet, if it has a reason, which this is set to
 * @now: set to the time, ns, if there are requests
 *
 * The batch belongs to the caller until mbhash_queue_put_back().
 *
 * Context: task or softirq, BH disabled.
 * Return: the number of requests; 0 if there is none to be taken, or another flush is in
 * progress.
 */
unsigned int mbhash_queue_take(struct mbhash_queue *queue,
			       const struct mbhash_hash *hash,
			       enum mbhash_reason *reason, u64 *now)
{
	unsigned int n;

	spin_lock(&queue->lock);
	n = may_take(queue, *reason) ? queue->n : 0;
	if (n) {
		*now = ktime_get_ns();
		if (*reason == MBHASH_NO_REASON)
			*reason = queue->reason;
		WRITE_ONCE(queue->flushing, true);
		WRITE_ONCE(queue->reason, MBHASH_NO_REASON);
		mbhash_batch_init(&queue->batch, hash,
				  this_cpu_ptr(mbhash_stats)->hash[hash->id].filled);
		list_splice_tail_init(&queue->jobs, &queue->batch.todo);
		mbhash_policy_taken(&queue->policy, *reason, n);
	}
	spin_unlock(&queue->lock);
	return n;
}

/*
 * Under the lock: @done requests were completed. A queue in use shrinks only here,
 * so this is where its greatest length is recorded.
 */
static void remove_done(struct mbhash_queue *queue, unsigned int done)
{
	const unsigned int id = queue->batch.hash->id;
	u64 *longest = &this_cpu_ptr(mbhash_stats)->hash[id].queue_max;

	*longest = max_t(u64, *longest, queue->n);
	WRITE_ONCE(queue->n, queue->n - done);
}

/**
 * mbhash_queue_take_more() - take requests that arrived meanwhile into the batch
 * @queue: one that mbhash_queue_take() has taken
 * @done: number of requests completed since it last took any
 *
 * If these have given a reason, it stays the queue's, for what this flush will leave.
 *
 * Context: task or softirq, BH disabled.
 */
void mbhash_queue_take_more(struct mbhash_queue *queue, unsigned int done)
{
	spin_lock(&queue->lock);
	remove_done(queue, done);
	list_splice_tail_init(&queue->jobs, &queue->batch.todo);
	spin_unlock(&queue->lock);
}

/* Under the lock: the queue's reason after a flush for @reason. */
static enum mbhash_reason reason_for_rest(const struct mbhash_queue *queue,
					  enum mbhash_reason reason)
{
	if (!queue->n)
		return MBHASH_NO_REASON;
	if (queue->reason != MBHASH_NO_REASON || reason == MBHASH_IDLE ||
	    reason == MBHASH_DEADLINE)
		return queue->reason;
	return reason;
}

/**
 * mbhash_queue_put_back() - put the rest of the batch back at the queue's head
 * @queue: one that mbhash_queue_take() has taken
 * @done: number of requests completed since it last took any
 * @reason: why it was flushed
 * @now: the time, ns
 *
 * Each job keeps the state that it has reached. What the tasklet leaves, the tasklet
 * flushes later: for the same reason, or for the one that newer requests have given. What
 * the thread or the kworker leaves is theirs, unless newer requests have given a reason.
 *
 * Context: task or softirq, BH disabled.
 */
void mbhash_queue_put_back(struct mbhash_queue *queue, unsigned int done,
			   enum mbhash_reason reason, u64 now)
{
	struct mbhash_flushed flushed = {
		.reason = reason,
		.now = now,
	};

	spin_lock(&queue->lock);
	remove_done(queue, done);
	mbhash_batch_stop(&queue->batch);
	list_splice_init(&queue->batch.todo, &queue->jobs);
	WRITE_ONCE(queue->flushing, false);
	WRITE_ONCE(queue->reason, reason_for_rest(queue, reason));
	flushed.left = queue->n;
	mbhash_policy_served(&queue->policy, &flushed);
	spin_unlock(&queue->lock);
}

/* Under both locks */
static void move_all(struct mbhash_queue *queue, struct mbhash_queue *from)
{
	list_splice_tail_init(&from->jobs, &queue->jobs);
	WRITE_ONCE(queue->n, queue->n + from->n);
	WRITE_ONCE(from->n, 0);
	if (from->reason != MBHASH_NO_REASON)
		WRITE_ONCE(queue->reason, from->reason);
	WRITE_ONCE(from->reason, MBHASH_NO_REASON);
	mbhash_policy_moved(&queue->policy, &from->policy);
}

/**
 * mbhash_queue_adopt() - move the requests of an offline CPU to this CPU's queue
 * @queue: this CPU's queue
 * @from: the offline CPU's, for the same hash function
 *
 * If the offline CPU's tasklet has moved and is flushing @from, nothing is moved and
 * the tasklet carries on.
 *
 * Context: process, with BH disabled; not concurrently.
 */
void mbhash_queue_adopt(struct mbhash_queue *queue, struct mbhash_queue *from)
{
	spin_lock(&from->lock);
	if (from->n && !from->flushing) {
		spin_lock_nested(&queue->lock, SINGLE_DEPTH_NESTING);
		move_all(queue, from);
		spin_unlock(&queue->lock);
	}
	spin_unlock(&from->lock);
}
