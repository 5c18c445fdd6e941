/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The shape of a message: whole blocks, padding, hmac's outer hash, digest; for
 * one message, or for n of one length in lockstep.
 *
 * It serves &mbhash_job.one_piece, which are hashed to the end in one go. All
 * others go run by run, see mbhash_job_next().
 */
#ifndef _MBHASH_MESSAGE_H
#define _MBHASH_MESSAGE_H

#include "internal.h"

/**
 * typedef mbhash_hash_blocks_fn - hash blocks of some messages
 * @context: what mbhash_message_hash() was given
 * @blocks: how many of each message, at its place in the array of data
 * @padding: one more for all of them, after those; or NULL
 */
typedef void (*mbhash_hash_blocks_fn)(void *context, unsigned int blocks,
				      const struct mbhash_padding *padding);

static __always_inline unsigned int message_runs(struct mbhash_job *const *job,
						 const u8 **data,
						 unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		data[i] = job[i]->data;
	return job[0]->run;
}

/**
 * mbhash_message_hash() - hash messages of one length to the end
 * @job: the jobs, all &mbhash_job.one_piece and alike
 * @data: their data, for @hash_blocks
 * @n: how many jobs
 * @whole: whole blocks at their data, each
 * @tailed: mbhash_job_tail() was called
 * @padding: for messages without a tail, the padding that they have in common;
 *	     else NULL
 * @hash_blocks: hashes, the same number of blocks in each
 * @context: for @hash_blocks
 *
 * Inlined into its callers, with all that is constant there.
 *
 * Context: as @hash_blocks has it.
 */
static __always_inline void
mbhash_message_hash(struct mbhash_job *const *job, const u8 **data,
		    unsigned int n, unsigned int whole, bool tailed,
		    const struct mbhash_padding *padding,
		    mbhash_hash_blocks_fn hash_blocks, void *context)
{
	unsigned int i;

	if (padding) {
		hash_blocks(context, whole, padding);
	} else {
		if (whole)
			hash_blocks(context, whole, NULL);
		for (i = 0; !tailed && i < n; i++)
			mbhash_job_tail(job[i]);
		hash_blocks(context, message_runs(job, data, n), NULL);
	}
	if (job[0]->outer) {
		for (i = 0; i < n; i++)
			mbhash_job_outer(job[i]);
		hash_blocks(context, message_runs(job, data, n), NULL);
	}
	mbhash_jobs_finish(job, n);
}

#endif /* _MBHASH_MESSAGE_H */
