/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The policy: when a request is hashed. Pure functions of values: they use no tasks,
 * clocks or CPUs, take no locks and allocate nothing. All their input is in their
 * arguments, all that they remember is in the structures that these point to.
 */
#ifndef _MBHASH_POLICY_H
#define _MBHASH_POLICY_H

#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/types.h>

/* Why a queue was flushed or a request was hashed inline, see policy.c. */
enum mbhash_reason {
	/* Inline */
	MBHASH_LONE,
	MBHASH_SHORT,
	MBHASH_BUSY,
	MBHASH_ATOMIC,
	/* Queued, and flushed */
	MBHASH_FULL,
	MBHASH_EXPECTED,
	MBHASH_IDLE,
	MBHASH_DEADLINE,
	MBHASH_SOFTIRQ,
	/* In addition to one of these */
	MBHASH_NOSIMD,
	MBHASH_NR_REASONS
};

static inline bool mbhash_is_inline(enum mbhash_reason reason)
{
	return reason <= MBHASH_ATOMIC;
}

/*
 * While more requests than this wait, the time of a flush is not bounded, see
 * driver/flush.c.
 */
#define MBHASH_LONG_QUEUE	1024

/*
 * A full set of lanes of the widest implementation. Narrower ones lose nothing: the
 * CPU runs other submitters meanwhile, and flushes less often.
 */
#define MBHASH_FULL_QUEUE	64

/*
 * Tasks are identified by their pid, because the address of a task that has ended is
 * soon reused. 0 is the pid of the idle tasks.
 */
#define MBHASH_NO_TASK		(-1)

/**
 * struct mbhash_expectation - what is known about the submitters of a queue
 * @submitter: pid of the task that submitted the last queued request, or
 *	       MBHASH_NO_TASK
 * @run_length: number of consecutive queued requests of @submitter
 * @expected: number of requests in the last flush that showed how many are in flight
 *	      together; 0: unknown
 * @streak: number of such flushes in a row with this number
 * @shared_blocks: if each of a task's requests has at least this many blocks, lanes save
 *		   more than a batch costs
 * @trusted_blocks: number of blocks to hash before @expected is checked again
 * @untested_blocks: number of blocks submitted by tasks since @expected was learnt
 * @lone_rounds: number of softirq rounds in a row with a single request
 * @lone_round: the last round whose request was hashed inline
 *
 * Submitters on the queue's CPU write @submitter, @run_length, @untested_blocks,
 * @lone_rounds and @lone_round, with BH disabled. A flush that learns writes the others,
 * @untested_blocks and @lone_rounds, under the queue's lock. Members are read without the
 * lock: a decision from a slightly older value is as good.
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

/* The weight of real-time tasks: more than that of any other task. */
#define MBHASH_RT_WEIGHT	1000000

/* Where a request comes from. */
enum mbhash_context {
	MBHASH_TASK,		/* a task, whose request may wait */
	MBHASH_PREEMPT_RT_TASK,		/* a task on PREEMPT_RT, where none waits */
	MBHASH_BH_DISABLED,	/* any other task that has BH disabled */
	MBHASH_BH		/* a softirq, or a kernel thread that has BH disabled */
};

/**
 * struct mbhash_arrival - a request that arrives
 * @queued: number of requests that are queued or being flushed
 * @blocks: its length, blocks
 * @lone: the parameter of that name
 * @task: for MBHASH_TASK the task's pid, else MBHASH_NO_TASK
 * @sleeps: for MBHASH_TASK how often the task has left the CPU by itself
 * @preempted: for MBHASH_TASK how often it had to
 * @weight: for MBHASH_TASK the task's weight as used by the scheduler: 1024 at nice 0,
 *	    MBHASH_RT_WEIGHT for real-time tasks
 * @block_ps: for MBHASH_TASK the plan's time of a block hashed alone, picoseconds
 * @round: for MBHASH_BH, if nothing is queued, the number of its round: the same for
 *	   all requests of a round
 * @context: where it comes from
 * @ordered: it must not overtake queued requests
 * @waits: for MBHASH_TASK: the task says that it does nothing else until it is done
 */
struct mbhash_arrival {
	unsigned int queued;
	unsigned int blocks;
	unsigned int lone;
	pid_t task;
	unsigned int sleeps;
	unsigned int preempted;
	unsigned int weight;
	u32 block_ps;
	unsigned int round;
	enum mbhash_context context;
	bool ordered;
	bool waits;
};

