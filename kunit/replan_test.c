// SPDX-License-Identifier: GPL-2.0
/*
 * The plan is rebuilt while it is in use: digests stay right, and no code runs whose
 * section has not claimed the registers for it.
 */
#include <linux/bottom_half.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/slab.h>

#include "../engine/internal.h"
#include "engine_fixture.h"

#define MAX_IMPLS	24
/* Gives several sections per batch, and several calls per section */
#define MAX_PS		400000
#define MAX_NS		20000
#define MAX_LENGTH	1500

/* A hash function whose costs, and so its plans, change. */
struct unsteady {
	struct rng rng;
	struct mbhash_hash *hash;
	struct mbhash_impl impls[MAX_IMPLS];
};

static void unsteady_init(struct kunit *test, struct unsteady *u,
			  struct mbhash_hash *hash)
{
	unsigned int i = 0;

	rng_init(&u->rng);
	/* Including the terminating entry */
	do {
		KUNIT_ASSERT_TRUE(test, i < MAX_IMPLS);
		u->impls[i] = hash->impls[i];
	} while (hash->impls[i++].name);
	hash->impls = u->impls;
	u->hash = hash;
}

/* Change all costs and the plans, as if a new timing had different results. */
static void shake(struct unsteady *u)
{
	struct mbhash_impl *impl;

	for (impl = u->impls; impl->name; impl++)
		WRITE_ONCE(impl->cost, 1 + rng_below(&u->rng, MAX_PS));
	mbhash_plan_make(u->hash, false);
	mbhash_plan_make(u->hash, true);
}

/* Lengths of messages: all equal, or any. */
static unsigned int lengths(struct rng *rng, unsigned int *len)
{
	unsigned int i, n = 1 + rng_below(rng, ENGINE_MESSAGES);
	const bool equal = rng_below(rng, 2);

	for (i = 0; i < n; i++)
		len[i] = equal && i ? len[0] : rng_below(rng, MAX_LENGTH);
	/* Whole blocks every second time */
	if (equal && rng_below(rng, 2))
		for (i = 0; i < n; i++)
			len[i] = round_up(len[i], MBHASH_BLOCK);
	return n;
}

/*
 * Implementations that shake the plan whenever they are called: everything that can
 * change between two calls does, even on one CPU. Global, because a lane_fn has no
 * argument for it.
 */
static struct {
	struct unsteady unsteady;
	const struct mbhash_impl *real;
	const struct mbhash_simd_section *section;
	/* Number of calls for which the registers or scratch were not claimed */
	unsigned int unclaimed;
} shaking;

static const struct mbhash_impl *shaking_begin(unsigned int i)
{
	const struct mbhash_simd_section *section = shaking.section;
	const struct mbhash_impl *impl = &shaking.real[i];
	const u32 vector = impl->isa & mbhash_isa_vector;

	if ((vector & ~section->isa) || (vector && !section->begun) ||
	    section->dirty < impl->scratch)
		shaking.unclaimed++;
	return impl;
}

#define SHAKING(i)							\
static void shaking_##i(u32 *const *state, const u8 *const *data,	\
			size_t nblocks, void *scratch)			\
{									\
	shaking_begin(i)->fn(state, data, nblocks, scratch);		\
	shake(&shaking.unsteady);					\
}									\
									\
static void shaking_finup_##i(u32 *const *state, const u8 *const *data,	\
			      size_t nblocks, void *scratch,		\
			      const u32 *schedule)			\
{									\
	shaking_begin(i)->finup(state, data, nblocks, scratch, schedule); \
	shake(&shaking.unsteady);					\
}									\
									\
static void shaking_digest_##i(u32 *const *state, const u8 *const *data, \
			       size_t nblocks, void *scratch,		\
			       const u32 *schedule, u8 *const *digest)	\
{									\
	shaking_begin(i)->digest(state, data, nblocks, scratch, schedule, digest); \
	shake(&shaking.unsteady);					\
}

SHAKING(0) SHAKING(1) SHAKING(2) SHAKING(3) SHAKING(4) SHAKING(5) SHAKING(6)
SHAKING(7) SHAKING(8) SHAKING(9) SHAKING(10) SHAKING(11) SHAKING(12) SHAKING(13)
SHAKING(14) SHAKING(15) SHAKING(16) SHAKING(17) SHAKING(18) SHAKING(19) SHAKING(20)
SHAKING(21) SHAKING(22)

#define SHAKING_FNS(i)	{ shaking_##i, shaking_finup_##i, shaking_digest_##i }

