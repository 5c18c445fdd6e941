/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A job: a message, or a piece of one. Here is also what begins a message and adds pieces
 * to it: the part of the work for each request that is short enough to be inline. The
 * rest is in job.c.
 */
#ifndef _MBHASH_JOB_H
#define _MBHASH_JOB_H

#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/scatterlist.h>
#include <linux/string.h>

#include "hash.h"

/* What to do when the source is used up. */
enum mbhash_phase {
	PHASE_MESSAGE = 0,	/* pad the message, if this is its last piece */
	PHASE_OUTER,		/* hmac: hash the digest with the outer key */
	PHASE_DIGEST,		/* write the digest */
};

/* RFC 1321, 3.2 and FIPS 180-4, 5.1.1: a message ends with its length in bits. */
#define PAD_LENGTH		sizeof(u64)

/**
 * struct mbhash_hmac_key - a key: the states after its two blocks (RFC 2104)
 * @inner: after K ^ ipad
 * @outer: after K ^ opad
 */
struct mbhash_hmac_key {
	u32 inner[MBHASH_STATE_WORDS];
	u32 outer[MBHASH_STATE_WORDS];
};

/**
 * struct mbhash_job - one message, or a piece of one, to be hashed
 * @node: links the job into a queue or one of a batch's lists
 * @state: chaining value, words in host byte order
 * @count: bytes of the message taken from the source so far, including the key block
 *	   of hmac; the last @count % 64 of them are in @block
 * @hash: the hash function
 * @src: the next byte of the current segment
 * @digest: where to write the digest, any alignment; NULL if this piece is not
 *	    the message's last
 * @outer: for hmac the initial state of the outer hash; else NULL
 * @seg: bytes left in the current segment
 * @nbytes: length of this piece
 * @run: number of blocks at @data that are ready to be hashed
 * @more: bytes to take from the segments after the current one
 * @error: 0, or -EINVAL if the scatterlist ended before @more bytes were taken
 * @phase: what to do when the source is used up, an &enum mbhash_phase
 * @segments: how many segments the last mbhash_job_next() has gone to
 * @ordered: must finish in order of submission among ordered jobs
 * @done: nothing is left to do
 * @left: blocks left to hash: run, source, padding and outer hash
 * @one_piece: the source is the current segment, starts at a block boundary, and is the
 *	       rest of the message; a head may precede it: a run of one block, in @block
 * @dirty: number of blocks in @block to wipe
 * @data: the run, if there is one: in the source or in @block
 * @sg: the segments after the current one, if @more is not 0
 * @block: a partial block, then the padding: up to two blocks
 *
 * The members that the most jobs use come first: with many jobs in flight, the number
 * of cache lines used by each matters. @run to @done are zeroed together, see
 * job_start().
 */
struct mbhash_job {
	struct list_head node;
	u32 state[MBHASH_STATE_WORDS];
	u64 count;
	const struct mbhash_hash *hash;
	const u8 *src;
	u8 *digest;
	const u32 *outer;
	unsigned int seg;
	unsigned int nbytes;
	unsigned int run;
	unsigned int more;
	int error;
	u8 phase;
	u8 segments;
	bool ordered;
	bool done;
	unsigned int left;
	bool one_piece;
	u8 dirty;
	const u8 *data;
	struct scatterlist *sg;
	u8 block[2 * MBHASH_BLOCK] __aligned(sizeof(u64));
};

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
 * @job: a job that has just begun, or whose earlier pieces are done
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
 * @job: a job that has just begun, or whose earlier pieces are done
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
