// SPDX-License-Identifier: GPL-2.0
/*
 * Shared by the engine's suites, see engine_fixture.h.
 */
#include <linux/slab.h>

#include "../engine/internal.h"
#include "engine_fixture.h"

/* Some microseconds: many sections for a large batch, one for a small one. */
#define ENGINE_NS	20000

/* Fills a digest's buffer before the digest is written, and remains after its end. */
#define FENCE		0x5a

/*
 * Implementations of any width in portable C, to test what the engine does with jobs
 * and lanes independently of the CPU.
 */
#define PORTABLE(hash, width)						\
static void portable_##hash##_x##width(u32 *const *state,		\
				       const u8 *const *data,		\
				       size_t nblocks, void *scratch)	\
{									\
	unsigned int i;							\
									\
	for (i = 0; i < (width); i++)					\
		mbhash_##hash##_generic(state + i, data + i, nblocks,	\
					scratch);			\
}

PORTABLE(md5, 2)
PORTABLE(md5, 3)
PORTABLE(md5, 64)
PORTABLE(sha256, 2)
PORTABLE(sha256, 3)
PORTABLE(sha256, 64)

/* The cost has the right order of magnitude: the ends of sections depend on it. */
#define PORTABLE_IMPL(hash, w)					\
	{ .name = "portable-x" #w, .fn = portable_##hash##_x##w,	\
	  .width = (w), .cost = (w) * 100000, .usable = true }

static const struct mbhash_impl portable[MBHASH_NR_HASHES][3] = {
	[MBHASH_MD5] = {
		PORTABLE_IMPL(md5, 2),
		PORTABLE_IMPL(md5, 3),
		PORTABLE_IMPL(md5, 64),
	},
	[MBHASH_SHA256] = {
		PORTABLE_IMPL(sha256, 2),
		PORTABLE_IMPL(sha256, 3),
		PORTABLE_IMPL(sha256, 64),
	},
};

/**
 * engine_init() - initialize a suite that uses struct engine
 * @suite: the suite
 *
 * Return: 0 or -errno.
 */
int engine_init(struct kunit_suite *suite)
{
	int err = reference_init();

	return err ? err : mbhash_test_init(suite);
}

/**
 * engine_exit() - undo engine_init()
 * @suite: the suite
 */
void engine_exit(struct kunit_suite *suite)
{
	reference_exit();
}

/**
 * engine_alloc() - an engine for the hash function that is @test's parameter
 * @test: the test, which also frees it
 *
 * It uses the measured plan.
 *
 * Return: the engine.
 */
struct engine *engine_alloc(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	struct engine *e = kunit_kzalloc(test, sizeof(*e), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, e);
	e->pool = kunit_kmalloc(test, POOL_SIZE, GFP_KERNEL);
	e->flat = kunit_kmalloc(test, POOL_SIZE, GFP_KERNEL);
	e->section.scratch = kunit_kzalloc(test, MBHASH_SCRATCH + MBHASH_BLOCK,
					   GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, e->pool);
	KUNIT_ASSERT_NOT_NULL(test, e->flat);
	KUNIT_ASSERT_NOT_NULL(test, e->section.scratch);
	e->section.scratch = PTR_ALIGN(e->section.scratch, MBHASH_BLOCK);

	rng_init(&e->rng);
	rng_bytes(&e->rng, e->pool, POOL_SIZE);
	e->id = hash - mbhash_hashes;
	e->hash = *hash;
	e->server = "plan";
	e->section.padding = &e->padding;
	e->section.ns = ENGINE_NS;
	e->section.simd = true;
	mbhash_batch_init(&e->batch, &e->hash, e->filled);
	return e;
}

/**
 * engine_plan() - make a plan with one implementation for any number of jobs
 * @plan: the plan
 * @impl: the implementation
 */
void engine_plan(struct mbhash_plan *plan, const struct mbhash_impl *impl)
{
	unsigned int n;

	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		plan->impl[n] = impl;
		plan->group[n] = impl;
		plan->loss[n] = 0;
	}
	plan->widest = impl->width;
	plan->isa = impl->isa;
}

/**
 * engine_serve() - use one implementation for any number of jobs
 * @e: the engine
 * @impl: the implementation
 */
void engine_serve(struct engine *e, const struct mbhash_impl *impl)
{
	engine_plan(&e->hash.plan[true], impl);
	e->server = impl->name;
}

/* Call @fn with an empty batch: a call that has failed may have left jobs in it. */
static void call(struct kunit *test, struct engine *e,
		 void (*fn)(struct kunit *test, struct engine *e))
{
	mbhash_batch_init(&e->batch, &e->hash, e->filled);
	fn(test, e);
}

/**
 * engine_each() - call a function for each way in which jobs can be served
 * @test: a test whose parameter is the hash function
 * @fn: the function. Called with the measured plan, the same without vector registers,
 *	each implementation for any number of jobs, and portable ones of some widths
 */
void engine_each(struct kunit *test,
		 void (*fn)(struct kunit *test, struct engine *e))
{
	const struct mbhash_hash *hash = test->param_value;
	struct engine *e = engine_alloc(test);
	const struct mbhash_impl *impl;
	unsigned int i;

	call(test, e, fn);

	e->server = "plan without vector registers";
	e->section.simd = false;
	call(test, e, fn);

	e->section.simd = true;
	for_each_impl(impl, hash) {
		engine_serve(e, impl);
		call(test, e, fn);
	}
	for (i = 0; i < ARRAY_SIZE(portable[e->id]); i++) {
		engine_serve(e, &portable[e->id][i]);
		call(test, e, fn);
	}
}