static const struct {
	mbhash_lane_fn fn;
	mbhash_finup_fn finup;
	mbhash_digest_fn digest;
} shaking_fns[MAX_IMPLS - 1] = {
	SHAKING_FNS(0), SHAKING_FNS(1), SHAKING_FNS(2), SHAKING_FNS(3), SHAKING_FNS(4),
	SHAKING_FNS(5), SHAKING_FNS(6), SHAKING_FNS(7), SHAKING_FNS(8), SHAKING_FNS(9),
	SHAKING_FNS(10), SHAKING_FNS(11), SHAKING_FNS(12), SHAKING_FNS(13), SHAKING_FNS(14),
	SHAKING_FNS(15), SHAKING_FNS(16), SHAKING_FNS(17), SHAKING_FNS(18), SHAKING_FNS(19),
	SHAKING_FNS(20), SHAKING_FNS(21), SHAKING_FNS(22),
};

static void shaking_init(struct kunit *test, struct engine *e)
{
	struct unsteady *u = &shaking.unsteady;
	unsigned int i;

	shaking.real = e->hash.impls;
	shaking.section = &e->section;
	shaking.unclaimed = 0;
	unsteady_init(test, u, &e->hash);
	for (i = 0; u->impls[i].name; i++) {
		u->impls[i].fn = shaking_fns[i].fn;
		if (u->impls[i].finup)
			u->impls[i].finup = shaking_fns[i].finup;
		if (u->impls[i].digest)
			u->impls[i].digest = shaking_fns[i].digest;
	}
	shake(u);
}

static void add(struct engine *e, struct message *m, unsigned int len)
{
	message_init(e, m);
	message_flat(e, m, engine_bytes(e, len), len);
}

static void the_plan_changes_at_each_call(struct kunit *test)
{
	struct engine *e = engine_alloc(test);
	unsigned int len[ENGINE_MESSAGES];
	unsigned int round, i, n;

	e->server = "a plan that changes";
	shaking_init(test, e);
	for (round = 0; round < part_of(100); round++) {
		n = lengths(&e->rng, len);
		e->section.ns = 1 + rng_below(&e->rng, MAX_NS);
		e->section.simd = rng_below(&e->rng, 8);
		for (i = 0; i < n; i++) {
			add(e, &e->message[i], len[i]);
			if (i)
				engine_submit(e, &e->message[i]);
		}
		engine_run(test, e);
		while (mbhash_job_run(&e->message[0].job, &e->section))
			;
		for (i = 0; i < n; i++)
			EXPECT_RIGHT(test, e, &e->message[i], "message %u of %u, %u bytes",
				     i, n, len[i]);
	}
	KUNIT_EXPECT_EQ(test, shaking.unclaimed, 0);
}

/* The same without jobs */
static void the_plan_changes_between_groups(struct kunit *test)
{
	struct mbhash_many *many = kunit_kzalloc(test, sizeof(*many), GFP_KERNEL);
	struct engine *e = engine_alloc(test);
	unsigned int round, i, n, len, ran = 0;

	KUNIT_ASSERT_NOT_NULL(test, many);
	mbhash_many_init(many);
	e->server = "a plan that changes";
	shaking_init(test, e);
	for (round = 0; round < part_of(1000); round++) {
		n = 1 + rng_below(&e->rng, MBHASH_MAX_LANES);
		len = rng_below(&e->rng, 3) * MBHASH_BLOCK +
		      rng_below(&e->rng, 2) * rng_below(&e->rng, MBHASH_BLOCK);
		for (i = 0; i < n; i++) {
			struct message *m = &e->message[i];

			add(e, m, len);
			many->data[i] = sg_virt(m->sg);
			many->digest[i] = m->digest;
		}
		e->section.simd = rng_below(&e->rng, 8);
		if (!mbhash_many_run(many, &e->hash, NULL, n, len, &e->section))
			continue;
		ran++;
		for (i = 0; i < n; i++)
			EXPECT_RIGHT(test, e, &e->message[i], "message %u of %u, %u bytes",
				     i, n, len);
	}
	KUNIT_EXPECT_TRUE(test, ran > 0);
	KUNIT_EXPECT_EQ(test, shaking.unclaimed, 0);
}

/**
 * struct worker - a thread that hashes the same messages repeatedly
 * @task: its task
 * @e: its messages, with known digests, and the batch
 * @hash: the hash function with the plan
 * @len: length of each message
 * @n: number of messages
 * @rounds: how many times it has hashed them
 * @wrong: number of wrong digests
 */
struct worker {
	struct task_struct *task;
	struct engine *e;
	const struct mbhash_hash *hash;
	unsigned int len[ENGINE_MESSAGES];
	unsigned int n;
	unsigned int rounds;
	unsigned int wrong;
};

static bool run_batch(struct engine *e)
{
	bool more;

	local_bh_disable();
	e->section.simd = true;
	more = mbhash_batch_run(&e->batch, &e->section);
	local_bh_enable();
	return more;
}

static bool run_alone(struct engine *e, struct mbhash_job *job)
{
	bool more;

	local_bh_disable();
	e->section.simd = true;
	more = mbhash_job_run(job, &e->section);
	local_bh_enable();
	return more;
}

