// SPDX-License-Identifier: GPL-2.0
/*
 * Packets of one size, sectors of a disk: the common case is many short messages
 * of equal length, each in one piece. They are hashed in lockstep: the whole
 * blocks of all of them, then all tails with their padding, then hmac's outer
 * hashes, without bookkeeping for each block.
 */
#include <linux/gcd.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "message.h"
#include "simd.h"

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
	struct mbhash_job *job = list_first_entry(&batch->todo, struct mbhash_job, node);
	const unsigned int seg = job->seg, left = job->left;
	const u64 count = job->count;
	unsigned int n = 0;

	list_for_each_entry(job, &batch->todo, node) {
		if (n == MBHASH_MAX_LANES || !job->one_piece || job->seg != seg ||
		    job->left != left || job->count != count)
			break;
		batch->job[n] = job;
		batch->state[n] = job->state;
		batch->data[n] = job->src;
		n++;
	}
	return n;
}

/*
 * How many of the @n jobs with lanes go together? As many as fit into
 * the section; and, unless these are all, as fill the lanes: the last ones may
 * have others to share lanes with.
 */
static unsigned int fit(const struct mbhash_batch *batch,
			const struct mbhash_simd_section *section, unsigned int n)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	const struct mbhash_impl *impl = plan->impl[n];
	u64 ps = (u64)impl->cost * batch->job[0]->left;

	if (ps * n > section->ps * impl->width)
		return div64_u64(section->ps, ps) * impl->width;
	if (n < MBHASH_MAX_LANES && batch->job[n - 1]->node.next != &batch->todo)
		return n - n % plan->widest;
	return n;
}

/*
 * Hash @blocks of each of the first @n jobs, which are more than the lanes of
 * @impl and take turns: each call goes on where the last one ended, round and
 * round, until each job has had its turns.
 */
static void round_robin(struct mbhash_batch *batch, struct mbhash_simd_section *section,
			const struct mbhash_impl *impl, unsigned int n,
			unsigned int calls, unsigned int blocks)
{
	/* The far ends of the arrays are free. */
	u32 **state = batch->state + MBHASH_MAX_LANES;
	const u8 **data = batch->data + MBHASH_MAX_LANES;
	unsigned int i, job = 0;

	while (calls--) {
		for (i = 0; i < impl->width; i++) {
			state[i] = batch->state[job];
			data[i] = batch->data[job];
			batch->data[job] += blocks * MBHASH_BLOCK;
			if (++job == n)
				job = 0;
		}
		simd_section_hash(section, impl, state, data, blocks);
		batch->filled[impl->width] += blocks;
	}
}

/* One call: @blocks, and @padding, of the @used jobs from @first on. */
static __always_inline void hash_group(struct mbhash_batch *batch,
				       struct mbhash_simd_section *section,
				       const struct mbhash_impl *impl,
				       unsigned int first, unsigned int used,
				       unsigned int blocks,
				       const struct mbhash_padding *padding)
{
	mbhash_fill_idle_lanes(batch, first, used, impl->width);
	if (padding)
		simd_section_finup(section, impl, batch->state + first,
				   batch->data + first, blocks, padding);
	else
		simd_section_hash(section, impl, batch->state + first,
				  batch->data + first, blocks);
	batch->filled[used] += blocks + !!padding;
}

/*
 * Hash @blocks of each of the first @n jobs, and then @padding if it is not NULL, in
 * the cheapest way.
 */
static noinline void hash_groups(struct mbhash_batch *batch,
				 struct mbhash_simd_section *section,
				 unsigned int n, unsigned int blocks,
				 const struct mbhash_padding *padding)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	const struct mbhash_impl *impl = plan->impl[n];
	unsigned int i, width;

	if (plan->loss[n] && n > impl->width) {
		const unsigned int common = gcd(n, impl->width);
		const unsigned int turns = impl->width / common;
		const unsigned int calls = n / common;
		const unsigned int each = blocks / turns;

		if ((u64)plan->loss[n] * each * turns >
		    (u64)calls * impl->width * LANE_PS) {
			round_robin(batch, section, impl, n, calls, each);
			blocks -= each * turns;
		}
	}
	if (!blocks && !padding)
		return;
	for (i = 0; i < n; i += width) {
		impl = plan->group[n - i];
		width = min_t(unsigned int, impl->width, n - i);
		hash_group(batch, section, impl, i, width, blocks, padding);
	}
}

struct lockstep {
	struct mbhash_batch *batch;
	struct mbhash_simd_section *section;
	/* Few jobs are one group, and to move would not be cheaper; or NULL. */
	const struct mbhash_impl *impl;
	unsigned int n;
};

static __always_inline void hash_in_lockstep(void *context, unsigned int blocks,
					     const struct mbhash_padding *padding)
{
	const struct lockstep *l = context;

	if (l->impl)
		hash_group(l->batch, l->section, l->impl, 0, l->n, blocks, padding);
	else
		hash_groups(l->batch, l->section, l->n, blocks, padding);
}

/**
 * mbhash_lockstep_run() - hash the first jobs, if they are short and alike
 * @batch: a batch without active jobs
 * @section: started
 *
 * Context: as mbhash_batch_run().
 * Return: true if jobs were moved to @batch->done, false if nothing was done.
 */
bool mbhash_lockstep_run(struct mbhash_batch *batch,
			 struct mbhash_simd_section *section)
{
	struct lockstep lockstep = { batch, section };
	const struct mbhash_padding *padding = NULL;
	const struct mbhash_plan *plan;
	const struct mbhash_job *first;
	unsigned int n;

	if (list_empty(&batch->todo))
		return false;
	n = gather(batch);
	n = n ? fit(batch, section, n) : 0;
	if (!n)
		return false;

	first = batch->job[0];
	if (!(first->seg % MBHASH_BLOCK)) {
		mbhash_padding_set(section->padding, first->hash,
				   first->count + first->seg);
		padding = section->padding;
	}
	lockstep.n = n;
	plan = &batch->hash->plan[section->simd];
	if (n <= plan->group[n]->width && !plan->loss[n])
		lockstep.impl = plan->group[n];
	mbhash_message_hash(batch->job, batch->data, n,
			    first->seg / MBHASH_BLOCK, false, padding,
			    hash_in_lockstep, &lockstep);

	list_bulk_move_tail(&batch->done, &batch->job[0]->node,
			    &batch->job[n - 1]->node);
	batch->waiting -= min(batch->waiting, n);
	return true;
}
