/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Many requests at once through the crypto API, for the suites that need them.
 */
#ifndef _MBHASH_LOAD_H
#define _MBHASH_LOAD_H

#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/scatterlist.h>

#include "api.h"

/* Hundreds: several sets of the widest implementation's lanes. */
#define REQUESTS	300
#define DATA_SIZE	(64 << 10)

struct load;

/**
 * struct client - one request of a load, over and over
 * @load: the load
 * @req: the request
 * @sg: its source
 * @in_flight: between submission and completion
 * @again: how many more times to submit it when it completes
 * @ticket: its number in the order of submission, from 1 on
 * @digest: the result, and bytes that must not change
 * @want: the expected contents of @digest
 */
struct client {
	struct load *load;
	struct ahash_request *req;
	struct scatterlist sg[2];
	atomic_t in_flight;
	unsigned int again;
	unsigned int ticket;
	u8 digest[MBHASH_MAX_DIGEST + 16];
	u8 want[MBHASH_MAX_DIGEST + 16];
};

/**
 * struct load - requests to one driver that are in flight together
 * @driver: the driver
 * @rng: random numbers
 * @tfm: the driver's transform
 * @data: DATA_SIZE random bytes to hash; the first KEYLEN are the key
 * @tasklet: submits all of them from softirq
 * @left: number of clients that have not finished
 * @all_done: none is left
 * @submitted: number of submissions
 * @completed: number of completions
 * @wrong: number of requests with an error, a wrong digest or that were not in flight
 * @overtaken: number of requests not completed in order of submission
 * @client: the requests
 */
struct load {
	const struct api_driver *driver;
	struct rng rng;
	struct crypto_ahash *tfm;
	u8 *data;
	struct tasklet_struct tasklet;
	atomic_t left;
	struct completion all_done;
	atomic_t submitted;
	atomic_t completed;
	atomic_t wrong;
	atomic_t overtaken;
	struct client client[REQUESTS];
};

/**
 * struct other - a second task that submits, on the CPU of the first
 * @load: the requests, shared with the first task
 * @go: the task may begin
 * @done: it has ended
 */
struct other {
	struct load *load;
	struct completion go;
	struct completion done;
};

void client_submit(struct client *w);
void load_submit(struct load *load);
void load_free(struct load *load);
struct load *load_alloc(const struct api_driver *driver, u32 flags);
void load_prepare(struct load *load, unsigned int again);
bool load_wait(struct load *load);
struct client *client_long(struct client *w);
struct client *client_short(struct client *w);
bool load_submit_one(struct load *load, unsigned int more);
u64 load_submit_queued(struct kunit *test, struct load *load, unsigned int more);
bool other_start(struct kunit *test, struct other *other,
		 struct load *load, int (*fn)(void *other));
void skip_if_none_waits(struct kunit *test);

#endif /* _MBHASH_LOAD_H */
