// SPDX-License-Identifier: GPL-2.0
/*
 * A queue of requests, see queue.h. It is a list of jobs embedded in their
 * requests, so it is never full and nothing is allocated.
 */
#include <linux/compiler.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "queue.h"

/**
 * mbhash_queue_init() - initialize an empty queue
 * @queue: the queue
 * @wait_ns: the cost of a task's wait, ns
 * @flush_ns: the least patience of any task, ns
 *
 * Context: any.
 */
void mbhash_queue_init(struct mbhash_queue *queue, u64 wait_ns, u64 flush_ns)
{
	spin_lock_init(&queue->lock);
	INIT_LIST_HEAD(&queue->jobs);
	queue->reason = MBHASH_IDLE;
	mbhash_expect_nothing(&queue->expect);
	mbhash_patience_init(&queue->patience, wait_ns, flush_ns);
}

/*
 * Learn from a flush of @n requests. Leftovers of a flush do not show how many come
 * together.
 */
static void learn(struct mbhash_queue *queue, const struct mbhash_hash *hash,
		  enum mbhash_reason reason, unsigned int n, u64 now)
{
	if (queue->patience.partly)
		return;
	n = mbhash_patience_together(&queue->patience, reason, n,
				     mbhash_saved_ps(hash, n), now);
	mbhash_expect_learn(&queue->expect, reason, n, mbhash_saved_ps(hash, n),
			    READ_ONCE(mbhash_lone));
}

/* Under the lock: may it be flushed now? @idle: see mbhash_queue_take() */
static bool may_take(const struct mbhash_queue *queue, bool idle)
{
	return !queue->flushing && (idle || READ_ONCE(queue->reason) != MBHASH_IDLE);
}

/**
 * mbhash_queue_take() - take the whole queue into its batch
 * @queue: the queue
 * @hash: its hash function
 * @idle: every submitter on this CPU waits. Else it is taken only if the tasklet has to
 *	  flush it: the tasklet serves the other hash's queue, too.
 * @reason: set to the reason for the flush, if there are requests
 * @now: set to the time, ns, if there are requests
 *
 * The batch belongs to the caller until mbhash_queue_put_back().
 *
 * Context: task or softirq, BH disabled.
 * Return: the number of requests; 0 if there is none to be taken, or another flush is in
 * progress.
 */
unsigned int mbhash_queue_take(struct mbhash_queue *queue,
			       const struct mbhash_hash *hash, bool idle,
			       enum mbhash_reason *reason, u64 *now)
{
	unsigned int n;

	spin_lock(&queue->lock);
	n = may_take(queue, idle) ? queue->n : 0;
	if (n) {
		*now = ktime_get_ns();
		*reason = idle ? MBHASH_IDLE : READ_ONCE(queue->reason);
		WRITE_ONCE(queue->flushing, true);
		WRITE_ONCE(queue->reason, MBHASH_IDLE);
		mbhash_batch_init(&queue->batch, hash,
				  this_cpu_ptr(mbhash_stats)->hash[hash->id].filled);
		list_splice_tail_init(&queue->jobs, &queue->batch.todo);
		learn(queue, hash, *reason, n, *now);
		mbhash_patience_taken(&queue->patience, *reason, *now);
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
 * Context: task or softirq, BH disabled.
 */
void mbhash_queue_take_more(struct mbhash_queue *queue, unsigned int done)
{
	spin_lock(&queue->lock);
	remove_done(queue, done);
	list_splice_tail_init(&queue->jobs, &queue->batch.todo);
	WRITE_ONCE(queue->reason, MBHASH_IDLE);
	spin_unlock(&queue->lock);
}

/**
 * mbhash_queue_put_back() - put the rest of the batch back at the queue's head
 * @queue: one that mbhash_queue_take() has taken
 * @done: number of requests completed since it last took any
 * @reason: why it was flushed
 * @hashing: time spent hashing, without completions, ns
 * @now: the time, ns
 *
 * Each job keeps the state that it has reached. What the tasklet leaves it has to flush
 * for the same reason, unless more has come for another one.
 *
 * Context: task or softirq, BH disabled.
 */
void mbhash_queue_put_back(struct mbhash_queue *queue, unsigned int done,
			   enum mbhash_reason reason, u64 hashing, u64 now)
{
	spin_lock(&queue->lock);
	remove_done(queue, done);
	mbhash_batch_stop(&queue->batch);
	list_splice_init(&queue->batch.todo, &queue->jobs);
	WRITE_ONCE(queue->flushing, false);
	if (queue->n && READ_ONCE(queue->reason) == MBHASH_IDLE)
		WRITE_ONCE(queue->reason, reason);
	mbhash_patience_served(&queue->patience, reason, hashing, queue->n, now);
	spin_unlock(&queue->lock);
}

/**
 * mbhash_queue_adopt() - move the requests of an offline CPU to this CPU's queue
 * @queue: this CPU's queue, which the tasklet then has to flush
 * @from: the offline CPU's, for the same hash function
 *
 * If the offline CPU's tasklet has moved and is flushing @from, nothing is moved and
 * the tasklet carries on.
 *
 * Context: process, with BH disabled.
 */
void mbhash_queue_adopt(struct mbhash_queue *queue, struct mbhash_queue *from)
{
	unsigned int n = 0;
	LIST_HEAD(jobs);

	spin_lock(&from->lock);
	if (!from->flushing) {
		list_splice_init(&from->jobs, &jobs);
		n = from->n;
		WRITE_ONCE(from->n, 0);
		WRITE_ONCE(from->reason, MBHASH_IDLE);
		mbhash_patience_moved(&from->patience);
	}
	spin_unlock(&from->lock);
	if (!n)
		return;

	spin_lock(&queue->lock);
	list_splice_tail(&jobs, &queue->jobs);
	WRITE_ONCE(queue->n, queue->n + n);
	WRITE_ONCE(queue->reason, MBHASH_DEADLINE);
	spin_unlock(&queue->lock);
}
