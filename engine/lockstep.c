// SPDX-License-Identifier: GPL-2.0
/*
 * The common case is many short messages of equal length, each in one piece, such as
 * packets of one size or sectors of a disk. They are hashed in lockstep: the whole
 * blocks of all of them, then all padded tails, then hmac's outer hashes, without
 * bookkeeping for each block.
 */
#include <linux/gcd.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "message.h"
#include "simd.h"

/*
 * Assign lanes to the first jobs of @batch->todo, as long as they are alike.
 * Return: the number of these jobs.
 */
static unsigned int gather(struct mbhash_batch *batch)
{
	struct mbhash_job *job = list_first_entry(&batch->todo, struct mbhash_job, node);
	const unsigned int seg = job->seg, left = job->left, head = job->run;
	const u64 count = job->count;
	unsigned int n = 0;

	list_for_each_entry(job, &batch->todo, node) {
		if (n == MBHASH_MAX_LANES || !job->one_piece || job->seg != seg ||
		    job->left != left || job->run != head || job->count != count)
			break;
		batch->job[n] = job;
		batch->state[n] = job->state;
		batch->data[n] = job->src;
		n++;
	}
	return n;
}

/*
 * Return: how many of the @n gathered jobs to hash together: as many as fit into the
 * section. If other jobs follow, only as many as fill all lanes: the remaining ones
 * can share lanes with those.
 */
static unsigned int fit(const struct mbhash_batch *batch,
			const struct mbhash_simd_section *section,
			const struct mbhash_plan *plan, unsigned int n)
{
	const struct mbhash_impl *impl = READ_ONCE(plan->impl[n]);
	u64 ps = (u64)READ_ONCE(impl->cost) * batch->job[0]->left;

	if (ps * n > section->ps * impl->width)
		return div64_u64(section->ps, ps) * impl->width;
	if (n < MBHASH_MAX_LANES && batch->job[n - 1]->node.next != &batch->todo)
		return n - n % READ_ONCE(plan->widest);
	return n;
}

/*
 * Hash up to @blocks of each of the first @n jobs, which outnumber the lanes of @impl
 * and take turns: each call continues with the job after the last one of the previous
 * call, until each job has had the same number of turns.
 * Return: the number of blocks left; all of them if groups are cheaper.
 */
static noinline unsigned int round_robin(struct mbhash_batch *batch,
					 struct mbhash_simd_section *section,
					 const struct mbhash_impl *impl, u32 loss,
					 unsigned int n, unsigned int blocks)
{
	const unsigned int common = gcd(n, impl->width);
	const unsigned int turns = impl->width / common;
	const unsigned int each = blocks / turns;
	unsigned int calls = n / common;
	/* The second halves of the arrays are unused. */
	u32 **state = batch->state + MBHASH_MAX_LANES;
	const u8 **data = batch->data + MBHASH_MAX_LANES;
	unsigned int i, job = 0;

	if ((u64)loss * each * turns <= (u64)calls * impl->width * LANE_PS)
		return blocks;
	while (calls--) {
		for (i = 0; i < impl->width; i++) {
			state[i] = batch->state[job];
			data[i] = batch->data[job];
			batch->data[job] += each * MBHASH_BLOCK;
			if (++job == n)
				job = 0;
		}
		simd_section_hash(section, impl, state, data, each);
		batch->filled[impl->width] += each;
	}
	return blocks - each * turns;
}

/* Call @impl once: for @blocks and @padding of @used jobs, beginning with @first. */
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
 * Hash @blocks of each of the first @n jobs, and then @padding if it is not NULL, at
 * the lowest cost.
 */
static noinline void hash_groups(struct mbhash_batch *batch,
				 struct mbhash_simd_section *section,
				 const struct mbhash_plan *plan,
				 unsigned int n, unsigned int blocks,
				 const struct mbhash_padding *padding)
{
	const struct mbhash_impl *impl = READ_ONCE(plan->impl[n]);
	const u32 loss = READ_ONCE(plan->loss[n]);
	unsigned int i, width;

	if (n > impl->width && mbhash_moving_may_pay(loss, n, blocks))
		blocks = round_robin(batch, section, impl, loss, n, blocks);
	if (!blocks && !padding)
		return;
	for (i = 0; i < n; i += width) {
		impl = READ_ONCE(plan->group[n - i]);
		width = min_t(unsigned int, impl->width, n - i);
		hash_group(batch, section, impl, i, width, blocks, padding);
	}
}

struct lockstep {
	struct mbhash_batch *batch;
	struct mbhash_simd_section *section;
	const struct mbhash_plan *plan;
	/* If the jobs form one group and moving them cannot pay; else NULL. */
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
		hash_groups(l->batch, l->section, l->plan, l->n, blocks, padding);
}

/* The padding of @job, which has no tail, and of all others of the same length. */
static const struct mbhash_padding *
shared_padding(struct mbhash_simd_section *section, const struct mbhash_job *job)
{
	const u64 count = job->count + job->seg;

	if (!mbhash_padding_is(section->padding, job->hash, count))
		mbhash_padding_make(section->padding, job->hash, count);
	return section->padding;
}

/**
 * mbhash_lockstep_run() - hash the first jobs, if they are short and alike
 * @batch: a batch with jobs to do but no active ones
 * @section: a started section
 *
 * Context: as mbhash_batch_run().
 * Return: true if jobs were moved to @batch->done, false if nothing was done.
 */
bool mbhash_lockstep_run(struct mbhash_batch *batch,
			 struct mbhash_simd_section *section)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	struct lockstep lockstep = { batch, section, plan };
	const struct mbhash_padding *padding = NULL;
	const struct mbhash_impl *impl;
	const struct mbhash_job *first;
	unsigned int n;

	n = gather(batch);
	n = n ? fit(batch, section, plan, n) : 0;
	if (!n)
		return false;

	first = batch->job[0];
	lockstep.n = n;
	impl = READ_ONCE(plan->group[n]);
	if (n <= impl->width &&
	    !mbhash_moving_may_pay(READ_ONCE(plan->loss[n]), n, first->left))
		lockstep.impl = impl;
	if (first->run)
		mbhash_message_head(batch->job, batch->data, n, hash_in_lockstep,
				    &lockstep);
	if (!(first->seg % MBHASH_BLOCK))
		padding = shared_padding(section, first);
	mbhash_message_hash(batch->job, batch->data, n,
			    first->seg / MBHASH_BLOCK, false, padding,
			    hash_in_lockstep, &lockstep);

	list_bulk_move_tail(&batch->done, &batch->job[0]->node,
			    &batch->job[n - 1]->node);
	batch->pending -= min(batch->pending, n);
	return true;
}
