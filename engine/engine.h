/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The engine's interface to the driver. The engine hashes a single job or a batch of
 * jobs with the cheapest implementations that the CPU supports.
 *
 * It does not depend on the crypto API, queues or per-CPU data, includes none of the
 * driver's headers, and also links into user-space programs.
 */
#ifndef _MBHASH_ENGINE_H
#define _MBHASH_ENGINE_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/scatterlist.h>
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
 * struct mbhash_impl - an implementation of a hash function
 * @name: as shown in debugfs and messages, for example "avx2-x8"
 * @fn: the code
 * @isa: the instruction sets that it needs: a bit mask of indices into
 *	 mbhash_isa_names[], 0 for portable C
 * @width: number of lanes, 1..MBHASH_MAX_LANES
 * @scratch: bytes of scratch that it writes, at most MBHASH_SCRATCH
 * @usable: the CPU has @isa, isa= allows it and the self-test passed. Set at load and
 *	    not changed afterwards
 * @calls: how many calls are timed at once
 * @cost: measured time for one block in each lane, picoseconds. May change while it
 *	  is in use, see &struct mbhash_plan.
 * @agreed: number of measurements within 1/MBHASH_COST_ERROR of @cost
 * @lately: how many of these were made when implementations were last timed
 * @finup: the variant with a shared last block; may be NULL
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
	bool usable;
	u8 calls;
	unsigned int agreed;
	unsigned int lately;
	u32 cost;
	mbhash_finup_fn finup;
};

/**
 * struct mbhash_plan - which implementation serves n jobs, 1..MBHASH_MAX_LANES
 * @impl: if jobs may move between lanes; @impl[1] has one lane
 * @group: if jobs keep their lanes: n jobs are then hashed in groups of the lowest total
 *	   cost; this is the implementation for the first group
 * @loss: additional cost of @group for one block of each of n jobs, picoseconds
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
 * @impls: its implementations on this architecture: portable C first, terminated
 *	   by an entry without a name
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

/* How much less a block costs if @n jobs share lanes, as measured so far, picoseconds. */
static inline u32 mbhash_saved_ps(const struct mbhash_hash *hash, unsigned int n)
{
	const unsigned int jobs = min_t(unsigned int, n, MBHASH_MAX_LANES);
	const struct mbhash_impl *impl = READ_ONCE(hash->plan[true].impl[jobs]);
	const u32 shared = READ_ONCE(impl->cost) / min_t(unsigned int, jobs, impl->width);
	const u32 alone = mbhash_block_ps(hash);

	return alone - min(alone, shared);
}

static inline unsigned int mbhash_digest_size(const struct mbhash_hash *hash)
{
	return hash->words * sizeof(u32);
}

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
 * @phase: what to do when the source is used up, see job.h
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
	u16 phase;
	bool ordered;
	bool done;
	unsigned int left;
	bool one_piece;
	u8 dirty;
	const u8 *data;
	struct scatterlist *sg;
	u8 block[2 * MBHASH_BLOCK] __aligned(sizeof(u64));
};

/**
 * struct mbhash_padding - the last block of messages that consist of whole blocks
 * @hash: the hash function; NULL if @count, @block and @schedule are not set
 * @count: bytes in such a message
 * @asked: the length passed to the last mbhash_padding_ready() call
 * @block: the padding: one block
 * @schedule: the schedule of @block for an &mbhash_finup_fn
 */
struct mbhash_padding {
	const struct mbhash_hash *hash;
	u64 count;
	u64 asked;
	u8 block[MBHASH_BLOCK];
	u32 schedule[MBHASH_STEPS];
};

/* Enough to keep the widest implementation full to the end, see lanes.c. */
#define MBHASH_MAX_ACTIVE	(2 * MBHASH_MAX_LANES)

/**
 * struct mbhash_batch - jobs that are hashed together
 * @hash: the hash function of all of them
 * @todo: jobs that wait for a lane, in order of submission
 * @ordered: &mbhash_job.ordered jobs that have left @todo, in order of submission
 * @done: finished jobs, in the order in which to complete them
 * @filled: counts block steps by the number of lanes that held a job,
 *	    0..MBHASH_MAX_LANES
 * @waiting: number of jobs on @todo, as far as they were counted
 * @counted: @waiting includes all of them
 * @n: number of active jobs: the used length of the arrays that follow
 * @job: the active jobs
 * @state: their states; after them, @spare for each idle lane of the implementation
 * @data: their runs; after them, data for the idle lanes
 * @spare: the state of idle lanes
 */
struct mbhash_batch {
	const struct mbhash_hash *hash;
	struct list_head todo;
	struct list_head ordered;
	struct list_head done;
	u64 *filled;
	unsigned int waiting;
	bool counted;
	unsigned int n;
	struct mbhash_job *job[MBHASH_MAX_ACTIVE];
	u32 *state[MBHASH_MAX_ACTIVE];
	const u8 *data[MBHASH_MAX_ACTIVE];
	u32 spare[MBHASH_STATE_WORDS];
};

/**
 * struct mbhash_simd_section - hashing with the vector registers for a bounded time
 * @scratch: MBHASH_SCRATCH bytes aligned to 64, for exclusive use
 * @padding: zeroed, or as an earlier section left it, since the next messages often
 *	     have the same length; for exclusive use
 * @ns: how long the section may last, nanoseconds; at least one block is always hashed
 * @simd: whether vector registers may be used; cleared if they are not available
 *
 * The caller sets these members, and @simd again before each mbhash_batch_run() or
 * mbhash_job_run(). The private ones belong to those functions.
 */
struct mbhash_simd_section {
	void *scratch;
	struct mbhash_padding *padding;
	u32 ns;
	bool simd;
	/* private: */
	u64 ps;
	u32 isa;
	u32 dirty;
	bool begun;
};

/* job.h: inline functions that begin a message and add its pieces; job.c has the rest */

#include "job.h"

/* hmac.c: keys */

void mbhash_hmac_setkey(const struct mbhash_hash *hash,
			struct mbhash_hmac_key *hmac, const u8 *key,
			unsigned int keylen);

/* single.c: a single job */

bool mbhash_job_run(struct mbhash_job *job,
		    struct mbhash_simd_section *section);
void mbhash_job_run_portable(struct mbhash_job *job);

/* batch.c: many jobs at once */

void mbhash_batch_init(struct mbhash_batch *batch,
		       const struct mbhash_hash *hash, u64 *filled);
bool mbhash_batch_run(struct mbhash_batch *batch,
		      struct mbhash_simd_section *section);
void mbhash_batch_stop(struct mbhash_batch *batch);

/* isa.c: the names of instruction sets */

int mbhash_isa_parse(const char *list, u32 *mask);

/* plan.c: which implementation serves n jobs */

int mbhash_plan_init(u32 isa);
int mbhash_plan_renew(void);

/* selftest.c: how often implementations were timed, and when last (ns) */

extern unsigned int mbhash_timings;
extern u64 mbhash_timed_ns;

/*
 * x86/impls.c and those of other architectures: instruction sets. An isa is a mask of
 * indices into mbhash_isa_names[], which is terminated by NULL.
 */

extern const char *const mbhash_isa_names[];
/* Those that use vector registers. */
extern const u32 mbhash_isa_vector;

u32 mbhash_isa_available(void);
u32 mbhash_isa_default(void);

#endif /* _MBHASH_ENGINE_H */
