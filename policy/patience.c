// SPDX-License-Identifier: GPL-2.0
/*
 * Patience: the time for which a task's request may wait. It is the time that the
 * request would take without batches, that is, if each task hashed its own requests and
 * the scheduler shared the CPU among the tasks.
 *
 * Without batches a task of weight w gets w / W of the CPU, where W is the sum of all
 * tasks' weights, its own included. A request costs it a turn (its other work) and the
 * hashing, so the request would be done after (turn + hashing) * W / w. In a batch it
 * is done after one round: from when the first request is queued until the last one is
 * served. A batch is worth waiting for if the round is not longer, that is, if
 *
 *	round / W * w <= turn + hashing.
 *
 * Both sides are known from past batches. The round does not include requests that were
 * hashed inline meanwhile, as W does not include their tasks; neither does the turn,
 * which does not include the cost of waiting either: that is measured by driver/wait.c,
 * and if it is more here, turns.c finds out. For tasks that are alike, the
 * condition says whether lanes save more than waiting costs. If a task has more weight
 * or less to hash than others, a round may be too long for it: its request is then
 * hashed inline, at its own expense.
 *
 * This applies to a task that waits for each request. A task with several requests in
 * flight is not slowed down by a round: its requests are queued, and gain by sharing
 * lanes. If a softirq's flush takes tasks' requests along, the round includes the
 * softirq's requests.
 *
 * A queued request has a deadline, so that inline hashing by other tasks, or other work,
 * cannot delay it for longer: its patience, where W counts each task as often as it has
 * requests in the queue. A task with many in flight gathers them one after the other, and
 * would have the last one done after the turns of all.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "policy.h"

/* The number of requests to remember, and the least number to conclude from. */
#define MANY_JOBS	128
#define FEW_JOBS	32

/*
 * Least number of batches to make before a task is considered impatient, at first and
 * when measuring again. The first of them finds cold caches and does not count.
 */
#define UNSURE_BATCHES	8

/*
 * A round that took more than this many times as long as others was disturbed. Inline
 * hashing would have been disturbed as well, so the round counts less.
 */
#define DISTURBED	2
#define DISTURBED_PART	16

/* For this many batches after a deadline, the clock is read when the task changes. */
#define WATCHED_BATCHES	64

/*
 * A task that sleeps between its requests has them wait for each other for no longer than
 * this many times what lanes save.
 */
#define SAVED_MULTIPLE	4

/* The most patience. */
#define MOST_NS		((u64)NSEC_PER_SEC)

/**
 * mbhash_patience_init() - initialize a queue's patience: nothing is known yet
 * @patience: a queue's
 * @wait_ns: the cost of a task's wait, ns
 * @least_ns: the least patience of any task, ns
 *
 * Context: any.
 */
void mbhash_patience_init(struct mbhash_patience *patience, u64 wait_ns,
			  u64 least_ns)
{
	*patience = (struct mbhash_patience) {
		.wait_ns = wait_ns,
		.least_ns = least_ns,
		.limit_ns = least_ns,
		.unsure = UNSURE_BATCHES,
	};
	mbhash_turns_init(&patience->turns);
}

/* The time of the request's turn and hashing, times the weight of all tasks, ns */
static u64 all_ns(const struct mbhash_patience *patience,
		  const struct mbhash_arrival *arrival)
{
	return min(mbhash_alone_ps(patience, arrival) / 1000, MOST_NS) *
	       max(patience->weight, patience->last_weight);
}

/* Does it have less patience than the queued requests? */
static bool is_shorter(const struct mbhash_patience *patience,
		       const struct mbhash_arrival *arrival)
{
	return patience->limit_ns > patience->least_ns &&
	       all_ns(patience, arrival) < patience->limit_ns * arrival->weight;
}

/* How long would this request take without batches, ns? */
static u64 patience_of(const struct mbhash_patience *patience,
		       const struct mbhash_arrival *arrival)
{
	return clamp(div64_u64(all_ns(patience, arrival), arrival->weight),
		     patience->least_ns, max(patience->least_ns, MOST_NS));
}

