// SPDX-License-Identifier: GPL-2.0
/*
 * What implementations do to registers: they preserve those of the caller, and the vector
 * registers have no data of a message after a section.
 *
 * In user space, where all of them can be read.
 */
#include "../../../kunit/engine_fixture.h"
#include "../../../kunit/mbhash_test.h"
#include "../../../engine/internal.h"
#include "../../../nabhash/nabhash.h"
#include "registers.h"

#define NBLOCKS		3

/* Data for an implementation and for the engine */
struct work {
	u32 state[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u8 data[MBHASH_MAX_LANES][NBLOCKS * MBHASH_BLOCK];
	u32 *states[MBHASH_MAX_LANES];
	const u8 *datas[MBHASH_MAX_LANES];
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
	struct mbhash_padding padding;
	struct mbhash_job job[MBHASH_MAX_LANES];
	u8 digest[MBHASH_MAX_LANES][MBHASH_MAX_DIGEST];
	struct vector_registers vector;
};

static struct work *work_alloc(struct kunit *test, struct rng *rng)
{
	struct work *work;
	unsigned int i;

	work = kunit_kzalloc(test, sizeof(*work) + MBHASH_BLOCK, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, work);
	work = PTR_ALIGN(work, MBHASH_BLOCK);
	rng_init(rng);
	rng_bytes(rng, work->state, sizeof(work->state));
	rng_bytes(rng, work->data, sizeof(work->data));
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		work->states[i] = work->state[i];
		work->datas[i] = work->data[i];
	}
	return work;
}

static void registers_of_the_caller_stay(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	struct rng rng;
	struct work *work = work_alloc(test, &rng);

	for_each_impl(impl, hash) {
		struct saved_call call = {
			.fn = impl->fn,
			.state = work->states,
			.data = work->datas,
			.nblocks = NBLOCKS,
			.scratch = work->scratch,
		};
		u64 saved[ARRAY_SIZE(call.saved)];

		rng_bytes(&rng, saved, sizeof(saved));
		memcpy(call.saved, saved, sizeof(saved));
		saved_call(&call);
		expect_same(test, call.saved, saved, sizeof(saved), "%s",
			    impl->name);
		KUNIT_EXPECT_EQ_MSG(test, call.control[0], call.control[1],
				    "%s", impl->name);
	}
}

static void vector_registers_are_cleared(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	struct rng rng;
	struct work *work = work_alloc(test, &rng);

	for_each_impl(impl, hash) {
		u32 isa = impl->isa & mbhash_isa_vector;

		if (!isa)
			continue;
		/* Clear them first: the C library leaves data there, too. */
		mbhash_simd_begin();
		mbhash_simd_end(mbhash_isa_available(), NULL, 0);

		mbhash_simd_begin();
		impl->fn(work->states, work->datas, NBLOCKS, work->scratch);
		mbhash_simd_end(isa, NULL, 0);
		read_vectors(&work->vector);
		KUNIT_EXPECT_NULL_MSG(test, memchr_inv(&work->vector, 0,
						       sizeof(work->vector)),
				      "%s", impl->name);
	}
}

/* Let the engine hash something, using only @impl. */
static void run_section(struct work *work, struct mbhash_batch *batch,
			const struct mbhash_hash *hash,
			const struct mbhash_impl *impl)
{
	struct mbhash_simd_section section = {
		.scratch = work->scratch,
		.padding = &work->padding,
		.ns = 1000000,
		.simd = true,
	};
	struct mbhash_hash served = *hash;
	u64 filled[MBHASH_MAX_LANES + 1] = {};
	unsigned int i;

	engine_plan(&served.plan[true], impl);
	mbhash_batch_init(batch, &served, filled);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		struct mbhash_job *job = &work->job[i];

		mbhash_job_init(job, hash, NULL);
		mbhash_job_add_virt(job, work->data[i], sizeof(work->data[i]),
				    NULL, work->digest[i]);
		list_add_tail(&job->node, &batch->todo);
	}
	mbhash_simd_begin();
	mbhash_simd_end(mbhash_isa_available(), NULL, 0);
	mbhash_batch_run(batch, &section);
	read_vectors(&work->vector);
}

