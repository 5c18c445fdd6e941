/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types that mbhash's files share, and each file's functions, file by
 * file. Data flows one way: ahash -> flush -> lanes -> plan -> lane kernel,
 * and back by one completion.
 *
 * The engine (lanes, plan, generic, the lane kernels and their tables) knows
 * neither the crypto API nor per-CPU data: it links into a user-space harness
 * as well.
 */
#ifndef _MBHASH_H
#define _MBHASH_H

#include <linux/list.h>
#include <linux/scatterlist.h>
#include <linux/types.h>

struct completion;

/* Both hashes work on blocks of 64 bytes (RFC 1321, FIPS 180-4). */
#define MBHASH_BLOCK		64
/* 32-bit words in the larger of the two states, SHA-256's. */
#define MBHASH_STATE_WORDS	8
#define MBHASH_MAX_DIGEST	(MBHASH_STATE_WORDS * sizeof(u32))
/* The widest lane kernel. */
#define MBHASH_MAX_LANES	64
/* Memory that a lane kernel may use while it runs, bytes. */
#define MBHASH_SCRATCH		9216

/**
 * typedef mbhash_lane_fn - advance independent states by the same blocks
 * @state: one pointer for each lane to its state: 4 (MD5) or 8 (SHA-256)
 *	   words in host byte order, aligned to 4 bytes. Lanes whose result
 *	   nobody wants may share one state; all others are distinct.
 * @data: one pointer for each lane to its @nblocks * 64 bytes, any alignment;
 *	  lanes may share data. Nothing outside of these bytes is read.
 * @nblocks: blocks to hash in each lane, 1 or more
 * @scratch: the entry's &mbhash_kernel.scratch bytes, aligned to 64; what a
 *	     kernel leaves there is wiped by the caller
 *
 * Context: between mbhash_simd_begin() and mbhash_simd_end() if the kernel's
 * instruction sets include one with vector registers. Does not sleep.
 */
typedef void (*mbhash_lane_fn)(u32 *const *state, const u8 *const *data,
			       size_t nblocks, void *scratch);

/* Both hashes work on a block in 64 steps, each with a constant and a word. */
#define MBHASH_STEPS		64

/**
 * typedef mbhash_end_fn - the same, and then one block more for all lanes
 * @state: see &mbhash_lane_fn
 * @data: likewise
 * @nblocks: likewise, or 0
 * @scratch: likewise
 * @schedule: the block that comes last, the same in each lane: for each of
 *	      MBHASH_STEPS steps the sum of its constant and its word
 *
 * Messages of equal length that are made of whole blocks end in such a block,
 * their padding. It needs neither a transposition nor a message schedule.
 */
typedef void (*mbhash_end_fn)(u32 *const *state, const u8 *const *data,
			      size_t nblocks, void *scratch,
			      const u32 *schedule);

/**
 * struct mbhash_kernel - one lane kernel
 * @name: as shown in debugfs and messages, for example "avx2-x8"
 * @fn: the code
 * @isa: what it needs: a mask of bits into mbhash_isa_names[], 0 for
 *	 portable C
 * @width: its lanes, 1..MBHASH_MAX_LANES
 * @scratch: how much scratch it writes, bytes, at most MBHASH_SCRATCH
 * @usable: the CPU has @isa, isa= allows it and the load-time check passed
 * @cost: measured at load: picoseconds for one block in all of its lanes
 * @end: the code with a block more that all lanes share; may be NULL
 */
struct mbhash_kernel {
	const char *name;
	mbhash_lane_fn fn;
	u32 isa;
	u8 width;
	u16 scratch;
	bool usable;
	u32 cost;
	mbhash_end_fn end;
};

/**
 * struct mbhash_plan - which lane kernel serves n jobs, 1..MBHASH_MAX_LANES
 * @kernel: if jobs may move between lanes; @kernel[1] has one lane
 * @group: if they stay: the kernel for the first of the groups in which n jobs
 *	   are hashed at the lowest cost
 * @loss: what n blocks, one for each job, cost more with @group, picoseconds
 * @widest: the largest width in @kernel
 * @isa: what the kernels in @kernel and @group need
 */