/* policy.c: what is expected; decide.h: the decision for a request */

void mbhash_expect_nothing(struct mbhash_expectation *e);
void mbhash_expect_learn(struct mbhash_expectation *e,
			 enum mbhash_reason reason, unsigned int queued,
			 u32 saved_ps, unsigned int lone);

/*
 * A task is seen to wait for each of its requests if the previous request was done when
 * the next one was queued, MBHASH_WAITS times in a row. Only flushes for the reasons
 * idle and expected count: a softirq round may serve a task at any time.
 * MBHASH_NR_HABITS tasks are watched at a time.
 */
#define MBHASH_WAITS		4
#define MBHASH_NR_HABITS	8

/**
 * struct mbhash_habit - does a task wait for each of its requests?
 * @task: its pid
 * @batch: the number of the batch that contains its last request
 * @waited: number of times in a row that its previous request was done before the
 *	    next one, up to MBHASH_WAITS
 */
struct mbhash_habit {
	pid_t task;
	unsigned int batch;
	unsigned int waited;
};

/**
 * struct mbhash_turns - how long are a task's turn and hashing if it does not wait?
 * @start: when the turn began, ns; 0: no turn is being timed
 * @begins: its turn begins when its request has been hashed inline
 * @timed: number of turns that could be timed, less those in which the task slept; up
 *	   to MBHASH_MEAN_TURNS
 * @tried: number of turns that began, up to MBHASH_MEAN_TURNS
 * @passed: number of requests since the last of these
 * @task: the task whose turn is being timed
 * @sleeps: as in its arrival before the turn
 * @preempted: likewise
 * @ns: mean turn
 * @pace: how long hashing takes alone, relative to the plan: from MBHASH_PLANNED_PACE to
 *	  MBHASH_SLOWEST_PACE
 * @planned_ps: how long hashing its request takes by the plan, picoseconds
 *
 * Submitters on the queue's CPU write this, with BH disabled. The members that the most
 * requests use come first, as in &struct mbhash_patience.
 */
struct mbhash_turns {
	u64 start;
	bool begins;
	unsigned int timed;
	unsigned int tried;
	unsigned int passed;
	pid_t task;
	unsigned int sleeps;
	unsigned int preempted;
	u64 ns;
	u64 pace;
	u64 planned_ps;
};

/**
 * struct mbhash_sums - sums over batches
 * @round_ns: time from when the first request was queued until the last one was served
 * @round_weight: weight of the tasks in these rounds
 * @turns_ns: the part of @round_ns before the flushes
 * @jobs: number of tasks' requests
 * @job_blocks: number of blocks in them
 */
struct mbhash_sums {
	u64 round_ns;
	u64 round_weight;
	u64 turns_ns;
	u64 jobs;
	u64 job_blocks;
};

/**
 * struct mbhash_patience - how long the tasks that submit to a queue may wait
 * @turns: turns of tasks that do not wait
 * @unsure: number of batches to make before a task is considered impatient; more if
 *	    they are small
 * @job_blocks: mean number of blocks of a request
 * @rate_ps: time of a round per unit of its tasks' weight; 0: not known yet
 * @turn_ns: time of a task's work per request, without hashing and waiting
 * @turn_block_ps: the same per block
 * @untested_blocks: number of blocks hashed inline by impatience since the last flush
 * @inlined_ps: turns and hashing of tasks' requests hashed inline since @start
 * @habit: for tasks that do not say whether they wait, indexed by pid
 * @wait_ns: the cost of a task's wait: a switch to another task, and a wakeup; at the
 *	     planned pace
 * @least_ns: the least patience of any task
 * @start: when the first waiting request of a task was queued, ns; 0: none waits. (What
 *	   an offline CPU has left does not count: it is flushed at once.)
 * @latest: when a request of another task than the previous one's was last queued, ns
 * @task: pid of the task whose request was queued last
 * @sleeps: as in its arrival
 * @one_by_one: all requests of the batch are @task's, which slept between any two
 * @watched: number of batches for which @latest will still be recorded
 * @limit_ns: how long after @start the first task runs out of patience
 * @n: number of tasks' requests that are queued
 * @blocks: number of blocks in these
 * @weight: weight of their tasks, added for each request
 * @task_weight: weight of their tasks, added once for each task. Of tasks that do not
 *		 wait, few are told apart
 * @taken: @n when the current flush began
 * @taken_blocks: @blocks when it began
 * @taken_weight: @weight when it began
 * @taken_task_weight: @task_weight when it began
 * @waited_ns: how long its requests took to gather, without @inlined_ps
 * @partly: do not learn from this batch: some of its requests have been in an earlier
 *	    flush or are left for the next, or @latest was not recorded
 * @last_weight: @taken_weight of the last flush that was learnt from
 * @sums: sums over the last hundred requests or so
 * @batch: the number of the batch that is gathering
 * @tells: the last flush was made for the reason idle or expected
 *
 * Submitters on the queue's CPU write @turns, @untested_blocks and @inlined_ps, with BH
 * disabled; the last two are reset under the queue's lock. (If a flush does so on another
 * CPU, see &struct mbhash_queue, what was just added is lost or stays.) All else is
 * written under that lock. The tick reads @start and @limit_ns. The members that the most
 * requests use come first: a request that is hashed inline finds them in few cache lines.
 */
