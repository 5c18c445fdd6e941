/* SPDX-License-Identifier: GPL-2.0 */
/* The costs of operations on a machine, and its plan. */
#ifndef _COST_H
#define _COST_H

#include <linux/types.h>

enum hash_id { MD5, SHA256, NR_HASHES };

/* Lanes of the widest implementation */
#define MAX_LANES	64
#define BLOCK		64

/**
 * struct plan - the costs of hashing
 * @step: time to hash one block of each of n jobs, ps
 * @plain: time of a block in the kernel's own driver, ps
 */
struct plan {
	u64 step[MAX_LANES + 1];
	u64 plain;
};

/**
 * struct costs - the costs of a machine's operations, ns unless stated otherwise
 * @name: the machine's name
 * @plan: by hash function
 * @switch_task: to switch from a task to a program, including the effect on caches
 * @switch_kthread: to switch from a task to a kernel thread
 * @leave_idle: to wake up from idling
 * @wake_up: wake_up_process()
 * @sleep: to begin and end a sleep: nanosleep() with its timer
 * @timer: a timer's interrupt, entry and exit
 * @late: from a timer's expiry to its handler
 * @arm: hrtimer_start()
 * @irq: a device's interrupt
 * @softirq: to begin and end running softirqs
 * @plain: a request to the kernel's own driver, without its blocks
 * @request: a request to mbhash that is hashed inline, without its blocks
 * @queue: to queue a request
 * @raise: tasklet_schedule()
 * @flush: to begin and end a flush
 * @section: to begin and end a SIMD section
 * @job: a job of a batch, without its blocks
 * @complete: to call a request's completion
 * @hz: scheduler ticks per second
 * @latency: CFS: sched_latency_ns
 * @granularity: CFS: sched_min_granularity_ns
 * @wakeup_granularity: CFS: sched_wakeup_granularity_ns
 */
struct costs {
	const char *name;
	struct plan plan[NR_HASHES];
	u64 switch_task;
	u64 switch_kthread;
	u64 leave_idle;
	u64 wake_up;
	u64 sleep;
	u64 timer;
	u64 late;
	u64 arm;
	u64 irq;
	u64 softirq;
	u64 plain;
	u64 request;
	u64 queue;
	u64 raise;
	u64 flush;
	u64 section;
	u64 job;
	u64 complete;
	u64 hz;
	u64 latency;
	u64 granularity;
	u64 wakeup_granularity;
};

const struct costs *costs_of(const char *machine);

/* Number of blocks of a message of @size bytes, with its padding */
static inline unsigned int blocks_of(unsigned int size)
{
	return (size + 8) / BLOCK + 1;
}

#endif /* _COST_H */