struct mbhash_plan {
	const struct mbhash_kernel *kernel[MBHASH_MAX_LANES + 1];
	const struct mbhash_kernel *group[MBHASH_MAX_LANES + 1];
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
 * @schedule: makes an &mbhash_end_fn's schedule of a block
 * @kernels: its lane kernels on this architecture: the portable C first, ended
 *	     by an entry without a name
 * @plan: the kernel that serves n jobs at the lowest cost, with vector
 *	  registers (@plan[1]) and without (@plan[0])
 */
struct mbhash_hash {
	const char *name;
	u8 id;
	u8 words;
	bool big_endian;
	const u32 *iv;
	void (*schedule)(u32 *schedule, const u8 *block);
	struct mbhash_kernel *kernels;
	struct mbhash_plan plan[2];
};

enum mbhash_hash_id { MBHASH_MD5, MBHASH_SHA256, MBHASH_NR_HASHES };

extern struct mbhash_hash mbhash_hashes[MBHASH_NR_HASHES];

static inline unsigned int mbhash_digest_size(const struct mbhash_hash *hash)
{
	return hash->words * sizeof(u32);
}

/**
 * struct mbhash_job - one message, or a piece of one, on its way through the engine
 * @node: for whoever holds the job: the queue, a batch's lists
 * @state: chaining value, words in host byte order
 * @count: bytes of the message so far, the key block of hmac included; the
 *	   last @count % 64 of them wait in @block
 * @hash: the hash function
 * @src: next byte of the current segment
 * @digest: where the digest goes, any alignment; NULL if this piece is not
 *	    the message's last
 * @outer: hmac: the state in which the outer hash starts; else NULL
 * @nbytes: bytes left to take, the current segment's included
 * @left: blocks left to hash, padding and outer hash included
 * @error: 0, or -EINVAL: the scatterlist ended before @nbytes did
 * @ordered: must finish in order of submission with others of its kind
 * @done: nothing is left to do
 * @straight: nothing is done yet, and the piece is the whole blocks at @src and
 *	      an end; @sg, @seg, @run and @phase are not set
 * @dirty: blocks in @block that are to be wiped
 * @sg: the segments after the current one
 * @data: the run: within the source or @block
 * @seg: bytes left in the current segment
 * @run: blocks at @data that are ready to be hashed
 * @phase: what comes after @nbytes are taken
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
	unsigned int nbytes;
	unsigned int left;
	int error;
	bool ordered;
	bool done;
	bool straight;
	u8 dirty;
	/* What follows only those need that are not straight. */
	struct scatterlist *sg;
	const u8 *data;
	unsigned int seg;
	unsigned int run;
	u8 phase;
	u8 block[2 * MBHASH_BLOCK] __aligned(sizeof(u64));
};

/**
 * struct mbhash_hmac_key - a key, as the states after its two blocks (RFC 2104)
 * @inner: after K ^ ipad
 * @outer: after K ^ opad
 */
struct mbhash_hmac_key {
	u32 inner[MBHASH_STATE_WORDS];
	u32 outer[MBHASH_STATE_WORDS];
};

/* As many as keep the widest kernel full to the end, see mbhash_lanes.c. */
#define MBHASH_MAX_ACTIVE	(2 * MBHASH_MAX_LANES)

/**
 * struct mbhash_end - the padding of messages that are made of whole blocks
 * @hash: the hash function; NULL if the rest is not set
 * @count: bytes in such a message
 * @asked: bytes in the last one for which mbhash_end_ready() was asked
 * @block: the padding: one block
 * @schedule: the block as an &mbhash_end_fn wants it
 */
