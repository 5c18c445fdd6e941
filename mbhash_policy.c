// SPDX-License-Identifier: GPL-2.0
/*
 * When a batch runs: whether a request is hashed inline or queued, and whether
 * all that are expected are there.
 *
 * The rule is to conserve work: a request waits only while waiting lets it share
 * lanes, and never when the CPU has nothing better to do.
 *
 * 1. A request from softirq is queued, and the tasklet flushes at the end of the
 *    same softirq round: the packets of a NAPI poll make one batch, without a
 *    context switch. But if round after round brings one request only, the first
 *    of a round is hashed inline ("lone"), until a round has a second one. So it
 *    is for a kernel thread that has BH disabled, such as NAPI's. For a program
 *    with BH disabled the request is hashed inline
 *    ("atomic") unless some are queued already: those that send through
 *    esp4_offload take -EINPROGRESS for an error.
 * 2. A request from a task that fills a set of lanes has the tasklet flush as the
 *    submitter enables BH ("full").
 * 3. Any other request from a task wakes the flusher thread, which runs as soon as
 *    every submitter on this CPU waits ("idle"). When something else keeps the CPU
 *    busy, a timer has them flushed ("deadline") before anybody has waited longer
 *    than it would have without batches: see mbhash_patience.c.
 * 4. What the thread finds is the number of requests that the submitters of this
 *    CPU have in flight together: so many are expected from then on. As long as it
 *    stays the same, nobody has to wait for the thread, which costs two context
 *    switches: the last one that is expected has the tasklet flush ("expected").
 *    If only one is expected, it is hashed inline ("lone"): no other would join it.
 *    Should fewer come than are expected, the thread finds that. Whether more
 *    would come, is left to the thread now and then, to see.
 * 5. A request from a task is hashed inline as well
 *    - if in a batch it would wait longer than without ("short"): its task outweighs
 *      the others, or asks for less, or lanes save less than waiting costs: see
 *      mbhash_patience.c. Whose task does nothing until it is done, that is: it says
 *      so, or was seen to do so;
 *    - if it takes less than a context switch ("short"), unless its task does not
 *      wait for its requests: the last one in the queue is of the same task; or
 *      all that were expected were, and lanes are worth it. Whether it has become
 *      such a task, a short request that is queued shows now and then;
 *    - if the queue is very long ("busy"): this holds the submitter back.
 *    Not in softirq: the tasklet is as quick.
 * 6. A requester that does not wait for each request (IPsec) gets its completions
 *    in order of submission: nothing of its own is hashed inline while something
 *    is queued, unless nothing may be queued where it is (interrupts off).
 */
#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "mbhash_policy.h"

/*
 * So much of one task takes less time in lanes, with all that it costs to get
 * there: what it takes one after the other, picoseconds.
 */
#define SHARED_PS	250000

/*
 * After so much work that trusts in what is expected, see whether it still holds.
 * That costs two context switches, against milliseconds of work; but where they
 * are slow that was 1 % of it. So, each time that it did hold, trust it for twice
 * as much work as before, up to 1 << PROBE_DOUBLED times.
 */
#define PROBE_BLOCKS	65536
#define PROBE_DOUBLED	3

/**
 * mbhash_expect_nothing() - begin without any knowledge
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

/* How many blocks each are worth sharing lanes if @n of a task do? */
static unsigned int shared_blocks(unsigned int n, u32 block_ps)
{
	const u64 each = (u64)n * block_ps;

	return n > 1 ? div64_u64(SHARED_PS, max(each, 1ULL)) + 1 : UINT_MAX;
}

/* A round of softirqs has brought @queued. */
static void learn_round(struct mbhash_expectation *e, unsigned int queued)
{
	if (queued > 1)
		e->lone_rounds = 0;
	else
		e->lone_rounds += e->lone_rounds < UINT_MAX;
}

/**
 * mbhash_expect_learn() - a flush begins
 * @e: what is expected
 * @reason: why
 * @queued: how many came
 * @block_ps: what a block costs in one lane, picoseconds
 * @lone: the parameter of that name
 *
 * If the lanes are full, or all wait, no more will come from tasks.
 *
 * Context: any, under the queue's lock.
 */
void mbhash_expect_learn(struct mbhash_expectation *e,
			 enum mbhash_reason reason, unsigned int queued,
			 u32 block_ps, unsigned int lone)
{
	const unsigned int n = min_t(unsigned int, queued, MBHASH_FULL_QUEUE);
	unsigned int doubled = 0;

	if (reason == MBHASH_SOFTIRQ)
		learn_round(e, queued);
	if (reason == MBHASH_SOFTIRQ || reason == MBHASH_EXPECTED)
		return;

	if (n != e->expected) {
		e->expected = n;
		e->shared_blocks = shared_blocks(n, block_ps);
		e->streak = 0;
	}
	e->streak++;
	if (e->streak > lone)
		doubled = min_t(unsigned int, e->streak - lone, PROBE_DOUBLED);
	e->trusted_blocks = PROBE_BLOCKS << doubled;
	e->untested_blocks = 0;
}