static void work_once(struct worker *w)
{
	struct engine *e = w->e;
	unsigned int i;

	mbhash_batch_init(&e->batch, w->hash, e->filled);
	e->section.ns = 1 + rng_below(&e->rng, MAX_NS);
	for (i = 0; i < w->n; i++) {
		struct message *m = &e->message[i];

		memset(m->digest, 0, mbhash_digest_size(w->hash));
		mbhash_job_init(&m->job, w->hash, NULL);
		mbhash_job_add(&m->job, m->sg, w->len[i], NULL, m->digest);
		if (i)
			engine_submit(e, m);
	}
	while (run_batch(e))
		;
	while (run_alone(e, &e->message[0].job))
		;
	for (i = 0; i < w->n; i++)
		w->wrong += memcmp(e->message[i].digest, e->message[i].want,
				   sizeof(e->message[i].want)) != 0;
	WRITE_ONCE(w->rounds, w->rounds + 1);
}

static int work(void *arg)
{
	while (!kthread_should_stop()) {
		work_once(arg);
		cond_resched();
	}
	return 0;
}

static struct worker *worker_start(struct kunit *test, const struct mbhash_hash *hash)
{
	struct worker *w = kunit_kzalloc(test, sizeof(*w), GFP_KERNEL);
	unsigned int i;

	if (!w)
		return NULL;
	w->hash = hash;
	w->e = engine_alloc(test);
	/* Different messages for each worker */
	w->e->rng.state += (unsigned long)w;
	w->n = lengths(&w->e->rng, w->len);
	for (i = 0; i < w->n; i++)
		add(w->e, &w->e->message[i], w->len[i]);
	w->task = kthread_run(work, w, "mbhash_worker");
	return IS_ERR(w->task) ? NULL : w;
}

/* At most this many: as many as could be started. */
#define WORKERS		3

static unsigned int workers_start(struct kunit *test, struct worker **workers,
				  const struct mbhash_hash *hash)
{
	unsigned int n;

	for (n = 0; n < WORKERS; n++) {
		workers[n] = worker_start(test, hash);
		if (!workers[n])
			break;
	}
	KUNIT_EXPECT_EQ(test, n, WORKERS);
	return n;
}

static bool have_worked(struct worker *const *workers, unsigned int n)
{
	while (n--)
		if (READ_ONCE(workers[n]->rounds) < part_of(100))
			return false;
	return true;
}

static void workers_stop(struct kunit *test, struct worker *const *workers,
			 unsigned int n)
{
	while (n--) {
		kthread_stop(workers[n]->task);
		KUNIT_EXPECT_EQ_MSG(test, workers[n]->wrong, 0, "%u messages, %u rounds",
				    workers[n]->n, workers[n]->rounds);
	}
}

static void the_plan_changes_while_others_hash(struct kunit *test)
{
	struct mbhash_hash *hash = kunit_kzalloc(test, sizeof(*hash), GFP_KERNEL);
	struct unsteady *u = kunit_kzalloc(test, sizeof(*u), GFP_KERNEL);
	const struct mbhash_hash *real = test->param_value;
	unsigned int n, shakes = part_of(2000);
	struct worker *workers[WORKERS];

	KUNIT_ASSERT_NOT_NULL(test, hash);
	KUNIT_ASSERT_NOT_NULL(test, u);
	*hash = *real;
	unsteady_init(test, u, hash);
	n = workers_start(test, workers, hash);
	do {
		shake(u);
		shakes -= !!shakes;
		cond_resched();
	} while (shakes || !have_worked(workers, n));
	workers_stop(test, workers, n);
}

/* Reset the costs, as if the implementations had not been timed yet. */
static void forget_costs(const struct mbhash_hash *hash)
{
	struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++)
		WRITE_ONCE(impl->cost, U32_MAX);
}

static void implementations_are_timed_while_others_hash(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	struct worker *workers[WORKERS];
	unsigned int n;

	n = workers_start(test, workers, hash);
	do {
		forget_costs(hash);
		KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
	} while (!have_worked(workers, n));
	workers_stop(test, workers, n);
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case replan_cases[] = {
	KUNIT_CASE_PARAM(the_plan_changes_at_each_call, hash_gen_params),
	KUNIT_CASE_PARAM(the_plan_changes_between_groups, hash_gen_params),
	KUNIT_CASE_PARAM(the_plan_changes_while_others_hash, hash_gen_params),
	KUNIT_CASE_PARAM(implementations_are_timed_while_others_hash, hash_gen_params),
	{}
};

static struct kunit_suite replan_suite = {
	.name = "mbhash_replan",
	.suite_init = engine_init,
	.suite_exit = engine_exit,
	.test_cases = replan_cases,
};

kunit_test_suite(replan_suite);
