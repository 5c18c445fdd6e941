// SPDX-License-Identifier: GPL-2.0
/*
 * Hashes many jobs at once, for a bounded time: in lockstep as long as the first
 * jobs are short and of one length, else in lanes that each job leaves when it is
 * done.
 */
#include <linux/list.h>
#include <linux/string.h>

#include "simd.h"

/**
 * mbhash_batch_init() - initialize an empty batch
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

static bool has_jobs(const struct mbhash_batch *batch)
{
	return batch->n || !list_empty(&batch->todo);
}

/* mbhash_batch_stop() puts finished jobs first. */
static bool first_is_done(const struct mbhash_batch *batch)
{
	return !list_empty(&batch->todo) &&
	       list_first_entry(&batch->todo, struct mbhash_job, node)->done;
}

/**
 * mbhash_batch_run() - hash a batch for a bounded time
 * @batch: the batch
 * @section: time limit, memory and use of vector registers
 *
 * Finished jobs are moved to @batch->done; the caller takes them from there.
 *
 * Context: BH disabled, or other exclusive use of @section's memory.
 * Return: true if jobs are left.
 */
bool mbhash_batch_run(struct mbhash_batch *batch,
		      struct mbhash_simd_section *section)
{
	bool more;

	simd_section_start(section, READ_ONCE(batch->hash->plan[true].isa));
	batch->pending = 0;
	batch->counted = false;
	while (first_is_done(batch))
		mbhash_lanes_activate(batch, section);
	more = has_jobs(batch);
	while (more && section->ps) {
		if (batch->n || !mbhash_lockstep_run(batch, section))
			mbhash_lanes_run(batch, section);
		more = has_jobs(batch);
	}
	simd_section_end(section);
	memzero_explicit(batch->spare, sizeof(batch->spare));
	return more;
}

/**
 * mbhash_batch_stop() - put all jobs of a batch back
 * @batch: the batch
 *
 * They go back to the head of @batch->todo: first finished jobs, which the next
 * mbhash_batch_run() hands out at once, then the others with their current state.
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
