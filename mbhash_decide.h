/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The policy's decision: asked for each request, and so inline. The rules stand in
 * mbhash_policy.c.
 */
#ifndef _MBHASH_DECIDE_H
#define _MBHASH_DECIDE_H

#include <linux/compiler.h>

#include "mbhash_policy.h"

/* Blocks that take less time than a context switch to the flusher and back. */
#define MBHASH_SHORT_BLOCKS	4

/*
 * Above this many a task hashes its request inline, unless it has to stay in order.
 * Less than what a flush of a long queue leaves.
 */
#define MBHASH_BUSY_QUEUE	(MBHASH_LONG_QUEUE / 2)

/* Is it time to see whether as many are to be expected as before? */
static inline bool mbhash_expect_stale(const struct mbhash_expectation *e)
{
	return e->untested_blocks >= READ_ONCE(e->trusted_blocks);
}

/* Have all arrived that are expected, if @queued have? Not if nobody knows. */
static inline bool mbhash_expected_are_here(const struct mbhash_expectation *e,
					    unsigned int queued,
					    unsigned int lone)
{
	if (queued < READ_ONCE(e->expected))
		return false;
	return lone && READ_ONCE(e->streak) >= lone && !mbhash_expect_stale(e);
}

/* Will there be more of this task's requests in the queue than this one? */
static inline bool mbhash_has_others(const struct mbhash_expectation *e,
				     const struct mbhash_arrival *arrival)
{
	if (READ_ONCE(e->submitter) != arrival->task)
		return false;
	return arrival->queued ||
	       (arrival->blocks >= READ_ONCE(e->shared_blocks) &&
		e->run_length >= READ_ONCE(e->expected));
}

/* Has round after round of softirqs brought one request only? */
static inline bool mbhash_rounds_are_lone(const struct mbhash_expectation *e,
					  const struct mbhash_arrival *arrival)
{
	return !arrival->queued && arrival->lone &&
	       READ_ONCE(e->lone_rounds) >= arrival->lone;
}

/* One from softirq. Not alone in its round: no more are taken for alone. */
static inline enum mbhash_reason
mbhash_decide_round(struct mbhash_expectation *e,
		    const struct mbhash_arrival *arrival)
{
	if (!mbhash_rounds_are_lone(e, arrival))
		return MBHASH_NR_REASONS;
	if (e->lone_round == arrival->round) {
		WRITE_ONCE(e->lone_rounds, 0);
		return MBHASH_NR_REASONS;
	}
	e->lone_round = arrival->round;
	return MBHASH_LONE;
}

/* Has a task that does not say so waited for each of its requests? */
static inline bool mbhash_is_seen_to_wait(struct mbhash_patience *patience,
					  pid_t task)
{
	const struct mbhash_habit *habit = mbhash_habit_of(patience, task);

	return habit->task == task && habit->waited >= MBHASH_WAITS;
}

/* Would a task's request wait longer in a batch than without? */
static inline bool mbhash_is_impatient(struct mbhash_patience *patience,
				       const struct mbhash_arrival *arrival)
{
	if (READ_ONCE(patience->unsure) ||
	    READ_ONCE(patience->rate_ps) * arrival->weight <=
	    mbhash_alone_ps(patience, arrival))
		return false;
	/* Who does not wait for it loses nothing in a batch. */
	if (!arrival->waits && !mbhash_is_seen_to_wait(patience, arrival->task))
		return false;
	patience->untested_blocks += arrival->blocks;
	return patience->untested_blocks < MBHASH_IMPATIENT_BLOCKS;
}

/* Why is it hashed inline? MBHASH_NR_REASONS: it is not. */
static inline enum mbhash_reason
mbhash_inline_reason(struct mbhash_expectation *e,
		     struct mbhash_patience *patience,
		     const struct mbhash_arrival *arrival)
{
	if (arrival->context == MBHASH_BH)
		return mbhash_decide_round(e, arrival);
	if (arrival->context == MBHASH_BH_DISABLED)
		return arrival->queued ? MBHASH_NR_REASONS : MBHASH_ATOMIC;
	if (arrival->queued && arrival->ordered)
		return MBHASH_NR_REASONS;
	if (arrival->context == MBHASH_PREEMPT_RT_TASK)
		return MBHASH_ATOMIC;

	if (!arrival->queued && mbhash_expected_are_here(e, 1, arrival->lone))
		return MBHASH_LONE;
	if (mbhash_is_impatient(patience, arrival))
		return MBHASH_SHORT;
	if (arrival->blocks <= MBHASH_SHORT_BLOCKS && !mbhash_expect_stale(e) &&
	    !mbhash_has_others(e, arrival))
		return MBHASH_SHORT;
	return arrival->queued < MBHASH_BUSY_QUEUE ? MBHASH_NR_REASONS :
						     MBHASH_BUSY;
}

/* Why is the queue flushed once it is there? MBHASH_IDLE: that has to wait. */
static inline enum mbhash_reason
mbhash_flush_reason(const struct mbhash_expectation *e,
		    const struct mbhash_arrival *arrival)
{
	const unsigned int queued = arrival->queued + 1;

	if (arrival->context != MBHASH_TASK)
		return MBHASH_SOFTIRQ;
	if (queued >= MBHASH_FULL_QUEUE)
		return MBHASH_FULL;
	if (mbhash_expected_are_here(e, queued, arrival->lone))
		return MBHASH_EXPECTED;
	return MBHASH_IDLE;
}

static inline void mbhash_expect_arrival(struct mbhash_expectation *e,
					 pid_t task)
{
	e->run_length++;
	if (e->submitter != task) {
		e->submitter = task;
		e->run_length = 1;
	}
}

/**
 * mbhash_decide() - what is to be done with a request?
 * @e: what is expected
 * @patience: how long those who submit may be kept waiting
 * @arrival: the request
 *
 * Context: BH disabled, on the queue's CPU.
 * Return: the reason to hash it inline, see mbhash_is_inline(); else, once it is
 * queued, the reason to flush the queue now, or MBHASH_IDLE to leave that to the
 * flusher thread.
 */
static inline enum mbhash_reason
mbhash_decide(struct mbhash_expectation *e, struct mbhash_patience *patience,
	      const struct mbhash_arrival *arrival)
{
	const bool task = arrival->context == MBHASH_TASK;
	enum mbhash_reason reason;

	if (task)
		e->untested_blocks += arrival->blocks;
	reason = mbhash_inline_reason(e, patience, arrival);
	if (reason != MBHASH_NR_REASONS) {
		if (task && arrival->queued)
			patience->inlined_ps += mbhash_alone_ps(patience, arrival);
		return reason;
	}
	mbhash_expect_arrival(e, arrival->task);
	if (task)
		mbhash_patience_queued(patience, arrival);
	return mbhash_flush_reason(e, arrival);
}

#endif /* _MBHASH_DECIDE_H */
