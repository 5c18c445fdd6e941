// SPDX-License-Identifier: GPL-2.0
/*
 * A histogram of latencies, with constant cost per value and the same relative error
 * from nanoseconds to seconds.
 */
#include <linux/bitops.h>
#include <linux/math64.h>

#include "bench.h"

#define SUB_BUCKETS	BIT(BENCH_SUB_BITS)

static unsigned int bucket_of(u64 ns)
{
	unsigned int shift;

	if (ns < SUB_BUCKETS)
		return ns;
	shift = fls64(ns) - 1 - BENCH_SUB_BITS;
	return ((shift + 1) << BENCH_SUB_BITS) +
	       ((ns >> shift) & (SUB_BUCKETS - 1));
}

/* The smallest value in @bucket */
static u64 bucket_start(unsigned int bucket)
{
	unsigned int octave = bucket >> BENCH_SUB_BITS;

	if (!octave)
		return bucket;
	return (u64)(SUB_BUCKETS + bucket % SUB_BUCKETS) << (octave - 1);
}

/**
 * bench_latency_add() - count one message
 * @latency: the histogram
 * @ns: its latency, nanoseconds
 *
 * Context: any. Callers serialize.
 */
void bench_latency_add(struct bench_latency *latency, u64 ns)
{
	latency->n++;
	latency->bucket[bucket_of(ns)]++;
}

/**
 * bench_latency_merge() - add the messages of one histogram to another
 * @to: the histogram to add to
 * @from: the histogram to add
 *
 * Context: any.
 */
void bench_latency_merge(struct bench_latency *to,
			 const struct bench_latency *from)
{
	unsigned int i;

	to->n += from->n;
	for (i = 0; i < BENCH_BUCKETS; i++)
		to->bucket[i] += from->bucket[i];
}

/**
 * bench_latency_quantile() - a quantile of the latencies
 * @latency: the histogram
 * @permille: the quantile, in thousandths, 0..1000
 *
 * Context: any.
 * Return: nanoseconds, at most 0.8% too low; 0 if nothing was measured.
 */
u64 bench_latency_quantile(const struct bench_latency *latency,
			   unsigned int permille)
{
	u64 left = div_u64(latency->n * permille + 999, 1000);
	unsigned int i;

	if (!latency->n)
		return 0;
	for (i = 0; i < BENCH_BUCKETS - 1 && latency->bucket[i] < left; i++)
		left -= latency->bucket[i];
	return bucket_start(i);
}
