/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types that the benchmark's files share, and their functions, grouped by file.
 *
 * A run has one or more submitters. Each keeps a set of messages in flight, from a
 * thread or from a tasklet, and measures them.
 */
#ifndef _BENCH_H
#define _BENCH_H

#include <crypto/hash.h>
#include <linux/cache.h>
#include <linux/completion.h>
#include <linux/crypto.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/list.h>
#include <linux/scatterlist.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#define BENCH_MAX_DIGEST	32
#define BENCH_MAX_INFLIGHT	256
#define BENCH_MAX_SIZE		65536
#define BENCH_MAX_THREADS	2048
#define BENCH_MAX_BUSY		64

/**
 * struct bench_scenario - what to measure
 * @driver: the driver, or algorithm, under test
 * @reference: the driver whose digests are the reference
 * @softirq: submit from softirq, as a network driver does, instead of from a thread
 * @size: bytes in a message
 * @chunk: hash a message by updates of so many bytes and a final; 0: in one call
 * @inflight: messages that each submitter keeps in flight
 * @threads: submitters
 * @busy: threads that keep the CPU busy with other work
 * @rate: messages that become due per second and submitter, whether or not earlier
 *	  ones are done; 0: each starts as many as it can
 * @ms: duration, milliseconds
 */
struct bench_scenario {
	char driver[CRYPTO_MAX_ALG_NAME];
	char reference[CRYPTO_MAX_ALG_NAME];
	bool softirq;
	unsigned int size;
	unsigned int chunk;
	unsigned int inflight;
	unsigned int threads;
	unsigned int busy;
	unsigned int rate;
	unsigned int ms;
};

/* A bucket holds an interval whose ends differ by 1/128, so its error is below 0.8% */
#define BENCH_SUB_BITS		7
#define BENCH_BUCKETS		((65 - BENCH_SUB_BITS) << BENCH_SUB_BITS)

/**
 * struct bench_latency - a histogram of latencies
 * @n: number of messages measured
 * @bucket: number of messages in each interval
 */
struct bench_latency {
	u64 n;
	u32 bucket[BENCH_BUCKETS];
};

struct bench_submitter;

/**
 * struct bench_message - a message with its request
 * @node: on @submitter's list of completed messages
 * @submitter: its submitter
 * @req: the request
 * @start: when it was due, nanoseconds; 0 if it is not timed
 * @number: its number among the submitter's messages
 * @err: the error of the last completion
 * @wait: for a submitter that waits for each message
 * @state: the next call into the crypto API
 * @digest: the digest that the driver has computed
 * @sg: the bytes that the request hashes next
 * @data: the message
 * @taken: bytes passed to the driver so far
 *
 * It uses few cache lines, because the data of other messages evicts them.
 */
struct bench_message {
	struct list_head node;
	struct bench_submitter *submitter;
	struct ahash_request *req;
	u64 start;
	u64 number;
	int err;
	struct crypto_wait wait;
	enum { BENCH_INIT, BENCH_UPDATE, BENCH_FINAL, BENCH_DONE } state;
	u8 digest[BENCH_MAX_DIGEST];
	struct scatterlist sg;
	u8 *data;
	unsigned int taken;
} ____cacheline_aligned;

/**
 * struct bench_submitter - one source of messages
 * @scenario: the scenario
 * @task: the thread
 * @tasklet: submits, with &bench_scenario.softirq
 * @timer: kicks the submitter when the next message is due
 * @kicked: the submitter has something to do
 * @lock: protects @ready; not held while messages start
 * @ready: messages whose request has completed
 * @idle: a ring of the messages that are not in flight: from the next one to start,
 *	  at @started, to the last one that has completed
 * @message: all messages
 * @requests: their requests
 * @finished: completed when all messages have started and none is in flight
 * @until: start no message after this time, nanoseconds
 * @limit: start no more messages than this
 * @due: when the next message is due, with &bench_scenario.rate
 * @started: messages started so far
 * @timed: without a rate: the number of started messages at which the next is timed
 * @completed: messages completed so far
 * @reordered: messages that were completed after a later one
 * @newest: the highest &bench_message.number completed
 * @err: the first error
 * @latency: of the timed messages
 */
struct bench_submitter {
	const struct bench_scenario *scenario;
	struct task_struct *task;
	struct tasklet_struct tasklet;
	struct hrtimer timer;
	bool kicked;
	spinlock_t lock;	/* protects @ready */
	struct list_head ready;
	struct bench_message *idle[BENCH_MAX_INFLIGHT];
	struct bench_message *message;
	void *requests;
	struct completion finished;
	u64 until;
	u64 limit;
	u64 due;
	u64 started;
	u64 timed;
	u64 completed;
	u64 reordered;
	u64 newest;
	int err;
	struct bench_latency latency;
};

/**
 * struct bench_times - the clocks' values, or their differences; nanoseconds
 * @ns: the time
 * @cpu_ns: CPU time
 * @idle_ns: idle time of the CPU in use; 0 if it is not known
 *
 * In a virtual machine @ns may exceed the other two by the time that the host gave to
 * others.
 */
struct bench_times {
	u64 ns;
	u64 cpu_ns;
	u64 idle_ns;
};

/**
 * struct bench_result - what was measured
 * @algorithm: the crypto API's name of the algorithm
 * @driver: the name of the driver that was used
 * @messages: number of messages hashed
 * @reordered: see &struct bench_submitter
 * @times: times that have passed
 * @latency: of the timed messages
 */
struct bench_result {
	char algorithm[CRYPTO_MAX_ALG_NAME];
	char driver[CRYPTO_MAX_ALG_NAME];
	u64 messages;
	u64 reordered;
	struct bench_times times;
	struct bench_latency latency;
};

/* run.c: one run: verify, then measure */

int bench_run(const struct bench_scenario *scenario,
	      struct bench_result *result);

/* submitter.c: keeps messages in flight */

int bench_submitter_init(struct bench_submitter *submitter,
			 const struct bench_scenario *scenario,
			 struct crypto_ahash *tfm);
void bench_submitter_exit(struct bench_submitter *submitter);
int bench_submitter_prepare(struct bench_submitter *submitter,
			    unsigned int cpu);
void bench_submitter_start(struct bench_submitter *submitter, u64 limit,
			   u64 from, u64 until);
int bench_submitter_wait(struct bench_submitter *submitter);
void bench_submitter_stop(struct bench_submitter *submitter);

/* message.c: one message through the crypto API */

int bench_message_init(struct bench_message *message,
		       struct bench_submitter *submitter,
		       struct crypto_ahash *tfm, struct ahash_request *req,
		       crypto_completion_t completed);
void bench_message_exit(struct bench_message *message);
int bench_message_start(struct bench_message *message);
int bench_message_go_on(struct bench_message *message);

/* verify.c: checks the digests */

int bench_set_key(struct crypto_ahash *tfm);
int bench_verify(const struct bench_submitter *submitters,
		 const struct bench_scenario *scenario);

/* clock.c: time */

u64 bench_now(void);
void bench_clock_sync(void);
void bench_clock_read(struct bench_times *times, unsigned int cpu);

/* latency.c: a histogram */

void bench_latency_add(struct bench_latency *latency, u64 ns);
void bench_latency_merge(struct bench_latency *to,
			 const struct bench_latency *from);
u64 bench_latency_quantile(const struct bench_latency *latency,
			   unsigned int permille);

#endif /* _BENCH_H */
