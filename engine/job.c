// SPDX-License-Identifier: GPL-2.0
/*
 * One message: splits a scatterlist of any shape into runs of whole blocks, and adds
 * the padding and, for hmac, the outer hash. The callers hash the runs, with an
 * implementation of their choice.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "bytes.h"
#include "padding.h"

/* Pad the @have bytes in @job->block, and make them the run. */
static void pad_job(struct mbhash_job *job, unsigned int have, u64 count)
{
	job->data = job->block;
	job->run = mbhash_pad(job->hash, job->block, have, count);
	job->dirty = max_t(u8, job->dirty, job->run);
}

/* Go to the next segment of the scatterlist. Return: false if there is none. */
static bool next_segment(struct mbhash_job *job)
{
	if (!job->sg) {
		job->error = -EINVAL;
		return false;
	}
	job->src = sg_virt(job->sg);
	job->seg = min(job->sg->length, job->more);
	job->more -= job->seg;
	job->segments++;
	/* There may be no valid entry after the last one needed. */
	job->sg = job->more ? sg_next(job->sg) : NULL;
	return true;
}

static void take(struct mbhash_job *job, unsigned int nbytes)
{
	job->src += nbytes;
	job->seg -= nbytes;
	job->count += nbytes;
}

/* Take bytes until a run is ready. Return: false if the source is used up. */
static bool next_from_source(struct mbhash_job *job)
{
	unsigned int have, n;
	const u8 *src;

	while (job->seg || job->more) {
		if (!job->seg && !next_segment(job))
			return false;

		src = job->src;
		have = job->count % MBHASH_BLOCK;
		if (!have && job->seg >= MBHASH_BLOCK) {
			job->data = src;
			job->run = job->seg / MBHASH_BLOCK;
			take(job, job->run * MBHASH_BLOCK);
			return true;
		}

		n = min(MBHASH_BLOCK - have, job->seg);
		take(job, n);
		copy_short(job->block + have, src, n);
		job->dirty = max_t(u8, job->dirty, 1);
		if (have + n == MBHASH_BLOCK) {
			job->data = job->block;
			job->run = 1;
			return true;
		}
	}
	return false;
}

/**
 * mbhash_job_head() - make the head of a scattered piece the run
 * @job: a job without a run
 *
 * Many messages begin with a few separate bytes, such as the sector number of
 * dm-integrity, or that and the IV of dm-crypt, and have the rest in one segment. The
 * head is the block that contains those bytes.
 *
 * Context: any.
 */
void mbhash_job_head(struct mbhash_job *job)
{
	if (next_from_source(job))
		job->one_piece = job->data == job->block && !job->more;
}

/* The compiler zeroes half a block by a few stores, but a whole one by rep stos. */
static __always_inline void wipe_block(u8 *block)
{
	const unsigned int half = MBHASH_BLOCK / 2;

	memzero_explicit(block, half);
	memzero_explicit(block + half, half);
}

static __always_inline void wipe(struct mbhash_job *job)
{
	memzero_explicit(job->state, sizeof(job->state));
	if (!job->dirty)
		return;
	wipe_block(job->block);
	if (job->dirty > 1)
		wipe_block(job->block + MBHASH_BLOCK);
	job->dirty = 0;
}

/**
 * mbhash_job_wipe() - wipe everything derived from the message
 * @job: a job that is no longer needed
 *
 * Context: any.
 */
void mbhash_job_wipe(struct mbhash_job *job)
{
	wipe(job);
}

/**
 * mbhash_job_outer() - make hmac's outer hash the run
 * @job: a job whose inner hash is complete
 *
 * Context: any.
 */
void mbhash_job_outer(struct mbhash_job *job)
{
	const unsigned int digest_size = mbhash_digest_size(job->hash);

	put_words(job->hash->big_endian, job->block, job->state);
	job_copy_state(job->state, job->outer);
	pad_job(job, digest_size, MBHASH_BLOCK + digest_size);
}

/**
 * mbhash_jobs_finish() - write the digests of finished jobs, and wipe the jobs
 * @job: jobs whose states are the digests
 * @n: number of jobs
 *
 * Context: any.
 */
void mbhash_jobs_finish(struct mbhash_job *const *job, unsigned int n)
{
	struct mbhash_job *const *const end = job + n;

	while (job < end) {
		struct mbhash_job *done = *job++;

		put_words(done->hash->big_endian, done->digest, done->state);
		wipe(done);
		done->one_piece = false;
		done->done = true;
	}
}

/**
 * mbhash_job_next() - make the next run ready
 * @job: a job whose run is used up
 *
 * Context: any.
 * Return: true if there are @job->run blocks at @job->data to hash; false if the job
 * is done. Then, if this was the last piece, its digest is written and its state is
 * wiped; or @job->error is set and its state is wiped.
 */
bool mbhash_job_next(struct mbhash_job *job)
{
	job->one_piece = false;
	job->segments = 0;
	switch (job->phase) {
	case PHASE_MESSAGE:
		if (next_from_source(job))
			return true;
		if (job->error)
			wipe(job);
		if (job->error || !job->digest)
			break;
		pad_job(job, job->count % MBHASH_BLOCK, job->count);
		job->phase = job->outer ? PHASE_OUTER : PHASE_DIGEST;
		return true;
	case PHASE_OUTER:
		mbhash_job_outer(job);
		job->phase = PHASE_DIGEST;
		return true;
	case PHASE_DIGEST:
		mbhash_jobs_finish(&job, 1);
		return false;
	}
	job->done = true;
	return false;
}

/**
 * mbhash_job_tail() - make the padded end of a message the run
 * @job: an &mbhash_job.one_piece job
 *
 * Does not take bytes from the source.
 *
 * Context: any.
 */
void mbhash_job_tail(struct mbhash_job *job)
{
	const unsigned int rest = job->seg % MBHASH_BLOCK;

	if (rest)
		copy_short(job->block, job->src + job->seg - rest, rest);
	pad_job(job, rest, job->count + job->seg);
}
