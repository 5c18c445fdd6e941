// SPDX-License-Identifier: GPL-2.0
/*
 * The engine hashes streams: together as a batch, or one alone. Long messages go to it in
 * pieces, whose lengths are 32-bit numbers.
 */
#include "lib.h"

/* The longest piece, bytes: whole blocks */
#define PIECE	((size_t)1 << 30)

/**
 * run_begin() - begin a message
 * @hasher: which owns the stream from now on
 * @stream: the stream, whatever is in it
 */
void run_begin(struct mbhash *hasher, struct stream *stream)
{
	mbhash_job_init(&stream->job, hasher->hash, hasher->key);
	stream->owner = hasher;
	stream->is = BEGUN;
}

/* Its next piece becomes the job. */
static void next_piece(struct mbhash *hasher, struct stream *stream)
{
	const size_t n = min(stream->size, PIECE);

	stream->size -= n;
	mbhash_job_add_virt(&stream->job, stream->data, n, hasher->key,
			    stream->size ? NULL : stream->digest);
	if (stream->size)
		stream->data += n;
}

/**
 * run_add() - add a stream to the hasher's batch
 * @hasher: the stream's owner
 * @stream: with data, size and digest set
 */
void run_add(struct mbhash *hasher, struct stream *stream)
{
	next_piece(hasher, stream);
	list_add_tail(&stream->job.node, &hasher->batch.todo);
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
	struct mbhash_batch *batch = &hasher->batch;
	bool more;

	hasher->section.ns = ns;
	hasher->section.simd = true;
	more = mbhash_batch_run(batch, &hasher->section);
	while (!list_empty(&batch->done)) {
		struct stream *stream = list_first_entry(&batch->done, struct stream,
							 job.node);

		list_del(&stream->job.node);
		if (stream->size) {
			run_add(hasher, stream);
			more = true;
		} else {
			list_add_tail(&stream->job.node, done);
		}
	}
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
		next_piece(hasher, stream);
		do {
			hasher->section.ns = U32_MAX;
			hasher->section.simd = true;
		} while (mbhash_job_run(&stream->job, &hasher->section));
	} while (stream->size);
}