/**
 * engine_width() - the widest implementation that serves
 * @e: the engine
 *
 * Return: its lanes.
 */
unsigned int engine_width(const struct engine *e)
{
	return e->hash.plan[e->section.simd].widest;
}

/**
 * engine_bytes() - some bytes of the pool, at any alignment
 * @e: the engine
 * @len: number of bytes
 *
 * Return: the first of them.
 */
const u8 *engine_bytes(struct engine *e, unsigned int len)
{
	return e->pool + rng_below(&e->rng, POOL_SIZE - len);
}

/**
 * message_init() - begin a message for the plain hash
 * @e: the engine
 * @m: the message
 */
void message_init(struct engine *e, struct message *m)
{
	m->key = NULL;
	m->finished = 0;
	m->place = 0;
	memset(m->digest, FENCE, sizeof(m->digest));
	memset(m->want, FENCE, sizeof(m->want));
	mbhash_job_init(&m->job, &e->hash, NULL);
}

/**
 * message_key() - begin a message for hmac
 * @e: the engine
 * @m: the message
 * @key: the key
 * @keylen: its length in bytes
 */
void message_key(struct engine *e, struct message *m, const u8 *key,
		 unsigned int keylen)
{
	message_init(e, m);
	m->key = key;
	m->keylen = keylen;
	mbhash_hmac_setkey(&e->hash, &m->hmac, key, keylen);
	mbhash_job_init(&m->job, &e->hash, &m->hmac);
}

static void message_add(struct engine *e, struct message *m, const u8 *data,
			unsigned int len)
{
	if (m->key)
		reference_hmac(e->id, m->key, m->keylen, data, len, m->want);
	else
		reference_hash(e->id, data, len, m->want);
	mbhash_job_add(&m->job, m->sg, len, m->key ? &m->hmac : NULL,
		       m->digest);
}

/**
 * message_flat() - set the content of a message that was begun, in one segment
 * @e: the engine
 * @m: the message
 * @data: the content
 * @len: its length in bytes
 */
void message_flat(struct engine *e, struct message *m, const u8 *data,
		  unsigned int len)
{
	sg_init_one(m->sg, data, len);
	message_add(e, m, data, len);
}

/**
 * message_headed() - set random content in two segments for a message that was begun
 * @e: the engine
 * @m: the message
 * @head: length of the first segment in bytes; 0: there is only one
 * @len: length of both
 */
void message_headed(struct engine *e, struct message *m, unsigned int head,
		    unsigned int len)
{
	const u8 *first = engine_bytes(e, head), *rest = engine_bytes(e, len - head);

	memcpy(e->flat, first, head);
	memcpy(e->flat + head, rest, len - head);
	sg_init_table(m->sg, head ? 2 : 1);
	if (head)
		sg_set_buf(&m->sg[0], first, head);
	sg_set_buf(&m->sg[!!head], rest, len - head);
	message_add(e, m, e->flat, len);
}

/**
 * message_crumbled() - set random content in as many segments as there are, for a message
 *			that was begun
 * @e: the engine
 * @m: the message
 * @first: length of the first segment in bytes; the others have one each
 */
void message_crumbled(struct engine *e, struct message *m, unsigned int first)
{
	const unsigned int len = first + MESSAGE_SEGMENTS - 1;
	const u8 *data = engine_bytes(e, len);
	unsigned int i;

	sg_init_table(m->sg, MESSAGE_SEGMENTS);
	sg_set_buf(&m->sg[0], data, first);
	for (i = 1; i < MESSAGE_SEGMENTS; i++)
		sg_set_buf(&m->sg[i], data + first + i - 1, 1);
	message_add(e, m, data, len);
}

/**
 * message_split() - set random content in segments for a message that was begun
 * @e: the engine
 * @m: the message
 * @len: its length in bytes
 *
 * The segments have any length, including 0, and any address and alignment; bytes
 * beyond @len are not part of the message.
 */
void message_split(struct engine *e, struct message *m, unsigned int len)
{
	unsigned int i, nr = 1 + rng_below(&e->rng, MESSAGE_SEGMENTS);
	unsigned int left = len;

	sg_init_table(m->sg, nr);
	for (i = 0; i < nr; i++) {
		unsigned int n = rng_below(&e->rng, 2 * left / (nr - i) + 1);
		const u8 *data;

		n = min(n, left);
		if (i == nr - 1)
			n = left;
		data = engine_bytes(e, n + MBHASH_BLOCK);
		memcpy(e->flat + len - left, data, n);
		left -= n;
		if (!left)
			n += rng_below(&e->rng, MBHASH_BLOCK);
		sg_set_buf(&m->sg[i], data, n);
	}
	message_add(e, m, e->flat, len);
}

/**
 * engine_submit() - queue a message
 * @e: the engine
 * @m: the message, with content
 */
void engine_submit(struct engine *e, struct message *m)
{
	list_add_tail(&m->job.node, &e->batch.todo);
}

/**
 * engine_collect() - note which messages have finished
 * @e: the engine
 */
void engine_collect(struct engine *e)
{
	struct mbhash_job *job, *next;

	list_for_each_entry_safe(job, next, &e->batch.done, node) {
		struct message *m = container_of(job, struct message, job);

		list_del(&job->node);
		m->finished++;
		m->place = ++e->finished;
	}
}

/**
 * engine_run() - hash until nothing is left
 * @test: the test
 * @e: the engine
 */
void engine_run(struct kunit *test, struct engine *e)
{
	while (mbhash_batch_run(&e->batch, &e->section))
		engine_collect(e);
	engine_collect(e);
	KUNIT_EXPECT_TRUE(test, list_empty(&e->batch.ordered));
}
