/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When a request is hashed: decisions, of values alone. They know neither tasks
 * nor clocks nor CPUs, take no lock and allocate nothing: all that they go by is
 * in their arguments, all that they remember in the state that these point to.
 */
#ifndef _MBHASH_POLICY_H
#define _MBHASH_POLICY_H

#include <linux/bitmap.h>
#include <linux/compiler.h>
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

/* Those that the hold-off knows, by a hash of so many bits. */
#define MBHASH_KNOWN_BITS	12

/**
 * struct mbhash_expectation - what is known of those who submit to a queue
 * @arrivals: counts all requests that were ever queued
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
 * @arrivals, @submitter, @run_length, @untested_blocks, @lone_rounds and @lone_round
 * are written by who submits on the queue's CPU, with BH disabled, and @submitter by
 * the tick, which forgets it; the rest, @untested_blocks and @lone_rounds, by the
 * flush that learns, under the queue's lock. Read without: what is decided of a value of
 * just before is as good.
 */
struct mbhash_expectation {
	unsigned int arrivals;
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
 * @round: for MBHASH_BH, if nothing is queued, the number of its round: others
 *	   with that number come in the same one
 * @context: where it comes from
 * @ordered: it must not pass what is queued
 */
struct mbhash_arrival {
	unsigned int queued;
	unsigned int blocks;
	unsigned int lone;
	pid_t task;
	unsigned int round;
	enum mbhash_context context;
	bool ordered;
};

/* mbhash_policy.c: what is expected; mbhash_decide.h: what is done with a request */

void mbhash_expect_nothing(struct mbhash_expectation *e);
void mbhash_expect_learn(struct mbhash_expectation *e,
			 enum mbhash_reason reason, unsigned int queued,
			 u32 block_ps, unsigned int lone);

/**
 * struct mbhash_holdoff - how long requests may wait while their CPU is busy
 * @armed: when the next tick is due, in units of flush_us from when it was armed;
 *	   0: it is not
 * @spacing: what ticks are apart at least, units
 * @quiet: for how many units ticks have interrupted nobody but submitters
 * @known: the tasks that have submitted of late
 *
 * The CPU's submitters write @armed and @known, with BH disabled, and its tick
 * all of it, in hardirq.
 */
struct mbhash_holdoff {
	unsigned int armed;
	unsigned int spacing;
	unsigned int quiet;
	DECLARE_BITMAP(known, 1 << MBHASH_KNOWN_BITS);
};

/**
 * struct mbhash_watch - what ticks have seen of a queue
 * @arrivals: &mbhash_expectation.arrivals at the last tick
 * @quiet: for how many units nothing has arrived, as far as that shows
 */
struct mbhash_watch {
	unsigned int arrivals;
	unsigned int quiet;
};

/**
 * struct mbhash_tick - a tick that has interrupted a task
 * @task: the number of the task
 * @known: it is the flusher thread, or has submitted of late
 * @units: how many times flush_us have passed since the last tick
 */
struct mbhash_tick {
	pid_t task;
	bool known;
	unsigned int units;
};

/* mbhash_holdoff.c: wait on, or flush? */

void mbhash_holdoff_init(struct mbhash_holdoff *holdoff);
unsigned int mbhash_holdoff_arm(struct mbhash_holdoff *holdoff);
void mbhash_holdoff_late(struct mbhash_holdoff *holdoff, s64 late_us,
			 unsigned int flush_us);
void mbhash_holdoff_tick(struct mbhash_holdoff *holdoff,
			 const struct mbhash_tick *tick);
bool mbhash_holdoff_wait(struct mbhash_holdoff *holdoff,
			 struct mbhash_watch *watch,
			 const struct mbhash_expectation *e,
			 unsigned int queued, const struct mbhash_tick *tick);
void mbhash_holdoff_remember(struct mbhash_holdoff *holdoff, pid_t task);
bool mbhash_holdoff_knows(const struct mbhash_holdoff *holdoff, pid_t task);
void mbhash_holdoff_forget(struct mbhash_holdoff *holdoff);

#endif /* _MBHASH_POLICY_H */
