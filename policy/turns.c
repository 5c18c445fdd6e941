// SPDX-License-Identifier: GPL-2.0
/*
 * Turns: what a task does from one request to the next, besides hashing and waiting. And
 * the pace: how fast this CPU hashes at present.
 *
 * How long batches take to gather is known from each of them, but not how much of that
 * is the cost of waiting. It is more than the cost that driver/wait.c has measured: other
 * programs have other address spaces, and leave nothing in the caches. So some turns are
 * timed without a wait: from when a task's request was hashed inline until the task
 * submits its next one, if it kept the CPU meanwhile. If batches are only worth while
 * because of long turns, a request is hashed inline now and then for this purpose.
 *
 * The hashing of such a request is timed as well. The plan has the time of a block alone,
 * measured in the quiet, and driver/wait.c that of a wait, measured at load. If a neighbour
 * on the same core, stolen time or a lower frequency makes batches slow, it does the same
 * to hashing alone, and to waits.
 */
#include <linux/math64.h>
#include <linux/minmax.h>

#include "policy.h"

/* A turn that is longer than this many means was disturbed, and counts as that long. */
#define DISTURBED	4

/*
 * Some clocks have steps of this size, such as User Mode Linux's: a mean below it does not
 * show which turns are long.
 */
#define CLOCK_NS	256ULL

/* A request costs more than its blocks: that much of its time does not show the pace. */
#define OVERHEAD	(MBHASH_PLANNED_PACE / 8)

/**
 * mbhash_turns_init() - initialize turns: nothing is known yet
 * @turns: a queue's
 *
 * Context: any.
 */
void mbhash_turns_init(struct mbhash_turns *turns)
{
	*turns = (struct mbhash_turns) {
		.task = MBHASH_NO_TASK,
		.pace = MBHASH_PLANNED_PACE,
	};
}

/* The mean pace with another one, @pace. One that is much slower was disturbed. */
static void learn_pace(struct mbhash_turns *turns, u64 pace)
{
	const u64 most = min(turns->pace * 5 / 4, MBHASH_SLOWEST_PACE);

	turns->pace = (turns->pace * (MBHASH_MEAN_TURNS - 1) +
		       clamp(pace, MBHASH_PLANNED_PACE, most)) / MBHASH_MEAN_TURNS;
}

/**
 * mbhash_turns_begin() - a task's request was hashed inline, and its turn begins
 * @turns: the queue's, see mbhash_turn_begins()
 * @began: when its hashing began, ns
 * @now: the time, ns
 *
 * Context: BH disabled, on the queue's CPU.
 */
void mbhash_turns_begin(struct mbhash_turns *turns, u64 began, u64 now)
{
	const u64 pace = div64_u64((now - began) * 1000 * MBHASH_PLANNED_PACE,
				   max(turns->planned_ps, 1ULL));

	learn_pace(turns, pace - min(pace, OVERHEAD));
	turns->begins = false;
	turns->start = now;
}

/**
 * mbhash_turns_forget() - nothing shows that this CPU is slow
 * @turns: the queue's
 *
 * To be called from time to time while no turn is tried.
 *
 * Context: BH disabled, on the queue's CPU.
 */
void mbhash_turns_forget(struct mbhash_turns *turns)
{
	learn_pace(turns, MBHASH_PLANNED_PACE);
}

static void learn(struct mbhash_turns *turns, u64 turn)
{
	const u64 most = DISTURBED * max(turns->ns, CLOCK_NS);

	if (turns->timed)
		turn = min(turn, most);
	turns->timed += turns->timed < MBHASH_MEAN_TURNS;
	turns->ns = div_u64(turns->ns * (turns->timed - 1) + turn, turns->timed);
}

/**
 * mbhash_turns_end() - the task whose turn is timed submits its next request
 * @turns: the queue's, see mbhash_turn_ends()
 * @arrival: the request
 * @now: the time, ns
 *
 * Context: BH disabled, on the queue's CPU.
 */
void mbhash_turns_end(struct mbhash_turns *turns,
		      const struct mbhash_arrival *arrival, u64 now)
{
	if (turns->sleeps != arrival->sleeps)
		turns->timed -= !!turns->timed;
	else if (turns->preempted == arrival->preempted)
		learn(turns, now - turns->start);
	turns->start = 0;
}
