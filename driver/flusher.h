/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The flusher of a CPU: its queues, and what flushes them.
 */
#ifndef _MBHASH_FLUSHER_H
#define _MBHASH_FLUSHER_H

#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/sched.h>

#include "queue.h"

/**
 * struct mbhash_flusher - one CPU's flusher
 * @queue: the CPU's queues, by hash function
 * @tasklet: flushes them in softirq
 * @thread: flushes them when every submitter waits
 * @woken: the thread has been woken
 * @timer: ticks while tasks' requests are queued, and may raise the tasklet
 * @holdoff: decides when the timer ticks
 *
 * Only its own CPU uses it, with BH disabled: tasks, softirqs, and the thread. The
 * tick, a hardirq, also uses @timer and @holdoff, see &struct mbhash_holdoff, and may set
 * a queue's reason. When it is offline, its tasklet may run on another CPU, and the CPU
 * that takes over its requests stops its timer. Any CPU may take requests from the queues.
 */
struct mbhash_flusher {
	struct mbhash_queue queue[MBHASH_NR_HASHES];
	struct tasklet_struct tasklet;
	struct task_struct *thread;
	bool woken;
	struct hrtimer timer;
	struct mbhash_holdoff holdoff;
};

extern struct mbhash_flusher __percpu *mbhash_flushers;

/**
 * mbhash_this_queue() - this CPU's queue for a hash function
 * @hash: the hash function
 *
 * Context: BH disabled.
 * Return: the queue.
 */
static inline struct mbhash_queue *
mbhash_this_queue(const struct mbhash_hash *hash)
{
	return &this_cpu_ptr(mbhash_flushers)->queue[hash->id];
}

void mbhash_enqueue(struct mbhash_queue *queue, struct mbhash_request *request,
		    const struct mbhash_arrival *arrival, enum mbhash_reason reason);

#endif /* _MBHASH_FLUSHER_H */
