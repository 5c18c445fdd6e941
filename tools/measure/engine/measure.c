// SPDX-License-Identifier: GPL-2.0
/*
 * Takes samples of this thread's CPU time for each point: one, or as many as it is told
 * to. With MBHASH_TURNS in the environment the program says on standard output what it is
 * about to measure, {"next": [ALGORITHM, SIZE, JOBS]}, and reads from standard input: 's'
 * takes a sample, 'n' goes on to the next point. So ./turns lets all programs that measure
 * the same cell of a table take turns.
 *
 * A sample says how many additions for each cycle the core had left, before and after
 * it: fewer if a busy thread shares the core, even another guest's, of which nothing else
 * tells.
 *
 * With MBHASH_QUICK in the environment samples are too short to mean anything.
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
#define QUICK_NS	100000

/* Latency of a 64-bit multiplication: Intel since Nehalem, AMD since Zen */
#define MUL_CYCLES	3
#define MULS		30000
#define ADDS		120000	/* a multiple of 12 */
#define SIX_ADDS	"add $1, %0; add $1, %1; add $1, %2;"	\
			"add $1, %3; add $1, %4; add $1, %5;"

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

/* Return: how many additions that wait for no other ones the core does in a cycle, at @mhz */
static double adds_per_cycle(double mhz)
{
	uint64_t x[6] = {}, start = cpu_ns();

	for (int i = 0; i < ADDS / 12; i++)
		__asm__ volatile(SIX_ADDS SIX_ADDS
				 : "+r" (x[0]), "+r" (x[1]), "+r" (x[2]),
				   "+r" (x[3]), "+r" (x[4]), "+r" (x[5]));
	return ADDS * 1000.0 / ((cpu_ns() - start) * mhz);
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
		  double cycles_per_byte, double adds)
{
	printf("{\"algorithm\": \"%s\", \"what\": \"%s\", ",
	       point->algorithm, point->what);
	if (point->peer)
		printf("\"peer\": \"%s\", ", point->peer);
	printf("\"impl\": \"%s\", \"isa\": \"%s\", \"pick\": \"%s\", ",
	       point->impl, point->isa, point->pick);
	printf("\"size\": %zu, \"jobs\": %u, \"layout\": \"%s\", ",
	       point->size, point->jobs, layout_names[point->layout]);
	printf("\"mb_per_s\": %.1f, \"cycles_per_byte\": %.4f, \"adds_per_cycle\": %.2f}\n",
	       mb_per_s, cycles_per_byte, adds);
}

/* After others' turns: also fills the caches again. */
static void sample(const struct point *point, call_fn call, unsigned long calls)
{
	double mhz, adds, ns_per_byte;

	time_calls(point, call, calls);
	mhz = measure_core_mhz();
	adds = adds_per_cycle(mhz);
	ns_per_byte = (double)time_calls(point, call, calls) /
		      (calls * point->jobs * point->size);
	adds = (adds + adds_per_cycle(mhz)) / 2;
	print(point, 1000 / ns_per_byte, ns_per_byte * mhz / 1000, adds);
}

static unsigned long enough_calls(const struct point *point, call_fn call)
{
	const uint64_t enough = getenv("MBHASH_QUICK") ? QUICK_NS : SAMPLE_NS;
	unsigned long calls = 1;

	/* The very first call fills the buffers, which takes longer than a sample. */
	call(point);
	while (time_calls(point, call, calls) < enough)
		calls *= 2;
	return calls;
}

/**
 * measure() - measure one point and print it, in turns with other programs if there are any
 * @point: the point
 * @call: hashes @point->jobs messages of @point->size bytes
 */
void measure(const struct point *point, call_fn call)
{
	unsigned long calls = 0;

	if (!getenv("MBHASH_TURNS")) {
		sample(point, call, enough_calls(point, call));
		return;
	}
	printf("{\"next\": [\"%s\", %zu, %u]}\n", point->algorithm, point->size, point->jobs);
	fflush(stdout);
	while (getchar() == 's') {
		if (!calls)
			calls = enough_calls(point, call);
		sample(point, call, calls);
		fflush(stdout);
	}
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
