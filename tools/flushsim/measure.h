/* SPDX-License-Identifier: GPL-2.0 */
/* Measurements: numbers, times and costs. */
#ifndef _MEASURE_H
#define _MEASURE_H

#include <linux/types.h>

#include "load.h"
#include "policy.h"

struct sim;

/* Buckets have a relative width of 1/64. */
#define SUB_BITS	6
#define NR_BUCKETS	((65 - SUB_BITS) << SUB_BITS)

struct histogram {
	u64 n;
	u64 most;
	u32 bucket[NR_BUCKETS];
};

/**
 * struct measure - the results of a simulation
 * @latency: latencies of each group's requests, ns
 * @requests: number of requests of each client
 * @cpu_ns: CPU time of the clients and the driver
 * @reason: number of flushes, and of requests hashed inline, by reason
 * @taken: number of requests in these flushes
 * @lost: number of requests that were never completed
 */
struct measure {
	struct histogram latency[MAX_GROUPS];
	u64 *requests;
	u64 cpu_ns;
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
