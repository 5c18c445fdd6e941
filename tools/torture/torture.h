/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Torture for mbhash, through the crypto API: what the module's files share.
 *
 * Flows, threads, go through rounds. Each round makes a transform and a set of
 * messages by random choices, submits these from some context, sees that each comes
 * back once, in order where order is promised, with the digest that the kernel's
 * portable C gives, and frees all of it. Choices depend on the seed, the flow and
 * the number of the round alone.
 */
#ifndef _TORTURE_H
#define _TORTURE_H

#include <crypto/hash.h>
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/llist.h>
#include <linux/scatterlist.h>
#include <linux/swait.h>
#include <linux/types.h>

#include "../../engine/engine.h"
#include "../../kunit/compat/hrtimer.h"
#include "../../kunit/rng.h"

/* What is hashed lies in some of as many chunks of random bytes. */
#define CHUNKS		16
#define CHUNK_SIZE	(64 << 10)
/* Of the digest that stays as it was */
#define FENCE		0x5a
#define FENCE_SIZE	16
#define MAX_MESSAGES	160
#define MAX_PIECES	6
#define MAX_KEY		200
#define MAX_BYTES	(1 << 20)

/* An exported state: at least as large as any driver's here. */
#define STATE_SIZE	512

/**
 * struct driver - one of those under test
 * @name: its driver name
 * @id: the hash function
 * @hmac: it is hmac
 * @async: requests may complete later
 */
struct driver {
	const char *name;
	enum mbhash_hash_id id;
	bool hmac;
	bool async;
};

/* Where requests are submitted. */
enum place {
	IN_TASK,
	IN_TASK_ON_ONE_CPU,
	IN_TASK_BH_OFF,
	IN_TASK_IRQ_OFF,
	IN_TASKLET,
	IN_SOFT_TIMER,
	IN_HARD_TIMER,
	NR_PLACES
};

/* The calls that a message is hashed by. */
enum calls { BY_DIGEST, BY_FINUP, BY_FINAL, NR_CALLS };

struct round;

/**
 * struct piece - what one call takes
 * @sg: its segments
 * @nbytes: bytes in it
 * @virt: if not NULL, an address instead of @sg
 * @move: before it, the state is exported, and imported into the other request
 */
struct piece {
	struct scatterlist *sg;
	unsigned int nbytes;
	const u8 *virt;
	bool move;
};

/**
 * struct message - one message on its way
 * @node: on &round.ready
 * @round: whose
 * @index: in its round
 * @req: its request, and another one to move to
 * @current_req: which of them is in use
 * @calls: what it is hashed by
 * @piece: what it is made of
 * @pieces: how many
 * @step: the next call, from 0
 * @in_flight: it was submitted and has not come back
 * @start: when
 * @err: of its last call
 * @sg: all segments
 * @result: where the digest goes; with a fence
 * @want: what should be there
 * @state: an exported state
 */
struct message {
	struct llist_node node;
	struct round *round;
	unsigned int index;
	struct ahash_request *req[2];
	unsigned int current_req;
	enum calls calls;
	struct piece piece[MAX_PIECES];
	unsigned int pieces;
	unsigned int step;
	atomic_t in_flight;
	u64 start;
	int err;
	struct scatterlist *sg;
	u8 result[MBHASH_MAX_DIGEST + FENCE_SIZE];
	u8 want[MBHASH_MAX_DIGEST + FENCE_SIZE];
	u8 state[STATE_SIZE];
};

struct flow;

/**
 * struct round - messages that are in flight together
 * @flow: whose
 * @number: its index among those of the flow
 * @driver: the driver
 * @place: where they are submitted
 * @flags: CRYPTO_TFM_REQ_MAY_SLEEP and so on
 * @in_callback: who completes a request goes on with its message
 * @slow: a task does something else between its messages
 * @packets: each message is hashed by one call
 * @in_order: they have to be completed in order of submission
 * @free_at_once: the last completion frees the transform and the requests
 * @tfm: the transform
 * @n: how many messages
 * @left: how many are still on their way
 * @finished: how many are not, in the order of which @in_order tells
 * @ready: those whose last call was completed, for the thread to go on with
 * @home: none is on its way
 * @refs: the thread's, and that of those that are on their way
 * @dead: on &flow.dead
 * @message: the messages
 */
