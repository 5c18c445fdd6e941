// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the engine: messages of any length, in pieces and segments, plain and hmac,
 * arrive in any order; batches run for any time and are stopped in between; jobs are
 * also hashed alone. Each digest must equal OpenSSL's, each job must finish once, and
 * ordered jobs in order.
 */
#include <string.h>

#include <harness/claims.h>

#include "../../engine/engine.h"
#include "../../kunit/reference.h"
#include "input.h"

#define MESSAGES	160
#define MAX_PIECE	(20 * MBHASH_BLOCK)
#define MAX_PIECES	4
#define MAX_SEGMENTS	4
#define POOL		(1 << 16)
#define FENCE		0x5a

struct message {
	struct mbhash_job job;
	struct scatterlist sg[MAX_SEGMENTS];
	struct mbhash_hmac_key hmac;
	const u8 *key;
	unsigned int keylen;
	u8 *flat;		/* the message so far, contiguous for OpenSSL */
	unsigned int len;
	unsigned int pieces;	/* number of pieces to follow */
	bool in_batch;
	bool ordered;
	unsigned int number;	/* of this piece in the order of submission */
	u8 digest[MBHASH_MAX_DIGEST + 1];
};

__thread int vector_claims;

static u8 pool[POOL];
static struct message messages[MESSAGES];
static u8 flat[MESSAGES][MAX_PIECES * MAX_PIECE];
static u8 scratch[MBHASH_SCRATCH] __attribute__((aligned(MBHASH_BLOCK)));
static u64 filled[MBHASH_MAX_LANES + 1];

/* The state of a run */
static struct mbhash_hash hash;
static struct mbhash_batch batch;
static struct mbhash_padding padding;
static struct mbhash_simd_section section;
static unsigned int nr, submitted, last_ordered;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fill_pool(pool, POOL);
	return mbhash_plan_init(~0U);
}

static const u8 *some_bytes(struct input *in, unsigned int len)
{
	return pool + take_u16(in) % (POOL - len);
}

static bool is_last(const struct message *m) { return !m->pieces; }

/* Add the next piece of a message, in some segments. */
static void add_piece(struct message *m, struct input *in)
{
	const unsigned int nbytes = take_u16(in) % (MAX_PIECE + 1);
	unsigned int i, left = nbytes, segments = 1 + take_u8(in) % MAX_SEGMENTS;

	m->pieces--;
	sg_init_table(m->sg, segments);
	for (i = 0; i < segments; i++) {
		unsigned int n = i == segments - 1 ? left : take_u16(in) % (left + 1);
		const u8 *data = some_bytes(in, n);

		sg_set_buf(&m->sg[i], data, n);
		memcpy(m->flat + m->len, data, n);
		m->len += n;
		left -= n;
	}
	m->number = ++submitted;
	mbhash_job_add(&m->job, m->sg, nbytes, m->key ? &m->hmac : NULL,
		       is_last(m) ? m->digest : NULL);
	m->job.ordered = m->ordered;
}

static struct message *begin(struct input *in)
{
	struct message *m = &messages[nr];
	const u8 flags = take_u8(in);

	memset(m, 0, sizeof(*m));
	m->flat = flat[nr++];
	memset(m->digest, FENCE, sizeof(m->digest));
	m->pieces = flags & 1 ? 1 + (flags >> 1) % MAX_PIECES : 1;
	m->ordered = flags & 8;
	if (flags & 16) {
		m->keylen = take_u8(in);
		m->key = some_bytes(in, m->keylen);
		mbhash_hmac_setkey(&hash, &m->hmac, m->key, m->keylen);
	}
	mbhash_job_init(&m->job, &hash, m->key ? &m->hmac : NULL);
	return m;
}

static void check(const struct message *m)
{
	const unsigned int size = mbhash_digest_size(&hash);
	u8 want[MBHASH_MAX_DIGEST];

	if (m->key)
		reference_hmac(hash.id, m->key, m->keylen, m->flat, m->len, want);
	else
		reference_hash(hash.id, m->flat, m->len, want);
	MUST(!memcmp(m->digest, want, size));
	MUST(m->digest[size] == FENCE);
}