struct mbhash_end {
	const struct mbhash_hash *hash;
	u64 count;
	u64 asked;
	u8 block[MBHASH_BLOCK];
	u32 schedule[MBHASH_STEPS];
};

/**
 * struct mbhash_batch - the jobs of one flush
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
 * @state: their states, and as many spares as the kernel has idle lanes
 * @data: their runs, likewise
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
 * struct mbhash_section - a bounded stretch of hashing, between two looks at the clock
 * @scratch: MBHASH_SCRATCH bytes aligned to 64 that nobody else uses meanwhile
 * @end: zeroed, or as an earlier section has left it: the next messages may well
 *	 be of the same length. Likewise.
 * @ns: how long it may last, nanoseconds; at least one block is always hashed
 * @simd: whether vector registers may be used; cleared if they cannot be had
 *
 * The caller fills it in, and @simd anew for each mbhash_batch_run() or
 * mbhash_job_run(); the rest is theirs.
 */
struct mbhash_section {
	void *scratch;
	struct mbhash_end *end;
	u32 ns;
	bool simd;
	/* private: */
	u64 ps;
	u32 isa;
	u32 dirty;
	bool begun;
};

/**
 * struct mbhash_request - a job with its way back
 * @complete: called when the job is done, unless mbhash_submit() returned 0;
 *	      with BH disabled and no lock held; may free the request
 * @job: the job
 * @waiter: mbhash_submit_sync()'s
 */
struct mbhash_request {
	void (*complete)(struct mbhash_request *request);
	struct mbhash_job job;
	struct completion *waiter;
};

/* Why a request was hashed when it was, see mbhash_flush.c. */
enum mbhash_reason {
	MBHASH_FULL,
	MBHASH_CROWD,
	MBHASH_IDLE,
	MBHASH_DEADLINE,
	MBHASH_SOFTIRQ,
	MBHASH_LONE,
	MBHASH_SHORT,
	MBHASH_BUSY,
	MBHASH_ATOMIC,
	MBHASH_NOSIMD,
	MBHASH_NR_REASONS
};

/**
 * struct mbhash_hash_stats - what a CPU counts for one hash function
 * @requests: requests accepted
 * @bytes: bytes in them
 * @reason: flushes, and requests hashed on the spot, by reason; @reason
 *	    [MBHASH_NOSIMD] counts the sections without vector registers, in
 *	    addition to their reason
 * @queue_max: the most that waited at once
 * @jobs: flushes by the number of jobs that they began with, the last one
 *	  standing for all above
 * @filled: block steps of flushes by the number of lanes that held a job
 */
struct mbhash_hash_stats {
	u64 requests;
	u64 bytes;
	u64 reason[MBHASH_NR_REASONS];
	u64 queue_max;
	u64 jobs[MBHASH_MAX_LANES + 1];
	u64 filled[MBHASH_MAX_LANES + 1];
};

/* No section should last longer; a virtual machine's host may see to it that one does. */
#define MBHASH_LONG_NS		50000

/**
 * struct mbhash_stats - what a CPU counts
 * @hash: by hash function
 * @sections: sections that were timed: all but those of short requests that
 *	      were hashed on the spot
 * @sections_long: those of more than MBHASH_LONG_NS
 * @section_ns: the longest so far, nanoseconds
 */
struct mbhash_stats {
	struct mbhash_hash_stats hash[MBHASH_NR_HASHES];
	u64 sections;
	u64 sections_long;
	u64 section_ns;
};

/* mbhash_main.c: module entry, parameters */

extern int mbhash_priority;
extern unsigned int mbhash_flush_us;
extern unsigned int mbhash_lone;
extern bool mbhash_force_scalar;

/* mbhash_ahash.c: the crypto API's face */

int mbhash_ahash_register(void);
void mbhash_ahash_unregister(void);

/* mbhash_flush.c, mbhash_deadline.c: per-CPU queues and flushers */

int mbhash_submit(struct mbhash_request *request, bool may_sleep);
int mbhash_submit_sync(struct mbhash_request *request, bool may_sleep,
		       bool may_wait);
