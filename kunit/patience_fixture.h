/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A queue as its patience sees it, and what happens to it: requests of tasks arrive, and
 * it is flushed. For patience_test.c, which has the copy of policy/patience.c, and
 * deadline_test.c.
 */
#ifndef _PATIENCE_FIXTURE_H
#define _PATIENCE_FIXTURE_H

#include "mbhash_test.h"

#include "../policy/policy.h"
#include "../policy/decide.h"

#define LONE		16
#define BLOCKS		64
#define BLOCK_PS	100000
#define ALONE_NS	(BLOCKS * BLOCK_PS / 1000)	/* 6400 */
#define NICE_0		1024
#define NICE_19		15
#define NICE_MINUS_20	88761
#define WAIT_NS		1000
#define LEAST_NS	100000
#define START		5000000
#define TASK		17

struct queue {
	struct mbhash_expectation e;
	struct mbhash_patience patience;
	unsigned int queued;
	bool does_not_wait;
	unsigned int sleeps;
};

static inline void queue_init(struct queue *q)
{
	mbhash_expect_nothing(&q->e);
	mbhash_patience_init(&q->patience, WAIT_NS, LEAST_NS);
	q->queued = 0;
	q->does_not_wait = false;
	q->sleeps = 0;
}

static inline enum mbhash_reason arrive(struct queue *q, pid_t task,
					unsigned int weight, unsigned int blocks)
{
	const struct mbhash_arrival arrival = {
		.queued = q->queued,
		.blocks = blocks,
		.lone = LONE,
		.task = task,
		.weight = weight,
		.block_ps = BLOCK_PS,
		.context = MBHASH_TASK,
		.waits = !q->does_not_wait,
	};
	const enum mbhash_reason reason = mbhash_decide(&q->e, &q->patience,
							&arrival);

	if (!mbhash_is_inline(reason)) {
		mbhash_patience_queued(&q->patience, &arrival);
		q->queued++;
	}
	return reason;
}

/* A request of @task is queued @when, whatever would be decided. Does the task wait? */
static inline void queue_one(struct queue *q, pid_t task, unsigned int weight,
			     bool waits, u64 when)
{
	const struct mbhash_arrival arrival = {
		.blocks = BLOCKS,
		.task = task,
		.sleeps = q->sleeps,
		.weight = weight,
		.block_ps = BLOCK_PS,
		.context = MBHASH_TASK,
		.waits = waits,
	};

	mbhash_patience_queued(&q->patience, &arrival);
	mbhash_patience_waits(&q->patience, when);
}

/* The queue is flushed for @reason @gather ns after START, which takes @flush ns. */
static inline void flush_all(struct queue *q, enum mbhash_reason reason, u64 gather,
			     u64 flush)
{
	mbhash_patience_taken(&q->patience, reason, START + gather);
	mbhash_patience_served(&q->patience, reason, flush, 0,
			       START + gather + flush);
	q->queued = 0;
}

/*
 * @n tasks of @weight form a batch that is flushed for @reason: they take @gather ns
 * to submit, and the flush takes @flush ns.
 */
static inline void batch(struct queue *q, enum mbhash_reason reason, unsigned int n,
			 unsigned int weight, u64 gather, u64 flush)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		queue_one(q, 1 + i, weight, true, START + gather * i / n);
	flush_all(q, reason, gather, flush);
}

/* Enough such batches to learn from them */
static inline void batches(struct queue *q, enum mbhash_reason reason, unsigned int n,
			   unsigned int weight, u64 gather, u64 flush)
{
	unsigned int times;

	for (times = 0; times < 100; times++)
		batch(q, reason, n, weight, gather, flush);
}

/* A task that does not wait for its requests has another one in flight. */
static inline void one_more(struct queue *q, pid_t task, unsigned int weight)
{
	queue_one(q, task, weight, false, START);
}

#endif /* _PATIENCE_FIXTURE_H */
