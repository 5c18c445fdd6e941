// SPDX-License-Identifier: GPL-2.0
/*
 * Jobs of any lengths share lanes. In each step an implementation hashes as many
 * blocks as the shortest run among its lanes has; the next job replaces a finished
 * one at once.
 *
 * If there are more jobs than lanes, the choice of those that run matters at the end
 * of the queue: four equal jobs on three lanes should end in 4/3 of one job's
 * time, and not leave the fourth alone. McNaughton's rule (Management Science
 * 6, 1959) says that n jobs on w lanes can always end after
 *
 *	T = max(sum of what is left / w, the most that one job has left)
 *
 * if jobs may move between lanes. So a job that has T left must run; the
 * others have slack and may wait in the order in which they came, but no
 * longer than their slack lasts. 2 * w - 1 active jobs are enough to see the
 * end of the queue coming; before that, lanes are filled in the order of the
 * queue.
 */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "simd.h"

/* An ordered job is moved to @done only after those submitted before it. */
static void finish(struct mbhash_batch *batch, struct mbhash_job *job)
{
	if (!job->ordered) {
		list_add_tail(&job->node, &batch->done);
		return;
	}
	while (!list_empty(&batch->ordered)) {
		job = list_first_entry(&batch->ordered, struct mbhash_job, node);
		if (!job->done)
			break;
		list_move_tail(&job->node, &batch->done);
	}
}

/**
 * mbhash_lanes_activate() - make the first job active, or finish it if it is done
 * @batch: a batch with jobs to do
 * @section: a started section
 *
 * Context: as mbhash_batch_run().
 */
void mbhash_lanes_activate(struct mbhash_batch *batch,
			   struct mbhash_simd_section *section)
{
	unsigned int i = batch->n;
	struct mbhash_job *job;

	job = list_first_entry(&batch->todo, struct mbhash_job, node);
	if (batch->pending)
		batch->pending--;
	if (job->ordered)
		list_move_tail(&job->node, &batch->ordered);
	else
		list_del(&job->node);

	/* After mbhash_batch_stop() a job comes back done, or with a run. */
	if (job->done || !simd_section_ready(section, job)) {
		finish(batch, job);
		return;
	}
	batch->job[i] = job;
	batch->state[i] = job->state;
	batch->data[i] = job->data;
	batch->n++;
}

static void deactivate(struct mbhash_batch *batch, unsigned int i)
{
	unsigned int last = --batch->n;

	batch->job[i] = batch->job[last];
	batch->state[i] = batch->state[last];
	batch->data[i] = batch->data[last];
}

static void swap_active(struct mbhash_batch *batch, unsigned int i,
			unsigned int j)
{
	swap(batch->job[i], batch->job[j]);
	swap(batch->state[i], batch->state[j]);
	swap(batch->data[i], batch->data[j]);
}

/*
 * Count the jobs without a lane, if the caller needs to know whether there are
 * @n, at most MBHASH_MAX_LANES. Counts ahead, so that most calls do not count.
 * Return: their number, if it is less than @n; else @n or more.
 */
static unsigned int count_pending(struct mbhash_batch *batch, unsigned int n)
{
	const struct list_head *pos;

	if (batch->pending >= n || batch->counted)
		return batch->pending;

	batch->pending = 0;
	list_for_each(pos, &batch->todo)
		if (++batch->pending == 4 * MBHASH_MAX_LANES)
			return batch->pending;
	batch->counted = true;
	return batch->pending;
}

/*
 * Fill the lanes of an implementation of @width. If fewer than 2 * @width jobs are left,
 * all of them become active, so that choose() sees them. Gathering their first blocks
 * may use the section up.
 */
static void refill(struct mbhash_batch *batch, struct mbhash_simd_section *section,
		   unsigned int width)
{
	while (!list_empty(&batch->todo) && section->ps &&
	       (batch->n < width ||
		batch->n + count_pending(batch, width) < 2 * width))
		mbhash_lanes_activate(batch, section);
}

/*
 * Move the @width jobs that run next to the front.
 * Return: the number of blocks for which the others can wait.
 */
static unsigned int choose(struct mbhash_batch *batch, unsigned int width)
{
	unsigned int i, front = 0, slack = UINT_MAX;
	u64 sum = 0, most = 0;

	if (batch->n <= width)
		return slack;

	for (i = 0; i < batch->n; i++) {
		sum += batch->job[i]->left;
		most = max_t(u64, most, batch->job[i]->left);
	}
	most = max(most, div_u64(sum + width - 1, width));

	for (i = 0; i < batch->n && front < width; i++)
		if (batch->job[i]->left == most)
			swap_active(batch, i, front++);
	for (i = width; i < batch->n; i++)
		slack = min_t(u64, slack, most - batch->job[i]->left);
	return slack;
}

/* Call an implementation once. */
static void step(struct mbhash_batch *batch, struct mbhash_simd_section *section)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	const struct mbhash_impl *impl;
	unsigned int i, width, blocks;

	impl = READ_ONCE(plan->impl[min_t(unsigned int, batch->n, MBHASH_MAX_LANES)]);
	blocks = choose(batch, impl->width);
	width = min_t(unsigned int, impl->width, batch->n);

	for (i = 0; i < width; i++)
		blocks = min(blocks, batch->job[i]->run);
	mbhash_fill_idle_lanes(batch, 0, width, impl->width);
	blocks = simd_section_fit(section, impl, blocks);
	simd_section_hash(section, impl, batch->state, batch->data, blocks);
	batch->filled[width] += blocks;

	/* Backwards, because deactivate() fills the gap from the end. */
	for (i = width; i--; ) {
		struct mbhash_job *job = batch->job[i];

		mbhash_job_hashed(job, blocks);
		if (simd_section_ready(section, job)) {
			batch->data[i] = job->data;
		} else {
			deactivate(batch, i);
			finish(batch, job);
		}
	}
}

/**
 * mbhash_lanes_run() - run the first jobs of a batch in lanes, for one step
 * @batch: the batch
 * @section: a started section
 *
 * Context: as mbhash_batch_run().
 */
void mbhash_lanes_run(struct mbhash_batch *batch,
		      struct mbhash_simd_section *section)
{
	refill(batch, section, READ_ONCE(batch->hash->plan[section->simd].widest));
	if (batch->n)
		step(batch, section);
}
