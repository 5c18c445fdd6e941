/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A rule that the module does not have yet: how long would the caller of a request
 * wait without batches? It waits for no longer in one. Pure, as the module's policy.
 */
#ifndef _PATIENCE_H
#define _PATIENCE_H

#include <linux/types.h>

#include "mbhash_policy.h"

/**
 * struct patience - what is known of a queue's callers, and of how long they wait
 * @wait_ns: what it costs a task to wait: a switch to another one, and being woken
 * @start: when the first one that is queued was, ns
 * @deadline: when the first one of them runs out of patience, ns
 * @weight: of the tasks whose requests are queued, each request counted
 * @inlined_ps: work that was hashed inline since @start, with turns, ps
 * @taken: how many the flush has taken that is at work
 * @taken_weight: their @weight
 * @waited: how long they have waited by then, ns; less @inlined_ps
 * @partly: some of them have been in an earlier flush, or are left for the next
 * @last_weight: @taken_weight of the last flush that was learnt from
 * @round_ns: what batches have taken, from @start until all of them were served; this
 *	      and the next three are sums of the last hundred jobs or so
 * @round_weight: their @taken_weight
 * @turns_ns: of @round_ns, what was before the flushes
 * @jobs: how many were in them
 * @rate_ps: what a unit of weight takes in a batch; 0: not known yet
 * @turn_ns: what a task does for a request beside hashing and waiting
 * @several: the task of which several requests were queued at once: it waits for none
 * @untested: blocks that impatience has had hashed inline since the last flush
 */
struct patience {
	u64 wait_ns;
	u64 start;
	u64 deadline;
	u64 weight;
	u64 inlined_ps;
	unsigned int taken;
	u64 taken_weight;
	u64 waited;
	bool partly;
	u64 last_weight;
	u64 round_ns;
	u64 round_weight;
	u64 turns_ns;
	u64 jobs;
	u64 rate_ps;
	u64 turn_ns;
	pid_t several;
	u64 untested;
};

/**
 * struct caller - whose request arrives
 * @weight: its share of the CPU among others, as the scheduler has it
 * @block_ps: what a block of the request takes alone
 * @now: the time, ns
 */
struct caller {
	unsigned int weight;
	u64 block_ps;
	u64 now;
};

void patience_init(struct patience *patience, u64 wait_ns);
bool patience_is_short(struct patience *patience,
		       const struct mbhash_arrival *arrival,
		       const struct caller *caller);
void patience_queued(struct patience *patience,
		     const struct mbhash_arrival *arrival,
		     const struct caller *caller, pid_t submitter);
void patience_inlined(struct patience *patience,
		      const struct mbhash_arrival *arrival,
		      const struct caller *caller);
void patience_taken(struct patience *patience, unsigned int n, u64 now);
void patience_served(struct patience *patience, enum mbhash_reason reason,
		     u64 took, unsigned int left, u64 now);

#endif /* _PATIENCE_H */
