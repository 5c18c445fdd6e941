// SPDX-License-Identifier: GPL-2.0
/*
 * What a person needs to see that it works, in debugfs:
 *
 * mbhash/stats	counters, one on a line: "HASH COUNTER [KEY] VALUE"
 * mbhash/plan	the lane kernels with their cost, and which serves n jobs
 */
#include <linux/debugfs.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>

#include "mbhash.h"

struct mbhash_stats __percpu *mbhash_stats;

static struct dentry *dir;

static const char *const reasons[MBHASH_NR_REASONS] = {
	[MBHASH_FULL] = "full",
	[MBHASH_IDLE] = "idle",
	[MBHASH_DEADLINE] = "deadline",
	[MBHASH_SOFTIRQ] = "softirq",
	[MBHASH_LONE] = "lone",
	[MBHASH_SHORT] = "short",
	[MBHASH_BUSY] = "busy",
	[MBHASH_ATOMIC] = "atomic",
	[MBHASH_NOSIMD] = "nosimd",
};

/* The counter at @offset in each CPU's struct mbhash_stats, summed. */
static u64 sum_at(size_t offset)
{
	unsigned int cpu;
	u64 sum = 0;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(*(u64 *)((u8 *)per_cpu_ptr(mbhash_stats, cpu) +
					  offset));
	return sum;
}

#define SUM(member) sum_at(offsetof(struct mbhash_stats, member))

static void show_histogram(struct seq_file *m, const char *hash,
			   const char *name, size_t offset)
{
	unsigned int i;

	for (i = 1; i <= MBHASH_MAX_LANES; i++) {
		u64 n = sum_at(offset + i * sizeof(u64));

		if (n)
			seq_printf(m, "%s %s %u %llu\n", hash, name, i, n);
	}
}

static int stats_show(struct seq_file *m, void *unused)
{
	unsigned int i, r, cpu;
	u64 section_ns = 0;

	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		const char *name = mbhash_hashes[i].name;

		seq_printf(m, "%s requests %llu\n", name, SUM(hash[i].requests));
		seq_printf(m, "%s bytes %llu\n", name, SUM(hash[i].bytes));
		for (r = 0; r < MBHASH_NR_REASONS; r++)
			seq_printf(m, "%s flush %s %llu\n", name, reasons[r],
				   SUM(hash[i].reason[r]));
		show_histogram(m, name, "jobs",
			       offsetof(struct mbhash_stats, hash[i].jobs));
		show_histogram(m, name, "lanes",
			       offsetof(struct mbhash_stats, hash[i].filled));
	}
	for_each_possible_cpu(cpu)
		section_ns = max(section_ns,
				 per_cpu_ptr(mbhash_stats, cpu)->section_ns);
	seq_printf(m, "all section_ns_max %llu\n", section_ns);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

static const char *state_of(const struct mbhash_kernel *kernel)
{
	if (kernel->usable)
		return "usable";
	if (kernel->isa & ~mbhash_isa_available())
		return "not on this CPU";
	return "off";
}

static int plan_show(struct seq_file *m, void *unused)
{
	const struct mbhash_hash *hash;
	const struct mbhash_kernel *k;
	unsigned int n, simd;

	for (hash = mbhash_hashes; hash < mbhash_hashes + MBHASH_NR_HASHES;
	     hash++) {
		seq_printf(m, "%s kernels: name, lanes, picoseconds for a block in all lanes\n",
			   hash->name);
		for (k = hash->kernels; k->name; k++)
			seq_printf(m, "  %-12s %2u %8u %s\n", k->name, k->width,
				   k->cost, state_of(k));
		for (simd = 0; simd <= 1; simd++) {
			const struct mbhash_plan *plan = &hash->plan[simd];

			seq_printf(m, "%s plan %s vector registers: from n jobs on, kernel\n",
				   hash->name, simd ? "with" : "without");
			for (n = 1; n <= MBHASH_MAX_LANES; n++)
				if (plan->kernel[n] != plan->kernel[n - 1])
					seq_printf(m, "  %2u %s\n", n,
						   plan->kernel[n]->name);
		}
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(plan);

/**
 * mbhash_stats_init() - make the counters and show them in debugfs
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
	debugfs_create_file("plan", 0444, dir, NULL, &plan_fops);
	return 0;
}

/**
 * mbhash_stats_exit() - take the counters away
 *
 * Context: process, may sleep.
 */
void mbhash_stats_exit(void)
{
	debugfs_remove(dir);
	free_percpu(mbhash_stats);
}
