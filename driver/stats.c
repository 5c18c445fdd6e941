// SPDX-License-Identifier: GPL-2.0
/*
 * Files in debugfs that show what the module does:
 *
 * mbhash/stats	counters, one per line: "HASH COUNTER [KEY] VALUE"
 * mbhash/cpus	the same for each CPU that has any: "CPU HASH COUNTER [KEY] VALUE"
 * mbhash/plan	the implementations with their cost, and which serves n jobs
 */
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>

#include "driver.h"

struct mbhash_stats __percpu *mbhash_stats;

static struct dentry *dir;

static const char *const reasons[MBHASH_NR_REASONS] = {
	[MBHASH_LONE] = "lone",
	[MBHASH_SHORT] = "short",
	[MBHASH_CHEAP] = "cheap",
	[MBHASH_BACKOFF] = "backoff",
	[MBHASH_ATOMIC] = "atomic",
	[MBHASH_FULL] = "full",
	[MBHASH_EXPECTED] = "expected",
	[MBHASH_IDLE] = "idle",
	[MBHASH_DEADLINE] = "deadline",
	[MBHASH_SOFTIRQ] = "softirq",
	[MBHASH_NOSIMD] = "nosimd",
};

static u64 counter_at(unsigned int cpu, size_t offset)
{
	const u64 *counter = (void *)per_cpu_ptr(mbhash_stats, cpu) + offset;

	/* Its CPU may count meanwhile: either value will do. */
	return data_race(READ_ONCE(*counter));
}

/* The counter at @offset in each CPU's struct mbhash_stats, summed over @cpus. */
static u64 sum_at(const struct cpumask *cpus, size_t offset)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_cpu(cpu, cpus)
		sum += counter_at(cpu, offset);
	return sum;
}

/* The same, but the largest of them. */
static u64 max_at(const struct cpumask *cpus, size_t offset)
{
	unsigned int cpu;
	u64 most = 0;

	for_each_cpu(cpu, cpus)
		most = max(most, counter_at(cpu, offset));
	return most;
}

#define SUM(cpus, member) \
	sum_at(cpus, offsetof(struct mbhash_stats, member))
#define MOST(cpus, member) \
	max_at(cpus, offsetof(struct mbhash_stats, member))

static void show_histogram(struct seq_file *m, const char *prefix,
			   const struct cpumask *cpus, const char *name,
			   size_t offset)
{
	unsigned int i;

	for (i = 1; i <= MBHASH_MAX_LANES; i++) {
		u64 n = sum_at(cpus, offset + i * sizeof(u64));

		if (n)
			seq_printf(m, "%s %s %u %llu\n", prefix, name, i, n);
	}
}

static void show_hash(struct seq_file *m, const char *cpu,
		      const struct cpumask *cpus, enum mbhash_hash_id id)
{
	char prefix[32];
	unsigned int r;

	snprintf(prefix, sizeof(prefix), "%s%s", cpu, mbhash_hashes[id].name);
	seq_printf(m, "%s requests %llu\n", prefix,
		   SUM(cpus, hash[id].requests));
	seq_printf(m, "%s bytes %llu\n", prefix, SUM(cpus, hash[id].bytes));
	for (r = 0; r < MBHASH_NR_REASONS; r++)
		seq_printf(m, "%s flush %s %llu\n", prefix, reasons[r],
			   SUM(cpus, hash[id].reason[r]));
	seq_printf(m, "%s queue_max %llu\n", prefix,
		   MOST(cpus, hash[id].queue_max));
	show_histogram(m, prefix, cpus, "jobs",
		       offsetof(struct mbhash_stats, hash[id].jobs));
	show_histogram(m, prefix, cpus, "lanes",
		       offsetof(struct mbhash_stats, hash[id].filled));
}

/* @cpu: the beginning of each line */
static void show_counters(struct seq_file *m, const char *cpu,
			  const struct cpumask *cpus)
{
	unsigned int id;

	for (id = 0; id < MBHASH_NR_HASHES; id++)
		show_hash(m, cpu, cpus, id);
	seq_printf(m, "%sall sections %llu\n", cpu, SUM(cpus, sections));
	seq_printf(m, "%sall sections_long %llu\n", cpu,
		   SUM(cpus, sections_long));
	seq_printf(m, "%sall section_ns_max %llu\n", cpu,
		   MOST(cpus, section_ns));
}

static int stats_show(struct seq_file *m, void *unused)
{
	show_counters(m, "", cpu_possible_mask);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

static bool has_requests(const struct cpumask *cpus)
{
	unsigned int id;

	for (id = 0; id < MBHASH_NR_HASHES; id++)
		if (SUM(cpus, hash[id].requests))
			return true;
	return false;
}

static int cpus_show(struct seq_file *m, void *unused)
{
	char name[sizeof("4294967295 ")];
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		if (!has_requests(cpumask_of(cpu)))
			continue;
		snprintf(name, sizeof(name), "%u ", cpu);
		show_counters(m, name, cpumask_of(cpu));
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(cpus);

static const char *state_of(const struct mbhash_impl *impl)
{
	if (impl->usable)
		return "usable";
	if (impl->isa & ~mbhash_isa_available())
		return "not on this CPU";
	return "off";
}

static void show_impls(struct seq_file *m, const struct mbhash_hash *hash)
{
	const struct mbhash_impl *k;

	seq_printf(m, "%s implementations: name, lanes, picoseconds for a block in all lanes, state, how many measurements agree, instructions for that block\n",
		   hash->name);
	for (k = hash->impls; k->name; k++)
		seq_printf(m, "  %-12s %2u %8u %s %u %u\n", k->name, k->width,
			   READ_ONCE(k->cost), state_of(k), READ_ONCE(k->agreed),
			   k->instructions);
}

static void show_plan(struct seq_file *m, const struct mbhash_hash *hash, bool simd)
{
	const struct mbhash_impl *before = NULL;
	unsigned int n;

	seq_printf(m, "%s plan %s vector registers: from n jobs on, implementation\n",
		   hash->name, simd ? "with" : "without");
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		const struct mbhash_impl *impl = READ_ONCE(hash->plan[simd].impl[n]);

		if (impl != before)
			seq_printf(m, "  %2u %s\n", n, impl->name);
		before = impl;
	}
}

static int plan_show(struct seq_file *m, void *unused)
{
	const u64 then = READ_ONCE(mbhash_timed_ns), now = ktime_get_ns();
	const struct mbhash_hash *hash = mbhash_hashes;

	seq_printf(m, "timed %u times, the last time %llu s ago\n",
		   READ_ONCE(mbhash_timings), div_u64(now - then, NSEC_PER_SEC));
	for (; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++) {
		show_impls(m, hash);
		show_plan(m, hash, false);
		show_plan(m, hash, true);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(plan);

/**
 * mbhash_stats_init() - allocate the counters and create the debugfs files
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int mbhash_stats_init(void)
{
	mbhash_stats = alloc_percpu(struct mbhash_stats);
	if (!mbhash_stats)
		return -ENOMEM;
	dir = debugfs_create_dir("mbhash", NULL);
	debugfs_create_file("stats", 0444, dir, NULL, &stats_fops);
	debugfs_create_file("cpus", 0444, dir, NULL, &cpus_fops);
	debugfs_create_file("plan", 0444, dir, NULL, &plan_fops);
	return 0;
}

/**
 * mbhash_stats_exit() - remove the debugfs files and free the counters
 *
 * Context: process, may sleep.
 */
void mbhash_stats_exit(void)
{
	debugfs_remove(dir);
	free_percpu(mbhash_stats);
}
