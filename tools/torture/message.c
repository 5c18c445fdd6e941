// SPDX-License-Identifier: GPL-2.0
/*
 * A message: its segments, and its way through the crypto API, call by call. Knows
 * not from where it is submitted.
 */
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "../../kunit/compat/ahash_user.h"
#include "../../kunit/compat/completion.h"
#include "torture.h"

/* Segments of a message that has many, beside those of longer pieces */
#define MANY	300
#define FEW_LOG	3
#define FEW	(1 << FEW_LOG)

/* What nobody may look at: as a pointer it is none, and its page is not there. */
static void set_trap(struct scatterlist *sg)
{
	memset(sg, 0xff, sizeof(*sg));
	/* Neither the end nor another table */
	sg->page_link &= ~3UL;
}

/*
 * Make @piece of @n segments or more at @sg, some of which may be empty.
 * Return: the next free segment.
 */
static struct scatterlist *make_segments(struct piece *piece,
					 struct scatterlist *sg, unsigned int n,
					 struct rng *rng)
{
	unsigned int left = piece->nbytes;

	piece->sg = sg;
	do {
		unsigned int len = min(left, CHUNK_SIZE);
		const u8 *data;

		if (n > 1) {
			/* Even ones on average, now and then none */
			len = min(len, rng_below(rng, 2 * (left / n) + 2));
			n--;
		}
		left -= len;
		/* The last one may be longer than it is used. */
		if (!left && len && len < CHUNK_SIZE / 2 && !rng_below(rng, 4))
			len += rng_below(rng, 100);
		data = data_at(rng, len);
		sg_set_buf(sg++, data, len);
		if (left && !rng_below(rng, 8)) {
			/* The list goes on elsewhere. */
			sg_chain(sg, 1, sg + 2);
			set_trap(sg + 1);
			sg += 2;
		}
	} while (left);

	/* The list goes on after it, though nothing of that is used; or ends. */
	if (rng_below(rng, 2))
		set_trap(sg++);
	else
		sg_mark_end(sg - 1);
	return sg;
}

/* How many calls have data, and how much each. */
static void make_pieces(struct message *message, struct rng *rng,
			unsigned int bytes, bool packet)
{
	unsigned int i, left = bytes;

	message->calls = packet ? BY_DIGEST : rng_below(rng, NR_CALLS);
	message->pieces = 1;
	if (message->calls != BY_DIGEST)
		message->pieces += rng_below(rng, MAX_PIECES);
	for (i = 0; i < message->pieces; i++) {
		struct piece *piece = &message->piece[i];

		piece->nbytes = i == message->pieces - 1 ? left :
				data_length(rng, left);
		piece->move = i && message->req[1] && rng_below(rng, 2);
		left -= piece->nbytes;
	}
}

/**
 * message_make() - make a message by random choices
 * @message: with its requests
 * @rng: random numbers
 * @bytes: its length
 * @fine: of very many segments
 * @packet: hashed by one call
 *
 * Return: 0 or -ENOMEM; message_free() is due in either case.
 */
int message_make(struct message *message, struct rng *rng, unsigned int bytes,
		 bool fine, bool packet)
{
	/*
	 * Those of full length, and for each piece a trap and a part of a chunk; and
	 * two that lead from each to the next
	 */
	const unsigned int most = 3 * (bytes / CHUNK_SIZE +
				       MAX_PIECES * (fine ? MANY + 3 : FEW + 3));
	struct scatterlist *sg;
	unsigned int i;

	make_pieces(message, rng, bytes, packet);
	message->sg = kvmalloc_array(most, sizeof(*sg), GFP_KERNEL);
	if (!message->sg)
		return -ENOMEM;
	sg = message->sg;
	sg_init_table(sg, most);
	sg_unmark_end(&sg[most - 1]);
	for (i = 0; i < message->pieces; i++) {
		struct piece *piece = &message->piece[i];
		const unsigned int n = 1 + rng_below(rng, fine ? MANY :
						     1U << rng_below(rng, FEW_LOG + 1));

		sg = make_segments(piece, sg, n, rng);
		if (n == 1 && piece->nbytes <= CHUNK_SIZE && rng_below(rng, 2) &&
		    !mbhash_set_virt(message->req[0], NULL, NULL, 0))
			piece->virt = data_at(rng, piece->nbytes);
	}
	return 0;
}

/**
 * message_free_requests() - free what was allocated of the transform
 * @message: the message
 *
 * Context: any but hardirq.
 */
void message_free_requests(struct message *message)
{
	ahash_request_free(message->req[0]);
	ahash_request_free(message->req[1]);
	message->req[0] = NULL;
	message->req[1] = NULL;
}

/**
 * message_free() - free the rest
 * @message: the message
 *
 * Context: process, may sleep.
 */
