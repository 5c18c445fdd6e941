/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hash functions, their implementations, and the plan: which implementation serves
 * n jobs.
 */
#ifndef _MBHASH_HASH_H
#define _MBHASH_HASH_H

#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/types.h>

/* Both hashes work on blocks of 64 bytes (RFC 1321, FIPS 180-4). */
#define MBHASH_BLOCK		64
/* 32-bit words in the larger of the two states, SHA-256's. */
#define MBHASH_STATE_WORDS	8
#define MBHASH_MAX_DIGEST	(MBHASH_STATE_WORDS * sizeof(u32))
/* Both hashes process a block in 64 steps; each adds a constant and a message word. */
#define MBHASH_STEPS		64
/* Lanes of the widest implementation. */
#define MBHASH_MAX_LANES	64
/* Temporary memory of an implementation, at most, bytes. */
#define MBHASH_SCRATCH		9216

/* Costs that differ by 1/MBHASH_COST_ERROR or less count as equal. */
#define MBHASH_COST_ERROR	32

/**
 * typedef mbhash_lane_fn - advance independent states by the same number of blocks
 * @state: one pointer for each lane to its state: 4 (MD5) or 8 (SHA-256)
 *	   words in host byte order, aligned to 4 bytes. Idle lanes, whose
 *	   results are not used, may share one state; all others are distinct.
 * @data: one pointer for each lane to its @nblocks * 64 bytes, any alignment;
 *	  lanes may share data. Nothing outside of these bytes is read.
 * @nblocks: blocks to hash in each lane, 1 or more
 * @scratch: &mbhash_impl.scratch bytes, aligned to 64; the caller wipes them
 *
 * Context: between mbhash_simd_begin() and mbhash_simd_end() if one of the
 * implementation's instruction sets has vector registers. Does not sleep.
 */
typedef void (*mbhash_lane_fn)(u32 *const *state, const u8 *const *data,
			       size_t nblocks, void *scratch);

/**
 * typedef mbhash_finup_fn - like &mbhash_lane_fn, with a last block shared by all lanes
 * @state: one pointer for each lane to its state, as for &mbhash_lane_fn
 * @data: one pointer for each lane to its data, as for &mbhash_lane_fn
 * @nblocks: blocks to hash in each lane before the last one, 0 or more
 * @scratch: as for &mbhash_lane_fn
 * @schedule: the last block, the same in each lane: for each of MBHASH_STEPS
 *	      steps the sum of its constant and its word
 *
 * If messages of equal length consist of whole blocks, their padding is such a block.
 * It needs neither a transposition nor a message schedule.
 */
typedef void (*mbhash_finup_fn)(u32 *const *state, const u8 *const *data,
				size_t nblocks, void *scratch,
				const u32 *schedule);

/**
 * typedef mbhash_digest_fn - like &mbhash_finup_fn, to the end of the messages
 * @state: as for &mbhash_finup_fn, but not changed, so lanes may share a state
 * @data: as for &mbhash_finup_fn
 * @nblocks: as for &mbhash_finup_fn
 * @scratch: as for &mbhash_finup_fn
 * @schedule: as for &mbhash_finup_fn; if @nblocks is not 0 it may be NULL: then there is no
 *	      such block
 * @digest: one pointer for each lane to where to write its digest, any alignment. Idle
 *	    lanes may share the place. Nothing is written before all data is read
 */
typedef void (*mbhash_digest_fn)(u32 *const *state, const u8 *const *data,
				 size_t nblocks, void *scratch,
				 const u32 *schedule, u8 *const *digest);

/**
 * struct mbhash_impl - an implementation of a hash function
 * @name: as shown in debugfs and messages, for example "avx2-x8"
 * @fn: the code
 * @isa: the instruction sets that it needs: a bit mask of indices into
 *	 mbhash_isa_names[], 0 for portable C
 * @width: number of lanes, 1..MBHASH_MAX_LANES
 * @scratch: bytes of scratch that it writes, at most MBHASH_SCRATCH
 * @instructions: how many it takes for one block in each lane; 0 if they were not counted.
 *		  On one architecture those of all implementations are counted, or of none
 * @usable: the CPU has @isa, isa= allows it and the self-test passed. Set at load and
 *	    not changed afterwards
 * @calls: how many calls are timed at once
 * @cost: measured time for one block in each lane, picoseconds. May change while it
 *	  is in use, see &struct mbhash_plan.
 * @agreed: number of measurements within 1/MBHASH_COST_ERROR of @cost
 * @lately: how many of these were made in the last window of timing, see selftest.c
 * @finup: the variant with a shared last block; may be NULL
 * @digest: the variant that writes digests; may be NULL, and is without @finup
 *
 * The functions are called through these pointers, not by static_call(), because the
 * implementation changes from call to call with the number of jobs.
 */
