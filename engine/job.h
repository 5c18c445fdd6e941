/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a message begins, and its next piece: what is done for each request and is
 * short enough to be inline. The rest is in job.c.
 */
#ifndef _MBHASH_JOB_H
#define _MBHASH_JOB_H

#include <linux/kernel.h>
#include <linux/string.h>

#include "engine.h"

/* What is to be done when the source is used up. */
enum mbhash_phase {
	PHASE_MESSAGE,	/* pad the message, if this is its last piece */
	PHASE_OUTER,	/* hmac: hash the digest with the outer key */
	PHASE_DIGEST,	/* hand out the digest */
};

/* RFC 1321, 3.2 and FIPS 180-4, 5.1.1: a message ends with its length in bits. */
#define PAD_LENGTH		sizeof(u64)

/* All states have room for the larger one: copies of constant size are short. */
static inline void job_copy_state(u32 *to, const u32 *from)
{
	memcpy(to, from, MBHASH_STATE_WORDS * sizeof(u32));
}

/* Blocks that are left to hash when @nbytes more bytes are to come. */
static inline unsigned int job_blocks_left(const struct mbhash_job *job,
					   unsigned int nbytes)
{
	u64 total = job->count % MBHASH_BLOCK + nbytes;

	if (!job->digest)
		return total / MBHASH_BLOCK;
	return DIV_ROUND_UP(total + 1 + PAD_LENGTH, MBHASH_BLOCK) +
	       !!job->outer;
}

/* @nbytes of the current segment are in the run, or in @job->block. */
static inline void job_take(struct mbhash_job *job, unsigned int nbytes)
{
	job->src += nbytes;
	job->seg -= nbytes;
	job->nbytes -= nbytes;
	job->count += nbytes;
}

/* All whole blocks of the current segment become the run. */
static inline void job_take_run(struct mbhash_job *job)
{
	job->data = job->src;
	job->run = job->seg / MBHASH_BLOCK;
	job_take(job, job->run * MBHASH_BLOCK);
}

/**
 * mbhash_job_init() - begin a message
 * @job: the job
 * @hash: the hash function
 * @key: for hmac the key, else NULL
 *
 * Context: any.
 */
static inline void mbhash_job_init(struct mbhash_job *job,
				   const struct mbhash_hash *hash,
				   const struct mbhash_hmac_key *key)
{
	job->hash = hash;
	job->dirty = 0;
	job->count = key ? MBHASH_BLOCK : 0;
	job_copy_state(job->state, key ? key->inner : hash->iv);
}

static inline void job_start(struct mbhash_job *job, unsigned int nbytes,
			     const struct mbhash_hmac_key *key, u8 *digest)
{
	job->digest = digest;
	job->outer = key ? key->outer : NULL;
	job->nbytes = nbytes;
	job->left = job_blocks_left(job, nbytes);
	job->error = 0;
	job->phase = PHASE_MESSAGE;
	job->ordered = false;
	job->done = false;
}

/* No run yet: @seg bytes at @src come next, and then @sg. */
static inline void job_set_source(struct mbhash_job *job, const u8 *src,
				  unsigned int seg, struct scatterlist *sg)
{
	job->data = job->block;
	job->run = 0;
	job->src = src;
	job->seg = seg;
	job->sg = sg;
}

/**
 * mbhash_job_add_virt() - add a piece in contiguous memory to a message
 * @job: a job that mbhash_job_init() or an earlier piece has left behind
 * @src: the piece, any alignment; may be NULL if @nbytes is 0
 * @nbytes: its length in bytes
 * @key: as it was given to mbhash_job_init(); must live until the job is done
 * @digest: if this is the last piece, where to put the digest; else NULL
 *
 * Context: any.
 */
static inline void mbhash_job_add_virt(struct mbhash_job *job, const u8 *src,
				       unsigned int nbytes,
				       const struct mbhash_hmac_key *key,
				       u8 *digest)
{
	job_start(job, nbytes, key, digest);
	job_set_source(job, src, nbytes, NULL);
	if (!(job->count % MBHASH_BLOCK))
		job_take_run(job);
}

/**
 * mbhash_job_add() - add a piece to a message
 * @job: a job that mbhash_job_init() or an earlier piece has left behind
 * @sg: the piece: segments of any length and alignment, in memory that
 *	page_address() knows; may be NULL if @nbytes is 0
 * @nbytes: its length in bytes
 * @key: as it was given to mbhash_job_init(); must live until the job is done
 * @digest: if this is the last piece, where to put the digest; else NULL
 *
 * Context: any.
 */
static inline void mbhash_job_add(struct mbhash_job *job,
				  struct scatterlist *sg, unsigned int nbytes,
				  const struct mbhash_hmac_key *key, u8 *digest)
{
	if (!nbytes || sg->length >= nbytes) {
		mbhash_job_add_virt(job, nbytes ? sg_virt(sg) : NULL, nbytes,
				    key, digest);
		return;
	}
	job_start(job, nbytes, key, digest);
	job_set_source(job, NULL, 0, sg);
}

#endif /* _MBHASH_JOB_H */
