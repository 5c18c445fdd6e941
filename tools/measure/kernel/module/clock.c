// SPDX-License-Identifier: GPL-2.0
/*
 * Time and CPU time.
 *
 * User Mode Linux's own clock has steps of 256 ns, and its host also gives the CPU to
 * others. So there the time comes from the time stamp counter, CPU time from the host.
 */
#include <linux/kernel_stat.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/tick.h>

#include "bench.h"

#ifdef CONFIG_UML

#include <linux/delay.h>

#include "host.h"

/* Nanoseconds per tick of the counter are in units of 2^-SHIFT. */
#define SHIFT		22
#define FIRST_MS	20

/* Both clocks at the same time */
struct pair {
	u64 tsc;
	u64 ns;
};

static struct pair first, last;
static u64 mult;

static u64 read_tsc(void)
{
	u32 low, high;

	asm volatile("lfence; rdtsc" : "=a" (low), "=d" (high) : : "memory");
	return (u64)high << 32 | low;
}

/* Read both clocks just after a step of ktime. */
static struct pair read_both(void)
{
	struct pair pair;
	u64 before = ktime_get_ns();

	do {
		pair.ns = ktime_get_ns();
	} while (pair.ns == before);
	pair.tsc = read_tsc();
	return pair;
}

/**
 * bench_now() - the time
 *
 * Context: any.
 * Return: nanoseconds of CLOCK_MONOTONIC.
 */
u64 bench_now(void)
{
	return last.ns + (((read_tsc() - last.tsc) * mult) >> SHIFT);
}

static u64 cpu_ns(u64 now, u64 idle)
{
	return host_cpu_ns();
}

/**
 * bench_clock_sync() - set the clock, before each run
 *
 * Context: process, may sleep.
 */
void bench_clock_sync(void)
{
	if (!first.ns) {
		first = read_both();
		msleep(FIRST_MS);
	}
	last = read_both();
	mult = div64_u64((last.ns - first.ns) << SHIFT, last.tsc - first.tsc);
}

#else

u64 bench_now(void)
{
	return ktime_get_ns();
}

void bench_clock_sync(void)
{
}

static u64 cpu_ns(u64 now, u64 idle)
{
	return now - idle;
}

#endif

/* Nanoseconds; 0 if it is not known */
static u64 idle_ns(unsigned int cpu)
{
	const u64 us = get_cpu_idle_time_us(cpu, NULL);

	return us == U64_MAX ? 0 : us * NSEC_PER_USEC;
}

/**
 * bench_clock_read() - read all clocks
 * @times: where to put their values
 * @cpu: the CPU in use
 *
 * Context: process.
 */
void bench_clock_read(struct bench_times *times, unsigned int cpu)
{
	times->ns = bench_now();
	times->idle_ns = idle_ns(cpu);
	times->cpu_ns = cpu_ns(times->ns, times->idle_ns);
}
