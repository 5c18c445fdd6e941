/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The driver: requests are hashed inline, or queued and flushed. What decides is
 * a policy; the rest is as in mbhash_submit.c, mbhash_queue.c and mbhash_flush.c.
 */
#ifndef _DRIVER_H
#define _DRIVER_H

#include <linux/types.h>

#include "cpu.h"
#include "event.h"
#include "mbhash_policy.h"

struct client;
struct sim;

/**
 * struct request - a request
 * @next: the one after it in a queue
 * @client: whose it is
 * @size: bytes
 * @left: blocks that are still to be hashed
 * @start: when it was made
 * @done: it is
 */
struct request {
	struct request *next;
	struct client *client;
	unsigned int size;
	unsigned int left;
	u64 start;
	bool done;
};

/**
 * struct flush - one that is at work, see mbhash_flush.c
 * @reason: why
 * @start: when it began
 * @hashing_ps: how long it has hashed, ps
 * @backlog: so many are to be completed however long it takes
 * @job: those that share lanes
 * @n: how many do
 * @todo: the others
 * @end: the end of these
 * @done: those that are hashed, in order
 * @then: what follows
 * @arg: for @then
 */
struct flush {
	enum mbhash_reason reason;
	u64 start;
	u64 hashing_ps;
	unsigned int backlog;
	struct request *job[64];
	unsigned int n;
	struct request *todo;
	struct request **end;
	struct request *done;
	void (*then)(struct sim *sim, void *arg);
	void *arg;
};

/**
 * struct policy - decides what is done with requests
 * @name: what to call it
 * @plain: requests cost what the kernel's own driver takes for them
 * @free: and in lanes that are always full, for nothing
 * @us: how long it may hold a request back
 * @init: prepare it
 * @decide: hash a request inline, or queue it? As mbhash_decide()
 * @queued: it was queued; who flushes it?
 * @taken: a flush has taken so many
 * @served: a flush has ended; may be NULL
 * @tick: the driver's timer has expired; in an interrupt
 */
struct policy {
	const char *name;
	bool plain;
	bool free;
	unsigned int us;
	void (*init)(struct sim *sim);
	enum mbhash_reason (*decide)(struct sim *sim,
				     const struct mbhash_arrival *arrival);
	void (*queued)(struct sim *sim, enum mbhash_reason reason);
	void (*taken)(struct sim *sim, unsigned int n,
		      enum mbhash_reason reason);
	void (*served)(struct sim *sim, enum mbhash_reason reason);
	void (*tick)(struct sim *sim);
};

/**
 * struct driver - one CPU's part of it
 * @policy: what decides
 * @jobs: what is queued, in order
 * @end: the end of these
 * @n: how many are, or are being flushed
 * @flushing: a flush is at work
 * @flush: that one
 * @tasklet: flushes
 * @reason: why
 * @timer: see &struct policy
 * @soft: it may expire from then on, when another timer does
 * @hard: when it has to
 * @thread: the flusher thread, as mbhash_flusher.c has it
 * @woken: likewise
 * @expect: likewise
 * @patience: likewise
 * @holdoff: likewise
 * @longest: the longest queue
 * @bytes: of messages that are queued
 * @most_bytes: the most
 * @flushes: how many, by reason; and requests that were hashed inline
 * @taken: how many requests were in these, when they began
 */
struct driver {
	const struct policy *policy;
	struct request *jobs;
	struct request **end;
	unsigned int n;
	bool flushing;
	struct flush flush;
	struct tasklet tasklet;
	enum mbhash_reason reason;
	struct event timer;
	u64 soft;
	u64 hard;
	struct task thread;
	bool woken;
	struct mbhash_expectation expect;
	struct mbhash_patience patience;
	struct mbhash_holdoff holdoff;
	unsigned int longest;
	u64 bytes;
	u64 most_bytes;
	u64 flushes[MBHASH_NR_REASONS];
	u64 taken;
};

/* driver.c: a request's way; which policies there are */

extern const struct policy *const policies[];

void driver_init(struct sim *sim, const struct policy *policy);
void driver_submit(struct sim *sim, struct request *request);
void driver_raise(struct sim *sim, enum mbhash_reason reason);
void driver_start_timer(struct sim *sim, u64 soft, u64 hard);
void driver_timer_interrupt(struct sim *sim);

/* flush.c: a flush */

void flush_start(struct sim *sim, enum mbhash_reason reason,
		 void (*then)(struct sim *sim, void *arg), void *arg);
void queue_put(struct sim *sim, struct request *request);

/* mbhash.c: what the module does; fixed.c: what others would */

extern const struct policy policy_mbhash;
extern const struct policy policy_never;
extern const struct policy policy_holdoff_50;
extern const struct policy policy_holdoff_100;
extern const struct policy policy_holdoff_1000;
extern const struct policy policy_full;
extern const struct policy policy_bound;

#endif /* _DRIVER_H */
