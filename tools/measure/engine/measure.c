// SPDX-License-Identifier: GPL-2.0
/*
 * Takes one sample of this thread's CPU time for each point. The table uses the median
 * of several runs of the program: a temporary disturbance of the machine then spoils
 * one sample of many points, not all samples of a few.
 *
 * Cycles are those of the core, not of the time stamp counter: the core's clock
 * is measured with each sample, using instructions of known latency.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "measure.h"

#define SAMPLE_NS	4000000

/* Latency of a 64-bit multiplication: Intel since Nehalem, AMD since Zen */
#define MUL_CYCLES	3
#define MULS		30000

#define LINE		64
#define PAGE		4096
#define HUGE_PAGE	(2 << 20)
#define MAX_SIZE	(1 << 20)

const size_t measure_sizes[] = {
	64, 256, 1024, 1500, 4096, 65536, MAX_SIZE, 0
};

const unsigned int measure_jobs[] = { 1, 2, 3, 4, 8, 16, 32, 48, 64, 0 };

static const char *const layout_names[] = {
	[LAYOUT_ALIGNED] = "aligned",
	[LAYOUT_PAGE] = "page",
	[LAYOUT_OFF16] = "off16",
	[LAYOUT_PACKED] = "packed",
};

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* A chain of multiplications, each waiting for the one before */
double measure_core_mhz(void)
{
	uint64_t x = 3, start = cpu_ns();

	for (int i = 0; i < MULS; i++) {
		x *= x;
		__asm__ volatile("" : "+r" (x));
	}
	return (double)MULS * MUL_CYCLES * 1000 / (cpu_ns() - start);
}

/* Use huge pages, like the kernel's own mapping of memory. */
static uint8_t *make_memory(void)
{
	size_t size = BUFFERS * (MAX_SIZE + PAGE) + HUGE_PAGE;
	uint8_t *memory = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) & -HUGE_PAGE);

	if (!memory) {
		perror("memory");
		exit(1);
	}
	madvise(memory, size, MADV_HUGEPAGE);
	for (size_t i = 0; i < size; i++)
		memory[i] = i * 2654435761u >> 24;	/* Knuth's hash: any bytes will do */
	return memory;
}

/**
 * measure_buffer() - one of the distinct buffers
 * @point: determines size and layout
 * @n: its number, 0..BUFFERS - 1
 *
 * Return: @point->size bytes
 */
const uint8_t *measure_buffer(const struct point *point, unsigned int n)
{
	static uint8_t *memory;
	size_t lines = (point->size + LINE - 1) / LINE * LINE;
	size_t pages = (point->size + PAGE - 1) / PAGE * PAGE;

	if (!memory)
		memory = make_memory();
	switch (point->layout) {
	case LAYOUT_ALIGNED:
		return memory + n * (lines + LINE);
	case LAYOUT_PAGE:
		return memory + n * pages;
	case LAYOUT_OFF16:
		return memory + n * (lines + LINE) + 16;
	default:
		return memory + n * point->size;
	}
}

/**
 * measure_next_buffer() - the next buffer; all buffers are used in turn
 * @point: determines size and layout
 *
 * Return: @point->size bytes
 */
const uint8_t *measure_next_buffer(const struct point *point)
{
	static unsigned int n;

	return measure_buffer(point, n++ % BUFFERS);
}

static uint64_t time_calls(const struct point *point, call_fn call,
			   unsigned long calls)
{
	uint64_t start = cpu_ns();

	while (calls--)
		call(point);
	return cpu_ns() - start;
}

static void print(const struct point *point, double mb_per_s,
		  double cycles_per_byte)
{
	printf("{\"algorithm\": \"%s\", \"what\": \"%s\", ",
	       point->algorithm, point->what);
	if (point->peer)
		printf("\"peer\": \"%s\", ", point->peer);
	printf("\"impl\": \"%s\", \"isa\": \"%s\", \"pick\": \"%s\", ",
	       point->impl, point->isa, point->pick);
	printf("\"size\": %zu, \"jobs\": %u, \"layout\": \"%s\", ",
	       point->size, point->jobs, layout_names[point->layout]);
	printf("\"mb_per_s\": %.1f, \"cycles_per_byte\": %.4f}\n",
	       mb_per_s, cycles_per_byte);
}

/**
 * measure() - measure one point and print it
 * @point: the point
 * @call: hashes @point->jobs messages of @point->size bytes
 */
void measure(const struct point *point, call_fn call)
{
	unsigned long calls = 1;
	double ghz, ns_per_byte;

	/* The very first call fills the buffers, which takes longer than a sample. */
	call(point);
	/* Also warms up. */
	while (time_calls(point, call, calls) < SAMPLE_NS)
		calls *= 2;

	ghz = measure_core_mhz() / 1000;
	ns_per_byte = (double)time_calls(point, call, calls) /
		      (calls * point->jobs * point->size);
	print(point, 1000 / ns_per_byte, ns_per_byte * ghz);
}

/* All sizes and numbers of messages */
void measure_all(struct point point, call_fn call)
{
	for (const size_t *size = measure_sizes; *size; size++) {
		for (const unsigned int *jobs = measure_jobs; *jobs; jobs++) {
			point.size = *size;
			point.jobs = *jobs;
			measure(&point, call);
		}
	}
}
