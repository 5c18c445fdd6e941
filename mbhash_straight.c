// SPDX-License-Identifier: GPL-2.0
/*
 * The straight path. Packets of one size, sectors of a disk: the common case is
 * many short messages of equal length, each in one piece. A group of them goes
 * through in lockstep, a call for the whole blocks, one for the padded ends, one
 * for hmac's outer hash, without bookkeeping for each block or job.
 */
#include <linux/list.h>
#include <linux/minmax.h>

#include "mbhash.h"
#include "mbhash_section.h"

/*
 * What the bookkeeping of mbhash_lanes.c costs for a group of jobs more than
 * the straight path: that much may be lost by leaving jobs in their lanes.
 */
#define MOVING_PS	500000

/* A group may overrun the section by as much: keep it to a part of one. */
#define GROUP_PARTS	4

/* Which kernel hashes the first jobs of @batch->todo; NULL: not worth it. */
static const struct mbhash_kernel *
group_kernel(struct mbhash_batch *batch, const struct mbhash_section *section)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	unsigned int n = mbhash_batch_waiting(batch, MBHASH_MAX_LANES);
	const struct mbhash_kernel *kernel;
	const struct mbhash_job *job;
	u64 ps;

	if (!n)
		return NULL;
	job = list_first_entry(&batch->todo, struct mbhash_job, node);
	n = min_t(unsigned int, n, MBHASH_MAX_LANES);
	kernel = plan->group[n];
	ps = (u64)kernel->cost * job->left;
	if (ps > (u64)section->ns * (1000 / GROUP_PARTS) ||
	    (u64)plan->loss[n] * job->left > MOVING_PS)
		return NULL;
	return kernel;
}

/* Give lanes to the first @want jobs of @batch->todo, if they are all alike. */
static bool gather(struct mbhash_batch *batch, unsigned int want)
{
	const struct mbhash_job *first;
	struct mbhash_job *job;
	unsigned int n = 0;

	first = list_first_entry(&batch->todo, struct mbhash_job, node);
	list_for_each_entry(job, &batch->todo, node) {
		if (!job->straight || job->nbytes != first->nbytes ||
		    job->count != first->count || job->left != first->left)
			return false;
		batch->job[n] = job;
		batch->state[n] = job->state;
		batch->data[n] = job->src;
		if (++n == want)
			break;
	}
	return true;
}

static void hash_blocks(struct mbhash_batch *batch,
			struct mbhash_section *section,
			const struct mbhash_kernel *kernel, unsigned int n,
			unsigned int blocks)
{
	mbhash_batch_idle(batch, n, kernel->width);
	section_hash(section, kernel, batch->state, batch->data, blocks);
	batch->filled[n] += blocks;
}

/**
 * mbhash_batch_straight() - hash the first jobs, if they are short and alike
 * @batch: a batch without active jobs
 * @section: started
 *
 * Return: true if jobs were moved to @batch->done, false if nothing was done.
 */
bool mbhash_batch_straight(struct mbhash_batch *batch,
			   struct mbhash_section *section)
{
	const struct mbhash_kernel *kernel = group_kernel(batch, section);
	unsigned int n, whole;

	if (!kernel)
		return false;
	n = min_t(unsigned int, kernel->width, batch->waiting);
	if (!gather(batch, n))
		return false;

	whole = batch->job[0]->nbytes / MBHASH_BLOCK;
	if (whole)
		hash_blocks(batch, section, kernel, n, whole);
	hash_blocks(batch, section, kernel, n,
		    mbhash_jobs_tail(batch->job, batch->data, n));
	if (batch->job[0]->outer)
		hash_blocks(batch, section, kernel, n,
			    mbhash_jobs_outer(batch->job, batch->data, n));
	mbhash_jobs_finish(batch->job, n);

	list_bulk_move_tail(&batch->done, &batch->job[0]->node,
			    &batch->job[n - 1]->node);
	batch->waiting -= n;
	return true;
}