int mbhash_flush_init(void);
void mbhash_flush_exit(void);

/* mbhash_stats.c: counters, debugfs */

extern struct mbhash_stats __percpu *mbhash_stats;

/*
 * Add to a counter of this CPU, with BH disabled or more. With PREEMPT_RT others
 * who count may come in between. (So may hardirqs anywhere: where that takes more
 * than one instruction, a count may be lost then.)
 */
#ifdef CONFIG_PREEMPT_RT
#define mbhash_count(counter, n)	this_cpu_add(counter, n)
#else
#define mbhash_count(counter, n)	__this_cpu_add(counter, n)
#endif

int mbhash_stats_init(void);
void mbhash_stats_exit(void);

/*
 * mbhash_job.c: one message: runs of blocks, padding, hmac's two passes;
 * mbhash_job.h has how it begins, inline
 */

bool mbhash_job_next(struct mbhash_job *job);
void mbhash_job_tail(struct mbhash_job *job);
void mbhash_job_outer(struct mbhash_job *job);
void mbhash_job_finish(struct mbhash_job *job);
void mbhash_job_run_generic(struct mbhash_job *job);
void mbhash_end_set(struct mbhash_end *end, const struct mbhash_hash *hash,
		    u64 count);
bool mbhash_end_ready(struct mbhash_end *end, const struct mbhash_hash *hash,
		      u64 count);
void mbhash_hmac_setkey(const struct mbhash_hash *hash,
			struct mbhash_hmac_key *hmac, const u8 *key,
			unsigned int keylen);

/* mbhash_lanes.c: the batch engine: jobs into lanes */

void mbhash_batch_init(struct mbhash_batch *batch,
		       const struct mbhash_hash *hash, u64 *filled);
bool mbhash_batch_run(struct mbhash_batch *batch,
		      struct mbhash_section *section);
void mbhash_batch_stop(struct mbhash_batch *batch);
unsigned int mbhash_batch_waiting(struct mbhash_batch *batch, unsigned int n);
void mbhash_batch_idle(struct mbhash_batch *batch, unsigned int first,
		       unsigned int used, unsigned int width);

/* mbhash_straight.c: equal short jobs, without bookkeeping */

bool mbhash_batch_straight(struct mbhash_batch *batch,
			   struct mbhash_section *section);

/* mbhash_alone.c: a job that is alone */

bool mbhash_job_run(struct mbhash_job *job, struct mbhash_section *section);

/* mbhash_plan.c: which lane kernel for n jobs */

int mbhash_isa_parse(const char *list, u32 *mask);
int mbhash_kernel_check(const struct mbhash_hash *hash,
			const struct mbhash_kernel *kernel);
int mbhash_plan_init(u32 isa);

/* mbhash_generic.c: portable C, one lane */

void mbhash_md5_generic(u32 *const *state, const u8 *const *data,
			size_t nblocks, void *scratch);
void mbhash_sha256_generic(u32 *const *state, const u8 *const *data,
			   size_t nblocks, void *scratch);
void mbhash_md5_schedule(u32 *schedule, const u8 *block);
void mbhash_sha256_schedule(u32 *schedule, const u8 *block);

/* mbhash_{x86,arm64,mips,generic}_glue.c: the lane kernels of an architecture */

/* Names of the instruction sets in the bits of &mbhash_kernel.isa, ended by NULL. */
extern const char *const mbhash_isa_names[];
/* Those of them that use vector registers. */
extern const u32 mbhash_isa_vector;
extern struct mbhash_kernel mbhash_md5_kernels[];
extern struct mbhash_kernel mbhash_sha256_kernels[];

u32 mbhash_isa_available(void);
u32 mbhash_isa_default(void);
bool mbhash_simd_begin(void);
void mbhash_simd_end(u32 isa, void *scratch, size_t size);

#endif /* _MBHASH_H */
