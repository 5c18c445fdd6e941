/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The engine's interface to the driver. The engine hashes a single job or a batch of
 * jobs with the cheapest implementations that the CPU supports. Hashes and
 * implementations are in hash.h, a job, and how to begin one, in job.h.
 *
 * It does not depend on the crypto API, queues or per-CPU data, includes none of the
 * driver's headers, and also links into user-space programs.
 */
#ifndef _MBHASH_ENGINE_H
#define _MBHASH_ENGINE_H

#include <linux/list.h>
#include <linux/types.h>

#include "hash.h"
#include "job.h"

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
 * @todo: jobs without a lane, in order of submission
 * @ordered: &mbhash_job.ordered jobs that have left @todo, in order of submission
 * @done: finished jobs, in the order in which to complete them
 * @filled: counts block steps by the number of lanes that held a job,
 *	    0..MBHASH_MAX_LANES
 * @pending: number of jobs on @todo, as far as they were counted
 * @counted: @pending includes all of them
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
	unsigned int pending;
	bool counted;
	unsigned int n;
	struct mbhash_job *job[MBHASH_MAX_ACTIVE];
	u32 *state[MBHASH_MAX_ACTIVE];
	const u8 *data[MBHASH_MAX_ACTIVE];
	u32 spare[MBHASH_STATE_WORDS];
};

/**
 * struct mbhash_many - messages of one length, each contiguous, that are hashed without jobs
 * @data: where each is
 * @digest: where to write the digest of each, any alignment
 *
 * The caller sets these members for up to MBHASH_MAX_LANES messages before each
 * mbhash_many_run(), which uses the rest for idle lanes. The private ones are its working
 * memory; it wipes what they held of messages and keys before it returns.
 */
struct mbhash_many {
	const u8 *data[2 * MBHASH_MAX_LANES];
	u8 *digest[2 * MBHASH_MAX_LANES];
	/* private: */
	u32 *begin[MBHASH_MAX_LANES];
	u32 *outer[MBHASH_MAX_LANES];
	u32 *state[MBHASH_MAX_LANES];
	u8 *block[MBHASH_MAX_LANES];
	u8 spare[MBHASH_MAX_DIGEST];
	u32 states[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u8 blocks[MBHASH_MAX_LANES][2 * MBHASH_BLOCK];
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

/* many.c: messages of one length, without jobs; not in the module, its time is not bounded */

void mbhash_many_init(struct mbhash_many *many);
bool mbhash_many_run(struct mbhash_many *many, const struct mbhash_hash *hash,
		     const struct mbhash_hmac_key *key, unsigned int n,
		     unsigned int nbytes, struct mbhash_simd_section *section);

/* isa.c: the names of instruction sets */

int mbhash_isa_parse(const char *list, u32 *mask);

/* plan.c: which implementation serves n jobs */

int mbhash_plan_init(u32 isa);
int mbhash_plan_init_one(struct mbhash_hash *hash, u32 isa);
int mbhash_plan_renew(void (*pause)(void));

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
