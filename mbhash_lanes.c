// SPDX-License-Identifier: GPL-2.0
/*
 * The batch engine: puts jobs into the lanes of the kernels that the plan
 * names, for a bounded stretch of time. It knows neither queues nor CPUs.
 *
 * Jobs of different lengths share lanes. In each step a kernel runs for as
 * many blocks as the shortest run among its lanes; a job that is done makes
 * room for the next one in the queue at once.
 *
 * Where there are more jobs than lanes, which of them run matters at the end
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
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "mbhash_job.h"
#include "mbhash_section.h"

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

/* An ordered job is only handed out after those that came before it. */
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

static void activate(struct mbhash_batch *batch)
{
	unsigned int i = batch->n;
	struct mbhash_job *job;

	job = list_first_entry(&batch->todo, struct mbhash_job, node);
	if (batch->waiting)
		batch->waiting--;
	if (job->ordered)
		list_move_tail(&job->node, &batch->ordered);
	else
		list_del(&job->node);

	/* After mbhash_batch_stop() a job comes back done, or with a run. */
	if (job->done || !mbhash_job_ready(job)) {
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

/**
 * mbhash_batch_waiting() - how many jobs wait for a lane?
 * @batch: the batch
 * @n: a number that matters to the caller, at most MBHASH_MAX_LANES
 *
 * Counts ahead, not to count each time.
 *
 * Return: their number, if it is less than @n; else @n or more.
 */
unsigned int mbhash_batch_waiting(struct mbhash_batch *batch, unsigned int n)
{
	const struct list_head *pos;

	if (batch->waiting >= n || batch->counted)
		return batch->waiting;

	batch->waiting = 0;
	list_for_each(pos, &batch->todo)
		if (++batch->waiting == 4 * MBHASH_MAX_LANES)
			return batch->waiting;
	batch->counted = true;
	return batch->waiting;
}

/**
 * mbhash_batch_idle() - give lanes without a job something to do
 * @batch: the batch
 * @first: the first lane of the call, which has a job
 * @used: how many lanes of the call have one
 * @width: all lanes of the call
 *
 * They hash what the first one hashes: memory that is there for as many blocks.
 */
void mbhash_batch_idle(struct mbhash_batch *batch, unsigned int first,
		       unsigned int used, unsigned int width)
{
	unsigned int i;

	for (i = first + used; i < first + width; i++) {
		batch->state[i] = batch->spare;
		batch->data[i] = batch->data[first];
	}
}

/*
 * Fill the lanes of a kernel of @width. When the end of the queue is in sight,
 * all jobs become active, for choose() to see: less than 2 * @width.
 */
static void refill(struct mbhash_batch *batch, unsigned int width)
{
	while (!list_empty(&batch->todo) &&
	       (batch->n < width ||
		batch->n + mbhash_batch_waiting(batch, width) < 2 * width))
		activate(batch);
}

/*
 * Move to the front the @width jobs that run next.
 * Return: for how many blocks the others can wait.
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

/* One call of a lane kernel. */
static void step(struct mbhash_batch *batch, struct mbhash_section *section)
{
	const struct mbhash_plan *plan = &batch->hash->plan[section->simd];
	const struct mbhash_kernel *kernel;
	unsigned int i, width, blocks;

	kernel = plan->kernel[min_t(unsigned int, batch->n, MBHASH_MAX_LANES)];
	blocks = choose(batch, kernel->width);
	width = min_t(unsigned int, kernel->width, batch->n);

	for (i = 0; i < width; i++)
		blocks = min(blocks, batch->job[i]->run);
	mbhash_batch_idle(batch, 0, width, kernel->width);
	blocks = section_fit(section, kernel, blocks);
	section_hash(section, kernel, batch->state, batch->data, blocks);
	batch->filled[width] += blocks;

	/* Backwards: deactivate() fills the gap from the end. */
	for (i = width; i--; ) {
		struct mbhash_job *job = batch->job[i];

		mbhash_job_hashed(job, blocks);
		if (mbhash_job_ready(job)) {
			batch->data[i] = job->data;
		} else {
			deactivate(batch, i);
			finish(batch, job);
		}
	}
}

/* Jobs that were done when the batch was stopped are the first ones. */
static void hand_out_done(struct mbhash_batch *batch)
{
	while (!list_empty(&batch->todo) &&
	       list_first_entry(&batch->todo, struct mbhash_job, node)->done)
		activate(batch);
}

/**
 * mbhash_batch_run() - hash for a while
 * @batch: the batch
 * @section: for how long, and with what
 *
 * Finished jobs are moved to @batch->done; the caller takes them from there.
 *
 * Context: BH disabled, or in any other way alone with @section's scratch.
 * Return: true if jobs are left.
 */
bool mbhash_batch_run(struct mbhash_batch *batch,
		      struct mbhash_section *section)
{
	section_start(section, batch->hash->plan[true].isa);
	batch->waiting = 0;
	batch->counted = false;
	hand_out_done(batch);
	while (section->ps) {
		if (!batch->n && mbhash_batch_straight(batch, section))
			continue;
		refill(batch, batch->hash->plan[section->simd].widest);
		if (!batch->n)
			break;
		step(batch, section);
	}
	section_end(section);
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
