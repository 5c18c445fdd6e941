// SPDX-License-Identifier: GPL-2.0
/*
 * The engine hashes streams: together as a batch, or one alone. Long messages go to it in
 * pieces, see lib.h.
 */
#include "lib.h"

/**
 * run_drop() - take back all streams that were added, before anything is hashed
 * @hasher: the hasher
 */
void run_drop(struct mbhash *hasher)
{
	hasher->longs = 0;
	INIT_LIST_HEAD(&hasher->batch.todo);
}

/* Streams that have more data go on. Return: whether there are any. */
static bool add_rests(struct mbhash *hasher, struct list_head *done)
{
	struct list_head jobs;
	bool more = false;

	INIT_LIST_HEAD(&jobs);
	list_splice_init(&hasher->batch.done, &jobs);
	while (!list_empty(&jobs)) {
		struct stream *stream = list_first_entry(&jobs, struct stream, job.node);

		list_move_tail(&stream->job.node, done);
		if (!stream->size)
			continue;
		list_del(&stream->job.node);
		hasher->longs--;
		run_add(hasher, stream);
		more = true;
	}
	return more;
}

/**
 * run_batch() - hash the hasher's batch for some time
 * @hasher: the hasher
 * @ns: how long, nanoseconds
 * @done: receives the jobs of streams all of whose data is hashed
 *
 * Return: whether there is more to do
 */
bool run_batch(struct mbhash *hasher, u32 ns, struct list_head *done)
{
	bool more;

	hasher->section.ns = ns;
	hasher->section.simd = true;
	more = mbhash_batch_run(&hasher->batch, &hasher->section);
	if (hasher->longs)
		return add_rests(hasher, done) || more;
	list_splice_tail_init(&hasher->batch.done, done);
	return more;
}

/**
 * run_alone() - hash one stream's data
 * @hasher: the stream's owner
 * @stream: with data, size and digest set
 */
void run_alone(struct mbhash *hasher, struct stream *stream)
{
	do {
		run_next_piece(hasher, stream);
		do {
			hasher->section.ns = U32_MAX;
			hasher->section.simd = true;
		} while (mbhash_job_run(&stream->job, &hasher->section));
	} while (stream->size);
}