struct mbhash_patience {
	struct mbhash_turns turns;
	unsigned int unsure;
	unsigned int job_blocks;
	u64 rate_ps;
	u64 turn_ns;
	u64 turn_block_ps;
	u64 untested_blocks;
	u64 inlined_ps;
	struct mbhash_habit habit[MBHASH_NR_HABITS];
	u64 wait_ns;
	u64 least_ns;
	u64 start;
	u64 latest;
	pid_t task;
	unsigned int sleeps;
	bool one_by_one;
	unsigned int watched;
	u64 limit_ns;
	unsigned int n;
	u64 blocks;
	u64 weight;
	u64 task_weight;
	unsigned int taken;
	u64 taken_blocks;
	u64 taken_weight;
	u64 taken_task_weight;
	u64 waited_ns;
	bool partly;
	u64 last_weight;
	struct mbhash_sums sums;
	unsigned int batch;
	bool tells;
};

/*
 * After this much work was hashed inline by impatience, measure again how long a batch
 * takes.
 */
#define MBHASH_IMPATIENT_BLOCKS	2000000

/* patience.c: how long would a request take without batches? */

void mbhash_patience_init(struct mbhash_patience *patience, u64 wait_ns,
			  u64 least_ns);
void mbhash_patience_queued(struct mbhash_patience *patience,
			    const struct mbhash_arrival *arrival);
void mbhash_patience_waits(struct mbhash_patience *patience, u64 now);
bool mbhash_patience_is_over(const struct mbhash_patience *patience, u64 now);
unsigned int mbhash_patience_together(const struct mbhash_patience *patience,
				      enum mbhash_reason reason, unsigned int n,
				      u32 saved_ps, u64 now);
void mbhash_patience_taken(struct mbhash_patience *patience,
			   enum mbhash_reason reason, u64 now);
void mbhash_patience_moved(struct mbhash_patience *patience);
void mbhash_patience_served(struct mbhash_patience *patience,
			    enum mbhash_reason reason, u64 hashing,
			    unsigned int left, u64 now);

/* turns.c: how long are a turn and hashing without waiting? */

void mbhash_turns_init(struct mbhash_turns *turns);
void mbhash_turns_begin(struct mbhash_turns *turns, u64 began, u64 now);
void mbhash_turns_forget(struct mbhash_turns *turns);
void mbhash_turns_end(struct mbhash_turns *turns,
		      const struct mbhash_arrival *arrival, u64 now);

/* The mean is over about as many turns; this many tell how long they are. */
#define MBHASH_MEAN_TURNS	16
#define MBHASH_FEW_TURNS	8

/* The mean turn without waiting, ns; U64_MAX: not known */
static inline u64 mbhash_turn_ns(const struct mbhash_turns *turns)
{
	return turns->timed < MBHASH_FEW_TURNS ? U64_MAX : turns->ns;
}

/* The pace of hashing alone if it takes as long as in the plan, and the slowest */
#define MBHASH_PLANNED_PACE	1024ULL
#define MBHASH_SLOWEST_PACE	(2 * MBHASH_PLANNED_PACE)

