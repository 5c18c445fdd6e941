// SPDX-License-Identifier: GPL-2.0
/*
 * One message: turns a scatterlist of any shape into runs of whole blocks,
 * adds the padding and, for hmac, the outer hash. It does not hash: whoever
 * holds the job does, with one lane kernel or another.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "compat/compat.h"
#include "mbhash_job.h"

/* RFC 2104: the bytes that are xored onto the key */
#define HMAC_IPAD		0x36
#define HMAC_OPAD		0x5c

/* RFC 1321, 3.1 and FIPS 180-4, 5.1.1: what follows a message is a one bit. */
#define PAD_FIRST		0x80

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

/*
 * Pad the @have bytes in @block, the last of @count. Word by word: few stores,
 * none of them narrow; and no load, which would have to wait for the bytes that
 * came before to reach the cache.
 * Return: the length with the padding, blocks.
 */
static __always_inline unsigned int pad(const struct mbhash_hash *hash,
					u8 *block, unsigned int have, u64 count)
{
	unsigned int size = have + 1 + PAD_LENGTH <= MBHASH_BLOCK ?
			    MBHASH_BLOCK : 2 * MBHASH_BLOCK;
	u8 *word = block + round_down(have, sizeof(u64));
	u8 *length = block + size - PAD_LENGTH;

	put_unaligned_le64(PAD_FIRST, block + have);
	for (word += sizeof(u64); word < length; word += sizeof(u64)) {
		put_unaligned_le64(0, word);
		barrier();	/* or the compiler calls memset() */
	}
	if (hash->big_endian)
		put_unaligned_be64(count << 3, length);
	else
		put_unaligned_le64(count << 3, length);
	return size / MBHASH_BLOCK;
}

/* Pad the @have bytes in @job->block, and make them a run. */
static void pad_job(struct mbhash_job *job, unsigned int have, u64 count)
{
	job->data = job->block;
	job->run = pad(job->hash, job->block, have, count);
	job->dirty = max_t(u8, job->dirty, job->run);
}

static void take(struct mbhash_job *job, unsigned int nbytes)
{
	job->src += nbytes;
	job->seg -= nbytes;
	job->nbytes -= nbytes;
	job->count += nbytes;
}

/* Take bytes from the source until a run is ready. False: it is used up. */
static bool next_from_source(struct mbhash_job *job)
{
	unsigned int have, n;

	while (job->nbytes) {
		if (!job->seg) {
			if (!job->sg) {
				job->error = -EINVAL;
				return false;
			}
			job->src = sg_virt(job->sg);
			job->seg = min(job->sg->length, job->nbytes);
			/* Nothing says that there is an entry after the last one needed. */
			job->sg = job->seg < job->nbytes ? sg_next(job->sg) : NULL;
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

/* Leave nothing of the message behind. */
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
 * mbhash_job_outer() - make hmac's outer hash a run
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
 * mbhash_job_finish() - hand out the digest
 * @job: a job whose state is the digest
 *
 * Context: any.
 */
void mbhash_job_finish(struct mbhash_job *job)
{
	put_words(job->hash, job->digest, job->state);
	wipe(job);
	job->straight = false;
	job->done = true;
}

/**
 * mbhash_job_next() - make the next run ready
 * @job: a job whose run is used up
 *
 * Context: any.
 * Return: true if there are @job->run blocks at @job->data to be hashed; false
 * if the job is done: its digest is written, if it was the last piece, and its
 * state wiped; or @job->error is set.
 */
bool mbhash_job_next(struct mbhash_job *job)
{
	if (job->straight)
		job_leave_straight(job);
	switch (job->phase) {
	case PHASE_MESSAGE:
		if (next_from_source(job))
			return true;
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
		mbhash_job_finish(job);
		return false;
	}
	job->done = true;
	return false;
}

/**
 * mbhash_end_set() - make the padding of messages that are made of whole blocks
 * @end: zeroed, or as left by an earlier call
 * @hash: the hash function
 * @count: bytes in such a message
 *
 * Context: any.
 */
void mbhash_end_set(struct mbhash_end *end, const struct mbhash_hash *hash,
		    u64 count)
{
	if (end->hash == hash && end->count == count)
		return;
	end->hash = hash;
	end->count = count;
	pad(hash, end->block, 0, count);
	hash->schedule(end->schedule, end->block);
}

/**
 * mbhash_end_ready() - have the padding ready for a message that is alone
 * @end: see mbhash_end_set()
 * @hash: likewise
 * @count: likewise
 *
 * To make it would take longer than it saves one message. So it is made for the
 * second in a row of the same length.
 *
 * Context: any.
 * Return: true if @end is set.
 */
bool mbhash_end_ready(struct mbhash_end *end, const struct mbhash_hash *hash,
		      u64 count)
{
	const bool again = end->asked == count;

	end->asked = count;
	if (end->hash == hash && end->count == count)
		return true;
	if (again)
		mbhash_end_set(end, hash, count);
	return again;
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
 * mbhash_job_tail() - make the padded end of a message a run
 * @job: a &mbhash_job.straight job
 *
 * Context: any.
 */
void mbhash_job_tail(struct mbhash_job *job)
{
	const unsigned int rest = job->nbytes % MBHASH_BLOCK;

	if (rest)
		copy_short(job->block, job->src + job->nbytes - rest, rest);
	pad_job(job, rest, job->count + job->nbytes);
}

/**
 * mbhash_job_run_generic() - hash all of a job by portable C
 * @job: a job that no queue and no batch holds
 *
 * For what is rare: keys, and callers who have nothing but the stack.
 *
 * Context: any.
 */
void mbhash_job_run_generic(struct mbhash_job *job)
{
	while (mbhash_job_next(job)) {
		u32 *state = job->state;

		job->hash->kernels[0].fn(&state, &job->data, job->run, NULL);
		mbhash_job_hashed(job, job->run);
	}
}

static void hmac_state(const struct mbhash_hash *hash, u32 *state,
		       const u8 *key, u8 xor)
{
	struct mbhash_job job;
	u8 block[MBHASH_BLOCK];
	unsigned int i;

	for (i = 0; i < MBHASH_BLOCK; i++)
		block[i] = key[i] ^ xor;

	mbhash_job_init(&job, hash, NULL);
	mbhash_job_add_virt(&job, block, MBHASH_BLOCK, NULL, NULL);
	mbhash_job_run_generic(&job);
	job_copy_state(state, job.state);

	wipe(&job);
	memzero_explicit(block, sizeof(block));
}

/**
 * mbhash_hmac_setkey() - prepare a key for hmac (RFC 2104)
 * @hash: the hash function
 * @hmac: where the prepared key goes; the caller wipes it
 * @key: the key, any alignment
 * @keylen: its length in bytes, 0 or more
 *
 * Context: any.
 */
void mbhash_hmac_setkey(const struct mbhash_hash *hash,
			struct mbhash_hmac_key *hmac, const u8 *key,
			unsigned int keylen)
{
	u8 block[MBHASH_BLOCK] = {};

	if (keylen > MBHASH_BLOCK) {
		struct mbhash_job job;

		mbhash_job_init(&job, hash, NULL);
		mbhash_job_add_virt(&job, key, keylen, NULL, block);
		mbhash_job_run_generic(&job);
	} else {
		memcpy(block, key, keylen);
	}

	hmac_state(hash, hmac->inner, block, HMAC_IPAD);
	hmac_state(hash, hmac->outer, block, HMAC_OPAD);
	memzero_explicit(block, sizeof(block));
}