/*
 * A task's request is queued: note whether its previous one is done.
 * Return: true if it is the task's first one in this batch.
 */
static bool observe(struct mbhash_patience *patience, pid_t task)
{
	struct mbhash_habit *habit = mbhash_habit_of(patience, task);
	const bool first = habit->task != task || habit->batch != patience->batch;

	if (habit->task != task)
		*habit = (struct mbhash_habit) { .task = task };
	else if (habit->batch == patience->batch)
		habit->waited = 0;
	else if (patience->tells)
		habit->waited += habit->waited < MBHASH_WAITS;
	habit->batch = patience->batch;
	return first;
}

/* With this request, have all of the batch come one by one? */
static bool is_one_by_one(const struct mbhash_patience *patience,
			  const struct mbhash_arrival *arrival)
{
	return !patience->n ||
	       (patience->one_by_one && patience->task == arrival->task &&
		patience->sleeps != arrival->sleeps);
}

/**
 * mbhash_patience_queued() - account for a task's request that is queued
 * @patience: the queue's
 * @arrival: the request
 *
 * If mbhash_patience_asks_when(), mbhash_patience_waits() has to follow.
 *
 * Context: BH disabled, on the queue's CPU, under the queue's lock.
 */
void mbhash_patience_queued(struct mbhash_patience *patience,
			    const struct mbhash_arrival *arrival)
{
	const bool first = !patience->n;

	if (arrival->waits || observe(patience, arrival->task))
		patience->task_weight += arrival->weight;
	patience->one_by_one = is_one_by_one(patience, arrival);
	patience->task = arrival->task;
	patience->sleeps = arrival->sleeps;
	patience->n++;
	patience->blocks += arrival->blocks;
	patience->weight += arrival->weight;

	if (first || is_shorter(patience, arrival))
		WRITE_ONCE(patience->limit_ns, patience_of(patience, arrival));
}

static void begin(struct mbhash_patience *patience, u64 now)
{
	WRITE_ONCE(patience->start, now);
	patience->inlined_ps = 0;
}

/**
 * mbhash_patience_waits() - note when a task's request was queued
 * @patience: the queue's
 * @now: the time, ns
 *
 * Context: BH disabled, on the queue's CPU, under the queue's lock.
 */
void mbhash_patience_waits(struct mbhash_patience *patience, u64 now)
{
	if (!patience->start)
		begin(patience, now);
	patience->latest = now;
}

/**
 * mbhash_patience_is_over() - has a waiting task run out of patience?
 * @patience: the queue's
 * @now: the time, ns
 *
 * Context: any.
 * Return: true if so.
 */
bool mbhash_patience_is_over(const struct mbhash_patience *patience, u64 now)
{
	return now >= mbhash_patience_end(patience);
}

/* The weight is a divisor: that of one task with many requests may be 1. */
static void forget_half(struct mbhash_sums *sums)
{
	sums->round_ns /= 2;
	sums->round_weight = DIV_ROUND_UP(sums->round_weight, 2);
	sums->turns_ns /= 2;
	sums->jobs /= 2;
	sums->job_blocks /= 2;
}

/*
 * When did the last request arrive? Just before the flush; but before a deadline, other
 * work has run since then.
 */
static u64 gathering_end(struct mbhash_patience *patience,
			 enum mbhash_reason reason, u64 now)
{
	if (reason != MBHASH_DEADLINE) {
		patience->watched -= !!patience->watched;
		return max(now, patience->start);
	}
	/* @latest is not known: the clock was not read. */
	patience->partly |= !patience->watched;
	patience->watched = WATCHED_BATCHES;
	return max(patience->latest, patience->start);
}

