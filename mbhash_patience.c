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
 * All this is for a task that waits for its request. One that has others in flight is
 * not the slower for it: it is queued, and gains by lanes.
 *
 * Who is queued has a deadline by the same measure: others that are hashed inline, or
 * do something else, cannot hold it up for longer.
 */
#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "mbhash_policy.h"

/* How many requests are remembered, and how many it takes to know anything */
#define MANY_JOBS	128
#define FEW_JOBS	32

/*
 * So many batches are made before anybody is taken for impatient, at first and in
 * doubt. The first of them finds cold caches, and does not count.
 */
#define UNSURE_BATCHES	8

/*
 * A round that took so many times as long as others was disturbed, as what is hashed
 * inline would have been: it counts less.
 */
#define DISTURBED	2
#define DISTURBED_PART	16

/* After a flush on a deadline, for so many batches the clock is read for each task. */
#define WATCHED_BATCHES	64

/* Nobody waits for longer than this. */
#define MOST_NS		((u64)NSEC_PER_SEC)

/**
 * mbhash_patience_init() - begin without any knowledge
 * @patience: a queue's
 * @wait_ns: what it costs a task to wait
 * @least_ns: nobody has less patience than this
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
}

/* A request's turns and hashing, of its task and of all others, by weight, ns */
static u64 all_ns(const struct mbhash_patience *patience,
		  const struct mbhash_arrival *arrival)
{
	return min(mbhash_alone_ps(patience, arrival) / 1000, MOST_NS) *
	       max(patience->weight, patience->last_weight);
}

/* Has it less patience than those that are queued? */
static bool is_shorter(const struct mbhash_patience *patience,
		       const struct mbhash_arrival *arrival)
{
	return patience->limit_ns > patience->least_ns &&
	       all_ns(patience, arrival) < patience->limit_ns * arrival->weight;
}

/* How long is it that this one is done after, without batches? */
static u64 patience_of(const struct mbhash_patience *patience,
		       const struct mbhash_arrival *arrival)
{
	return clamp(div64_u64(all_ns(patience, arrival), arrival->weight),
		     patience->least_ns, max(patience->least_ns, MOST_NS));
}

/* A task's request is queued: is the one before done? */
static void observe(struct mbhash_patience *patience, pid_t task)
{
	struct mbhash_habit *habit = mbhash_habit_of(patience, task);

	if (habit->task != task)
		*habit = (struct mbhash_habit) { .task = task };
	else if (habit->batch == patience->batch)
		habit->waited = 0;
	else if (patience->tells)
		habit->waited += habit->waited < MBHASH_WAITS;
	habit->batch = patience->batch;
}

/**
 * mbhash_patience_queued() - a task's request is queued
 * @patience: the queue's
 * @arrival: the request
 *
 * Context: BH disabled, on the queue's CPU.
 */
