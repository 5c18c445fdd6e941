/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The policy's decision for each request; inline, because every request needs it. The
 * rules are in policy.c.
 */
#ifndef _MBHASH_DECIDE_H
#define _MBHASH_DECIDE_H

#include <linux/compiler.h>

#include "policy.h"

/* Hashing this many blocks takes less time than a switch to the flusher and back. */
#define MBHASH_SHORT_BLOCKS	4

/* Time the turn after one of so many requests, at first and later. */
#define MBHASH_FIRST_TURNS_EVERY	4
#define MBHASH_TURNS_EVERY		64

/*
 * If this many requests are queued, a task hashes its request inline, unless it must
 * stay in order. Less than a flush of a long queue leaves.
 */
#define MBHASH_BUSY_QUEUE	(MBHASH_LONG_QUEUE / 2)

/* Is it time to check the expected number again? */
static inline bool mbhash_expect_stale(const struct mbhash_expectation *e)
{
	return e->untested_blocks >= READ_ONCE(e->trusted_blocks);
}

/* Are @queued requests all that are expected? False if that number is unknown. */
static inline bool mbhash_expected_are_here(const struct mbhash_expectation *e,
					    unsigned int queued,
					    unsigned int lone)
{
	if (queued < READ_ONCE(e->expected))
		return false;
	return lone && READ_ONCE(e->streak) >= lone && !mbhash_expect_stale(e);
}

/* Does the task seem to have other requests in flight with this one? */
static inline bool mbhash_has_others(const struct mbhash_expectation *e,
				     const struct mbhash_arrival *arrival)
{
	if (READ_ONCE(e->submitter) != arrival->task)
		return false;
	return arrival->queued ||
	       (arrival->blocks >= READ_ONCE(e->shared_blocks) &&
		e->run_length >= READ_ONCE(e->expected));
}

/* Did each of the last softirq rounds have a single request? */
static inline bool mbhash_rounds_are_lone(const struct mbhash_expectation *e,
					  const struct mbhash_arrival *arrival)
{
	return !arrival->queued && arrival->lone &&
	       READ_ONCE(e->lone_rounds) >= arrival->lone;
}

/*
 * A request from a softirq. If it is the second one of a round whose first one was
 * hashed inline, the rounds no longer count as lone.
 */
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

/* Was a task, which does not say so, seen to wait for each of its requests? */
static inline bool mbhash_is_seen_to_wait(struct mbhash_patience *patience,
					  pid_t task)
{
	const struct mbhash_habit *habit = mbhash_habit_of(patience, task);

	return habit->task == task && habit->waited >= MBHASH_WAITS;
}

/* Does the task do nothing else until the request is done? */
static inline bool mbhash_task_waits(struct mbhash_patience *patience,
				     const struct mbhash_arrival *arrival)
{
	return arrival->waits ||
	       mbhash_is_seen_to_wait(patience, arrival->task);
}

/* Would a request that takes that long alone take longer in a batch? */
static inline bool mbhash_batch_is_longer(const struct mbhash_patience *patience,
					  const struct mbhash_arrival *arrival,
					  u64 alone_ps)
{
	return !READ_ONCE(patience->unsure) &&
	       READ_ONCE(patience->rate_ps) * arrival->weight > alone_ps;
}

/* Would a task's request take longer in a batch than without? */
static inline bool mbhash_is_impatient(struct mbhash_patience *patience,
				       const struct mbhash_arrival *arrival,
				       bool waits)
{
	/* A task that does not wait for it loses nothing in a batch. */
	if (!waits || !mbhash_batch_is_longer(patience, arrival,
					      mbhash_alone_ps(patience, arrival)))
		return false;
	patience->untested_blocks += arrival->blocks;
	return patience->untested_blocks < MBHASH_IMPATIENT_BLOCKS;
}

/*
 * @waits: see mbhash_task_waits()
 * Return: the reason to hash it inline; MBHASH_NR_REASONS to queue it.
 */
