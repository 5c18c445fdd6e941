/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is done for each request, or for each step of a job, and is short enough
 * to be inline: how a message begins, or its next piece, and its runs. The rest
 * is in mbhash_job.c.
 */
#ifndef _MBHASH_JOB_H
#define _MBHASH_JOB_H

#include <linux/kernel.h>
#include <linux/scatterlist.h>
#include <linux/string.h>

#include "mbhash.h"

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

/* The piece is @seg bytes at @job->src, and then @sg. */
static inline void job_set_source(struct mbhash_job *job, unsigned int seg,
				  struct scatterlist *sg)
{
	job->straight = false;
	job->sg = sg;
	job->seg = seg;
	job->run = 0;
	job->phase = PHASE_MESSAGE;
}

/* A straight job goes run by run after all. */
static inline void job_leave_straight(struct mbhash_job *job)
{
	job_set_source(job, job->nbytes, NULL);
}

static inline void job_start(struct mbhash_job *job, unsigned int nbytes,
			     const struct mbhash_hmac_key *key, u8 *digest)
{
	job->digest = digest;
	job->outer = key ? key->outer : NULL;
	job->nbytes = nbytes;
	job->left = job_blocks_left(job, nbytes);
	job->error = 0;
	job->ordered = false;
	job->done = false;
}

/**
 * mbhash_job_add_virt() - add a piece in contiguous memory to a message
 * @job: see mbhash_job_add()
 * @src: the piece, any alignment; may be NULL if @nbytes is 0
 * @nbytes: its length in bytes
 * @key: see mbhash_job_add()
 * @digest: see mbhash_job_add()
 *
 * Context: any.
 */
static inline void mbhash_job_add_virt(struct mbhash_job *job, const u8 *src,
				       unsigned int nbytes,
				       const struct mbhash_hmac_key *key,
				       u8 *digest)
{
	job_start(job, nbytes, key, digest);
	job->src = src;
	job->straight = digest && !(job->count % MBHASH_BLOCK);
	if (!job->straight)
		job_set_source(job, nbytes, NULL);
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
	job_set_source(job, 0, sg);
}

/**
 * mbhash_job_hashed() - take account of blocks that were hashed
 * @job: a job with a run
 * @blocks: how many of its run
 *
 * Context: any.
 */
static inline void mbhash_job_hashed(struct mbhash_job *job,
				     unsigned int blocks)
{
	job->left -= blocks;
	job->run -= blocks;
	job->data += (size_t)blocks * MBHASH_BLOCK;
}

/**
 * mbhash_job_ready() - is there a run, or can one be made ready?
 * @job: the job
 *
 * Context: any.
 * Return: see mbhash_job_next()
 */
static inline bool mbhash_job_ready(struct mbhash_job *job)
{
	return (!job->straight && job->run) || mbhash_job_next(job);
}

#endif /* _MBHASH_JOB_H */
