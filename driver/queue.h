/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A queue of requests for one hash function on one CPU: put, take, put back,
 * adopt. It does not know when or by whom it is flushed.
 */
#ifndef _MBHASH_QUEUE_H
#define _MBHASH_QUEUE_H

#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "driver.h"

/**
 * struct mbhash_queue - the requests for one hash function on one CPU
 * @lock: protects all other members except @batch. Not held while hashing or
 *	  completing. Submitters and the tick of the queue's CPU read @n, @flushing,
 *	  @expect and @patience without it; submitters also write some members of the
 *	  last two, with BH disabled.
 * @jobs: waiting jobs, in order of submission
 * @n: number of jobs that wait or are inside a flush
 * @flushing: a flush is in progress
 * @reason: why the tasklet has to flush it; MBHASH_IDLE: it has not. The tick sets it
 *	    without the lock
 * @expect: what is known about the submitters
 * @patience: how long they may be kept waiting
 * @batch: the jobs inside the flush; only the flush may touch it
 *
 * Only its own CPU uses a queue, unless that CPU has gone offline: then the CPU that
 * adopts what is left and the CPU that the tasklet has moved to may both use it, the
 * latter even when the queue's CPU is online again.
 */
struct mbhash_queue {
	spinlock_t lock; /* all but @batch, see above */
	struct list_head jobs;
	unsigned int n;
	bool flushing;
	enum mbhash_reason reason;
	struct mbhash_expectation expect;
	struct mbhash_patience patience;
	struct mbhash_batch batch;
} ____cacheline_aligned;

void mbhash_queue_init(struct mbhash_queue *queue, u64 wait_ns, u64 flush_ns);
unsigned int mbhash_queue_take(struct mbhash_queue *queue,
			       const struct mbhash_hash *hash, bool idle,
			       enum mbhash_reason *reason, u64 *now);
void mbhash_queue_take_more(struct mbhash_queue *queue, unsigned int done);
void mbhash_queue_put_back(struct mbhash_queue *queue, unsigned int done,
			   enum mbhash_reason reason, u64 hashing, u64 now);
void mbhash_queue_adopt(struct mbhash_queue *queue, struct mbhash_queue *from);

/*
 * A task's request is being put: count it, and note when, if that has to be known. Under
 * the lock: a flush on another CPU must not forget it before the request can be taken.
 */
static inline void mbhash_queue_count(struct mbhash_queue *queue,
				      const struct mbhash_arrival *arrival)
{
	mbhash_patience_queued(&queue->patience, arrival);
	if (mbhash_patience_asks_when(&queue->patience, queue->expect.run_length == 1))
		mbhash_patience_waits(&queue->patience, ktime_get_ns());
}

/**
 * mbhash_queue_put() - put a request at the end of a queue
 * @queue: the queue for its hash function on this CPU
 * @request: the request. Any flush may complete it from now on.
 * @arrival: what mbhash_decide() was told about it
 * @reason: what it returned
 *
 * Context: task or softirq, BH disabled.
 * Return: true if a flush is in progress.
 */
static inline bool mbhash_queue_put(struct mbhash_queue *queue,
				    struct mbhash_request *request,
				    const struct mbhash_arrival *arrival,
				    enum mbhash_reason reason)
{
	bool flushing;

	spin_lock(&queue->lock);
	if (arrival->context == MBHASH_TASK)
		mbhash_queue_count(queue, arrival);
	list_add_tail(&request->job.node, &queue->jobs);
	WRITE_ONCE(queue->n, queue->n + 1);
	/* A tick that another CPU's flush overtook may have left one behind. */
	if (reason != MBHASH_IDLE || queue->n == 1)
		WRITE_ONCE(queue->reason, reason);
	flushing = queue->flushing;
	spin_unlock(&queue->lock);
	return flushing;
}

#endif /* _MBHASH_QUEUE_H */