/* A piece of the message was hashed. */
static void piece_done(struct message *m)
{
	MUST(m->job.done);
	MUST(!m->job.error);
	if (is_last(m))
		check(m);
}

static void submit(struct message *m)
{
	m->in_batch = true;
	list_add_tail(&m->job.node, &batch.todo);
}

static void collect(void)
{
	struct mbhash_job *job, *next;

	list_for_each_entry_safe(job, next, &batch.done, node) {
		struct message *m = container_of(job, struct message, job);

		list_del(&job->node);
		MUST(m->in_batch);
		m->in_batch = false;
		if (m->ordered) {
			MUST(m->number > last_ordered);
			last_ordered = m->number;
		}
		piece_done(m);
	}
}

static bool run(u32 ns, bool simd)
{
	bool more;

	section.ns = ns;
	section.simd = simd;
	more = mbhash_batch_run(&batch, &section);
	collect();
	return more;
}

static void stop(void)
{
	LIST_HEAD(left);

	mbhash_batch_stop(&batch);
	list_splice_init(&batch.todo, &left);
	mbhash_batch_init(&batch, &hash, filled);
	list_splice_init(&left, &batch.todo);
}

static void alone(struct message *m, u8 how)
{
	if (how & 1) {
		mbhash_job_run_portable(&m->job);
	} else {
		do {
			section.ns = 1 + (how >> 2) * 16;
			section.simd = !(how & 2);
		} while (mbhash_job_run(&m->job, &section));
	}
	MUST(m->job.done || !is_last(m));
	m->job.done = true;
	piece_done(m);
}

/* Choose one implementation for any number of jobs except one, or the plan. */
static void choose_impl(u8 which)
{
	const struct mbhash_impl *impl = hash.impls;
	struct mbhash_plan *plan = &hash.plan[true];
	unsigned int n;

	if (which & 1)
		return;
	for (which >>= 1; which && impl[1].name; which--)
		impl++;
	if (!impl->usable)
		return;
	for (n = 2; n <= MBHASH_MAX_LANES; n++) {
		plan->impl[n] = impl;
		plan->group[n] = impl;
		plan->loss[n] = 0;
	}
	plan->widest = impl->width;
	plan->isa = plan->impl[1]->isa | impl->isa;
}

static void begin_run(struct input *in)
{
	const u8 which = take_u8(in);

	hash = mbhash_hashes[which & 1];
	choose_impl(which >> 1);
	memset(&padding, 0, sizeof(padding));
	memset(&section, 0, sizeof(section));
	section.scratch = scratch;
	section.padding = &padding;
	mbhash_batch_init(&batch, &hash, filled);
	nr = 0;
	submitted = 0;
	last_ordered = 0;
}

static void new_ones(struct input *in, unsigned int count, bool equal)
{
	const struct input at = *in;

	while (count-- && nr < MESSAGES) {
		struct message *m;

		if (equal)
			*in = at;
		m = begin(in);
		add_piece(m, in);
		submit(m);
	}
}

static void act(struct input *in)
{
	const u8 what = take_u8(in);
	struct message *m;

	switch (what % 8) {
	case 0:
	case 1:
		new_ones(in, 1 + (what >> 6), false);
		break;
	case 2:
		new_ones(in, 1 + (what >> 3) * 3, true);
		break;
	case 3:
		run(1 + take_u16(in), what & 64);
		break;
	case 4:
		stop();
		break;
	case 5:
		if (nr == MESSAGES)
			break;
		m = begin(in);
		add_piece(m, in);
		alone(m, take_u8(in));
		break;
	default:
		/* The next piece of a message that has more */
		if (!nr)
			break;
		m = &messages[take_u8(in) % nr];
		if (m->in_batch || !m->pieces)
			break;
		add_piece(m, in);
		if (what & 64)
			alone(m, take_u8(in));
		else
			submit(m);
		break;
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input in = { data, size };
	unsigned int i;

	begin_run(&in);
	while (in.left)
		act(&in);
	while (run(20000, true))
		;
	MUST(list_empty(&batch.todo));
	MUST(list_empty(&batch.ordered));
	for (i = 0; i < nr; i++)
		MUST(!messages[i].in_batch);
	return 0;
}
