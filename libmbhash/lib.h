/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declarations that the library's files share, grouped by file.
 */
#ifndef _LIBMBHASH_LIB_H
#define _LIBMBHASH_LIB_H

#include "../engine/engine.h"

#pragma GCC visibility push(default)
#include "mbhash.h"
#pragma GCC visibility pop

/* A message's length in bits has to fit into 64 bits: RFC 1321, 3.2, FIPS 180-4, 5.1.1 */
#define MAX_BYTES	((1ULL << 61) - 1)

/* With so many messages all lanes stay full until the last ones, see engine/lanes.c. */
#define OWN_STREAMS	MBHASH_MAX_ACTIVE

/**
 * struct stream - what is in a &struct mbhash_stream
 * @job: the piece that the engine has
 * @owner: the number of the hasher that has begun it
 * @data: what follows that piece
 * @size: how many bytes
 * @digest: where to write the digest, if the message ends there; else NULL
 * @is: what may be done with it
 */
struct stream {
	struct mbhash_job job;
	unsigned long owner;
	const u8 *data;
	size_t size;
	u8 *digest;
	enum { FINISHED, BEGUN, IN_CALL } is;
};

/**
 * struct mbhash - a hasher
 * @number: no other one has had it, though it may have had the same memory
 * @hash: its hash
 * @key: for hmac its key, @hmac; else NULL
 * @hmac: a prepared key
 * @batch: streams that are hashed together
 * @longs: how many of them have more data than the engine has
 * @section: the engine's memory and time limit
 * @padding: for @section
 * @filled: for @batch
 * @many: for messages that need no stream
 * @idle: those of @own that have no message
 * @own: for messages that have no stream
 * @scratch: for @section
 */
struct mbhash {
	unsigned long number;
	const struct mbhash_hash *hash;
	const struct mbhash_hmac_key *key;
	struct mbhash_hmac_key hmac;
	struct mbhash_batch batch;
	unsigned int longs;
	struct mbhash_simd_section section;
	struct mbhash_padding padding;
	u64 filled[MBHASH_MAX_LANES + 1];
	struct mbhash_many many;
	struct list_head idle;
	struct stream own[OWN_STREAMS];
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
};

/* run.c: the engine hashes streams. The work for each stream is short enough to be inline. */

/* The longest piece, bytes: whole blocks. Lengths in the engine are 32-bit numbers. */
#define PIECE	((size_t)1 << 30)
_Static_assert(UINT_MAX / PIECE && !(PIECE % MBHASH_BLOCK),
	       "a piece is of whole blocks, and has a 32-bit length");

/**
 * run_begin() - begin a message
 * @hasher: which owns the stream from now on
 * @stream: the stream, whatever is in it
 */
static inline void run_begin(struct mbhash *hasher, struct stream *stream)
{
	mbhash_job_init(&stream->job, hasher->hash, hasher->key);
	stream->owner = hasher->number;
	stream->is = BEGUN;
}

/* The next piece of a stream becomes the job. */
static inline void run_next_piece(struct mbhash *hasher, struct stream *stream)
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
static inline void run_add(struct mbhash *hasher, struct stream *stream)
{
	run_next_piece(hasher, stream);
	hasher->longs += !!stream->size;
	list_add_tail(&stream->job.node, &hasher->batch.todo);
}

/* Where the linker cannot make them local in the static library, they must not collide. */
#pragma redefine_extname run_batch mbhash_run_batch
#pragma redefine_extname run_drop mbhash_run_drop
#pragma redefine_extname run_alone mbhash_run_alone
#pragma redefine_extname plan_once mbhash_plan_once

bool run_batch(struct mbhash *hasher, u32 ns, struct list_head *done);
void run_drop(struct mbhash *hasher);
void run_alone(struct mbhash *hasher, struct stream *stream);

/* once.c: the plans of this process */

int plan_once(struct mbhash_hash *hash);

#endif /* _LIBMBHASH_LIB_H */
