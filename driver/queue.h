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

/* The reason of a queue that is left to the thread and the kworker */
#define MBHASH_NO_REASON	MBHASH_NR_REASONS

/**
 * struct mbhash_queue - the requests for one hash function on one CPU
 * @lock: protects all other members except @batch. Not held while hashing or
 *	  completing. Submitters and the flusher of the queue's CPU read @n, @flushing and
 *	  @reason without it. Submitters also use @policy, with BH disabled, as far as
 *	  mbhash_policy_decide() does.
 * @jobs: jobs that are not inside a flush, in order of submission
 * @n: number of jobs, with those inside a flush
 * @flushing: a flush is in progress
 * @reason: why the tasklet has to flush it; MBHASH_NO_REASON: the thread or the kworker
 *	    flushes it
 * @policy: what the policy remembers
 * @batch: the jobs inside the flush; only the flush may touch it
 *
 * Only its own CPU uses a queue, unless that CPU is going offline or has gone: then the
 * CPU that adopts what is left and those that its kworker and its tasklet have moved to
 * may also use it, the last one even when the queue's CPU is online again.
 */
struct mbhash_queue {
	spinlock_t lock; /* all but @batch, see above */
	struct list_head jobs;
	unsigned int n;
	bool flushing;
	enum mbhash_reason reason;
	struct mbhash_policy policy;
	struct mbhash_batch batch;
} ____cacheline_aligned;

void mbhash_queue_init(struct mbhash_queue *queue);
unsigned int mbhash_queue_take(struct mbhash_queue *queue,
			       const struct mbhash_hash *hash,
			       enum mbhash_reason *reason, u64 *now);
void mbhash_queue_take_more(struct mbhash_queue *queue, unsigned int done);
void mbhash_queue_put_back(struct mbhash_queue *queue, unsigned int done,
			   enum mbhash_reason reason, u64 now);
void mbhash_queue_adopt(struct mbhash_queue *queue, struct mbhash_queue *from);

/**
 * mbhash_queue_put() - put a request at the end of a queue
 * @queue: the queue for its hash function on this CPU
 * @request: the request. Any flush may complete it from now on.
 * @arrival: what mbhash_policy_decide() was told about it; its @now is set
 * @reason: what it returned
 *
 * Context: task or softirq, BH disabled.
 * Return: true if a flush is in progress.
 */
static inline bool mbhash_queue_put(struct mbhash_queue *queue,
				    struct mbhash_request *request,
				    struct mbhash_arrival *arrival,
				    enum mbhash_reason reason)
{
	bool flushing;

	spin_lock(&queue->lock);
	/* Reading the clock takes time: only for what begins a batch. */
	if (!queue->n)
		arrival->now = ktime_get_ns();
	mbhash_policy_queued(&queue->policy, arrival);
	list_add_tail(&request->job.node, &queue->jobs);
	WRITE_ONCE(queue->n, queue->n + 1);
	if (reason != MBHASH_IDLE)
		WRITE_ONCE(queue->reason, reason);
	flushing = queue->flushing;
	spin_unlock(&queue->lock);
	return flushing;
}

#endif /* _MBHASH_QUEUE_H */
