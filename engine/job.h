/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Begins a message and adds pieces to it: the part of the work for each request that
 * is short enough to be inline. The rest is in job.c.
 */
#ifndef _MBHASH_JOB_H
#define _MBHASH_JOB_H

#include <linux/kernel.h>
#include <linux/string.h>

#include "engine.h"

/* What to do when the source is used up. */
enum mbhash_phase {
	PHASE_MESSAGE = 0,	/* pad the message, if this is its last piece */
	PHASE_OUTER,		/* hmac: hash the digest with the outer key */
	PHASE_DIGEST,		/* write the digest */
};

/* RFC 1321, 3.2 and FIPS 180-4, 5.1.1: a message ends with its length in bits. */
#define PAD_LENGTH		sizeof(u64)

void mbhash_job_head(struct mbhash_job *job);

/* All states have room for the larger one, so that the size of a copy is constant. */
static inline void job_copy_state(u32 *to, const u32 *from)
{
	memcpy(to, from, MBHASH_STATE_WORDS * sizeof(u32));
}

/* Return: the number of blocks left to hash if @nbytes more bytes follow. */
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
	job->nbytes = seg + more;
	job->left = job_blocks_left(job, job->nbytes);
	/* One or two stores: their number bounds the time of this function. */
	memset((u8 *)job + offsetof(struct mbhash_job, run), 0,
	       offsetof(struct mbhash_job, left) - offsetof(struct mbhash_job, run));
	job->one_piece = digest && !more && !(job->count % MBHASH_BLOCK);
	if (more) {
		job->more = more;
		job->sg = sg;
	}
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
	/* The rest may be in one segment. */
	if (digest)
		mbhash_job_head(job);
}

#endif /* _MBHASH_JOB_H */
