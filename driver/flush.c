// SPDX-License-Identifier: GPL-2.0
/*
 * A flush takes a queue, hashes the requests in it, and completes them.
 *
 * A job is either on a queue, where any flush may take it, or inside a flush. A
 * flush runs with BH disabled, is bounded in time, completions included, and cannot
 * be preempted by a task. (On PREEMPT_RT it can. Only tasklets flush there, and a
 * task that raises a preempted one lends it its priority, through a lock that the
 * kernel's tasklets, or all softirqs, share.) Only one flush at a time works on a
 * queue. When its time is up, it puts the remaining jobs back at the head of the
 * queue, with the state that they have reached.
 *
 * If the queue is very long, a flush goes on until MBHASH_LONG_QUEUE requests are
 * left, however long that takes: softirqs must not take in more than is hashed. So a
 * queue cannot grow beyond that length plus what one softirq round brings. (Tasks that
 * block on their requests do not make it so long, however many they are: the policy
 * has them hash inline then.)
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/minmax.h>

#include "queue.h"
#include "trace.h"

/* A flush delays softirqs and tasks, so its time is bounded. */
#define FLUSH_NS	200000

/*
 * Read the clock after so many completions at first, then after twice as many, and so on
 * up to every MOST_COMPLETIONS. A completion takes a microsecond or two, but authenc's
 * decrypts the message, which may take milliseconds: read it whenever jiffies, which
 * costs nothing, has changed.
 */
#define FIRST_COMPLETIONS	2
#define MOST_COMPLETIONS	16

/**
 * struct flush - a flush in progress
 * @queue: the queue
 * @reason: why it is flushed
 * @start: when the flush began, ns
 * @now: when the clock was last read, ns
 * @tick: jiffies at that time
 * @backlog: number of requests to complete, however long it takes
 */
struct flush {
	struct mbhash_queue *queue;
	enum mbhash_reason reason;
	u64 start;
	u64 now;
	unsigned long tick;
	unsigned int backlog;
};

/* Take the queue. Return: false if there is nothing to flush, see mbhash_queue_take(). */
static bool begin(struct flush *flush, const struct mbhash_hash *hash)
{
	struct mbhash_hash_stats __percpu *stats = &mbhash_stats->hash[hash->id];
	unsigned int n, lanes;

	n = mbhash_queue_take(flush->queue, hash, &flush->reason, &flush->start);
	if (!n)
		return false;
	flush->now = flush->start;
	trace_mbhash_flush(hash, flush->reason, n);
	lanes = min_t(unsigned int, n, MBHASH_MAX_LANES);
	mbhash_count(stats->reason[flush->reason], 1);
	mbhash_count(stats->jobs[lanes], 1);
	flush->backlog = n - min_t(unsigned int, n, MBHASH_LONG_QUEUE);
	return true;
}

static void hash_some(struct flush *flush)
{
	flush->now = mbhash_hash_batch(&flush->queue->batch, flush->now);
	flush->tick = jiffies;
}

static bool time_is_up(struct flush *flush)
{
	flush->now = ktime_get_ns();
	flush->tick = jiffies;
	return !flush->backlog && flush->now - flush->start > FLUSH_NS;
}

/*
 * Complete hashed requests until time is up. BH is disabled, no lock held.
 * Return: how many were completed.
 */
static unsigned int complete_done(struct flush *flush)
{
	struct list_head *done = &flush->queue->batch.done;
	struct mbhash_request *request, *next;
	unsigned int n = 0, check = FIRST_COMPLETIONS;

	list_for_each_entry_safe(request, next, done, job.node) {
		trace_mbhash_complete(request);
		request->complete(request);
		if (flush->backlog)
			flush->backlog--;
		if (++n >= check)
			check += min_t(unsigned int, check, MOST_COMPLETIONS);
		else if (!time_after(jiffies, flush->tick))
			continue;
		if (&next->job.node != done && time_is_up(flush)) {
			/* The requests before @next may be freed: do not touch them. */
			__list_del(done, &next->job.node);
			return n;
		}
	}
	INIT_LIST_HEAD(done);
	return n;
}

/* Does the flush go on after it has completed @done requests? */
static bool goes_on(struct flush *flush, unsigned int done)
{
	return READ_ONCE(flush->queue->n) != done && !time_is_up(flush);
}

/**
 * mbhash_flush() - hash and complete a queue's requests, for about FLUSH_NS
 * @queue: the queue
 * @hash: its hash function
 * @reason: MBHASH_IDLE, MBHASH_DEADLINE or MBHASH_NO_REASON: for whom, see
 *	    mbhash_queue_take()
 *
 * Also takes in requests that arrive meanwhile.
 *
 * Context: BH disabled, no lock held.
 * Return: true if requests are left that no other flush is working on.
 */
bool mbhash_flush(struct mbhash_queue *queue, const struct mbhash_hash *hash,
		  enum mbhash_reason reason)
{
	struct flush flush = { .queue = queue, .reason = reason };
	unsigned int done;

	if (!begin(&flush, hash))
		return false;

	for (;;) {
		hash_some(&flush);
		done = complete_done(&flush);
		if (!goes_on(&flush, done))
			break;
		mbhash_queue_take_more(queue, done);
	}
	mbhash_queue_put_back(queue, done, flush.reason, flush.now);
	return READ_ONCE(queue->n);
}
