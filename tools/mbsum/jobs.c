// SPDX-License-Identifier: GPL-2.0
/*
 * How many files in flight are good, by what was measured: files of 400 KB on one
 * CPU.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include "mbsum.h"

/*
 * More of them fill more lanes. Where data is read, their buffers also fit the
 * caches less; and SHA-256 by the CPU's own instructions has few lanes to fill.
 */
#define SPLICING	16
#define READING		12
#define READING_FEW	6

/* However many CPUs: files, pipes and buffers are not without end. */
#define MAX_BY_DEFAULT	128

/* Has the CPU instructions for SHA-256? */
static bool cpu_has_sha256(void)
{
#if defined(__x86_64__)
	unsigned int a, b, c, d;

	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
#elif defined(__aarch64__)
	return getauxval(AT_HWCAP) & HWCAP_SHA2;
#else
	return false;
#endif
}

/**
 * jobs_least() - how many while files are short
 *
 * Return: one for each CPU that this program may use
 */
unsigned int jobs_least(void)
{
	cpu_set_t cpus;
	unsigned int n = 1;

	if (!sched_getaffinity(0, sizeof(cpus), &cpus))
		n = CPU_COUNT(&cpus);
	return n < MAX_BY_DEFAULT ? n : MAX_BY_DEFAULT;
}

/**
 * jobs_most() - how many when files are long
 * @name: of the algorithm or the driver
 *
 * Return: a few for each of these CPUs
 */
unsigned int jobs_most(const char *name)
{
	unsigned int each = READING, n;

	if (alg_splices())
		each = SPLICING;
	else if (strstr(name, "sha256") && cpu_has_sha256())
		each = READING_FEW;
	n = jobs_least() * each;
	return n < MAX_BY_DEFAULT ? n : MAX_BY_DEFAULT;
}