static inline enum mbhash_reason
mbhash_inline_reason(struct mbhash_expectation *e,
		     struct mbhash_patience *patience,
		     const struct mbhash_arrival *arrival, bool waits)
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
	if (mbhash_is_impatient(patience, arrival, waits))
		return MBHASH_SHORT;
	if (arrival->blocks <= MBHASH_SHORT_BLOCKS &&
	    (arrival->waits ||
	     (!mbhash_expect_stale(e) && !mbhash_has_others(e, arrival))))
		return MBHASH_SHORT;
	return arrival->queued < MBHASH_BUSY_QUEUE ? MBHASH_NR_REASONS :
						     MBHASH_BUSY;
}

/* Time the turn after this request, for which its task waits? */
static inline bool mbhash_turn_is_due(struct mbhash_patience *patience,
				      const struct mbhash_arrival *arrival)
{
	struct mbhash_turns *turns = &patience->turns;

	if (!mbhash_is_like_batched(patience, arrival))
		return false;
	return ++turns->passed >= (turns->tried < MBHASH_MEAN_TURNS ?
				   MBHASH_FIRST_TURNS_EVERY : MBHASH_TURNS_EVERY);
}

/*
 * A task's request is to be queued. Hash it inline, to time that and the turn after it?
 * Only if batches are worth while because of long turns or slow hashing.
 */
static inline bool mbhash_turn_decides(const struct mbhash_patience *patience,
				       const struct mbhash_arrival *arrival)
{
	return !(arrival->queued && arrival->ordered) &&
	       patience->untested_blocks < MBHASH_IMPATIENT_BLOCKS &&
	       mbhash_batch_is_longer(patience, arrival,
				      mbhash_planned_ps(arrival));
}

/* Return: @reason, or another one so that a turn can be timed. */
static inline enum mbhash_reason
mbhash_decide_turn(struct mbhash_patience *patience,
		   const struct mbhash_arrival *arrival, enum mbhash_reason reason)
{
	struct mbhash_turns *turns = &patience->turns;

	if (!mbhash_turn_is_due(patience, arrival))
		return reason;
	if (reason == MBHASH_NR_REASONS && !mbhash_turn_decides(patience, arrival)) {
		if (!(turns->passed % MBHASH_TURNS_EVERY))
			mbhash_turns_forget(turns);
		return reason;
	}
	turns->passed = 0;
	turns->tried += turns->tried < MBHASH_MEAN_TURNS;
	turns->task = arrival->task;
	turns->sleeps = arrival->sleeps;
	turns->preempted = arrival->preempted;
	turns->planned_ps = mbhash_planned_ps(arrival);
	turns->begins = true;
	turns->start = 0;
	return reason == MBHASH_NR_REASONS ? MBHASH_SHORT : reason;
}

/* Return: the reason to flush the queue with it now; MBHASH_IDLE to wait. */
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
 * mbhash_decide() - decide whether to hash a request inline or to queue it
 * @e: what is expected
 * @patience: how long tasks may wait
 * @arrival: the request
 *
 * A task's request that is queued has to be counted: mbhash_patience_queued().
 *
 * Context: BH disabled, on the queue's CPU.
 * Return: the reason to hash it inline, see mbhash_is_inline(); else the reason to
 * flush the queue as soon as the request is queued, or MBHASH_IDLE to leave that to
 * the flusher thread.
 */
static inline enum mbhash_reason
mbhash_decide(struct mbhash_expectation *e, struct mbhash_patience *patience,
	      const struct mbhash_arrival *arrival)
{
	const bool task = arrival->context == MBHASH_TASK;
	const bool waits = task && mbhash_task_waits(patience, arrival);
	enum mbhash_reason reason;

	if (task)
		e->untested_blocks += arrival->blocks;
	reason = mbhash_inline_reason(e, patience, arrival, waits);
	if (waits)
		reason = mbhash_decide_turn(patience, arrival, reason);
	if (reason != MBHASH_NR_REASONS) {
		if (task && arrival->queued)
			patience->inlined_ps += mbhash_alone_ps(patience, arrival);
		return reason;
	}
	mbhash_expect_arrival(e, arrival->task);
	return mbhash_flush_reason(e, arrival);
}

#endif /* _MBHASH_DECIDE_H */
