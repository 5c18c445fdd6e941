// SPDX-License-Identifier: GPL-2.0
/*
 * A queue of requests, see mbhash_queue.h. It is a list of jobs that live in their
 * requests: it is never full, and nothing is allocated.
 */
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "mbhash_queue.h"

/**
 * mbhash_queue_init() - make an empty queue
 * @queue: the queue
 * @wait_ns: what it costs a task to wait
 * @flush_ns: nobody has less patience than this
 *
 * Context: any.
 */
void mbhash_queue_init(struct mbhash_queue *queue, u64 wait_ns, u64 flush_ns)
{
	spin_lock_init(&queue->lock);
	INIT_LIST_HEAD(&queue->jobs);
	mbhash_expect_nothing(&queue->expect);
	mbhash_patience_init(&queue->patience, wait_ns, flush_ns);
}

/**
 * mbhash_queue_take() - take all of a queue into a batch
 * @queue: the queue
 * @hash: its hash function
 * @reason: why
 * @now: the time, ns
 *
 * It is the caller's until mbhash_queue_put_back().
 *
 * Context: any, with BH disabled.
 * Return: how many there are; 0 if there are none, or another flush is at work.
 */
unsigned int mbhash_queue_take(struct mbhash_queue *queue,
			       const struct mbhash_hash *hash,
			       enum mbhash_reason reason, u64 now)
{
	unsigned int n;

	spin_lock(&queue->lock);
	n = queue->flushing ? 0 : queue->n;
	if (n) {
		queue->flushing = true;
		mbhash_batch_init(&queue->batch, hash,
				  this_cpu_ptr(mbhash_stats)->hash[hash->id].filled);
		list_splice_tail_init(&queue->jobs, &queue->batch.todo);
		/* What is left of a batch is none of its own. */
		if (!queue->patience.partly)
			mbhash_expect_learn(&queue->expect, reason, n,
					    hash->plan[true].impl[1]->cost,
					    READ_ONCE(mbhash_lone));
		mbhash_patience_taken(&queue->patience, reason, now);
	}
	spin_unlock(&queue->lock);
	return n;
}

/*
 * Under the lock: @done were completed. Only here it becomes shorter: how long it
 * was shows now.
 */
static void remove_done(struct mbhash_queue *queue, unsigned int done)
{
	const unsigned int id = queue->batch.hash->id;
	u64 *longest = &this_cpu_ptr(mbhash_stats)->hash[id].queue_max;

	*longest = max_t(u64, *longest, queue->n);
	queue->n -= done;
}

/**
 * mbhash_queue_take_more() - take into the batch what has come meanwhile
 * @queue: one that mbhash_queue_take() has taken
 * @done: how many requests were completed
 *
 * Context: any, with BH disabled.
 */
void mbhash_queue_take_more(struct mbhash_queue *queue, unsigned int done)
{
	spin_lock(&queue->lock);
	remove_done(queue, done);
	list_splice_tail_init(&queue->jobs, &queue->batch.todo);
	spin_unlock(&queue->lock);
}

/**
 * mbhash_queue_put_back() - put what is left of the batch back to the head
 * @queue: one that mbhash_queue_take() has taken
 * @done: how many requests were completed
 * @reason: why it was taken
 * @hashing: how long it was hashed, without completions, ns
 * @now: the time, ns
 *
 * Each job keeps the state that it has reached.
 *
 * Context: any, with BH disabled.
 */
void mbhash_queue_put_back(struct mbhash_queue *queue, unsigned int done,
			   enum mbhash_reason reason, u64 hashing, u64 now)
{
	spin_lock(&queue->lock);
	remove_done(queue, done);
	mbhash_batch_stop(&queue->batch);
	list_splice_init(&queue->batch.todo, &queue->jobs);
	queue->flushing = false;
	mbhash_patience_served(&queue->patience, reason, hashing, queue->n, now);
	spin_unlock(&queue->lock);
}

/**
 * mbhash_queue_adopt() - move to this CPU's queue what is left on another's
 * @queue: this CPU's
 * @from: the one of a CPU that is offline, for the same hash function
 *
 * Its tasklet may have moved and be at work, and goes on then.
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
		swap(n, from->n);
	}
	spin_unlock(&from->lock);
	if (!n)
		return;

	spin_lock(&queue->lock);
	list_splice_tail(&jobs, &queue->jobs);
	queue->n += n;
	spin_unlock(&queue->lock);
}
