// SPDX-License-Identifier: GPL-2.0
/*
 * Hashes one message through the crypto API, in one call or in several. It knows only
 * that API, not when a message starts or what is measured.
 */
#include <linux/minmax.h>
#include <linux/random.h>
#include <linux/slab.h>

#include "bench.h"

/* A thread with one message in flight waits for it as users do, by crypto_wait_req(). */
static bool waits(const struct bench_scenario *scenario)
{
	return scenario->inflight == 1 && !scenario->softirq;
}

static void set_input(struct bench_message *message, unsigned int nbytes)
{
	sg_init_one(&message->sg, message->data + message->taken, nbytes);
	ahash_request_set_crypt(message->req, &message->sg, message->digest,
				nbytes);
	message->taken += nbytes;
}

/**
 * bench_message_init() - make a message of random data, and its request
 * @message: the message
 * @submitter: its submitter
 * @tfm: the transform under test
 * @req: memory for the request, zeroed
 * @completed: called with @message when the request completes later, unless its
 *	       submitter waits for it
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM; call bench_message_exit() in either case.
 */
int bench_message_init(struct bench_message *message,
		       struct bench_submitter *submitter,
		       struct crypto_ahash *tfm, struct ahash_request *req,
		       crypto_completion_t completed)
{
	const struct bench_scenario *scenario = submitter->scenario;
	u32 flags = scenario->softirq ? 0 : CRYPTO_TFM_REQ_MAY_BACKLOG;
	void *data = message;

	message->submitter = submitter;
	message->data = kmalloc(scenario->size, GFP_KERNEL);
	message->req = req;
	if (!message->data)
		return -ENOMEM;
	get_random_bytes(message->data, scenario->size);
	ahash_request_set_tfm(req, tfm);
	if (waits(scenario)) {
		crypto_init_wait(&message->wait);
		completed = crypto_req_done;
		data = &message->wait;
	}
	ahash_request_set_callback(req, flags, completed, data);
	/* Only once, because it would slow down short messages. */
	if (!scenario->chunk) {
		message->state = BENCH_DONE;
		set_input(message, scenario->size);
	}
	return 0;
}

/**
 * bench_message_exit() - free what bench_message_init() has allocated
 * @message: a message that is not in flight
 *
 * Context: process, may sleep.
 */
void bench_message_exit(struct bench_message *message)
{
	kfree(message->data);
}

/* The next call into the crypto API, for a message in pieces. */
static int step(struct bench_message *message,
		const struct bench_scenario *scenario)
{
	switch (message->state) {
	case BENCH_INIT:
		message->taken = 0;
		message->state = BENCH_UPDATE;
		return crypto_ahash_init(message->req);
	case BENCH_UPDATE:
		set_input(message, min(scenario->chunk,
				       scenario->size - message->taken));
		if (message->taken == scenario->size)
			message->state = BENCH_FINAL;
		return crypto_ahash_update(message->req);
	case BENCH_FINAL:
		ahash_request_set_crypt(message->req, NULL, message->digest, 0);
		message->state = BENCH_DONE;
		return crypto_ahash_final(message->req);
	case BENCH_DONE:
		break;
	}
	return 0;
}

/* A busy driver puts a request that allows it into its backlog: it completes later. */
static int outcome(struct bench_message *message, int err)
{
	const struct bench_scenario *scenario = message->submitter->scenario;

	if (waits(scenario))
		return crypto_wait_req(err, &message->wait);
	return err == -EBUSY && !scenario->softirq ? -EINPROGRESS : err;
}

/**
 * bench_message_go_on() - continue a message in pieces until a request is in flight
 * @message: not in flight, in any state but BENCH_DONE
 *
 * Context: process or softirq.
 * Return: 0 if it is hashed; -EINPROGRESS if its request will complete later; any other
 *	   error if it failed.
 */
int bench_message_go_on(struct bench_message *message)
{
	const struct bench_scenario *scenario = message->submitter->scenario;
	int err;

	do {
		err = outcome(message, step(message, scenario));
	} while (!err && message->state != BENCH_DONE);
	return err;
}

/**
 * bench_message_start() - start hashing a message, in one call or in several
 * @message: a message that is not in flight
 *
 * Context: process or softirq.
 * Return: see bench_message_go_on().
 */
int bench_message_start(struct bench_message *message)
{
	const struct bench_scenario *scenario = message->submitter->scenario;

	if (!scenario->chunk)
		return outcome(message, crypto_ahash_digest(message->req));
	message->state = BENCH_INIT;
	return bench_message_go_on(message);
}
