// SPDX-License-Identifier: GPL-2.0
/*
 * Many jobs at once, for a bounded stretch of time: in lockstep as long as the
 * first ones are of one length and short, else in lanes that each job leaves when
 * it is done.
 */
#include <linux/list.h>
#include <linux/string.h>

#include "simd.h"

/**
 * mbhash_batch_init() - make an empty batch
 * @batch: the batch: zeroed, or used before
 * @hash: the hash function of its jobs
 * @filled: see &struct mbhash_batch
 *
 * Jobs are added to the tail of @batch->todo with their &mbhash_job.node.
 *
 * Context: any.
 */
void mbhash_batch_init(struct mbhash_batch *batch,
		       const struct mbhash_hash *hash, u64 *filled)
{
	batch->hash = hash;
	batch->filled = filled;
	batch->n = 0;
	INIT_LIST_HEAD(&batch->todo);
	INIT_LIST_HEAD(&batch->ordered);
	INIT_LIST_HEAD(&batch->done);
}

/**
 * mbhash_batch_run() - hash for a while
 * @batch: the batch
 * @section: for how long, and with what
 *
 * Finished jobs are moved to @batch->done; the caller takes them from there.
 *
 * Context: BH disabled, or in any other way the only one with @section's scratch.
 * Return: true if jobs are left.
 */
bool mbhash_batch_run(struct mbhash_batch *batch,
		      struct mbhash_simd_section *section)
{
	simd_section_start(section, batch->hash->plan[true].isa);
	batch->waiting = 0;
	batch->counted = false;
	mbhash_lanes_hand_out(batch);
	while (section->ps && (batch->n || !list_empty(&batch->todo)))
		if (batch->n || !mbhash_lockstep_run(batch, section))
			mbhash_lanes_run(batch, section);
	simd_section_end(section);
	memzero_explicit(batch->spare, sizeof(batch->spare));
	return batch->n || !list_empty(&batch->todo);
}

/**
 * mbhash_batch_stop() - put all jobs of a batch back
 * @batch: the batch
 *
 * They go back to the head of @batch->todo: first those that are done, which come
 * out again at once, then the others with the state that they have reached.
 *
 * Context: as mbhash_batch_run().
 */
void mbhash_batch_stop(struct mbhash_batch *batch)
{
	while (batch->n) {
		struct mbhash_job *job = batch->job[--batch->n];

		if (!job->ordered)
			list_add(&job->node, &batch->todo);
	}
	list_splice_init(&batch->ordered, &batch->todo);
	list_splice_init(&batch->done, &batch->todo);
}