void mbhash_patience_queued(struct mbhash_patience *patience,
			    const struct mbhash_arrival *arrival)
{
	const bool first = !patience->n;

	if (!arrival->waits)
		observe(patience, arrival->task);
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
 * mbhash_patience_waits() - a task waits from now on
 * @patience: the queue's
 * @now: the time, ns
 *
 * Context: BH disabled, on the queue's CPU.
 */
void mbhash_patience_waits(struct mbhash_patience *patience, u64 now)
{
	if (!patience->start)
		begin(patience, now);
	patience->latest = now;
}

/**
 * mbhash_patience_is_over() - has anybody who waits run out of patience?
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

static void forget_half(struct mbhash_sums *sums)
{
	sums->round_ns /= 2;
	sums->round_weight /= 2;
	sums->turns_ns /= 2;
	sums->jobs /= 2;
	sums->job_blocks /= 2;
}

/*
 * When did the last of them come? Before the flush; and before a deadline something
 * else has had its turns.
 */
static u64 gathering_end(struct mbhash_patience *patience,
			 enum mbhash_reason reason, u64 now)
{
	if (reason != MBHASH_DEADLINE) {
		patience->watched -= !!patience->watched;
		return max(now, patience->start);
	}
	/* Nobody has looked at the clock. */
	patience->partly |= !patience->watched;
	patience->watched = WATCHED_BATCHES;
	return max(patience->latest, patience->start);
}

/**
 * mbhash_patience_taken() - a flush begins
 * @patience: the queue's
 * @reason: why
 * @now: the time, ns
 *
 * Context: BH disabled, under the queue's lock.
 */
void mbhash_patience_taken(struct mbhash_patience *patience,
			   enum mbhash_reason reason, u64 now)
{
	patience->batch++;
	patience->tells = reason == MBHASH_IDLE || reason == MBHASH_EXPECTED;
	patience->taken = patience->n;
	patience->taken_blocks = patience->blocks;
	patience->taken_weight = patience->weight;
	patience->waited_ns = gathering_end(patience, reason, now) - patience->start;
	patience->waited_ns -= min(patience->waited_ns,
				   patience->inlined_ps / 1000);
	patience->n = 0;
	patience->blocks = 0;
	patience->weight = 0;
	if (patience->untested_blocks >= MBHASH_IMPATIENT_BLOCKS)
		WRITE_ONCE(patience->unsure, UNSURE_BATCHES);
	patience->untested_blocks = 0;
	WRITE_ONCE(patience->start, 0);
}

/* Did that take much longer than others? */
static bool is_disturbed(const struct mbhash_patience *patience, u64 round)
{
	return patience->sums.jobs >= FEW_JOBS &&
	       div64_u64(round * 1000, patience->taken_weight) >
	       DISTURBED * patience->rate_ps;
}

/* What the sums say */
static void conclude(struct mbhash_patience *patience)
{
	const struct mbhash_sums *sums = &patience->sums;
	u64 turns = div64_u64(sums->turns_ns, sums->jobs);

	turns -= min(turns, patience->wait_ns);
	WRITE_ONCE(patience->turn_ns, turns);
	WRITE_ONCE(patience->turn_block_ps,
		   div64_u64(turns * 1000 * sums->jobs,
			     max(sums->job_blocks, 1ULL)));
	WRITE_ONCE(patience->rate_ps,
		   div64_u64(sums->round_ns * 1000, sums->round_weight));
}

/* A batch has waited so long, and was hashed in so long. */
static void learn(struct mbhash_patience *patience, u64 waited, u64 hashing)
{
	struct mbhash_sums *sums = &patience->sums;

	patience->last_weight = patience->taken_weight;
	if (patience->unsure == UNSURE_BATCHES)
		return;
	if (patience->unsure == UNSURE_BATCHES - 1)
		*sums = (struct mbhash_sums) { };
	if (is_disturbed(patience, waited + hashing)) {
		sums->round_ns += sums->round_ns / DISTURBED_PART;
		sums->turns_ns += sums->turns_ns / DISTURBED_PART;
	} else {
		sums->round_ns += waited + hashing;
		sums->round_weight += patience->taken_weight;
		sums->turns_ns += waited;
		sums->jobs += patience->taken;
		sums->job_blocks += patience->taken_blocks;
	}
	if (sums->jobs >= MANY_JOBS)
		forget_half(sums);
	if (sums->jobs >= FEW_JOBS)
		conclude(patience);
}

/* @n of the requests of tasks are left, and gather with those that come. */
static void put_back(struct mbhash_patience *patience, unsigned int n, u64 now)
{
	if (!patience->n)
		WRITE_ONCE(patience->limit_ns, patience->least_ns);
	if (!patience->start)
		begin(patience, now);
	patience->n += n;
	patience->weight += max(div_u64(patience->taken_weight * n,
					patience->taken), 1ULL);
	patience->partly = true;
}

/* How long has it taken until the last one was queued, with its turn? */
static u64 gathered_ns(const struct mbhash_patience *patience,
		       enum mbhash_reason reason)
{
	const u64 n = patience->taken;

	if (reason != MBHASH_DEADLINE)
		return patience->waited_ns;
	/* From the first to the last one there was a turn less. */
	return patience->waited_ns ?
	       div64_u64(patience->waited_ns * n, n - 1) :
	       n * (patience->turn_ns + patience->wait_ns);
}

/**
 * mbhash_patience_served() - a flush has ended
 * @patience: the queue's
 * @reason: why it was made
 * @hashing: how long it hashed, ns: who completes a request does what else its
 *	     caller's turn would do, or wakes it, which is part of what waiting costs
 * @left: how many requests are left in the queue
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
	if (!n)
		return;
	if (left) {
		put_back(patience, min(left, n), now);
		return;
	}
	if (!partly && reason != MBHASH_SOFTIRQ && n > 1)
		learn(patience, gathered_ns(patience, reason), hashing);
	if (patience->unsure)
		WRITE_ONCE(patience->unsure, patience->unsure - 1);
}
