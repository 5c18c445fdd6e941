/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the driver's files share, file by file. A request goes one way: ahash ->
 * submit -> (policy) -> queue -> flush -> hash -> engine, and back by one
 * completion.
 */
#ifndef _MBHASH_H
#define _MBHASH_H

#include <linux/build_bug.h>
#include <linux/types.h>

#include "engine/engine.h"
#include "mbhash_policy.h"

/* A full set of lanes */
static_assert(MBHASH_FULL_QUEUE == MBHASH_MAX_LANES);

struct completion;
struct mbhash_queue;

/**
 * struct mbhash_request - a job with its way back
 * @complete: called when the job is done, unless mbhash_submit() returned 0;
 *	      with BH disabled and no lock held; may free the request
 * @job: the job
 * @waiter: mbhash_submit_sync()'s
 */
struct mbhash_request {
	void (*complete)(struct mbhash_request *request);
	struct mbhash_job job;
	struct completion *waiter;
};

/**
 * struct mbhash_hash_stats - what a CPU counts for one hash function
 * @requests: requests accepted
 * @bytes: bytes in them
 * @reason: flushes, and requests hashed inline, by reason; @reason
 *	    [MBHASH_NOSIMD] counts the sections without vector registers, in
 *	    addition to their reason
 * @queue_max: the most that waited at once
 * @jobs: flushes by the number of jobs that they began with, the last one
 *	  standing for all above
 * @filled: block steps of flushes by the number of lanes that held a job
 */
struct mbhash_hash_stats {
	u64 requests;
	u64 bytes;
	u64 reason[MBHASH_NR_REASONS];
	u64 queue_max;
	u64 jobs[MBHASH_MAX_LANES + 1];
	u64 filled[MBHASH_MAX_LANES + 1];
};

/* No section should last longer; a virtual machine's host may see to it that one does. */
#define MBHASH_LONG_NS		50000

/**
 * struct mbhash_stats - what a CPU counts
 * @hash: by hash function
 * @sections: sections that were timed: all but those of short requests that
 *	      were hashed inline
 * @sections_long: those of more than MBHASH_LONG_NS
 * @section_ns: the longest so far, nanoseconds
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
extern unsigned int mbhash_flush_us;
extern unsigned int mbhash_lone;
extern bool mbhash_force_scalar;

/* mbhash_ahash.c: the crypto API's face */

int mbhash_ahash_register(void);
void mbhash_ahash_unregister(void);

/* mbhash_submit.c: a request arrives */

int mbhash_submit(struct mbhash_request *request, bool may_sleep, bool waits);
int mbhash_submit_sync(struct mbhash_request *request, bool may_sleep,
		       bool may_wait);

/* mbhash_flusher.c: who flushes; mbhash_flusher.h has the rest */

int mbhash_flusher_init(void);
void mbhash_flusher_exit(void);

/* mbhash_wait.c: what it costs to wait */

extern u32 mbhash_wait_ns;

int mbhash_wait_init(void);

/* mbhash_flush.c: one flush */

bool mbhash_flush(struct mbhash_queue *queue, const struct mbhash_hash *hash,
		  enum mbhash_reason reason);

/* mbhash_hash.c: hashing on this CPU */

int mbhash_hash_inline(struct mbhash_request *request, bool bh_disabled,
		       bool may_sleep);
u64 mbhash_hash_batch(struct mbhash_batch *batch, u64 now);
int mbhash_hash_init(void);
void mbhash_hash_exit(void);

/* mbhash_stats.c: counters, debugfs */

extern struct mbhash_stats __percpu *mbhash_stats;

/*
 * Add to a counter of this CPU, with BH disabled or more. With PREEMPT_RT others
 * who count may come in between. (So may hardirqs anywhere: where that takes more
 * than one instruction, a count may be lost then.)
 */
#ifdef CONFIG_PREEMPT_RT
#define mbhash_count(counter, n)	this_cpu_add(counter, n)
#else
#define mbhash_count(counter, n)	__this_cpu_add(counter, n)
#endif

int mbhash_stats_init(void);
void mbhash_stats_exit(void);

#endif /* _MBHASH_H */
