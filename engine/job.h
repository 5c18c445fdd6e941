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

/* The piece is @seg bytes at @src, and then @more in @sg. */
static inline void job_start(struct mbhash_job *job, const u8 *src,
			     unsigned int seg, struct scatterlist *sg,
			     unsigned int more,
			     const struct mbhash_hmac_key *key, u8 *digest)
{
	job->src = src;
	job->digest = digest;
	job->outer = key ? key->outer : NULL;
	job->seg = seg;
	job->left = job_blocks_left(job, seg + more);
	job->run = 0;
	job->more = more;
	job->error = 0;
	job->phase = PHASE_MESSAGE;
	job->ordered = false;
	job->done = false;
	job->one_piece = digest && !more && !(job->count % MBHASH_BLOCK);
	if (more)
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
	job_start(job, src, nbytes, NULL, 0, key, digest);
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
	job_start(job, NULL, 0, sg, nbytes, key, digest);
}

/**
 * mbhash_job_bytes() - how many bytes are to be taken
 * @job: a job to which a piece was just added
 *
 * Context: any.
 * Return: the length of the piece.
 */
static inline unsigned int mbhash_job_bytes(const struct mbhash_job *job)
{
	return job->seg + job->more;
}

#endif /* _MBHASH_JOB_H */
