// SPDX-License-Identifier: GPL-2.0
/*
 * Hashing on this CPU, a SIMD section at a time: a request inline, or some of a
 * batch. It does not know which of them it is time for.
 */
#include <linux/bottom_half.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "compat/local_lock.h"
#include "mbhash.h"

/*
 * A section keeps preemption and BH off without a break: it is bounded by time. A
 * full set of lanes with a page each should fit into it: MD5 with AVX-512 takes
 * 18 us for that.
 */
#define SECTION_NS	25000

/* Requests with less work are not worth two looks at the clock. */
#define TIMED_BLOCKS	256

/**
 * struct hasher - what one CPU hashes with
 * @lock: for the rest, beside BH disabled: with PREEMPT_RT that alone excludes
 *	  nobody. Not held over a completion.
 * @section: the section; not on the stack, where many kernels are built to zero
 *	     it first
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
 * Begin to use this CPU's section. BH is disabled, no lock of ours held; what is
 * hashed until section_put() is a section long.
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

/* One section of a job that nobody else has. BH is disabled. */
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

/* BH is disabled, but not for the while of this. */
static noinline void take_a_break(bool may_sleep)
{
	local_bh_enable();
	if (may_sleep)
		cond_resched();
	local_bh_disable();
}

/**
 * mbhash_hash_inline() - hash a request inline
 * @request: one that no queue and no flush has
 * @bh_disabled: its submitter had BH disabled
 * @may_sleep: its submitter may sleep
 *
 * Its completion is not called.
 *
 * Context: BH disabled; from time to time it is for a moment as the submitter had it.
 * Return: 0 or -errno.
 */
int mbhash_hash_inline(struct mbhash_request *request, bool bh_disabled,
		       bool may_sleep)
{
	struct mbhash_job *job = &request->job;

	while (job->left < TIMED_BLOCKS ? hash_some(job) : hash_some_timed(job))
		if (!bh_disabled)
			take_a_break(may_sleep);
	return job->error;
}

/**
 * mbhash_hash_batch() - hash some of a batch, for as long as a section may last
 * @batch: the batch
 * @now: what ktime_get_ns() says: each look at the clock takes as long as a request
 *
 * Context: BH disabled, no lock held.
 * Return: what it says afterwards.
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
 * mbhash_hash_init() - make what the CPUs hash with
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
 * mbhash_hash_exit() - the opposite
 *
 * Context: process, may sleep. Nobody hashes any more.
 */
void mbhash_hash_exit(void)
{
	free_percpu(hashers);
}
