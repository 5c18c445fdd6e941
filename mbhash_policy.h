/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When a request is hashed: decisions, of values alone. They know neither tasks
 * nor clocks nor CPUs, take no lock and allocate nothing: all that they go by is
 * in their arguments, all that they remember in the state that these point to.
 */
#ifndef _MBHASH_POLICY_H
#define _MBHASH_POLICY_H

#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/types.h>

/* Why a request was hashed when it was, see mbhash_policy.c. */
enum mbhash_reason {
	/* Queued, and flushed */
	MBHASH_FULL,
	MBHASH_EXPECTED,
	MBHASH_IDLE,
	MBHASH_DEADLINE,
	MBHASH_SOFTIRQ,
	/* Inline */
	MBHASH_LONE,
	MBHASH_SHORT,
	MBHASH_BUSY,
	MBHASH_ATOMIC,
	/* In addition to one of these */
	MBHASH_NOSIMD,
	MBHASH_NR_REASONS
};

static inline bool mbhash_is_inline(enum mbhash_reason reason)
{
	return reason >= MBHASH_LONE;
}

/*
 * Above this many waiting requests a flush takes as long as it needs to get there,
 * see mbhash_flush.c.
 */
#define MBHASH_LONG_QUEUE	1024

/*
 * A full set of lanes. Narrower implementations than the widest lose nothing by
 * this: while the CPU runs other submitters, its flushes become fewer.
 */
#define MBHASH_FULL_QUEUE	64

/*
 * Tasks are told apart by their numbers: the address of one that has ended is
 * soon that of another one. 0 is the number of those that idle.
 */
#define MBHASH_NO_TASK		(-1)

/**
 * struct mbhash_expectation - what is known of those who submit to a queue
 * @submitter: number of the task whose request was the last one, or
 *	       MBHASH_NO_TASK
 * @run_length: how many requests have arrived since anybody else's has
 * @expected: how many were queued when it was last seen that no more would come;
 *	      0: nobody knows
 * @streak: how often in a row it was that number
 * @shared_blocks: so many blocks or more in each of them are worth sharing lanes
 * @trusted_blocks: so many blocks may be hashed before @expected is learnt anew
 * @untested_blocks: how many were, since it was learnt
 * @lone_rounds: how many rounds of softirqs in a row have brought one request
 * @lone_round: the last one whose request was hashed inline
 *
 * @submitter, @run_length, @untested_blocks, @lone_rounds and @lone_round are written by
 * who submits on the queue's CPU, with BH disabled; the rest, @untested_blocks and
 * @lone_rounds, by the flush that learns, under the queue's lock. Read without: what is
 * decided of a value of just before is as good.
 */
struct mbhash_expectation {
	pid_t submitter;
	unsigned int run_length;
	unsigned int expected;
	unsigned int streak;
	unsigned int shared_blocks;
	unsigned int trusted_blocks;
	unsigned int untested_blocks;
	unsigned int lone_rounds;
	unsigned int lone_round;
};

/* Real-time tasks outweigh all others. */
#define MBHASH_RT_WEIGHT	1000000

/* Where a request comes from. */
enum mbhash_context {
	MBHASH_TASK,		/* may wait for it */
	MBHASH_PREEMPT_RT_TASK,		/* any task with PREEMPT_RT, where none waits */
	MBHASH_BH_DISABLED,	/* a program that has BH disabled */
	MBHASH_BH		/* softirq, or a thread such as NAPI's: with others */
};

/**
 * struct mbhash_arrival - a request that arrives
 * @queued: requests that are queued or being flushed
 * @blocks: its length, blocks
 * @lone: the parameter of that name
 * @task: for MBHASH_TASK its number, else MBHASH_NO_TASK
 * @weight: for MBHASH_TASK its share of the CPU among others, as the scheduler has it:
 *	    1024 at nice 0, MBHASH_RT_WEIGHT for real-time tasks
 * @block_ps: for MBHASH_TASK what a block takes alone, picoseconds
 * @round: for MBHASH_BH, if nothing is queued, the number of its round: others
 *	   with that number come in the same one
 * @context: where it comes from
 * @ordered: it must not pass what is queued
 * @waits: for MBHASH_TASK, its task says that it does nothing until it is done
 */
