/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The engine: all that the driver may know of it. It hashes jobs, one of them or
 * a batch, with the cheapest implementations that the CPU has.
 *
 * The engine knows neither the crypto API nor queues nor CPUs, includes nothing
 * of the driver, and links into user space as well.
 */
#ifndef _MBHASH_ENGINE_H
#define _MBHASH_ENGINE_H

#include <linux/list.h>
#include <linux/scatterlist.h>
#include <linux/types.h>

/* Both hashes work on blocks of 64 bytes (RFC 1321, FIPS 180-4). */
#define MBHASH_BLOCK		64
/* 32-bit words in the larger of the two states, SHA-256's. */
#define MBHASH_STATE_WORDS	8
#define MBHASH_MAX_DIGEST	(MBHASH_STATE_WORDS * sizeof(u32))
/* Both hashes work on a block in 64 steps, each with a constant and a word. */
#define MBHASH_STEPS		64
/* The widest implementation. */
#define MBHASH_MAX_LANES	64
/* Memory that an implementation may use while it runs, bytes. */
#define MBHASH_SCRATCH		9216

/* Of costs that differ by no more than a part in this, none is the lower one. */
#define MBHASH_COST_ERROR	32

/**
 * typedef mbhash_lane_fn - advance independent states by the same number of blocks
 * @state: one pointer for each lane to its state: 4 (MD5) or 8 (SHA-256)
 *	   words in host byte order, aligned to 4 bytes. Lanes whose result
 *	   nobody wants may share one state; all others are distinct.
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
 * typedef mbhash_finup_fn - the same, and then one block more for all lanes
 * @state: one pointer for each lane to its state, as for &mbhash_lane_fn
 * @data: one pointer for each lane to its data, as for &mbhash_lane_fn
 * @nblocks: blocks to hash in each lane before the last one, 0 or more
 * @scratch: as for &mbhash_lane_fn
 * @schedule: the last block, the same in each lane: for each of MBHASH_STEPS
 *	      steps the sum of its constant and its word
 *
 * Messages of equal length that are made of whole blocks end in such a block,
 * their padding. It needs neither a transposition nor a message schedule.
 */
typedef void (*mbhash_finup_fn)(u32 *const *state, const u8 *const *data,
				size_t nblocks, void *scratch,
				const u32 *schedule);

/**
 * struct mbhash_impl - an implementation of a hash function
 * @name: as shown in debugfs and messages, for example "avx2-x8"
 * @fn: the code
 * @isa: the instruction sets that it needs: a mask of bits into
 *	 mbhash_isa_names[], 0 for portable C
 * @width: its lanes, 1..MBHASH_MAX_LANES
 * @scratch: how much scratch it writes, bytes, at most MBHASH_SCRATCH
 * @usable: the CPU has @isa, isa= allows it and the self-test passed
 * @cost: measured at load: picoseconds for one block in all of its lanes
 * @agreed: how many measurements came to that, by MBHASH_COST_ERROR
 * @finup: the code with a last block that all lanes share; may be NULL
 *
 * Its functions are called through these pointers, not by static_call(): which
 * implementation serves changes from call to call, with the number of jobs.
 */
struct mbhash_impl {
	const char *name;
	mbhash_lane_fn fn;
	u32 isa;
	u8 width;
	u16 scratch;
	bool usable;
	unsigned int agreed;
	u32 cost;
	mbhash_finup_fn finup;
};

/**
 * struct mbhash_plan - which implementation serves n jobs, 1..MBHASH_MAX_LANES
 * @impl: if jobs may move between lanes; @impl[1] has one lane
 * @group: if they stay: the one for the first of the groups in which n jobs are
 *	   hashed at the lowest cost
 * @loss: what n blocks, one for each job, cost more with @group, picoseconds
 * @widest: the largest width in @impl
 * @isa: the instruction sets that @impl and @group need
 */
struct mbhash_plan {
	const struct mbhash_impl *impl[MBHASH_MAX_LANES + 1];
	const struct mbhash_impl *group[MBHASH_MAX_LANES + 1];
	u32 loss[MBHASH_MAX_LANES + 1];
	unsigned int widest;
	u32 isa;
};

/**
 * struct mbhash_hash - one of the two hash functions, and what serves it
 * @name: the crypto API's name of the plain hash
 * @id: its place in mbhash_hashes[]
 * @words: words in the state, which is also the digest
 * @big_endian: whether words and the bit count are stored big-endian
 * @iv: initial state, MBHASH_STATE_WORDS words
 * @schedule: makes an &mbhash_finup_fn's schedule of a block
 * @impls: its implementations on this architecture: the portable C first, ended
 *	   by an entry without a name
 * @plan: what serves n jobs at the lowest cost, with vector registers (@plan[1])
 *	  and without (@plan[0])
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

static inline unsigned int mbhash_digest_size(const struct mbhash_hash *hash)
{
	return hash->words * sizeof(u32);
}

/**
 * struct mbhash_hmac_key - a key, as the states after its two blocks (RFC 2104)
 * @inner: after K ^ ipad
 * @outer: after K ^ opad
 */
