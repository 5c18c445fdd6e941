/* SPDX-License-Identifier: GPL-2.0 */
/* Loads: the clients that make requests, and what else happens on the CPU. */
#ifndef _LOAD_H
#define _LOAD_H

#include <linux/types.h>

#include "cost.h"
#include "cpu.h"

struct sim;
struct request;

/**
 * enum client_kind - what a client is
 * @WAITER: a task that makes a request and waits for it (AF_ALG, dm-integrity)
 * @PUMP: a task that keeps @inflight requests in flight, and sleeps until one is done
 * @BURST: a task that makes @inflight requests, and then waits for all (dm-crypt)
 * @PACER: a task that makes a request, and thinks without waiting for it, unless
 *	   @inflight are in flight
 * @SENDER: a program that makes @inflight requests with BH disabled, and does not
 *	    wait for them, but thinks (ESP with esp4_offload)
 * @TASKLET: like @PUMP, but in softirq
 * @NAPI: @inflight packets arrive at once, with an interrupt; then it thinks
 * @HOG: a task that always runs and makes no requests: other work
 */
enum client_kind { WAITER, PUMP, BURST, PACER, SENDER, TASKLET, NAPI, HOG };

/**
 * struct group - clients that are alike
 * @name: their name; NULL: there are none
 * @kind: their kind
 * @n: their number
 * @class: scheduling class, if they are tasks
 * @nice: nice value, if they are neither SCHED_FIFO nor SCHED_IDLE
 * @kernel: they are kernel threads, not programs
 * @ordered: see &struct mbhash_arrival
 * @size: size of their messages, bytes
 * @size_most: if not 0, sizes are uniformly distributed from @size to this
 * @inflight: see &enum client_kind; 1 for kinds that do not mention it
 * @turn_ns: a client's work for each request: system calls, a packet's path
 * @done_ns: work when a request is done, besides a wakeup
 * @think_ns: how long the client sleeps then, plus or minus a half
 * @from_ms: when they begin
 * @till_ms: when they end, if not 0
 */
struct group {
	const char *name;
	enum client_kind kind;
	unsigned int n;
	enum task_class class;
	int nice;
	bool kernel;
	bool ordered;
	unsigned int size;
	unsigned int size_most;
	unsigned int inflight;
	u64 turn_ns;
	u64 done_ns;
	u64 think_ns;
	unsigned int from_ms;
	unsigned int till_ms;
};

#define MAX_GROUPS	4

/**
 * struct load - a load
 * @name: its name
 * @machine: its name, see cost.c
 * @hash: the hash function
 * @group: the clients
 * @steal_permille: stolen part of the CPU
 * @steal_ns: stolen time at a time, plus or minus a half
 * @from_ms: when measuring begins
 * @ms: how long to measure at least
 * @seed: seed of all random numbers
 */
struct load {
	char name[64];
	const char *machine;
	enum hash_id hash;
	struct group group[MAX_GROUPS];
	unsigned int steal_permille;
	u64 steal_ns;
	unsigned int from_ms;
	unsigned int ms;
	u64 seed;
};

/**
 * struct client - a client
 * @task: its task, if it is one
 * @tasklet: or its tasklet
 * @timer: wakes it up, or is the interrupt of its packets
 * @group: its group
 * @dice: its random numbers
 * @request: its last request, which may be freed unless the client is a WAITER
 * @inlined: that request was hashed inline
 * @then: called after a request is submitted
 * @inflight: requests in flight
 * @burst: requests still to be made, or arrived packets still to be handled
 * @budget: packets that NAPI may still take in this round
 * @sleeping: to be woken when a request is done
 */
struct client {
	struct task task;
	struct tasklet tasklet;
	struct event timer;
	const struct group *group;
	struct dice dice;
	struct request *request;
	bool inlined;
	void (*then)(struct sim *sim, void *arg);
	unsigned int inflight;
	unsigned int burst;
	unsigned int budget;
	bool sleeping;
};

/* loads.c: named loads, and random ones */

extern const struct load loads[];
extern const unsigned int nr_loads;

void load_random(struct load *load, u64 seed);

/* client.c */

void clients_start(struct sim *sim);
void clients_free(struct sim *sim);
u64 client_done_cost(const struct sim *sim, const struct client *client);
void client_submitted(struct sim *sim, struct client *client);
void client_done(struct sim *sim, struct request *request, u64 when);

#endif /* _LOAD_H */