struct mbhash_arrival {
	unsigned int queued;
	unsigned int blocks;
	unsigned int lone;
	pid_t task;
	unsigned int weight;
	u32 block_ps;
	unsigned int round;
	enum mbhash_context context;
	bool ordered;
	bool waits;
};

/* mbhash_policy.c: what is expected; mbhash_decide.h: what is done with a request */

void mbhash_expect_nothing(struct mbhash_expectation *e);
void mbhash_expect_learn(struct mbhash_expectation *e,
			 enum mbhash_reason reason, unsigned int queued,
			 u32 block_ps, unsigned int lone);

/*
 * A task whose request was done when the next one came, so many times in a row, waits
 * for each, if the flushes were made since all tasks waited: a softirq's round may serve
 * a task at any time. So many tasks are watched at a time.
 */
#define MBHASH_WAITS		4
#define MBHASH_NR_HABITS	8

/**
 * struct mbhash_habit - does a task wait for each of its requests?
 * @task: its number
 * @batch: the batch that its last one was in
 * @waited: how many times in a row the one before was done by then, up to
 *	    MBHASH_WAITS
 */
struct mbhash_habit {
	pid_t task;
	unsigned int batch;
	unsigned int waited;
};

/**
 * struct mbhash_sums - what batches have taken
 * @round_ns: from when the first request was queued until the last one was served
 * @round_weight: their tasks' weight, each request counted
 * @turns_ns: of @round_ns, what was before the flushes
 * @jobs: how many requests were in them
 * @job_blocks: how many blocks these had
 */
struct mbhash_sums {
	u64 round_ns;
	u64 round_weight;
	u64 turns_ns;
	u64 jobs;
	u64 job_blocks;
};

/**
 * struct mbhash_patience - how long those who submit to a queue may be kept waiting
 * @wait_ns: what it costs a task to wait: a switch to another one, and being woken
 * @least_ns: nobody has less patience than this
 * @start: when the first one of them that waits was queued, ns; 0: none was, or it
 *	   has not been said yet
 * @latest: when the latest one was of another task than the one before, ns
 * @watched: for so many batches yet, @latest is kept
 * @limit_ns: so long after @start the first of them runs out of patience
 * @n: how many requests of tasks are queued
 * @blocks: in these
 * @weight: of these tasks, each request counted
 * @inlined_ps: work of tasks that was hashed inline since @start, with turns
 * @taken: @n of the flush that is at work
 * @taken_blocks: ... and its @blocks
 * @taken_weight: ... and its @weight
 * @waited_ns: how long they have waited by then; less @inlined_ps
 * @partly: some of them have been in an earlier flush, or are left for the next; or
 *	    @latest is not known
 * @last_weight: @taken_weight of the last flush that was learnt from
 * @sums: of the last hundred requests or so
 * @rate_ps: what a unit of weight takes in a batch; 0: not known yet
 * @turn_ns: what a task does for a request beside hashing and waiting
 * @turn_block_ps: ... for each block
 * @batch: the number of the batch that gathers
 * @tells: the last flush was made since all tasks waited
 * @habit: of tasks that do not say whether they wait, by number
 * @untested_blocks: how many impatience has had hashed inline since the last flush
 * @unsure: so many batches yet are made before anybody is taken for impatient
 *
 * Written by who submits on the queue's CPU, and by flushes, both with BH disabled;
 * by flushes under the queue's lock. The tick reads @start and @limit_ns.
 */