/**
 * mbhash_patience_together() - how many of a batch's requests were in flight together?
 * @patience: the queue's
 * @reason: why the queue is flushed
 * @n: number of requests in the queue
 * @saved_ps: how much less each block costs in so many lanes than alone, picoseconds
 * @now: the time, ns
 *
 * If a task sleeps between its requests, each may be done before the next one comes: they
 * only gather because other work keeps the flusher thread from running. Then they are not
 * in flight together, unless lanes save enough for so long a wait.
 *
 * Context: any, under the queue's lock.
 * Return: @n, or 1.
 */
unsigned int mbhash_patience_together(const struct mbhash_patience *patience,
				      enum mbhash_reason reason, unsigned int n,
				      u32 saved_ps, u64 now)
{
	if (reason != MBHASH_DEADLINE || !patience->one_by_one ||
	    !mbhash_patience_is_over(patience, now))
		return n;
	return (now - patience->start) * 1000 >
	       SAVED_MULTIPLE * patience->blocks * saved_ps ? 1 : n;
}

/* No task's request is queued any more: the next one begins another batch. */
static void nothing_waits(struct mbhash_patience *patience)
{
	patience->batch++;
	patience->n = 0;
	patience->blocks = 0;
	patience->weight = 0;
	patience->task_weight = 0;
	WRITE_ONCE(patience->start, 0);
}

/**
 * mbhash_patience_taken() - account for a flush that begins
 * @patience: the queue's
 * @reason: why the queue is flushed
 * @now: the time, ns
 *
 * Context: BH disabled, under the queue's lock.
 */
void mbhash_patience_taken(struct mbhash_patience *patience,
			   enum mbhash_reason reason, u64 now)
{
	patience->tells = reason == MBHASH_IDLE || reason == MBHASH_EXPECTED;
	patience->taken = patience->n;
	patience->taken_blocks = patience->blocks;
	patience->taken_weight = patience->weight;
	patience->taken_task_weight = max(patience->task_weight, 1ULL);
	patience->waited_ns = gathering_end(patience, reason, now) - patience->start;
	patience->waited_ns -= min(patience->waited_ns,
				   patience->inlined_ps / 1000);
	if (patience->untested_blocks >= MBHASH_IMPATIENT_BLOCKS)
		WRITE_ONCE(patience->unsure, UNSURE_BATCHES);
	patience->untested_blocks = 0;
	nothing_waits(patience);
}

/**
 * mbhash_patience_moved() - account for requests that were moved to another queue
 * @patience: the queue's that they have left
 *
 * Context: BH disabled, under the queue's lock.
 */
void mbhash_patience_moved(struct mbhash_patience *patience)
{
	nothing_waits(patience);
	patience->partly = false;
}

/* Did this round take much longer than others? */
static bool is_disturbed(const struct mbhash_patience *patience, u64 round)
{
	return patience->sums.jobs >= FEW_JOBS &&
	       div64_u64(round * 1000, patience->taken_task_weight) >
	       DISTURBED * patience->rate_ps;
}

/* The cost of a task's wait at present, ns */
static u64 wait_ns(const struct mbhash_patience *patience)
{
	return mbhash_at_pace(&patience->turns, patience->wait_ns);
}

/* Update the estimates from the sums. */
static void conclude(struct mbhash_patience *patience)
{
	const struct mbhash_sums *sums = &patience->sums;
	u64 turns = div64_u64(sums->turns_ns, sums->jobs);

	WRITE_ONCE(patience->job_blocks,
		   min_t(u64, UINT_MAX,
			 div64_u64(sums->job_blocks, sums->jobs)));
	turns -= min(turns, wait_ns(patience));
	WRITE_ONCE(patience->turn_ns, turns);
	WRITE_ONCE(patience->turn_block_ps,
		   div64_u64(turns * 1000 * sums->jobs,
			     max(sums->job_blocks, 1ULL)));
	WRITE_ONCE(patience->rate_ps,
		   div64_u64(sums->round_ns * 1000, sums->round_weight));
}