/* The same for the engine, with enough jobs to fill any impl; and for scratch. */
static void a_section_leaves_nothing_behind(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	struct mbhash_batch *batch = kunit_kzalloc(test, sizeof(*batch),
						   GFP_KERNEL);
	struct rng rng;
	struct work *work = work_alloc(test, &rng);

	KUNIT_ASSERT_NOT_NULL(test, batch);
	for_each_impl(impl, hash) {
		if (!(impl->isa & mbhash_isa_vector))
			continue;
		run_section(work, batch, hash, impl);
		KUNIT_EXPECT_NULL_MSG(test, memchr_inv(&work->vector, 0,
						       sizeof(work->vector)),
				      "%s", impl->name);
		KUNIT_EXPECT_NULL_MSG(test, memchr_inv(work->scratch, 0,
						       sizeof(work->scratch)),
				      "%s", impl->name);
	}
}

/* The vector registers are clear after nabhash's functions, which share no engine. */
static void nabhash_leaves_nothing_behind(struct kunit *test)
{
	const struct nabhash_impl *fast = nabhash_fast();
	struct vector_registers after[2] = {};
	struct nabhash_message message;
	u8 digest[NABHASH_DIGEST];
	struct rng rng;
	struct work *work = work_alloc(test, &rng);

	if (!fast)
		kunit_skip(test, "this CPU or architecture has none");
	nabhash_init(&message);
	mbhash_simd_begin();
	mbhash_simd_end(mbhash_isa_available(), NULL, 0);
	fast->blocks(&message.state, work->data[0], NBLOCKS);
	read_vectors(&after[0]);
	mbhash_simd_begin();
	mbhash_simd_end(mbhash_isa_available(), NULL, 0);
	fast->finish(&message.state, NBLOCKS * NABHASH_BLOCK, digest);
	read_vectors(&after[1]);
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(&after[0], 0, sizeof(after[0])), "blocks");
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(&after[1], 0, sizeof(after[1])), "finish");
}

/* What an implementation leaves in vector registers makes no difference to nabhash. */
static void nabhash_takes_registers_as_they_are(struct kunit *test)
{
	const struct nabhash_impl *fast = nabhash_fast();
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	struct nabhash_message start, want;
	u8 digest[2][NABHASH_DIGEST];
	struct rng rng;
	struct work *work = work_alloc(test, &rng);

	if (!fast)
		kunit_skip(test, "this CPU or architecture has none");
	nabhash_portable_init();
	nabhash_init(&start);
	want = start;
	nabhash_portable.blocks(&want.state, work->data[0], NBLOCKS);
	nabhash_portable.finish(&want.state, NBLOCKS * NABHASH_BLOCK, digest[0]);
	for_each_impl(impl, hash) {
		struct nabhash_message message = start;

		mbhash_simd_begin();
		impl->fn(work->states, work->datas, NBLOCKS, work->scratch);
		fast->blocks(&message.state, work->data[0], NBLOCKS);
		impl->fn(work->states, work->datas, NBLOCKS, work->scratch);
		fast->finish(&message.state, NBLOCKS * NABHASH_BLOCK, digest[1]);
		mbhash_simd_end(mbhash_isa_available(), NULL, 0);
		expect_same(test, message.state.lane, want.state.lane, sizeof(want.state.lane),
			    "blocks after %s", impl->name);
		expect_same(test, digest[1], digest[0], NABHASH_DIGEST, "finish after %s",
			    impl->name);
	}
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case registers_cases[] = {
	KUNIT_CASE_PARAM(registers_of_the_caller_stay, hash_gen_params),
	KUNIT_CASE_PARAM(vector_registers_are_cleared, hash_gen_params),
	KUNIT_CASE_PARAM(a_section_leaves_nothing_behind, hash_gen_params),
	KUNIT_CASE(nabhash_leaves_nothing_behind),
	KUNIT_CASE_PARAM(nabhash_takes_registers_as_they_are, hash_gen_params),
	{}
};

static struct kunit_suite registers_suite = {
	.name = "mbhash_registers",
	.suite_init = mbhash_test_init,
	.test_cases = registers_cases,
};

kunit_test_suite(registers_suite);
