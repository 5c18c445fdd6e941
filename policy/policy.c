// SPDX-License-Identifier: GPL-2.0
/*
 * The policy: whether a request is hashed inline or queued, and when the queue is
 * flushed, that is, its requests are hashed as one batch.
 *
 * The policy conserves work: a request waits only while waiting may let it share lanes,
 * and never while the CPU has nothing else to do. These are its rules; the names in
 * quotes are the reasons that the statistics show:
 *
 * 1. A request from a softirq is queued, and the tasklet flushes the queue at the end
 *    of the same softirq round ("softirq"): the packets of a NAPI poll form one batch,
 *    without a context switch. But if each of the last rounds (as many as the parameter
 *    lone) had a single request, the first request of a round is hashed inline
 *    ("lone"), until a round has a second one. The same applies to kernel threads that
 *    have BH disabled, such as NAPI's. A request from any other task with BH disabled
 *    is hashed inline ("atomic") if the queue is empty: users that send through
 *    esp4_offload take -EINPROGRESS for an error.
 * 2. If a task's request completes a full set of lanes, the tasklet flushes the queue
 *    when the submitter enables BH ("full").
 * 3. Any other queued request of a task wakes the flusher thread, which runs as soon as
 *    every submitter on this CPU waits, and flushes the queue ("idle"). If other work
 *    keeps the CPU busy, a timer has the queue flushed ("deadline") before a request has
 *    waited longer than it would have taken without batches: see patience.c.
 * 4. The number of requests in a flush by rule 2 or 3 is the number that the submitters
 *    of this CPU have in flight together. If it is the same several times in a row (as
 *    many as the parameter lone), that number is expected from then on. The request
 *    that completes it has the tasklet flush the queue ("expected"), which saves the two
 *    context switches to the thread and back. If the number is 1, the request is hashed
 *    inline ("lone"), as no other would join it. If fewer requests arrive, the thread
 *    flushes them and so corrects the number. To find out whether more would arrive, a
 *    flush is left to the thread now and then. A deadline's flush shows the number 1 if
 *    all its requests are of a task that sleeps between them, and lanes save little
 *    compared with the time for which these have waited.
 * 5. A task's request is also hashed inline
 *    - if it would take longer in a batch than without ("short"): its task outweighs
 *      the others or has less to hash, or lanes save less than waiting costs, see
 *      patience.c. This is only for a task that waits for each of its requests:
 *      it says so, or it was seen to. Now and then such a task's request is hashed
 *      inline anyway if it is doubtful that waiting pays, to find out: turns.c;
 *    - if hashing it takes less time than a context switch ("short"), and its task waits
 *      for it. A task that does not say so seems not to wait if the last request in the
 *      queue is its own; or if the last requests, as many as are expected, were, and
 *      sharing lanes would pay. Now and then a short request is queued anyway, to find
 *      out whether its task has become such a one;
 *    - if the queue is very long ("busy"), which slows down the submitter.
 *    This does not apply to softirqs, as the tasklet is just as fast.
 * 6. A user that does not wait for each request (IPsec) gets its completions in order
 *    of submission: its requests are not hashed inline while the queue is not empty,
 *    unless their context does not allow queueing (interrupts off), or there is less
 *    than a block, which is only buffered.
 * 7. On PREEMPT_RT tasks do not wait for each other: rules 2 to 5 do not apply, and a
 *    task's request is hashed inline ("atomic") unless rule 6 forbids it.
 *
 * Rule 6 comes first, then inline hashing (4 and 5), then the choice of a flush.
 */
#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "policy.h"

/*
 * What a batch costs, and each of its jobs, besides hashing: sharing lanes pays if it saves
 * more than that. Picoseconds; measured with 1 to 4 blocks and 2 to 48 in flight on a Zen 4,
 * in User Mode Linux.
 */
#define BATCH_PS	150000
#define JOB_PS		12000

/*
 * After this much work that relied on the expected number, check the number again.
 * That costs two context switches per some milliseconds of work; where switches are
 * slow, that was 1 % of the work. So each time that the number was confirmed, rely on it
 * for twice as much work as before, up to 1 << PROBE_DOUBLED times.
 */
#define PROBE_BLOCKS	65536
#define PROBE_DOUBLED	3

/**
 * mbhash_expect_nothing() - initialize what is expected: nothing is known yet
 * @e: what is expected
 *
 * Context: any.
 */
void mbhash_expect_nothing(struct mbhash_expectation *e)
{
	*e = (struct mbhash_expectation) {
		.submitter = MBHASH_NO_TASK,
		.shared_blocks = UINT_MAX,
		.trusted_blocks = PROBE_BLOCKS,
	};
}

/* Return: the blocks that each of @n requests of a task needs for lanes to pay. */
static unsigned int shared_blocks(unsigned int n, u32 saved_ps)
{
	const u64 saved = (u64)n * saved_ps;

	return saved ? div64_u64(BATCH_PS + n * JOB_PS, saved) + 1 : UINT_MAX;
}

/* A softirq round had @queued requests. */
static void learn_round(struct mbhash_expectation *e, unsigned int queued)
{
	if (queued > 1)
		e->lone_rounds = 0;
	else
		e->lone_rounds += e->lone_rounds < UINT_MAX;
}

/**
 * mbhash_expect_learn() - learn from a flush that begins
 * @e: what is expected
 * @reason: why the queue is flushed
 * @queued: number of requests in the queue that were in flight together
 * @saved_ps: how much less each block costs in so many lanes than alone, picoseconds
 * @lone: the parameter of that name
 *
 * A flush because of full lanes, waiting submitters or a deadline shows how many
 * requests tasks have in flight together.
 *
 * Context: any, under the queue's lock.
 */
void mbhash_expect_learn(struct mbhash_expectation *e,
			 enum mbhash_reason reason, unsigned int queued,
			 u32 saved_ps, unsigned int lone)
{
	const unsigned int n = min_t(unsigned int, queued, MBHASH_FULL_QUEUE);
	unsigned int doubled = 0;

	if (reason == MBHASH_SOFTIRQ)
		learn_round(e, queued);
	if (reason == MBHASH_SOFTIRQ || reason == MBHASH_EXPECTED)
		return;

	if (n != e->expected) {
		e->expected = n;
		e->shared_blocks = shared_blocks(n, saved_ps);
		e->streak = 0;
	}
	e->streak++;
	if (e->streak > lone)
		doubled = min_t(unsigned int, e->streak - lone, PROBE_DOUBLED);
	e->trusted_blocks = PROBE_BLOCKS << doubled;
	e->untested_blocks = 0;
}