/* Learn from a batch: how long it took to gather and to hash, ns. */
static void learn(struct mbhash_patience *patience, u64 waited, u64 hashing)
{
	struct mbhash_sums *sums = &patience->sums;

	patience->last_weight = patience->taken_weight;
	if (patience->unsure == UNSURE_BATCHES)
		return;
	if (is_disturbed(patience, waited + hashing)) {
		sums->round_ns += sums->round_ns / DISTURBED_PART;
		sums->turns_ns += sums->turns_ns / DISTURBED_PART;
	} else {
		sums->round_ns += waited + hashing;
		sums->round_weight += patience->taken_task_weight;
		sums->turns_ns += waited;
		sums->jobs += patience->taken;
		sums->job_blocks += patience->taken_blocks;
	}
	if (sums->jobs >= MANY_JOBS)
		forget_half(sums);
	if (sums->jobs >= FEW_JOBS)
		conclude(patience);
}

/*
 * Requests are @left, and gather with later ones. At most as many are tasks' as the flush
 * has taken of these, and as have arrived meanwhile. There is a deadline even if all are
 * softirqs': a tasklet that has moved to another CPU may have found the thread's flush in
 * progress, and the thread may not get the CPU again.
 *
 * A flush on another CPU may have served some that arrived meanwhile. Their weight still
 * counts, so patience is too long then until the next flush.
 */
static void put_back(struct mbhash_patience *patience, unsigned int left, u64 now)
{
	const unsigned int n = min(left, patience->taken);

	if (!patience->n)
		WRITE_ONCE(patience->limit_ns, patience->least_ns);
	if (!patience->start)
		begin(patience, now);
	patience->n = min(patience->n + n, left);
	if (n)
		patience->weight += div_u64(patience->taken_weight * n, patience->taken);
	patience->partly = true;
}

/* How long did the batch take to gather, with the turns of all its requests? */
static u64 gathered_ns(const struct mbhash_patience *patience,
		       enum mbhash_reason reason)
{
	const u64 n = patience->taken;

	if (reason != MBHASH_DEADLINE)
		return patience->waited_ns;
	/* From the first to the last request there is one turn less. */
	return patience->waited_ns ?
	       div64_u64(patience->waited_ns * n, n - 1) :
	       n * (patience->turn_ns + wait_ns(patience));
}

/*
 * A batch was made. What was measured before the first one does not count any more, and
 * the last one counts when there are enough requests to conclude from, or none at all.
 */
static void less_unsure(struct mbhash_patience *patience)
{
	struct mbhash_sums *sums = &patience->sums;

	if (patience->unsure == UNSURE_BATCHES)
		*sums = (struct mbhash_sums) { };
	if (patience->unsure > 1 ||
	    (patience->unsure && (!sums->jobs || sums->jobs >= FEW_JOBS)))
		WRITE_ONCE(patience->unsure, patience->unsure - 1);
}

/**
 * mbhash_patience_served() - account for a flush that has ended
 * @patience: the queue's
 * @reason: why the queue was flushed
 * @hashing: time spent hashing, ns. Completions do not count: they do work that is
 *	     otherwise part of a turn, or wake tasks, which is part of the cost of waiting
 * @left: number of requests left in the queue
 * @now: the time, ns
 *
 * Context: BH disabled, under the queue's lock.
 */
void mbhash_patience_served(struct mbhash_patience *patience,
			    enum mbhash_reason reason, u64 hashing,
			    unsigned int left, u64 now)
{
	const unsigned int n = patience->taken;
	const bool partly = patience->partly;

	patience->partly = false;
	if (!left) {
		nothing_waits(patience);
	} else if (n || patience->n || reason == MBHASH_IDLE) {
		put_back(patience, left, now);
		return;
	}
	if (!n)
		return;
	/* A single request shows the cost of a wait, but not what lanes would save. */
	if (!partly && (n > 1 || reason == MBHASH_SOFTIRQ))
		learn(patience, gathered_ns(patience, reason), hashing);
	less_unsure(patience);
}
