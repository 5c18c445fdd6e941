/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The flusher of a CPU: its queues, and what flushes them.
 */
#ifndef _MBHASH_FLUSHER_H
#define _MBHASH_FLUSHER_H

#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/workqueue.h>

#include "queue.h"

/**
 * struct mbhash_flusher - one CPU's flusher
 * @queue: the CPU's queues, by hash function
 * @cpu: the CPU
 * @tasklet: flushes them in softirq, for a reason
 * @thread: flushes them when every submitter sleeps
 * @woken: the thread has been woken
 * @work: looks once a jiffy while tasks' requests are queued, and flushes them if they have
 *	  waited for too long
 *
 * Only its own CPU uses it, with BH disabled: tasks, softirqs, the thread and the work's
 * kworker. When it goes offline, its kworker and its tasklet may run on other CPUs, and the
 * CPU that takes over its requests cancels the work. Any CPU may take requests from the
 * queues, raise the tasklet, start the work, and wake the thread.
 */
struct mbhash_flusher {
	struct mbhash_queue queue[MBHASH_NR_HASHES];
	unsigned int cpu;
	struct tasklet_struct tasklet;
	struct task_struct *thread;
	bool woken;
	struct delayed_work work;
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
		    struct mbhash_arrival *arrival, enum mbhash_reason reason);

#endif /* _MBHASH_FLUSHER_H */
