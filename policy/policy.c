// SPDX-License-Identifier: GPL-2.0
/*
 * Whether a request is hashed inline or queued, and when a queue is flushed: hashed as a batch.
 *
 * A batch has to pay: if a task blocks on it, then from when it began to gather until it is
 * done it may take no longer than hashing its requests one by one takes by the plan; if none
 * does, hashing it in lanes may not, by the plan as well. What batches have saved may be lost
 * again, up to a few times the last one's time; but not at a deadline. What they lose beyond
 * that has to be earned: requests are hashed inline, as by any other driver, until many times
 * as much is hashed. So whatever the cause is - slow switches, a busy CPU, few requests -
 * batches that do not pay cost nobody more than about 1/64 of the time: that is the promise.
 *
 * Tasks that block on their requests join batches in clear cases only: where lanes save three
 * quarters of the time by the plan. And a task does not pay for others: a request that costs
 * it less than half of what the others' cost, relative to weights, or that it would block on
 * behind a thousand others, is hashed inline. A real-time task never joins.
 *
 * Tasks' batches are flushed by a thread that runs when all others sleep (idle); by the
 * submitter that completes the number of the last batches (expected), or that fills all lanes
 * and does not block (full); or, if other work keeps the thread from running, by a kworker,
 * when it no longer pays (deadline). Softirqs', at the end of their round (softirq).
 *
 * Users that do not block on each request (IPsec) get their completions in order: such a
 * request is not hashed inline while an earlier one is queued.
 */
#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/minmax.h>

#include "policy.h"

#define CLEAR_CASE	4	/* how much faster lanes have to be for blocking tasks */
#define BATCH_NS	3000	/* what a batch costs besides hashing */
#define MEAN		16	/* the mean cost is over about so many requests */
#define MOST_STREAK	64	/* see completes() */
#define CREDIT		4	/* times a batch's own time: savings that may be lost again */
#define EARN		256	/* times what is lost beyond that, doubled by each deadline */
#define MOST_LATE	8	/* up to so many of them */
#define MOST_BACKOFF_NS	250000000ULL /* hashing in batches that pay has a deadline forgotten, too */
#define DISTURBED	3	/* times its own time: what a batch takes beyond is not its fault */

/* How long the request takes alone, ns */
static u64 alone_ns(const struct mbhash_arrival *a)
{
	return (u64)a->blocks * a->alone_ps / 1000;
}

/* What it costs its task, relative to the task's weight */
static u64 cost(const struct mbhash_arrival *a)
{
	return (alone_ns(a) << 20) / max(a->weight, 1U);
}

/* Measured by what is hashed: reading the clock takes as long as a short request. */
static bool backs_off(struct mbhash_backoff *b, const struct mbhash_arrival *a)
{
	const u64 left = READ_ONCE(b->left);

	if (!left)
		return false;
	WRITE_ONCE(b->left, left - min(left, alone_ns(a)));
	return true;
}

/* Would its task pay for others? While there are only such requests, forget the others. */
static bool is_cheap(struct mbhash_policy *p, const struct mbhash_arrival *a)
{
	if (2 * cost(a) >= p->cost)
		return false;
	p->cost -= p->cost / MEAN / MEAN + 1;
	return true;
}

/* Is this the expected number? Now and then leave it to the thread: more may come. */
static bool completes(const struct mbhash_policy *p, const struct mbhash_arrival *a)
{
	const unsigned int streak = READ_ONCE(p->streak);

	return a->queued + 1 >= READ_ONCE(p->expected) && (streak == 1 || hweight32(streak) > 1);
}

static enum mbhash_reason decide_task(struct mbhash_policy *p, const struct mbhash_arrival *a,
				      bool follows)
{
	if (!follows) {
		if (a->blocking && (u64)a->lanes_ps * CLEAR_CASE > a->alone_ps)
			return MBHASH_LONE;
		if (backs_off(&p->tasks, a))
			return MBHASH_BACKOFF;
		if (is_cheap(p, a) || (a->blocking && a->queued >= MBHASH_LONG_QUEUE))
			return MBHASH_CHEAP;
	}
	/* Of blocking tasks, one would pay for all. */
	if (!a->blocking && a->queued + 1 >= MBHASH_FULL_QUEUE)
		return MBHASH_FULL;
	return completes(p, a) ? MBHASH_EXPECTED : MBHASH_IDLE;
}

/**
 * mbhash_policy_decide() - decide whether to hash a request inline or to queue it
 * @p: the queue's policy
 * @a: the request
 *
 * Context: BH disabled, on the queue's CPU.
 * Return: the reason to hash it inline, see mbhash_is_inline(); else the reason to flush
 * the queue as soon as it is queued, or MBHASH_IDLE to leave that to the thread.
 */
enum mbhash_reason mbhash_policy_decide(struct mbhash_policy *p, const struct mbhash_arrival *a)
{
	const bool follows = a->ordered && READ_ONCE(p->ordered);

