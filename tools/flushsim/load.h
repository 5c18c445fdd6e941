/* SPDX-License-Identifier: GPL-2.0 */
/* Loads: who makes requests, and what else happens to the CPU. */
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
 * @PUMP: one that goes on until @inflight are in flight, and sleeps till one is done
 * @BURST: one that makes @inflight of them, and then waits for all (dm-crypt)
 * @SENDER: a program that makes @inflight of them with BH disabled, and does not
 *	    wait for them, but thinks (ESP with esp4_offload)
 * @TASKLET: like @PUMP, but in softirq
 * @NAPI: @inflight packets arrive at once, with an interrupt; then it thinks
 * @HOG: a task that always runs and makes none: other work
 */
enum client_kind { WAITER, PUMP, BURST, SENDER, TASKLET, NAPI, HOG };

/**
 * struct group - clients that are alike
 * @name: what to call them; NULL: there are none
 * @kind: what they are
 * @n: how many there are
 * @class: of those that are tasks
 * @nice: of those that have neither SCHED_FIFO nor SCHED_IDLE
 * @kernel: they are threads of the kernel, not programs
 * @ordered: see &struct mbhash_arrival
 * @size: of their messages, bytes
 * @size_most: if not 0, any size between these is as likely
 * @inflight: as their kind has it; for others it is 1
 * @turn_ns: what a client does for each request: system calls, a packet's way
 * @done_ns: what follows when it is done, beside waking somebody up
 * @think_ns: so long it sleeps then, give or take a half
 * @from_ms: when they begin
 * @till_ms: and when they end, if that is not 0
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
 * @name: what to call it
 * @machine: the file of costs
 * @hash: the hash function
 * @group: the clients
 * @steal_permille: this part of the CPU is stolen
 * @steal_ns: so much at a time, give or take a half
 * @from_ms: measure from then on
 * @ms: for so long
 * @seed: of all that is random
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
 * struct client - one of those
 * @task: its task, if it is one
 * @tasklet: or its tasklet
 * @timer: wakes it up, or is the interrupt of its packets
 * @group: what it is like
 * @dice: its own
 * @request: its last one, which may be gone if it is no waiter's
 * @inlined: that was hashed inline
 * @then: what follows once that is submitted
 * @inflight: requests in flight
 * @burst: requests, or packets that have arrived, still to be made
 * @budget: packets that NAPI may still take in this round
 * @sleeping: it is to be woken when one is done
 * @last: when a request of its was done
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
	u64 last;
};

/* loads.c: a list of them, and others at random */

extern const struct load loads[];
extern const unsigned int nr_loads;

void load_random(struct load *load, u64 seed);
unsigned int load_inflight(const struct load *load);

/* client.c */

void clients_start(struct sim *sim);
void clients_free(struct sim *sim);
u64 client_done_cost(const struct sim *sim, const struct client *client);
void client_done(struct sim *sim, struct request *request, u64 when);

#endif /* _LOAD_H */
