// SPDX-License-Identifier: GPL-2.0
/*
 * A round: what is random about a transform and a set of messages.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "torture.h"

/* No more bytes than this in a round; and where nothing else can run meanwhile */
#define ROUND_BYTES	(2 << 20)
#define BH_BYTES	(256 << 10)
#define ATOMIC_BYTES	(16 << 10)

static const struct driver drivers[] = {
#include "../../kunit/drivers.inc"
};

/* Async ones for three of four: the others have one request in flight at most. */
static const struct driver *any_driver(struct rng *rng)
{
	const struct driver *driver = &drivers[rng_below(rng, ARRAY_SIZE(drivers))];

	return !driver->async && rng_below(rng, 2) ? driver - 1 : driver;
}

static enum place any_place(struct rng *rng)
{
	return rng_below(rng, NR_PLACES);
}

static bool is_task(enum place place)
{
	return place == IN_TASK || place == IN_TASK_ON_ONE_CPU;
}

/* Interrupts are off: there all is done at once, by portable C. */
static bool is_atomic(enum place place)
{
	return place == IN_TASK_IRQ_OFF || place == IN_HARD_TIMER;
}

static unsigned int any_number(const struct driver *driver, enum place place,
			       struct rng *rng)
{
	/* Around a full set of lanes, and around half of one */
	static const unsigned int limits[] = { 1, 4, 16, 64, 65, MAX_MESSAGES };

	if (!driver->async || is_atomic(place))
		return 1 + rng_below(rng, 4);
	return 1 + rng_below(rng, limits[rng_below(rng, ARRAY_SIZE(limits))]);
}

/* What a caller may say there: who has BH disabled can neither sleep nor wait. */
static u32 any_flags(enum place place, bool in_callback, struct rng *rng)
{
	const unsigned int what = rng_below(rng, 4);
	u32 flags = 0;

	if (what & 1)
		flags |= CRYPTO_TFM_REQ_MAY_BACKLOG;
	/* A callback, in softirq, goes on with what its task may have begun. */
	if (what & 2 && is_task(place) && !in_callback)
		flags |= CRYPTO_TFM_REQ_MAY_SLEEP;
	return flags;
}

static unsigned int bytes_limit(enum place place)
{
	if (is_atomic(place))
		return ATOMIC_BYTES;
	return is_task(place) ? ROUND_BYTES : BH_BYTES;
}

static int make_key(struct round *round, struct rng *rng)
{
	static const u8 lens[] = { 1, 16, 32, 63, 64, 65, 128, MAX_KEY };
	struct crypto_shash *reference =
		round->flow->reference[round->driver->id][true];
	const unsigned int len = rng_below(rng, 2) ? 1 + rng_below(rng, MAX_KEY) :
				 lens[rng_below(rng, ARRAY_SIZE(lens))];
	const u8 *key = data_at(rng, len);

	return crypto_shash_setkey(reference, key, len) ?:
	       crypto_ahash_setkey(round->tfm, key, len);
}

static int make_message(struct round *round, struct message *message,
			unsigned int bytes, bool fine)
{
	struct flow *flow = round->flow;
	const struct driver *driver = round->driver;
	unsigned int i;
	int err;

	/* In two of three the state does not move. */
	for (i = 0; i < 1 + !rng_below(&flow->rng, 3); i++) {
		message->req[i] = ahash_request_alloc(round->tfm, GFP_KERNEL);
		if (!message->req[i])
			return -ENOMEM;
	}
	memset(message->result, FENCE, sizeof(message->result));
	err = message_make(message, &flow->rng, bytes, fine, round->packets);
	return err ?: data_reference(flow->reference[driver->id][driver->hmac],
				     message);
}

static int make_messages(struct round *round)
{
	struct rng *rng = &round->flow->rng;
	const bool fine = !rng_below(rng, 8);
	unsigned int i, left = bytes_limit(round->place);
	int err;

	for (i = 0; i < round->n; i++) {
		struct message *message = &round->message[i];
		const unsigned int bytes = data_length(rng, left);

		message->round = round;
		message->index = i;
		left -= bytes;
		err = make_message(round, message, bytes,
				   fine && round->n - i <= 16);
		if (err)
			return err;
		cond_resched();
	}
	return 0;
}

/* One call each, in flight together, from one CPU, and nobody waits: a flow's packets */
static bool is_in_order(const struct round *round)
{
	return round->packets && round->driver->async && !round->flags &&
	       !is_atomic(round->place) && round->place != IN_TASK;
}

static void make_choices(struct round *round, struct rng *rng)
{
	round->driver = any_driver(rng);
	round->place = any_place(rng);
	round->in_callback = rng_below(rng, 2);
	round->packets = rng_below(rng, 2);
	round->slow = !rng_below(rng, 3);
	round->free_at_once = rng_below(rng, 2) && !is_atomic(round->place);
	round->flags = any_flags(round->place, round->in_callback, rng);
	round->n = any_number(round->driver, round->place, rng);
}

/**
 * round_alloc() - make a round by random choices
 * @flow: whose
 * @number: its index among those of the flow
 *
 * Return: the round, or ERR_PTR().
 */
struct round *round_alloc(struct flow *flow, u64 number)
{
	struct round choices = { .flow = flow, .number = number }, *round;
	int err;

	make_choices(&choices, &flow->rng);
	round = kvzalloc(struct_size(round, message, choices.n), GFP_KERNEL);
	if (!round)
		return ERR_PTR(-ENOMEM);
	*round = choices;
	init_llist_head(&round->ready);
	init_completion(&round->home);
	atomic_set(&round->left, round->n);
	atomic_set(&round->refs, 2);

	round->tfm = crypto_alloc_ahash(round->driver->name, 0, 0);
	if (IS_ERR(round->tfm)) {
		err = PTR_ERR(round->tfm);
		round->tfm = NULL;
		goto free;
	}
	err = round->driver->hmac ? make_key(round, &flow->rng) : 0;
	err = err ?: make_messages(round);
	if (err)
		goto free;
	round->in_order = is_in_order(round);
	return round;

free:
	round_free(round);
	return ERR_PTR(err);
}

/**
 * round_free_requests() - free the transform and its requests
 * @round: none of it is in flight
 *
 * Context: any but hardirq.
 */
void round_free_requests(struct round *round)
{
	unsigned int i;

	for (i = 0; i < round->n; i++)
		message_free_requests(&round->message[i]);
	if (round->tfm)
		crypto_free_ahash(round->tfm);
	round->tfm = NULL;
}

/**
 * round_put() - give a reference back; with the last one its flow may free it
 * @round: the round, of which nothing may be touched after this
 *
 * Context: any.
 */
void round_put(struct round *round)
{
	struct flow *flow = round->flow;

	if (!atomic_dec_return(&round->refs)) {
		llist_add(&round->dead, &flow->dead);
		atomic_dec(&flow->outstanding);
	}
}

/**
 * round_free() - free all of a round
 * @round: nobody has it
 *
 * Context: process, may sleep.
 */
void round_free(struct round *round)
{
	unsigned int i;

	round_free_requests(round);
	for (i = 0; i < round->n; i++)
		message_free(&round->message[i]);
	kvfree(round);
}
