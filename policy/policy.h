/* SPDX-License-Identifier: GPL-2.0 */
/* The policy: when a request is hashed, see policy.c. Pure functions of values. */
#ifndef _MBHASH_POLICY_H
#define _MBHASH_POLICY_H

#include <linux/types.h>

/* Why a request is hashed inline, or why a queue is flushed. Each has one cause. */
enum mbhash_reason {
	/* Inline */
	MBHASH_LONE,		/* its task blocks on it, and lanes would save too little */
	MBHASH_SHORT,		/* less than a block */
	MBHASH_CHEAP,		/* its task would pay for the others' */
	MBHASH_BACKOFF,		/* batches did not pay */
	MBHASH_ATOMIC,		/* the context allows nothing else */
	/* Flush */
	MBHASH_FULL,		/* so many requests fill all lanes */
	MBHASH_EXPECTED,	/* as many as the last times are queued */
	MBHASH_IDLE,		/* all tasks on the CPU sleep */
	MBHASH_DEADLINE,	/* other work has delayed the batch for too long */
	MBHASH_SOFTIRQ,		/* the end of a softirq round */
	/* In addition to one of these */
	MBHASH_NOSIMD,		/* no vector registers could be used */
	MBHASH_NR_REASONS
};

static inline bool mbhash_is_inline(enum mbhash_reason reason)
{
	return reason <= MBHASH_ATOMIC;
}

#define MBHASH_FULL_QUEUE	64	/* lanes of the widest implementation */
#define MBHASH_LONG_QUEUE	1024	/* no task blocks on a request behind so many */

enum mbhash_context {
	MBHASH_TASK,		/* a task whose request may be queued */
	MBHASH_BH_DISABLED,	/* any other task, and real-time ones */
	MBHASH_BH		/* a softirq, or a kernel thread that has BH disabled */
};

/* A request that arrives */
struct mbhash_arrival {
	u64 now;		/* ns; used only if it is queued and nothing else is */
	unsigned int queued;	/* number of requests that are queued or being flushed */
	unsigned int blocks;	/* its length */
	u32 alone_ps;		/* time of a block alone, by the plan, picoseconds */
	u32 lanes_ps;		/* time of a block in 16 lanes, likewise */
	unsigned int weight;	/* for MBHASH_TASK the scheduler's: 1024 at nice 0 */
	enum mbhash_context context;
	bool ordered;		/* it must not overtake queued requests */
	bool blocking;		/* for MBHASH_TASK: it does nothing else until it is done */
};

/* A flush that has ended */
struct mbhash_flushed {
	u64 now;		/* ns */
	unsigned int left;	/* number of requests that it has left in the queue */
	enum mbhash_reason reason;
};

/* Batches that do not pay */
struct mbhash_backoff {
	u64 left;		/* ns to hash inline until the next batch; 0: none */
	s64 credit;		/* ns that batches have saved, less what they have lost */
	u64 late;		/* MOST_BACKOFF_NS a deadline, less hashing that paid since */
	bool skip;		/* the next batch does not count */
};

/*
 * Written under the queue's lock; but submitters, with BH disabled, write @cost and @left,
 * and read all else without it: an older value will do.
 */
struct mbhash_policy {
	u64 start;		/* when the batch began to gather, ns; 0: there is none */
	u64 alone;		/* how long its requests take one by one, ns */
	u64 lanes;		/* in full lanes, ns */
	u64 longest;		/* how long the longest of them takes, ns */
	bool looked;		/* mbhash_policy_is_due() has been asked */
	bool rest;		/* the rest of one that has been flushed in part */
	bool blocked;		/* a task is blocked on it */
	bool ordered;		/* one that must not be overtaken is in it */
	u64 cost;		/* mean cost() of tasks' queued requests */
	unsigned int expected;	/* number of requests in the last batch of tasks */
	unsigned int streak;	/* further batches in a row with this number */
	struct mbhash_backoff tasks;	/* of tasks' batches */
	struct mbhash_backoff rounds;	/* of softirqs' batches */
};

enum mbhash_reason mbhash_policy_decide(struct mbhash_policy *p, const struct mbhash_arrival *a);
void mbhash_policy_queued(struct mbhash_policy *p, const struct mbhash_arrival *a);
bool mbhash_policy_is_due(struct mbhash_policy *p, u64 now);
void mbhash_policy_taken(struct mbhash_policy *p, enum mbhash_reason reason, unsigned int n);
void mbhash_policy_served(struct mbhash_policy *p, const struct mbhash_flushed *f);
void mbhash_policy_moved(struct mbhash_policy *p, struct mbhash_policy *from);

#endif /* _MBHASH_POLICY_H */