struct mbhash_hmac_key {
	u32 inner[MBHASH_STATE_WORDS];
	u32 outer[MBHASH_STATE_WORDS];
};

/**
 * struct mbhash_job - one message, or a piece of one, on its way through the engine
 * @node: for whoever holds the job: the queue, a batch's lists
 * @state: chaining value, words in host byte order
 * @count: bytes of the message that were taken from the source, the key block of
 *	   hmac included; the last @count % 64 of them wait in @block
 * @hash: the hash function
 * @src: the next byte of the current segment
 * @digest: where the digest goes, any alignment; NULL if this piece is not
 *	    the message's last
 * @outer: hmac: the state in which the outer hash starts; else NULL
 * @seg: bytes left in the current segment
 * @left: blocks left to hash: run, source, padding and outer hash
 * @run: blocks at @data that are ready to be hashed
 * @more: bytes to take from the segments after the current one
 * @error: 0, or -EINVAL: the scatterlist ended before @more bytes did
 * @phase: what comes after the source is used up, see job.h
 * @ordered: must finish in order of submission with others of its kind
 * @done: nothing is left to do
 * @one_piece: the source is the current segment, begins a block, and is the rest of
 *	       the message; there is no run yet
 * @dirty: blocks in @block that are to be wiped
 * @data: the run, if there is one: in the source or in @block
 * @sg: the segments after the current one, if there is @more
 * @block: bytes that do not fill a block yet, then the padding: two blocks
 *
 * In the order of how many jobs need it. With many in flight, it matters how
 * many cache lines each has.
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
	unsigned int left;
	unsigned int run;
	unsigned int more;
	int error;
	u8 phase;
	bool ordered;
	bool done;
	bool one_piece;
	u8 dirty;
	const u8 *data;
	struct scatterlist *sg;
	u8 block[2 * MBHASH_BLOCK] __aligned(sizeof(u64));
};

/**
 * struct mbhash_padding - the last block of messages that are made of whole blocks
 * @hash: the hash function; NULL if the rest is not set
 * @count: bytes in such a message
 * @asked: bytes in the last one that mbhash_padding_ready() was asked for
 * @block: the padding: one block
 * @schedule: the block as an &mbhash_finup_fn wants it
 */
struct mbhash_padding {
	const struct mbhash_hash *hash;
	u64 count;
	u64 asked;
	u8 block[MBHASH_BLOCK];
	u32 schedule[MBHASH_STEPS];
};

/* As many as keep the widest implementation full to the end, see lanes.c. */
#define MBHASH_MAX_ACTIVE	(2 * MBHASH_MAX_LANES)

/**
 * struct mbhash_batch - jobs that are hashed together
 * @hash: the hash function of all of them
 * @todo: jobs that wait for a lane, in order of submission
 * @ordered: &mbhash_job.ordered jobs that have left @todo, in order of submission
 * @done: finished jobs, in the order in which to complete them
 * @filled: counts block steps by the number of lanes that held a job,
 *	    0..MBHASH_MAX_LANES
 * @waiting: jobs on @todo, as far as they were counted
 * @counted: that is all of them
 * @n: jobs active: the length of the arrays that follow
 * @job: the active jobs
 * @state: their states, and as many spares as the implementation has idle lanes
 * @data: the same for their runs
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
 * struct mbhash_simd_section - a bounded stretch of hashing with the vector registers
 * @scratch: MBHASH_SCRATCH bytes aligned to 64 that nobody else uses meanwhile
 * @padding: zeroed, or as an earlier section has left it: the next messages may
 *	     well be of the same length. Nobody else uses it meanwhile.
 * @ns: how long it may last, nanoseconds; at least one block is always hashed
 * @simd: whether vector registers may be used; cleared if they cannot be had
 *
 * The caller fills it in, and @simd anew for each mbhash_batch_run() or
 * mbhash_job_run(); the rest is theirs.
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

/* job.h: how a message begins, and its pieces, inline; job.c has the rest */

#include "job.h"

/* hmac.c: keys */

void mbhash_hmac_setkey(const struct mbhash_hash *hash,
			struct mbhash_hmac_key *hmac, const u8 *key,
			unsigned int keylen);

/* single.c: a job by itself */

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

/*
 * x86/impls.c and those of other architectures: what they have. isa: bits of
 * mbhash_isa_names[], which NULL ends.
 */

extern const char *const mbhash_isa_names[];
/* Those that use vector registers. */
extern const u32 mbhash_isa_vector;

u32 mbhash_isa_available(void);
u32 mbhash_isa_default(void);

#endif /* _MBHASH_ENGINE_H */
