/* SPDX-License-Identifier: GPL-2.0 */
/* What things cost on a machine: a file of names and values, and a plan. */
#ifndef _COST_H
#define _COST_H

#include <linux/types.h>

enum hash_id { MD5, SHA256, NR_HASHES };

extern const char *const hash_names[NR_HASHES];

/* As the driver's, see mbhash_policy.h */
#define MAX_LANES	64
#define BLOCK		64

/**
 * struct plan - what hashing costs
 * @impl: each implementation's name and what a block in all its lanes costs, ps
 * @width: how many lanes it has
 * @n: how many there are
 * @step: what it takes to hash one block of each of n jobs, ps
 * @plain: what a block takes in the kernel's own driver, ps
 *
 * As debugfs's mbhash/plan has it.
 */
struct plan {
	struct {
		char name[16];
		unsigned int width;
		u64 ps;
	} impl[16];
	unsigned int n;
	u64 step[MAX_LANES + 1];
	u64 plain;
};

/**
 * struct costs - what a machine takes for what, ns each unless it says otherwise
 * @plan: by hash function
 * @switch_task: from one task to a program, caches and all
 * @switch_kthread: from one task to a thread of the kernel
 * @leave_idle: to wake up from idling
 * @wake_up: wake_up_process()
 * @sleep: to begin and end a sleep: nanosleep() with its timer
 * @timer: an interrupt of a timer, in and out
 * @late: from a timer's expiry to its handler
 * @arm: hrtimer_start()
 * @irq: an interrupt of a device
 * @softirq: to begin with softirqs, and to end
 * @plain: a request to the kernel's own driver, beside its blocks
 * @request: a request to mbhash that is hashed inline, likewise
 * @queue: a request that is queued, until it is
 * @raise: tasklet_schedule()
 * @flush: to begin a flush and to end it
 * @section: a SIMD section, in and out
 * @job: a job of a batch, beside its blocks
 * @complete: to call a request's completion
 * @hz: ticks of the scheduler in a second
 * @latency: CFS: sched_latency_ns
 * @granularity: CFS: sched_min_granularity_ns
 * @wakeup_granularity: CFS: sched_wakeup_granularity_ns
 */
struct costs {
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

void costs_read(struct costs *costs, const char *path);

/* How many blocks a message of so many bytes has, with its padding */
static inline unsigned int blocks_of(unsigned int size)
{
	return (size + 8) / BLOCK + 1;
}

#endif /* _COST_H */
