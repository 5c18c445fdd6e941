// SPDX-License-Identifier: GPL-2.0
/*
 * The straight path. Packets of one size, sectors of a disk: the common case is
 * many short messages of equal length, each in one piece. They go through in
 * lockstep: the whole blocks of all of them, then all padded ends, then hmac's
 * outer hashes, without bookkeeping for each block.
 */
#include <linux/gcd.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "mbhash.h"
#include "mbhash_section.h"

/*
 * What each lane of a call costs besides its blocks, picoseconds: its first
 * bytes come from a cache that is further away.
 */
#define LANE_PS		6000

/*
 * Give lanes to the first jobs of @batch->todo that are alike.
 * Return: how many they are.
 */
static unsigned int gather(struct mbhash_batch *batch)
{
	const struct mbhash_job *first;
	struct mbhash_job *job;
	unsigned int n = 0;

	first = list_first_entry(&batch->todo, struct mbhash_job, node);
	list_for_each_entry(job, &batch->todo, node) {
		if (n == MBHASH_MAX_LANES || !job->straight ||
		    job->nbytes != first->nbytes ||
		    job->count != first->count || job->left != first->left)
			break;
		batch->job[n] = job;
		batch->state[n] = job->state;
		batch->data[n] = job->src;
		n++;
	}
	return n;
}

/*
 * How many of the @n jobs with lanes go straight together? As many as fit into
 * the section; and, unless these are all, as fill the lanes: the last ones may
 * have others to share lanes with.
 */
static unsigned int fit(const struct mbhash_batch *batch,
			const struct mbhash_section *section, unsigned int n)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	const struct mbhash_kernel *kernel = plan->kernel[n];
	u64 ps = (u64)kernel->cost * batch->job[0]->left;

	if (ps * n > section->ps * kernel->width)
		return div64_u64(section->ps, ps) * kernel->width;
	if (n < MBHASH_MAX_LANES && batch->job[n - 1]->node.next != &batch->todo)
		return n - n % plan->widest;
	return n;
}

/*
 * Hash @blocks of each of the first @n jobs, which are more than the lanes of
 * @kernel and take turns: each call goes on where the last one ended, round and
 * round, until each job has had its turns.
 */
static void rotate(struct mbhash_batch *batch, struct mbhash_section *section,
		   const struct mbhash_kernel *kernel, unsigned int n,
		   unsigned int calls, unsigned int blocks)
{
	/* The far ends of the arrays are free. */
	u32 **state = batch->state + MBHASH_MAX_LANES;
	const u8 **data = batch->data + MBHASH_MAX_LANES;
	unsigned int i, job = 0;

	while (calls--) {
		for (i = 0; i < kernel->width; i++) {
			state[i] = batch->state[job];
			data[i] = batch->data[job];
			batch->data[job] += blocks * MBHASH_BLOCK;
			if (++job == n)
				job = 0;
		}
		section_hash(section, kernel, state, data, blocks);
		batch->filled[kernel->width] += blocks;
	}
}

/* Hash @blocks, and @end, of each of the first @n jobs, which stay in groups. */
static void hash_groups(struct mbhash_batch *batch,
			struct mbhash_section *section,
			const struct mbhash_plan *plan, unsigned int n,
			unsigned int blocks, const struct mbhash_end *end)
{
	unsigned int i, width;

	for (i = 0; i < n; i += width) {
		const struct mbhash_kernel *kernel = plan->group[n - i];

		width = min_t(unsigned int, kernel->width, n - i);
		mbhash_batch_idle(batch, i, width, kernel->width);
		if (end)
			section_hash_end(section, kernel, batch->state + i,
					 batch->data + i, blocks, end);
		else
			section_hash(section, kernel, batch->state + i,
				     batch->data + i, blocks);
		batch->filled[width] += blocks + !!end;
	}
}

/*
 * Hash @blocks of each of the first @n jobs, and then @end if it is not NULL, in
 * the cheapest way.
 */
static void hash_blocks(struct mbhash_batch *batch,
			struct mbhash_section *section, unsigned int n,
			unsigned int blocks, const struct mbhash_end *end)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	const struct mbhash_kernel *kernel = plan->kernel[n];

	if (plan->loss[n] && n > kernel->width) {
		const unsigned int common = gcd(n, kernel->width);
		const unsigned int turns = kernel->width / common;
		const unsigned int calls = n / common;
		const unsigned int each = blocks / turns;

		if ((u64)plan->loss[n] * each * turns >
		    (u64)calls * kernel->width * LANE_PS) {
			rotate(batch, section, kernel, n, calls, each);
			blocks -= each * turns;
		}
	}
	if (blocks || end)
		hash_groups(batch, section, plan, n, blocks, end);
}

/* Take the runs of the first @n jobs. Return: their length, blocks. */
static unsigned int use_runs(struct mbhash_batch *batch, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		batch->data[i] = batch->job[i]->data;
	return batch->job[0]->run;
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
	const struct mbhash_job *first;
	unsigned int i, n, whole;

	if (list_empty(&batch->todo))
		return false;
	first = list_first_entry(&batch->todo, struct mbhash_job, node);
	if (!first->straight)
		return false;
	n = fit(batch, section, gather(batch));
	if (!n)
		return false;

	whole = first->nbytes / MBHASH_BLOCK;
	if (first->nbytes % MBHASH_BLOCK) {
		hash_blocks(batch, section, n, whole, NULL);
		for (i = 0; i < n; i++)
			mbhash_job_tail(batch->job[i]);
		hash_blocks(batch, section, n, use_runs(batch, n), NULL);
	} else {
		mbhash_end_set(section->end, first->hash,
			       first->count + first->nbytes);
		hash_blocks(batch, section, n, whole, section->end);
	}
	if (first->outer) {
		for (i = 0; i < n; i++)
			mbhash_job_outer(batch->job[i]);
		hash_blocks(batch, section, n, use_runs(batch, n), NULL);
	}
	for (i = 0; i < n; i++)
		mbhash_job_finish(batch->job[i]);

	list_bulk_move_tail(&batch->done, &batch->job[0]->node,
			    &batch->job[n - 1]->node);
	batch->waiting -= min(batch->waiting, n);
	return true;
}
