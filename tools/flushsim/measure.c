// SPDX-License-Identifier: GPL-2.0
/* Collects the measurements, and prints them as one line of JSON. */
#include <linux/minmax.h>
#include <linux/types.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim.h"

/* Within the time of measuring? */
static bool measuring(const struct sim *sim)
{
	return sim->measure.requests && !sim->ending;
}

static unsigned int bucket_of(u64 ns)
{
	unsigned int shift = 0;

	while (ns >> shift >= 2ULL << SUB_BITS)
		shift++;
	return (shift << SUB_BITS) + (ns >> shift);
}

/* The upper end of a bucket */
static u64 bucket_end(unsigned int bucket)
{
	unsigned int shift = bucket >> SUB_BITS;

	shift -= shift > 0;
	return ((u64)(bucket - (shift << SUB_BITS)) + 1) << shift;
}

static void add(struct histogram *histogram, u64 ns)
{
	histogram->n++;
	histogram->most = max(histogram->most, ns);
	histogram->bucket[bucket_of(ns)]++;
}

static u64 quantile(const struct histogram *histogram, unsigned int permille)
{
	const u64 want = (histogram->n * permille + 999) / 1000;
	u64 n = 0;

	for (unsigned int i = 0; i < NR_BUCKETS; i++) {
		n += histogram->bucket[i];
		if (n >= want)
			return min(bucket_end(i), histogram->most);
	}
	return histogram->most;
}

static unsigned int group_of(const struct sim *sim, const struct client *client)
{
	return client->group - sim->load->group;
}

void measure_request(struct sim *sim, struct client *client, u64 start,
		     u64 when)
{
	if (!measuring(sim))
		return;
	sim->measure.requests[client - sim->client]++;
	add(&sim->measure.latency[group_of(sim, client)], when - start);
}

/* Add the counters: @sign is -1 when measuring begins, and 1 when it ends. */
static void read_counters(struct sim *sim, int sign)
{
	struct measure *measure = &sim->measure;
	const struct cpu *cpu = &sim->cpu;
	const struct driver *driver = &sim->driver;

	cpu_sync(sim);
	measure->cpu_ns += sign * (sim->now - cpu->idle_ns - cpu->foreign_ns -
				   cpu->stolen_ns);
	for (unsigned int i = 0; i < MBHASH_NR_REASONS; i++)
		measure->reason[i] += sign * driver->flushes[i];
	measure->taken += sign * driver->taken;
}

void measure_begin(struct sim *sim)
{
	sim->measure.requests = calloc(sim->nr_clients,
				       sizeof(*sim->measure.requests));
	if (!sim->measure.requests)
		abort();
	read_counters(sim, -1);
}

void measure_end(struct sim *sim)
{
	read_counters(sim, 1);
}

void measure_free(struct measure *measure)
{
	free(measure->requests);
}

/* Time of the kernel's own driver and of the client for a request of a group */
static u64 worth(const struct sim *sim, const struct group *group)
{
	const unsigned int size = (group->size + (group->size_most ?:
						  group->size)) / 2;
	const struct plan *plan = &sim->costs.plan[sim->load->hash];

	if (group->kind == HOG)
		return 0;
	return group->turn_ns + group->done_ns + sim->costs.plain +
	       blocks_of(size) * plan->plain / 1000;
}

static void print_group(const struct sim *sim, unsigned int i)
{
	const struct group *group = &sim->load->group[i];
	const struct histogram *latency = &sim->measure.latency[i];
	const char *separator = "";

	printf("{\"name\": \"%s\", \"inflight\": %u, \"worth_ns\": %llu, ",
	       group->name, group->inflight, worth(sim, group));
	printf("\"ns_p999\": %llu, \"requests\": [", quantile(latency, 999));
	for (unsigned int k = 0; k < sim->nr_clients; k++) {
		if (sim->client[k].group != group)
			continue;
		printf("%s%llu", separator, sim->measure.requests[k]);
		separator = ", ";
	}
	printf("]}");
}

void measure_print(const struct sim *sim)
{
	static const char *const reasons[MBHASH_NR_REASONS] = {
		[MBHASH_LONE] = "lone", [MBHASH_SHORT] = "short",
		[MBHASH_CHEAP] = "cheap", [MBHASH_BACKOFF] = "backoff",
		[MBHASH_ATOMIC] = "atomic",
		[MBHASH_FULL] = "full", [MBHASH_EXPECTED] = "expected",
		[MBHASH_IDLE] = "idle", [MBHASH_DEADLINE] = "deadline",
		[MBHASH_SOFTIRQ] = "softirq", [MBHASH_NOSIMD] = "nosimd",
	};
	const struct measure *measure = &sim->measure;
	const char *separator = "";
	u64 flushes = 0;

	printf("{\"load\": \"%s\", \"policy\": \"%s\", \"cpu_ns\": %llu, ",
	       sim->load->name, sim->driver.policy->name, measure->cpu_ns);
	printf("\"submitted\": %llu, \"lost\": %llu, \"reason\": {", sim->submitted,
	       measure->lost);
	for (unsigned int i = 0; i < MBHASH_NR_REASONS; i++) {
		if (!mbhash_is_inline(i))
			flushes += measure->reason[i];
		if (!measure->reason[i])
			continue;
		printf("%s\"%s\": %llu", separator, reasons[i],
		       measure->reason[i]);
		separator = ", ";
	}
	printf("}, \"flushes\": %llu, \"jobs\": %llu, \"group\": [", flushes,
	       measure->taken);
	for (unsigned int i = 0; i < MAX_GROUPS && sim->load->group[i].n; i++) {
		if (i)
			printf(", ");
		print_group(sim, i);
	}
	printf("]}\n");
}