struct mbhash_impl {
	const char *name;
	mbhash_lane_fn fn;
	u32 isa;
	u8 width;
	u16 scratch;
	u16 instructions;
	bool usable;
	u8 calls;
	unsigned int agreed;
	unsigned int lately;
	u32 cost;
	mbhash_finup_fn finup;
	mbhash_digest_fn digest;
};

/**
 * struct mbhash_plan - which implementation serves n jobs, 1..MBHASH_MAX_LANES
 * @impl: if jobs may move between lanes; @impl[1] has one lane
 * @group: if jobs keep their lanes: n jobs are then hashed in groups of the lowest total
 *	   cost; this is the implementation for the first group
 * @loss: additional cost of @group for one block of each of n jobs, picoseconds
 * @lanes_ps: cost of one block of each of MBHASH_SOME_LANES jobs that may move, divided by
 *	      their number, picoseconds
 * @widest: the largest width in @impl; jobs are gathered for this many lanes
 * @isa: the instruction sets of all implementations that a plan may contain. Set at
 *	 load and not changed afterwards
 *
 * The plan is rebuilt in place while it is in use, without a lock. Correctness does not
 * depend on two members belonging to the same plan, nor on a cost being the one from
 * which the plan was made: every implementation that @isa covers hashes any number of
 * jobs correctly; the choice affects only speed. The one rule: read a member, or a
 * cost, once with READ_ONCE() and use that value.
 */
struct mbhash_plan {
	const struct mbhash_impl *impl[MBHASH_MAX_LANES + 1];
	const struct mbhash_impl *group[MBHASH_MAX_LANES + 1];
	u32 loss[MBHASH_MAX_LANES + 1];
	u32 lanes_ps;
	unsigned int widest;
	u32 isa;
};

/**
 * struct mbhash_hash - one of the two hash functions, and its implementations
 * @name: the crypto API's name of the plain hash
 * @id: its index in mbhash_hashes[]
 * @words: words in the state, which is also the digest
 * @big_endian: whether words and the bit count are stored big-endian
 * @iv: initial state, MBHASH_STATE_WORDS words
 * @schedule: computes an &mbhash_finup_fn's schedule from a block
 * @impls: its implementations on this architecture: portable C first, then of the same
 *	   width those with fewer instructions later; terminated by an entry without
 *	   a name
 * @plan: which implementation serves n jobs, with vector registers (@plan[1]) and
 *	  without (@plan[0])
 */
struct mbhash_hash {
	const char *name;
	u8 id;
	u8 words;
	bool big_endian;
	const u32 *iv;
	void (*schedule)(u32 *schedule, const u8 *block);
	struct mbhash_impl *impls;
	struct mbhash_plan plan[2];
};

enum mbhash_hash_id { MBHASH_MD5, MBHASH_SHA256, MBHASH_NR_HASHES };

extern struct mbhash_hash mbhash_hashes[MBHASH_NR_HASHES];

/* The cost of a block of a single job, as measured so far, picoseconds. */
static inline u32 mbhash_block_ps(const struct mbhash_hash *hash)
{
	return READ_ONCE(READ_ONCE(hash->plan[true].impl[1])->cost);
}

/* The number of jobs for which &mbhash_plan.lanes_ps holds: enough to show the gain of lanes */
#define MBHASH_SOME_LANES	16

/* The cost of a block of one of MBHASH_SOME_LANES jobs that share lanes, picoseconds. */
static inline u32 mbhash_lanes_ps(const struct mbhash_hash *hash)
{
	return READ_ONCE(hash->plan[true].lanes_ps);
}

static inline unsigned int mbhash_digest_size(const struct mbhash_hash *hash)
{
	return hash->words * sizeof(u32);
}

#endif /* _MBHASH_HASH_H */
