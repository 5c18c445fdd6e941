/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What mbhash_flush.c and mbhash_deadline.c share: the queues and flushers of a
 * CPU.
 */
#ifndef _MBHASH_FLUSH_H
#define _MBHASH_FLUSH_H

#include <linux/bitmap.h>
#include <linux/bits.h>
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/list.h>
#include <linux/local_lock.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "mbhash.h"

/*
 * Tasks are told apart by their numbers: the address of one that has ended is
 * soon that of another one. 0 is the number of those that idle.
 */
#define MBHASH_NO_TASK		(-1)

/* Those that the deadline knows, by a hash of so many bits. */
#define MBHASH_KNOWN_BITS	12

static inline unsigned int mbhash_task_hash(const struct task_struct *task)
{
	return hash_32(task->pid, MBHASH_KNOWN_BITS);
}

/**
 * struct mbhash_queue - the jobs for one hash function on one CPU
 * @lock: not held while hashing or completing
 * @jobs: the waiting jobs, in order of submission
 * @n: how many are waiting or inside a flush
 * @joined: counts all that ever joined
 * @submitter: pid of the task that was last to join, or MBHASH_NO_TASK
 * @row: how many have joined since anybody else's has
 * @flushing: a flush works on the queue
 * @batch: what is in that flush, whose alone it is
 * @crowd: how many were waiting when it was last seen that no more would come
 * @shared: so many blocks or more in each of them are worth sharing lanes
 * @untested: blocks from tasks since the crowd was seen
 * @trusted: ... until it should be seen again
 * @times: how often in a row it was that number
 * @seen: @joined when the deadline's timer last looked
 * @looks: for how many times flush_us nobody has joined, as far as it knows
 */
struct mbhash_queue {
	/*
	 * Another CPU takes from the queue when this one has gone offline, or
	 * its tasklet has moved there.
	 */
	spinlock_t lock;
	/*
	 * Written under the lock. Submitters and the timer of this CPU read them
	 * without: what they decide from a value of just before is as good.
	 */
	struct list_head jobs;
	unsigned int n;
	unsigned int joined;
	pid_t submitter;	/* the timer forgets it, without the lock */
	unsigned int row;
	bool flushing;
	unsigned int crowd;
	unsigned int shared;
	unsigned int trusted;
	unsigned int times;
	/* Submitters of this CPU write it, with BH disabled; a flush resets it. */
	unsigned int untested;
	/* The timer's */
	unsigned int seen;
	unsigned int looks;

	struct mbhash_batch batch;
} ____cacheline_aligned;

/**
 * struct mbhash_deadline - flushes what waits while its CPU does something else
 * @timer: looks at the queues
 * @armed: when it is to look, in units of flush_us from when it was armed on;
 *	   0: it is not
 * @apart: what looks are apart at least, in units of flush_us
 * @calm: for how many times flush_us looks have found nothing but submitters
 * @known: the tasks that have joined a queue of late
 * @forget: when to forget them, jiffies
 */
struct mbhash_deadline {
	struct hrtimer timer;
	unsigned int armed;
	unsigned int apart;
	unsigned int calm;
	DECLARE_BITMAP(known, 1 << MBHASH_KNOWN_BITS);
	unsigned long forget;
};

/**
 * struct mbhash_workbench - where a CPU hashes, a section at a time
 * @lock: for the rest, beside BH disabled: with PREEMPT_RT that alone excludes
 *	  nobody. Not held over a completion.
 * @section: the section; not on the stack, where many kernels are built to zero
 *	     it first
 * @end: for the section
 * @scratch: likewise
 */
struct mbhash_workbench {
	local_lock_t lock;
	struct mbhash_section section;
	struct mbhash_end end;
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
};

/**
 * struct mbhash_flusher - what one CPU has
 * @queue: its queues, by hash function
 * @tasklet: the BH flusher
 * @reason: why it was raised
 * @thread: the flusher thread
 * @woken: it has been woken
 * @deadline: raises the BH flusher
 * @workbench: where it hashes
 *
 * Only its own CPU uses it, with BH disabled; but any CPU may take from the
 * queues, and the timer looks at them from hardirq.
 */
struct mbhash_flusher {
	struct mbhash_queue queue[MBHASH_NR_HASHES];
	struct tasklet_struct tasklet;
	enum mbhash_reason reason;
	struct task_struct *thread;
	bool woken;
	struct mbhash_deadline deadline;
	struct mbhash_workbench workbench;
};

/* mbhash_flush.c */

void mbhash_flusher_raise(struct mbhash_flusher *flusher,
			  enum mbhash_reason reason);

/* mbhash_deadline.c */

void mbhash_deadline_init(struct mbhash_flusher *flusher);
void mbhash_deadline_stop(struct mbhash_flusher *flusher);
void mbhash_deadline_start(struct mbhash_flusher *flusher);

/**
 * mbhash_deadline_arm() - do not let what is queued wait forever
 * @flusher: this CPU's
 *
 * Context: process, BH disabled.
 */
static inline void mbhash_deadline_arm(struct mbhash_flusher *flusher)
{
	if (!READ_ONCE(flusher->deadline.armed))
		mbhash_deadline_start(flusher);
}

/**
 * mbhash_deadline_meet() - remember that the current task joins a queue
 * @flusher: this CPU's
 *
 * Context: process, BH disabled.
 */
static inline void mbhash_deadline_meet(struct mbhash_flusher *flusher)
{
	const unsigned int task = mbhash_task_hash(current);

	/* __set_bit() may be an instruction that is slow with memory. */
	flusher->deadline.known[BIT_WORD(task)] |= BIT_MASK(task);
}

#endif /* _MBHASH_FLUSH_H */
