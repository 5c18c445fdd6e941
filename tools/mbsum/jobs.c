// SPDX-License-Identifier: GPL-2.0
/*
 * The best number of files in flight, as measured in the kernel with files of 400 KB on one
 * CPU; and how many may be open.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include "mbsum.h"

/*
 * More files fill more lanes. But if data is read, their buffers fit the caches less;
 * and SHA-256 with the CPU's own instructions has few lanes to fill.
 */
#define SPLICING	16
#define READING		12
#define READING_FEW	6

/* Whatever the number of CPUs: files, pipes and buffers are limited. */
#define MAX_BY_DEFAULT	128

/*
 * Files that are open at the same time. For each job: a file, a socket and, if it
 * splices, the ends of a pipe. Besides those that are open from the start: a folder or
 * list, and some to spare.
 */
#define FILES_SPLICING	4
#define FILES_READING	2
#define FILES_LATER	4

/* A job that hashes a batch: its files, a socket for each, and a ring. */
#define FILES_BATCH	(2 * BATCH + 1)

/* More than all jobs ever need */
#define MAX_NEEDED	(128 * 1024)

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
 * jobs_least() - the number of jobs while files are short
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
 * jobs_most() - the number of jobs when files are long
 * @name: of the algorithm or the driver
 *
 * Return: a few for each CPU that this program may use
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

/**
 * jobs_files_each() - the number of files that each job in the kernel has open
 *
 * Return: that number
 */
unsigned int jobs_files_each(void)
{
	return alg_splices() ? FILES_SPLICING : FILES_READING;
}

/* Without /proc: how many are open, of as many as all jobs may need */
static unsigned int count_open(void)
{
	const int limit = getdtablesize();
	unsigned int n = 0;

	for (int fd = 0; fd < limit && fd < MAX_NEEDED; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* How many files do not belong to jobs? Some may have been inherited. */
static unsigned int files_besides(void)
{
	unsigned int n = FILES_LATER;
	DIR *open = opendir("/proc/self/fd");

	if (!open)
		return n + count_open();
	while (readdir(open))
		n++;
	closedir(open);
	return n - 3;	/* "." and "..", and that folder itself */
}

/**
 * jobs_fit() - raise the limit of open files, and limit the number of jobs to it
 * @jobs: wanted number of jobs
 * @each: files that each has open
 *
 * Return: at least 1
 */
unsigned int jobs_fit(unsigned int jobs, unsigned int each)
{
	unsigned int besides = files_besides();
	struct rlimit limit;
	rlim_t fit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return jobs;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur < besides + each)
		return 1;
	fit = (limit.rlim_cur - besides) / each;
	return fit < jobs ? fit : jobs;
}

/**
 * jobs_batch() - tell whether each job may have a batch of files open
 * @jobs: from jobs_fit()
 *
 * Return: whether the limit allows that
 */
bool jobs_batch(unsigned int jobs)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_NOFILE, &limit) &&
	       limit.rlim_cur >= files_besides() + jobs * (jobs_files_each() + FILES_BATCH);
}
