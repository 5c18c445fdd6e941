// SPDX-License-Identifier: GPL-2.0
/*
 * Hashing on this CPU, one SIMD section at a time: a request inline, or part of a
 * batch. It does not decide which.
 */
#include <linux/bottom_half.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "../compat/local_lock.h"
#include "driver.h"

/*
 * Preemption and BH are off throughout a section, so its time is bounded. A full set
 * of lanes with a page each should fit into it: MD5 with AVX-512 takes 18 us for that.
 */
#define SECTION_NS	25000

/* Reading the clock twice does not pay for requests with fewer blocks. */
#define TIMED_BLOCKS	256

/**
 * struct hasher - a CPU's memory for hashing
 * @lock: protects the rest, in addition to disabled BH, which is not enough on
 *	  PREEMPT_RT. Not held over a completion.
 * @section: the section; not on the stack, which many kernels zero first
 * @padding: for the section
 * @scratch: for the section
 */
struct hasher {
	local_lock_t lock;
	struct mbhash_simd_section section;
	struct mbhash_padding padding;
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
};

static struct hasher __percpu *hashers;

/*
 * Begin to use this CPU's section. BH is disabled, and none of our locks is held.
 * The caller hashes for one section and then calls section_put().
 */
static struct mbhash_simd_section *section_get(void)
{
	struct mbhash_simd_section *section;

	local_lock_nested_bh(&hashers->lock);
	section = &this_cpu_ptr(hashers)->section;
	section->simd = !READ_ONCE(mbhash_force_scalar);
	return section;
}

static void section_put(const struct mbhash_simd_section *section,
			const struct mbhash_hash *hash)
{
	const bool simd = section->simd;

	local_unlock_nested_bh(&hashers->lock);
	if (!simd)
		mbhash_count(mbhash_stats->hash[hash->id].reason[MBHASH_NOSIMD], 1);
}

/* Between section_get() and section_put() */
static void count_section(u64 ns)
{
	struct mbhash_stats *stats = this_cpu_ptr(mbhash_stats);

	stats->sections++;
	stats->sections_long += ns > MBHASH_LONG_NS;
	stats->section_ns = max(stats->section_ns, ns);
}

/* Hash one section of a job that only the caller has. BH is disabled. */
static __always_inline bool hash_some(struct mbhash_job *job)
{
	struct mbhash_simd_section *section = section_get();
	bool more = mbhash_job_run(job, section);

	section_put(section, job->hash);
	return more;
}

static noinline bool hash_some_timed(struct mbhash_job *job)
{
	struct mbhash_simd_section *section = section_get();
	const u64 start = ktime_get_ns();
	bool more = mbhash_job_run(job, section);

	count_section(ktime_get_ns() - start);
	section_put(section, job->hash);
	return more;
}

/* Enable BH for a moment, so that pending softirqs run, and tasks if it may sleep. */
static noinline void let_others_run(bool may_sleep)
{
	local_bh_enable();
	if (may_sleep)
		cond_resched();
	local_bh_disable();
}

/**
 * mbhash_hash_inline() - hash a request inline
 * @request: one that is not on a queue or inside a flush
 * @caller: its submitter
 *
 * The request's completion is not called.
 *
 * Context: BH disabled. Unless the caller had it disabled, enables BH for a moment between
 * sections.
 * Return: 0 or -errno.
 */
int mbhash_hash_inline(struct mbhash_request *request, struct mbhash_caller caller)
{
	struct mbhash_job *job = &request->job;

	while (job->left < TIMED_BLOCKS ? hash_some(job) : hash_some_timed(job))
		if (!caller.bh_disabled)
			let_others_run(caller.may_sleep);
	return job->error;
}

/**
 * mbhash_hash_batch() - hash one section of a batch
 * @batch: the batch
 * @now: the time, ns. Reading the clock again could take as long as a request.
 *
 * Context: BH disabled, no lock held.
 * Return: the time afterwards, ns.
 */
u64 mbhash_hash_batch(struct mbhash_batch *batch, u64 now)
{
	struct mbhash_simd_section *section = section_get();
	const u64 start = now;

	mbhash_batch_run(batch, section);
	now = ktime_get_ns();
	count_section(now - start);
	section_put(section, batch->hash);
	return now;
}

/**
 * mbhash_hash_init() - allocate the CPUs' memory for hashing
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int mbhash_hash_init(void)
{
	unsigned int cpu;

	hashers = alloc_percpu(struct hasher);
	if (!hashers)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct hasher *hasher = per_cpu_ptr(hashers, cpu);

		local_lock_init(&hasher->lock);
		hasher->section.scratch = hasher->scratch;
		hasher->section.padding = &hasher->padding;
		hasher->section.ns = SECTION_NS;
	}
	return 0;
}

/**
 * mbhash_hash_exit() - free the CPUs' memory for hashing
 *
 * Context: process, may sleep. No request may be in flight.
 */
void mbhash_hash_exit(void)
{
	free_percpu(hashers);
}
