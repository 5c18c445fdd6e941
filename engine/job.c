// SPDX-License-Identifier: GPL-2.0
/*
 * One message: turns a scatterlist of any shape into runs of whole blocks,
 * adds the padding and, for hmac, the outer hash. It does not hash: whoever
 * holds the job does, with one implementation or another.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "../compat/compat.h"
#include "internal.h"
#include "padding.h"

/*
 * MD5 has four words, little-endian; SHA-256 eight, big-endian: two by two. A loop
 * would take longer than what is in it.
 */
static __always_inline void put_words(const struct mbhash_hash *hash, u8 *to,
				      const u32 *words)
{
	unsigned int i;

	if (hash->big_endian)
#pragma GCC unroll 4
		for (i = 0; i < MBHASH_STATE_WORDS; i += 2)
			put_unaligned_be64((u64)words[i] << 32 | words[i + 1],
					   to + 4 * i);
	else
#pragma GCC unroll 4
		for (i = 0; i < MBHASH_STATE_WORDS / 2; i++)
			put_unaligned_le32(words[i], to + 4 * i);
}

/* Pad the @have bytes in @job->block, and make them the run. */
static void pad_job(struct mbhash_job *job, unsigned int have, u64 count)
{
	job->data = job->block;
	job->run = mbhash_pad(job->hash, job->block, have, count);
	job->dirty = max_t(u8, job->dirty, job->run);
}

/* The next segment of the scatterlist. False: there is none. */
static bool next_segment(struct mbhash_job *job)
{
	if (!job->sg) {
		job->error = -EINVAL;
		return false;
	}
	job->src = sg_virt(job->sg);
	job->seg = min(job->sg->length, job->more);
	job->more -= job->seg;
	/* Nothing says that there is an entry after the last one needed. */
	job->sg = job->more ? sg_next(job->sg) : NULL;
	return true;
}

static void take(struct mbhash_job *job, unsigned int nbytes)
{
	job->src += nbytes;
	job->seg -= nbytes;
	job->count += nbytes;
}

/* Take bytes from the source until a run is ready. False: it is used up. */
static bool next_from_source(struct mbhash_job *job)
{
	unsigned int have, n;

	while (job->seg || job->more) {
		if (!job->seg) {
			if (!next_segment(job))
				return false;
			continue;
		}

		have = job->count % MBHASH_BLOCK;
		if (!have && job->seg >= MBHASH_BLOCK) {
			job->data = job->src;
			job->run = job->seg / MBHASH_BLOCK;
			take(job, job->run * MBHASH_BLOCK);
			return true;
		}

		n = min(MBHASH_BLOCK - have, job->seg);
		memcpy(job->block + have, job->src, n);
		job->dirty = max_t(u8, job->dirty, 1);
		take(job, n);
		if (have + n == MBHASH_BLOCK) {
			job->data = job->block;
			job->run = 1;
			return true;
		}
	}
	return false;
}

/* The compiler zeroes half of it by a few stores, and all of it by rep stos. */
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
 * mbhash_job_wipe() - leave nothing of the message behind
 * @job: a job that is not needed any more
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

	put_words(job->hash, job->block, job->state);
	job_copy_state(job->state, job->outer);
	pad_job(job, digest_size, MBHASH_BLOCK + digest_size);
}

/**
 * mbhash_jobs_finish() - hand out digests
 * @job: jobs whose states are the digests
 * @n: how many
 *
 * Context: any.
 */
void mbhash_jobs_finish(struct mbhash_job *const *job, unsigned int n)
{
	struct mbhash_job *const *const end = job + n;

	for (; job < end; job++) {
		put_words((*job)->hash, (*job)->digest, (*job)->state);
		wipe(*job);
		(*job)->one_piece = false;
		(*job)->done = true;
	}
}

/**
 * mbhash_job_next() - make the next run ready
 * @job: a job whose run is used up
 *
 * Context: any.
 * Return: true if there are @job->run blocks at @job->data to be hashed; false
 * if the job is done: its digest is written, if it was the last piece, and its
 * state wiped; or @job->error is set, and its state wiped.
 */
bool mbhash_job_next(struct mbhash_job *job)
{
	job->one_piece = false;
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

/* memcpy() of less than a block, word by word. The last one may overlap. */
static __always_inline void copy_short(u8 *to, const u8 *from, unsigned int n)
{
	unsigned int i;

	if (n < sizeof(u64)) {
		memcpy(to, from, n);
		return;
	}
	for (i = 0; i < n - sizeof(u64); i += sizeof(u64)) {
		put_unaligned_le64(get_unaligned_le64(from + i), to + i);
		barrier();
	}
	i = n - sizeof(u64);
	put_unaligned_le64(get_unaligned_le64(from + i), to + i);
}

/**
 * mbhash_job_tail() - make the padded end of a message the run
 * @job: a &mbhash_job.one_piece
 *
 * The source stays as it is.
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
