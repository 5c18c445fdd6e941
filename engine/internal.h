/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations that the engine's files share, grouped by file.
 */
#ifndef _MBHASH_ENGINE_INTERNAL_H
#define _MBHASH_ENGINE_INTERNAL_H

#include <linux/types.h>

#include "engine.h"

/* job.c */

bool mbhash_job_next(struct mbhash_job *job);
void mbhash_job_tail(struct mbhash_job *job);
void mbhash_job_outer(struct mbhash_job *job);
void mbhash_jobs_finish(struct mbhash_job *const *job, unsigned int n);
void mbhash_job_wipe(struct mbhash_job *job);

/**
 * mbhash_job_hashed() - account for hashed blocks
 * @job: a job with a run
 * @blocks: how many blocks of the run were hashed
 *
 * Context: any.
 */
static inline void mbhash_job_hashed(struct mbhash_job *job,
				     unsigned int blocks)
{
	job->left -= blocks;
	job->run -= blocks;
	job->data += (size_t)blocks * MBHASH_BLOCK;
}

/**
 * mbhash_job_ready() - is there a run, or can one be made ready?
 * @job: the job
 *
 * Context: any.
 * Return: false if the job is done, see mbhash_job_next().
 */
static inline bool mbhash_job_ready(struct mbhash_job *job)
{
	return job->run || mbhash_job_next(job);
}

/* padding.c */

void mbhash_padding_make(struct mbhash_padding *padding,
			 const struct mbhash_hash *hash, u64 count);
bool mbhash_padding_ready(struct mbhash_padding *padding,
			  const struct mbhash_hash *hash, u64 count);

/**
 * mbhash_padding_is() - does a padding fit these messages?
 * @padding: zeroed, or as left by an earlier call
 * @hash: the hash function
 * @count: bytes in such a message, including the key block of hmac
 *
 * Context: any.
 * Return: true if it is.
 */
static inline bool mbhash_padding_is(const struct mbhash_padding *padding,
				     const struct mbhash_hash *hash, u64 count)
{
	return padding->hash == hash && padding->count == count;
}

/* lanes.c: jobs of any lengths */

void mbhash_lanes_run(struct mbhash_batch *batch,
		      struct mbhash_simd_section *section);
void mbhash_lanes_activate(struct mbhash_batch *batch,
			   struct mbhash_simd_section *section);

/* lockstep.c: jobs of one length */

/*
 * Cost of each lane of a call besides its blocks, picoseconds: its first bytes come
 * from a more distant cache.
 */
#define LANE_PS		6000

/**
 * mbhash_moving_may_pay() - can it pay to move messages between lanes?
 * @loss: how much more groups cost, see &mbhash_plan.loss
 * @n: number of messages
 * @blocks: blocks in each
 *
 * A test without a division: it rules out short messages.
 *
 * Context: any.
 * Return: false if groups are as good.
 */
static inline bool mbhash_moving_may_pay(u32 loss, unsigned int n, unsigned int blocks)
{
	return (u64)loss * blocks > n * LANE_PS;
}

bool mbhash_lockstep_run(struct mbhash_batch *batch,
			 struct mbhash_simd_section *section);

/* plan.c: which implementation serves n jobs */

void mbhash_plan_make(struct mbhash_hash *hash, bool simd);

/* selftest.c: is an implementation correct, and what is its cost? */

int mbhash_selftest(u32 isa);
int mbhash_selftest_one(struct mbhash_hash *hash, u32 isa);
int mbhash_time_again(void (*pause)(void));
int mbhash_impl_check(const struct mbhash_hash *hash,
		      const struct mbhash_impl *impl);

/* portable.c: portable C, one lane */

void mbhash_md5_generic(u32 *const *state, const u8 *const *data,
			size_t nblocks, void *scratch);
void mbhash_sha256_generic(u32 *const *state, const u8 *const *data,
			   size_t nblocks, void *scratch);
void mbhash_md5_schedule(u32 *schedule, const u8 *block);
void mbhash_sha256_schedule(u32 *schedule, const u8 *block);

/* x86/impls.c and those of other architectures */

extern struct mbhash_impl mbhash_md5_impls[];
extern struct mbhash_impl mbhash_sha256_impls[];

bool mbhash_simd_begin(void);
void mbhash_simd_end(u32 isa, void *scratch, size_t size);

#endif /* _MBHASH_ENGINE_INTERNAL_H */
