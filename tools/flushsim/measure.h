/* SPDX-License-Identifier: GPL-2.0 */
/* What is measured: how often, how long, at what cost. */
#ifndef _MEASURE_H
#define _MEASURE_H

#include <linux/types.h>

#include "load.h"
#include "mbhash_policy.h"

struct sim;

/* Values whose ends differ by 1/64 share a bucket. */
#define SUB_BITS	6
#define NR_BUCKETS	((65 - SUB_BITS) << SUB_BITS)

struct histogram {
	u64 n;
	u64 most;
	u32 bucket[NR_BUCKETS];
};

/**
 * struct measure - what a simulation has found
 * @latency: of each group's requests, ns
 * @gap: the longest time in which a client of a group had none done, ns
 * @requests: of each client
 * @cpu_ns: of the CPU, for the clients and the driver
 * @foreign_ns: for other work
 * @idle_ns: for nothing
 * @switches: from one task to another
 * @interrupts: how many
 * @reason: flushes, and requests hashed inline, by reason
 * @taken: how many requests were in these flushes
 * @lost: requests that were never completed
 */
struct measure {
	struct histogram latency[MAX_GROUPS];
	u64 gap[MAX_GROUPS];
	u64 *requests;
	u64 cpu_ns;
	u64 foreign_ns;
	u64 idle_ns;
	u64 switches;
	u64 interrupts;
	u64 reason[MBHASH_NR_REASONS];
	u64 taken;
	u64 lost;
};

void measure_begin(struct sim *sim);
void measure_end(struct sim *sim);
void measure_request(struct sim *sim, struct client *client, u64 start,
		     u64 when);
void measure_free(struct measure *measure);
void measure_print(const struct sim *sim);

#endif /* _MEASURE_H */
