/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of a message in sequence: head, whole blocks, padding, hmac's outer hash,
 * digest; for one message, or for n of one length in lockstep.
 *
 * Used for &mbhash_job.one_piece jobs, which are hashed to the end without interruption.
 * All others are hashed run by run, see mbhash_job_next().
 */
#ifndef _MBHASH_MESSAGE_H
#define _MBHASH_MESSAGE_H

#include "internal.h"

/**
 * typedef mbhash_hash_blocks_fn - hash blocks of some messages
 * @context: the argument of mbhash_message_hash()
 * @blocks: number of blocks of each message, at its pointer in the array of data
 * @padding: one more block, the same for all messages; or NULL
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
 * mbhash_message_head() - hash the heads of messages
 * @job: as for mbhash_message_hash()
 * @data: likewise; set to the data after the heads
 * @n: likewise
 * @hash_blocks: likewise
 * @context: likewise
 *
 * Context: as for @hash_blocks.
 */
static __always_inline void
mbhash_message_head(struct mbhash_job *const *job, const u8 **data,
		    unsigned int n, mbhash_hash_blocks_fn hash_blocks,
		    void *context)
{
	unsigned int i;

	hash_blocks(context, message_runs(job, data, n), NULL);
	for (i = 0; i < n; i++)
		data[i] = job[i]->src;
}

/**
 * mbhash_message_hash() - hash messages of one length to the end, without their heads
 * @job: the jobs, all &mbhash_job.one_piece and alike
 * @data: their data, for @hash_blocks
 * @n: number of jobs
 * @whole: number of whole blocks at the data of each
 * @tailed: mbhash_job_tail() was called
 * @padding: for messages without a tail their common padding, if it was made; else NULL
 * @hash_blocks: hashes the same number of blocks of each
 * @context: for @hash_blocks
 *
 * Inlined into its callers, so that their constant arguments are folded.
 *
 * Context: as for @hash_blocks.
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