struct round {
	struct flow *flow;
	u64 number;
	const struct driver *driver;
	enum place place;
	u32 flags;
	bool in_callback;
	bool slow;
	bool packets;
	bool in_order;
	bool free_at_once;
	struct crypto_ahash *tfm;
	unsigned int n;
	atomic_t left;
	atomic_t finished;
	struct llist_head ready;
	struct completion home;
	atomic_t refs;
	struct llist_node dead;
	struct message message[];
};

/**
 * struct flow - a thread
 * @number: its index among all
 * @task: the thread
 * @rng: choices of this round
 * @reference: the kernel's own drivers; its own transforms, because it sets keys
 * @other: of another transform, whose keys change while requests are in flight
 * @round: which is being submitted
 * @tasklet: submits it
 * @timer: likewise
 * @submitted: ... and has
 * @wait: for messages to come back, with interrupts off as well
 * @outstanding: rounds that the thread has left to themselves
 * @dead: rounds of which all has come back; kept for a while, for what comes twice
 */
struct flow {
	unsigned int number;
	struct task_struct *task;
	struct rng rng;
	struct crypto_shash *reference[MBHASH_NR_HASHES][2];
	struct crypto_ahash *other;
	struct round *round;
	struct tasklet_struct tasklet;
	struct hrtimer timer;
	struct completion submitted;
	struct swait_queue_head wait;
	atomic_t outstanding;
	struct llist_head dead;
};

/**
 * struct counts - what has happened
 * @rounds: rounds begun
 * @requests: calls that were made
 * @bytes: in them
 * @inlined: calls that had returned with the result
 * @completed: ... and those that were completed later
 * @messages: messages that came home
 * @moved: states exported and imported
 * @mismatches: wrong digests, or bytes beside them
 * @errors: calls that failed, or were completed where none should be
 * @lost: messages that did not come back
 * @doubled: completions of what was not in flight
 * @overtaken: messages of an ordered flow that came back too early or late
 * @signals: rounds left to themselves for a signal
 * @hushes: times when all was home
 * @no_memory: rounds that could not begin for want of memory
 * @no_driver: ... of the module
 * @ns_max: the longest time from a call to its completion
 */
struct counts {
	atomic64_t rounds;
	atomic64_t requests;
	atomic64_t bytes;
	atomic64_t inlined;
	atomic64_t completed;
	atomic64_t messages;
	atomic64_t moved;
	atomic64_t mismatches;
	atomic64_t errors;
	atomic64_t lost;
	atomic64_t doubled;
	atomic64_t overtaken;
	atomic64_t signals;
	atomic64_t hushes;
	atomic64_t no_memory;
	atomic64_t no_driver;
	atomic64_t ns_max;
};

/* main.c: module entry, parameters, the summary */

extern struct counts counts;
extern unsigned long long torture_seed;
extern unsigned int torture_timeout;
extern bool torture_priorities;
extern bool torture_stop;
extern bool torture_pause;
extern bool torture_hush;
extern atomic_t torture_hushed;
extern atomic_t torture_ended;

void torture_fault(const struct message *message, atomic64_t *count,
		   const char *what);
unsigned int torture_flows(struct flow **flows);

/* flow.c: a thread */

int flow_start(struct flow *flow, unsigned int number);
void flow_stop(struct flow *flow);

/* round.c: a round is made, submitted, waited for and freed */

struct round *round_alloc(struct flow *flow, u64 number);
void round_put(struct round *round);
void round_free(struct round *round);
void round_free_requests(struct round *round);

/* message.c: a message through the crypto API */

int message_make(struct message *message, struct rng *rng, unsigned int bytes,
		 bool fine, bool packet);
void message_free_requests(struct message *message);
void message_free(struct message *message);
void message_go_on(struct message *message);

/* data.c: what is hashed, and what the digests should be */

int data_init(void);
void data_exit(void);
const u8 *data_at(struct rng *rng, unsigned int len);
unsigned int data_length(struct rng *rng, unsigned int most);
int data_reference(struct crypto_shash *tfm, struct message *message);

/* place.c: where requests are submitted */

void place_init(struct flow *flow);
void place_exit(struct flow *flow);
void place_submit(struct flow *flow, struct round *round);

/* disturb.c: signals, priorities */

int disturb_start(void);
void disturb_stop(void);

#endif /* _TORTURE_H */