/* What takes @time at the planned pace takes so long at present. */
static inline u64 mbhash_at_pace(const struct mbhash_turns *turns, u64 time)
{
	return time * turns->pace / MBHASH_PLANNED_PACE;
}

/* The time to hash the request by the plan, picoseconds */
static inline u64 mbhash_planned_ps(const struct mbhash_arrival *arrival)
{
	return (u64)arrival->blocks * arrival->block_ps;
}

/*
 * The time of a request's turn and hashing, picoseconds. Only mean turns are known. A
 * request shorter than the mean is assumed to have a proportionally shorter turn. This
 * may underestimate the turn, but then the task only waits less than it could.
 */
static inline u64 mbhash_alone_ps(const struct mbhash_patience *patience,
				  const struct mbhash_arrival *arrival)
{
	const u64 by_blocks = READ_ONCE(patience->turn_block_ps) * arrival->blocks;
	const u64 gathered = READ_ONCE(patience->turn_ns);
	const u64 timed = mbhash_turn_ns(&patience->turns);
	const u64 turn = 1000 * (timed < gathered ? timed : gathered);

	return mbhash_at_pace(&patience->turns, mbhash_planned_ps(arrival)) +
	       (by_blocks < turn ? by_blocks : turn);
}

/*
 * Is the request, hashed inline, like those in batches? A much shorter one, for example
 * the end of a message, is part of the turn between those.
 */
static inline bool mbhash_is_like_batched(const struct mbhash_patience *patience,
					  const struct mbhash_arrival *arrival)
{
	const unsigned int blocks = READ_ONCE(patience->job_blocks);

	return blocks && arrival->blocks >= blocks / 2;
}

/*
 * The task's request was hashed inline: does the turn begin that is to be timed? Not if the
 * task has lost the CPU meanwhile. @sleeps, @preempted: as in an arrival
 */
static inline bool mbhash_turn_begins(const struct mbhash_turns *turns, pid_t task,
				      unsigned int sleeps, unsigned int preempted)
{
	return turns->begins && turns->task == task &&
	       turns->sleeps == sleeps && turns->preempted == preempted;
}

/* Does this request end the turn that is being timed? */
static inline bool mbhash_turn_ends(const struct mbhash_patience *patience,
				    const struct mbhash_arrival *arrival)
{
	return patience->turns.start && patience->turns.task == arrival->task &&
	       mbhash_is_like_batched(patience, arrival);
}

static inline struct mbhash_habit *
mbhash_habit_of(struct mbhash_patience *patience, pid_t task)
{
	return &patience->habit[(unsigned int)task % MBHASH_NR_HABITS];
}

/* Has the time of a queued request to be recorded? @another: a different task's */
static inline bool
mbhash_patience_asks_when(const struct mbhash_patience *patience, bool another)
{
	return !patience->start || (patience->watched && another);
}

/*
 * Return: when the first waiting task runs out of patience, ns; U64_MAX if none waits.
 * (Requests of softirqs are flushed at the end of their round.)
 */
static inline u64 mbhash_patience_end(const struct mbhash_patience *patience)
{
	const u64 start = READ_ONCE(patience->start);

	return start ? start + READ_ONCE(patience->limit_ns) : U64_MAX;
}

/**
 * struct mbhash_holdoff - when a CPU checks whether a task has run out of patience
 * @armed: its timer is armed
 * @until: the end of patience for which it was armed, ns
 * @since: when it was armed, ns
 * @hard: when it expires at the latest, ns
 * @flush_ns: the least time between ticks, a constant
 * @spacing_ns: the least time between ticks at present
 * @quiet_ns: for how long ticks have found no task out of patience; reduced by a tick
 *	      that has found one
 *
 * The CPU's submitters and its thread arm it, with BH disabled; its tick does all else,
 * in hardirq. When the CPU is offline, another one stops it.
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

/* holdoff.c: when is the next tick? */

void mbhash_holdoff_init(struct mbhash_holdoff *holdoff, u64 flush_ns);
u64 mbhash_holdoff_arm(struct mbhash_holdoff *holdoff, u64 until, u64 now,
		       u64 *slack);
void mbhash_holdoff_tick(struct mbhash_holdoff *holdoff, u64 now, bool over);

#endif /* _MBHASH_POLICY_H */