void message_free(struct message *message)
{
	kvfree(message->sg);
}

static struct ahash_request *request_of(struct message *message)
{
	return message->req[message->current_req];
}

/* The state goes on in the other request. */
static int move(struct message *message)
{
	int err = crypto_ahash_export(request_of(message), message->state);

	message->current_req ^= 1;
	atomic64_inc(&counts.moved);
	return err ?: crypto_ahash_import(request_of(message), message->state);
}

static void set_input(struct ahash_request *req, struct message *message,
		      const struct piece *piece)
{
	if (!piece->virt ||
	    mbhash_set_virt(req, piece->virt, message->result, piece->nbytes))
		ahash_request_set_crypt(req, piece->sg, message->result,
					piece->nbytes);
}

/* After the last piece, if that was not the last call already */
static bool is_final(const struct message *message)
{
	return message->step == message->pieces;
}

static bool is_over(const struct message *message)
{
	return message->step == message->pieces + (message->calls == BY_FINAL);
}

static int make_call(struct message *message, struct ahash_request *req)
{
	const bool last = message->step == message->pieces - 1;

	/* From the call on, all of it may be gone. */
	message->step++;
	if (message->step > message->pieces)
		return crypto_ahash_final(req);
	if (message->calls == BY_DIGEST)
		return crypto_ahash_digest(req);
	if (message->calls == BY_FINUP && last)
		return crypto_ahash_finup(req);
	return crypto_ahash_update(req);
}

static void note_time(u64 ns)
{
	s64 most = atomic64_read(&counts.ns_max);

	while (ns > most && !atomic64_try_cmpxchg(&counts.ns_max, &most, ns))
		;
}

static void came_back(struct message *message, int err)
{
	if (atomic_dec_return(&message->in_flight))
		torture_fault(message, &counts.doubled, "completed twice");
	note_time(ktime_get_ns() - message->start);
	message->err = err;
	if (err)
		torture_fault(message, &counts.errors, "failed");
}

static void finish(struct message *message)
{
	struct round *round = message->round;
	struct flow *flow = round->flow;

	if (atomic_inc_return(&round->finished) - 1 != message->index &&
	    round->in_order)
		torture_fault(message, &counts.overtaken, "not in order");
	if (memcmp(message->result, message->want, sizeof(message->want)))
		torture_fault(message, &counts.mismatches, "wrong digest");
	atomic64_inc(&counts.messages);
	if (!atomic_dec_and_test(&round->left))
		return;
	if (round->free_at_once)
		round_free_requests(round);
	complete(&round->home);
	swake_up_one(&flow->wait);
	round_put(round);
}

static void completed(mbhash_completion_arg *arg, int err)
{
	struct message *message = mbhash_completion_data(arg);
	struct round *round = message->round;
	struct flow *flow = round->flow;

	if (!in_softirq() || !round->driver->async)
		torture_fault(message, &counts.errors, "completed elsewhere");
	atomic64_inc(&counts.completed);
	came_back(message, err);
	if (round->in_callback || is_over(message)) {
		message_go_on(message);
	} else {
		llist_add(&message->node, &round->ready);
		swake_up_one(&flow->wait);
	}
}

static int begin_message(struct message *message)
{
	if (message->calls == BY_DIGEST)
		return 0;
	return crypto_ahash_init(request_of(message));
}

static int next_call(struct message *message)
{
	const struct piece *piece = &message->piece[message->step];
	struct ahash_request *req;
	unsigned int nbytes = 0;
	int err = 0;

	message->start = ktime_get_ns();
	if (atomic_inc_return(&message->in_flight) != 1)
		torture_fault(message, &counts.doubled, "in flight already");
	atomic64_inc(&counts.requests);
	if (!message->step)
		err = begin_message(message);
	else if (!is_final(message) && piece->move)
		err = move(message);
	if (err)
		return err;

	req = request_of(message);
	ahash_request_set_callback(req, message->round->flags, completed, message);
	if (is_final(message)) {
		ahash_request_set_crypt(req, NULL, message->result, 0);
	} else {
		set_input(req, message, piece);
		nbytes = piece->nbytes;
	}
	atomic64_add(nbytes, &counts.bytes);
	return make_call(message, req);
}

/**
 * message_go_on() - take a message as far as it goes without waiting
 * @message: not in flight
 *
 * When it is at its end, it is checked and the round told; nothing of the round may
 * be touched then, but by who has a reference.
 *
 * Context: any that the crypto API allows with the round's flags.
 */
void message_go_on(struct message *message)
{
	while (!message->err && !is_over(message)) {
		int err = next_call(message);

		if (err == -EINPROGRESS)
			return;
		atomic64_inc(&counts.inlined);
		came_back(message, err);
	}
	finish(message);
}
