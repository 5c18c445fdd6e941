/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations that the driver's files share, grouped by file. A request passes
 * through ahash -> submit -> (policy) -> queue -> flush -> section -> engine, and
 * returns by one completion.
 */
#ifndef _MBHASH_DRIVER_H
#define _MBHASH_DRIVER_H

#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/types.h>

#include "../engine/engine.h"
#include "../policy/policy.h"

/* A queue is full, and flushed, when it fills all lanes of the widest implementation. */
static_assert(MBHASH_FULL_QUEUE == MBHASH_MAX_LANES);

struct completion;
struct mbhash_queue;

/**
 * struct mbhash_request - a job and its completion
 * @complete: called when the job is done, if mbhash_submit() returned
 *	      -EINPROGRESS; with BH disabled and no lock held; may free the request
 * @job: the job
 * @waiter: what mbhash_submit_sync() waits for
 */
struct mbhash_request {
	void (*complete)(struct mbhash_request *request);
	struct mbhash_job job;
	struct completion *waiter;
};

/**
 * struct mbhash_hash_stats - a CPU's counters for one hash function
 * @requests: requests accepted
 * @bytes: bytes in them
 * @reason: flushes, and requests hashed inline, by reason; @reason
 *	    [MBHASH_NOSIMD] counts the sections without vector registers, in
 *	    addition to their reason
 * @queue_max: the longest queue, including requests inside a flush
 * @jobs: flushes by the number of jobs they began with; the last entry also
 *	  counts all larger ones
 * @filled: block steps of flushes by the number of lanes that held a job
 *
 * A request that is hashed inline is counted in the first cache line.
 */
struct mbhash_hash_stats {
	u64 requests;
	u64 bytes;
	u64 reason[MBHASH_NR_REASONS];
	u64 queue_max;
	u64 jobs[MBHASH_MAX_LANES + 1];
	u64 filled[MBHASH_MAX_LANES + 1];
} ____cacheline_aligned;

/* No section should last longer, but the host of a virtual machine may preempt one. */
#define MBHASH_LONG_NS		50000

/**
 * struct mbhash_stats - a CPU's counters
 * @hash: by hash function
 * @sections: timed sections: all except those of short requests hashed inline
 * @sections_long: sections of more than MBHASH_LONG_NS
 * @section_ns: the longest section so far, nanoseconds
 */
struct mbhash_stats {
	struct mbhash_hash_stats hash[MBHASH_NR_HASHES];
	u64 sections;
	u64 sections_long;
	u64 section_ns;
};

/* mbhash_main.c: module entry, parameters */

extern int mbhash_priority;
extern int mbhash_hmac_priority;
extern bool mbhash_force_scalar;

/* retime.c: when the implementations are timed again, and what is logged */

void mbhash_say_plan(void);
void mbhash_retime_init(void);
void mbhash_retime_exit(void);

/* ahash.c: the interface to the crypto API */

int mbhash_ahash_register(void);
void mbhash_ahash_unregister(void);

/* submit.c: a request arrives */

/**
 * struct mbhash_caller - what is known about who submits a request
 * @bh_disabled: it has BH disabled; found out by mbhash_submit()
 * @may_sleep: it may sleep
 * @blocking: it does nothing else until the request is done. For mbhash_submit_sync(): it
 *	      may block, and its context shows that it may sleep
 */
struct mbhash_caller {
	bool bh_disabled;
	bool may_sleep;
	bool blocking;
};

int mbhash_submit(struct mbhash_request *request, struct mbhash_caller caller);
int mbhash_submit_sync(struct mbhash_request *request, struct mbhash_caller caller);

/* flusher.c: what flushes, and when; flusher.h has the rest */

int mbhash_flusher_init(void);
void mbhash_flusher_exit(void);
void mbhash_flusher_pause(void);

/* flush.c: one flush */

bool mbhash_flush(struct mbhash_queue *queue, const struct mbhash_hash *hash,
		  enum mbhash_reason reason);

/* section.c: hashing on this CPU */

int mbhash_hash_inline(struct mbhash_request *request, struct mbhash_caller caller);
u64 mbhash_hash_batch(struct mbhash_batch *batch, u64 now);
int mbhash_hash_init(void);
void mbhash_hash_exit(void);

/* stats.c: counters, debugfs */

extern struct mbhash_stats __percpu *mbhash_stats;

/*
 * Add to a counter of this CPU. BH, preemption or interrupts are disabled. On
 * PREEMPT_RT another task may preempt this one and count as well. (On other kernels
 * a hardirq may: a count can be lost there if the addition takes more than one
 * instruction.)
 */
#ifdef CONFIG_PREEMPT_RT
#define mbhash_count(counter, n)	this_cpu_add(counter, n)
#else
#define mbhash_count(counter, n)	__this_cpu_add(counter, n)
#endif

int mbhash_stats_init(void);
void mbhash_stats_exit(void);

#endif /* _MBHASH_DRIVER_H */