struct mbhash_patience {
	u64 wait_ns;
	u64 least_ns;
	u64 start;
	u64 latest;
	unsigned int watched;
	u64 limit_ns;
	unsigned int n;
	u64 blocks;
	u64 weight;
	u64 inlined_ps;
	unsigned int taken;
	u64 taken_blocks;
	u64 taken_weight;
	u64 waited_ns;
	bool partly;
	u64 last_weight;
	struct mbhash_sums sums;
	u64 rate_ps;
	u64 turn_ns;
	u64 turn_block_ps;
	unsigned int batch;
	bool tells;
	struct mbhash_habit habit[MBHASH_NR_HABITS];
	u64 untested_blocks;
	unsigned int unsure;
};

/*
 * After so much work that was hashed inline for want of patience, see what a batch
 * would take now.
 */
#define MBHASH_IMPATIENT_BLOCKS	2000000

/* mbhash_patience.c: how long would a request's caller wait without batches? */

void mbhash_patience_init(struct mbhash_patience *patience, u64 wait_ns,
			  u64 least_ns);
void mbhash_patience_queued(struct mbhash_patience *patience,
			    const struct mbhash_arrival *arrival);
void mbhash_patience_waits(struct mbhash_patience *patience, u64 now);
bool mbhash_patience_is_over(const struct mbhash_patience *patience, u64 now);
void mbhash_patience_taken(struct mbhash_patience *patience,
			   enum mbhash_reason reason, u64 now);
void mbhash_patience_served(struct mbhash_patience *patience,
			    enum mbhash_reason reason, u64 hashing,
			    unsigned int left, u64 now);

/*
 * A request's turn and hashing, picoseconds. Turns are known in the mean. One that is
 * shorter than others has a shorter turn, as far as anybody knows: not all of it goes
 * with the length, but who waits less than it could has lost nothing.
 */
static inline u64 mbhash_alone_ps(const struct mbhash_patience *patience,
				  const struct mbhash_arrival *arrival)
{
	const u64 by_blocks = READ_ONCE(patience->turn_block_ps) * arrival->blocks;
	const u64 turn = 1000 * READ_ONCE(patience->turn_ns);

	return (u64)arrival->blocks * arrival->block_ps +
	       (by_blocks < turn ? by_blocks : turn);
}

static inline struct mbhash_habit *
mbhash_habit_of(struct mbhash_patience *patience, pid_t task)
{
	return &patience->habit[(unsigned int)task % MBHASH_NR_HABITS];
}

/* Is it to be told when a request is queued? @another: it is another task's */
static inline bool
mbhash_patience_asks_when(const struct mbhash_patience *patience, bool another)
{
	return !patience->start || (patience->watched && another);
}

/*
 * When the first of those that wait runs out of patience, ns. U64_MAX: no task does; what
 * softirqs have queued is flushed at the end of their round.
 */
static inline u64 mbhash_patience_end(const struct mbhash_patience *patience)
{
	const u64 start = READ_ONCE(patience->start);

	return start ? start + READ_ONCE(patience->limit_ns) : U64_MAX;
}

/**
 * struct mbhash_holdoff - when a CPU looks whether anybody has run out of patience
 * @armed: its timer is
 * @until: the end of patience that this was for, ns
 * @since: when it was armed, ns
 * @hard: when it expires at the latest, ns
 * @flush_ns: ticks are apart by no less than this
 * @spacing_ns: ... nor than this
 * @quiet_ns: for how long ticks have found nobody whose patience was over; less
 *	      after one that has
 *
 * The CPU's submitters arm it, with BH disabled; the rest is its tick's, in hardirq.
 */
struct mbhash_holdoff {
	bool armed;
	u64 until;
	u64 since;
	u64 hard;
	u64 flush_ns;
	u64 spacing_ns;
	u64 quiet_ns;
};

/* mbhash_holdoff.c: when is the next look? */

void mbhash_holdoff_init(struct mbhash_holdoff *holdoff, u64 flush_ns);
u64 mbhash_holdoff_arm(struct mbhash_holdoff *holdoff, u64 until, u64 now);
void mbhash_holdoff_tick(struct mbhash_holdoff *holdoff, u64 now, bool over);

#endif /* _MBHASH_POLICY_H */
