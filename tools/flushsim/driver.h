/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The driver: requests are hashed inline, or queued and flushed. A policy decides; the
 * rest works as in driver/submit.c, driver/queue.c and driver/flush.c.
 */
#ifndef _DRIVER_H
#define _DRIVER_H

#include <linux/types.h>

#include "cpu.h"
#include "event.h"
#include "policy.h"

struct client;
struct sim;

/**
 * struct request - a request
 * @next: the next one in a queue
 * @client: the client that made it
 * @size: bytes
 * @left: blocks left to hash
 * @start: when it was made
 * @done: it was completed
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
 * struct flush - a flush in progress, see driver/flush.c
 * @reason: why the queue is flushed
 * @start: when it began
 * @backlog: number of requests to complete, however long it takes
 * @job: requests that share lanes
 * @n: number of these
 * @todo: the others
 * @end: the end of @todo
 * @done: hashed requests, in order
 * @then: called at its end
 * @arg: for @then
 */
struct flush {
	enum mbhash_reason reason;
	u64 start;
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
 * @name: its name
 * @plain: requests cost as much as with the kernel's own driver
 * @us: how long it may delay a request
 * @init: initialize it
 * @decide: hash a request inline, or queue it? Like mbhash_policy_decide()
 * @queued: a request was queued; arranges its flush
 * @taken: a flush has taken requests
 * @served: a flush has ended; may be NULL
 * @tick: the driver's timer has expired; called in an interrupt
 */
struct policy {
	const char *name;
	bool plain;
	unsigned int us;
	void (*init)(struct sim *sim);
	enum mbhash_reason (*decide)(struct sim *sim,
				     const struct mbhash_arrival *arrival);
	void (*queued)(struct sim *sim, const struct mbhash_arrival *arrival,
		       enum mbhash_reason reason);
	void (*taken)(struct sim *sim, unsigned int n,
		      enum mbhash_reason reason);
	void (*served)(struct sim *sim, enum mbhash_reason reason);
	void (*tick)(struct sim *sim);
};

/**
 * struct driver - the driver's state on the CPU
 * @policy: the policy
 * @jobs: queued requests, in order
 * @end: the end of @jobs
 * @n: number of requests that are queued or being flushed
 * @flushing: a flush is in progress
 * @flush: that flush
 * @tasklet: flushes the queue
 * @reason: why it flushes
 * @timer: see &struct policy
 * @when: the timer may expire together with another one from then on
 * @thread: the flusher thread, as in driver/flusher.c
 * @woken: likewise
 * @pol: as in &struct mbhash_queue
 * @worker: the kworker that flushes what is due
 * @working: it has been woken
 * @flushes: number of flushes, and of requests hashed inline, by reason
 * @taken: number of requests in the flushes when they began
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
	u64 when;
	struct task thread;
	bool woken;
	struct mbhash_policy pol;
	struct task worker;
	bool working;
	u64 flushes[MBHASH_NR_REASONS];
	u64 taken;
};

/* driver.c: submission of a request; the list of policies */

extern const struct policy *const policies[];

void driver_init(struct sim *sim, const struct policy *policy);
u64 tick_ns(const struct sim *sim);
void driver_submit(struct sim *sim, struct request *request);
void driver_raise(struct sim *sim, enum mbhash_reason reason);
void driver_start_timer(struct sim *sim, u64 when);
void driver_timer_interrupt(struct sim *sim);

/* flush.c: a flush */

void flush_start(struct sim *sim, enum mbhash_reason reason,
		 void (*then)(struct sim *sim, void *arg), void *arg);
void queue_put(struct sim *sim, struct request *request);

/* mbhash.c: the module's policy; fixed.c: other policies */

extern const struct policy policy_mbhash;
extern const struct policy policy_never;
extern const struct policy policy_delay_50;
extern const struct policy policy_delay_100;
extern const struct policy policy_delay_1000;
extern const struct policy policy_full;

#endif /* _DRIVER_H */