	switch (a->context) {
	case MBHASH_TASK:
		return decide_task(p, a, follows);
	case MBHASH_BH:
		return !a->queued && backs_off(&p->rounds, a) ? MBHASH_BACKOFF :
								MBHASH_SOFTIRQ;
	default:
		return follows ? MBHASH_SOFTIRQ : MBHASH_ATOMIC;
	}
}

/**
 * mbhash_policy_queued() - account for a request that is queued
 * @p: the queue's policy
 * @a: the request
 *
 * Context: BH disabled, on the queue's CPU, under the queue's lock.
 */
void mbhash_policy_queued(struct mbhash_policy *p, const struct mbhash_arrival *a)
{
	if (!p->start)
		p->start = a->now;
	p->alone += alone_ns(a);
	p->lanes += (u64)a->blocks * a->lanes_ps / 1000;
	p->longest = max(p->longest, alone_ns(a));
	if (a->ordered)
		WRITE_ONCE(p->ordered, true);
	if (a->context != MBHASH_TASK)
		return;
	p->blocked |= a->blocking;
	p->cost = p->cost - p->cost / MEAN + cost(a) / MEAN;
}

/**
 * mbhash_policy_is_due() - has a batch been left to the thread for too long?
 * @p: the policy of a queue that has requests
 * @now: the time, ns
 *
 * Context: each jiffy, under the queue's lock.
 * Return: true if the batch no longer pays; if no task is blocked, at the second look.
 */
bool mbhash_policy_is_due(struct mbhash_policy *p, u64 now)
{
	const bool looked = p->looked;

	p->looked = true;
	return (p->blocked || looked) && now >= p->start + p->alone;
}

/**
 * mbhash_policy_taken() - learn how many tasks' requests come together
 * @p: the queue's policy
 * @reason: why it is flushed
 * @n: number of requests in it. What a flush has left does not show that.
 *
 * Context: BH disabled, under the queue's lock.
 */
void mbhash_policy_taken(struct mbhash_policy *p, enum mbhash_reason reason, unsigned int n)
{
	if (reason == MBHASH_SOFTIRQ || p->rest || p->tasks.skip)
		return;
	if (n != p->expected) {
		p->expected = n;
		p->streak = 0;
	} else if (++p->streak > MOST_STREAK) {
		p->streak = MOST_STREAK / 2 + 1;
	}
}

/* A batch that gathered during a back-off, or when it ended, may have been delayed by that. */
static void judge(struct mbhash_backoff *b, u64 took, u64 alone, bool deadline)
{
	const s64 saved = (s64)alone - (s64)took;

	if (b->skip) {
		b->skip = b->left > 0;
		return;
	}
	b->credit = deadline ? saved : min_t(s64, b->credit + saved, CREDIT * alone);
	if (saved >= 0) {
		b->late -= min(b->late, alone);
	} else if (b->credit < 0) {
		const u64 lost = min_t(u64, -b->credit, MOST_BACKOFF_NS);

		WRITE_ONCE(b->left, min(lost * EARN << b->late / MOST_BACKOFF_NS, MOST_BACKOFF_NS));
		b->late = min(b->late + deadline * MOST_BACKOFF_NS, MOST_LATE * MOST_BACKOFF_NS);
		b->credit = 0;
		b->skip = true;
	}
}

/**
 * mbhash_policy_served() - account for a flush that has ended
 * @p: the queue's policy
 * @f: the flush. What it leaves, and what has come meanwhile, goes on as the same batch
 *     for as long as that pays.
 *
 * Context: BH disabled, under the queue's lock.
 */
void mbhash_policy_served(struct mbhash_policy *p, const struct mbhash_flushed *f)
{
	const bool round = f->reason == MBHASH_SOFTIRQ, deadline = f->reason == MBHASH_DEADLINE;
	const u64 most = DISTURBED * p->alone + BATCH_NS;
	u64 took = p->blocked && !round ? f->now - p->start : max(p->lanes, p->longest) + BATCH_NS;

	took = deadline ? most : min(took, most);
	p->looked = false;
	p->rest = f->left;
	if (p->rest && took <= p->alone) {
		if (!p->blocked)
			p->start = f->now;
		return;
	}
	judge(round ? &p->rounds : &p->tasks, took, p->alone, deadline);
	p->start = p->rest ? f->now : 0;
	p->alone = 0;
	p->lanes = 0;
	p->longest = 0;
	p->blocked &= p->rest;
	WRITE_ONCE(p->ordered, p->ordered && p->rest);
	p->tasks.skip |= p->rest;
	p->rounds.skip |= p->rest;
}

/**
 * mbhash_policy_moved() - account for requests that were moved from another queue
 * @p: the policy of their queue
 * @from: that of the queue that they were in, which is empty now
 *
 * Context: BH disabled, under the locks of both queues.
 */
void mbhash_policy_moved(struct mbhash_policy *p, struct mbhash_policy *from)
{
	if (!p->start || (from->start && from->start < p->start))
		p->start = from->start;
	p->alone += from->alone;
	p->lanes += from->lanes;
	p->longest = max(p->longest, from->longest);
	p->rest |= from->rest;
	p->blocked |= from->blocked;
	WRITE_ONCE(p->ordered, p->ordered || from->ordered);
	*from = (struct mbhash_policy) { };
}
