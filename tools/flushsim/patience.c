// SPDX-License-Identifier: GPL-2.0
/*
 * How long a request waits, at most: as long as it would take if each task hashed
 * its own requests, and the scheduler shared the CPU out.
 *
 * A task of weight w, among others that weigh W with it, gets w / W of the CPU. What
 * it does for a request takes a turn and the hashing, so without batches it would be
 * done after (turn + hashing) * W / w. In a batch it is done after one round: from
 * when the first request is queued until the last one is served. The round is worth
 * waiting for if it is not longer, that is, if
 *
 *	round / W * w <= turn + hashing.
 *
 * Both sides are known: the left one from the batches so far, without what was hashed
 * inline meanwhile, since W does not have those tasks either; the turn likewise,
 * less what waiting itself costs. For tasks that are alike this says whether lanes
 * save more than waiting costs. For one that weighs more, or asks for less, it says
 * that a round is too long for it: it is hashed inline, at its own expense.
 *
 * Who is queued has a deadline by the same measure: others that are hashed inline, or
 * do something else, cannot hold it up for longer.
 */
#include <linux/minmax.h>
#include <linux/types.h>

#include "patience.h"

/* Nobody need be more patient than this, nor less: a timer is an interrupt. */
#define LEAST_NS	100000ULL

/* How many jobs are remembered, and how many it takes to know anything */
#define MANY_JOBS	128
#define FEW_JOBS	16

/* A round that took so many times as long as others was disturbed: it counts less. */
#define DISTURBED	4
#define DISTURBED_PART	16

/* After so much work that was hashed inline, see what a batch would take now. */
#define UNTESTED_BLOCKS	2000000

void patience_init(struct patience *patience, u64 wait_ns)
{
	*patience = (struct patience){
		.wait_ns = wait_ns,
		.several = MBHASH_NO_TASK,
	};
}

/* A request's turn and hashing, ps */
static u64 alone_ps(const struct patience *patience,
		    const struct mbhash_arrival *arrival,
		    const struct caller *caller)
{
	return arrival->blocks * caller->block_ps + 1000 * patience->turn_ns;
}

/* Is a round longer than this one's caller would wait without? A task's request */
bool patience_is_short(struct patience *patience,
		       const struct mbhash_arrival *arrival,
		       const struct caller *caller)
{
	if (patience->several == arrival->task)
		return false;
	if (patience->rate_ps * caller->weight <=
	    alone_ps(patience, arrival, caller))
		return false;
	patience->untested += arrival->blocks;
	return patience->untested < UNTESTED_BLOCKS;
}

/* A batch begins to gather. */
static void begin(struct patience *patience, u64 now)
{
	patience->start = now;
	patience->deadline = now + LEAST_NS;
	patience->inlined_ps = 0;
}

/* It was queued. @submitter: who queued the one before it */
void patience_queued(struct patience *patience,
		     const struct mbhash_arrival *arrival,
		     const struct caller *caller, pid_t submitter)
{
	const bool first = !patience->weight;
	u64 weight, ns;

	if (arrival->context != MBHASH_TASK)
		return;
	if (arrival->queued && submitter == arrival->task)
		patience->several = arrival->task;
	if (first)
		begin(patience, caller->now);
	patience->weight += caller->weight;

	weight = max(patience->weight, patience->last_weight);
	ns = alone_ps(patience, arrival, caller) / 1000 * weight / caller->weight;
	ns = max(ns, LEAST_NS);
	if (first || patience->start + ns < patience->deadline)
		patience->deadline = patience->start + ns;
}

/* It was hashed inline. */
void patience_inlined(struct patience *patience,
		      const struct mbhash_arrival *arrival,
		      const struct caller *caller)
{
	patience->inlined_ps += alone_ps(patience, arrival, caller);
}

/* A flush begins, with @n requests. */
void patience_taken(struct patience *patience, unsigned int n, u64 now)
{
	patience->taken = n;
	patience->taken_weight = patience->weight;
	patience->waited = now - patience->start;
	patience->waited -= min(patience->waited, patience->inlined_ps / 1000);
	patience->weight = 0;
	patience->untested = 0;
}

/* @n jobs of @weight have waited so long, and were served in so long. */
static void learn(struct patience *patience, u64 waited, u64 took)
{
	const u64 n = patience->taken, weight = patience->taken_weight;
	u64 turns;

	patience->last_weight = weight;
	if (patience->rate_ps && (waited + took) * 1000 / weight >
				 DISTURBED * patience->rate_ps) {
		patience->round_ns += patience->round_ns / DISTURBED_PART;
		patience->turns_ns += patience->turns_ns / DISTURBED_PART;
	} else {
		patience->round_ns += waited + took;
		patience->round_weight += weight;
		patience->turns_ns += waited;
		patience->jobs += n;
	}
	if (patience->jobs >= MANY_JOBS) {
		patience->round_ns /= 2;
		patience->round_weight /= 2;
		patience->turns_ns /= 2;
		patience->jobs /= 2;
	}
	if (patience->jobs < FEW_JOBS)
		return;
	turns = patience->turns_ns / patience->jobs;
	patience->turn_ns = turns - min(turns, patience->wait_ns);
	patience->rate_ps = patience->round_ns * 1000 / patience->round_weight;
}

/* Some are left, and gather with those that come. */
static void put_back(struct patience *patience, unsigned int left, u64 now)
{
	const u64 weight = patience->taken_weight *
			   min(left, patience->taken) / patience->taken;

	if (!patience->weight)
		begin(patience, now);
	patience->weight += max(weight, 1ULL);
	patience->partly = true;
}

/* A flush has ended that took so long, ns, and left so many. */
void patience_served(struct patience *patience, enum mbhash_reason reason,
		     u64 took, unsigned int left, u64 now)
{
	const u64 n = patience->taken;
	const bool partly = patience->partly;

	patience->partly = false;
	if (left)
		put_back(patience, left, now);
	else if (partly || reason == MBHASH_SOFTIRQ || !patience->taken_weight ||
		 n < 2)
		return;
	/* Something else has had its turns: only the flush shows what a batch takes. */
	else if (reason == MBHASH_DEADLINE)
		learn(patience, n * (patience->turn_ns + patience->wait_ns), took);
	else
		learn(patience, patience->waited, took);
}
