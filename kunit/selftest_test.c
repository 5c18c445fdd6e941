// SPDX-License-Identifier: GPL-2.0
/*
 * The test that each implementation has to pass before it is used: it finds a wrong one.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/minmax.h>

#include "mbhash_test.h"

/*
 * An implementation with one wrong bit, in one lane, at one number of blocks: it calls a
 * real one and flips the bit. Global, because a lane_fn has no argument for it.
 */
static struct {
	const struct mbhash_impl *real;
	unsigned int lane;
	unsigned int nblocks;
	unsigned int bit;
} fault;

static void faulty(u32 *const *state, const u8 *const *data, size_t nblocks,
		   void *scratch)
{
	fault.real->fn(state, data, nblocks, scratch);
	if (nblocks == fault.nblocks)
		state[fault.lane][fault.bit / 32] ^= BIT(fault.bit % 32);
}

static void faulty_finup(u32 *const *state, const u8 *const *data, size_t nblocks,
			 void *scratch, const u32 *schedule)
{
	fault.real->finup(state, data, nblocks, scratch, schedule);
	if (nblocks == fault.nblocks)
		state[fault.lane][fault.bit / 32] ^= BIT(fault.bit % 32);
}

static void faulty_digest(u32 *const *state, const u8 *const *data, size_t nblocks,
			  void *scratch, const u32 *schedule, u8 *const *digest)
{
	fault.real->digest(state, data, nblocks, scratch, schedule, digest);
	if (nblocks == fault.nblocks)
		digest[fault.lane][fault.bit / 8] ^= BIT(fault.bit % 8);
}

/* Some of the numbers that mbhash_impl_check() checks, up to CHECK_BLOCKS. */
static const unsigned int fault_nblocks[] = { 1, 2, 3, 15, 16, 17, 24, 32 };

static void one_wrong_bit_is_found(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	struct rng rng;
	unsigned int i;

	rng_init(&rng);
	for_each_impl(impl, hash) {
		struct mbhash_impl broken = *impl;

		broken.fn = faulty;
		fault.real = impl;
		fault.nblocks = 0;
		KUNIT_EXPECT_EQ_MSG(test, mbhash_impl_check(hash, &broken), 0,
				    "%s", impl->name);
		for (fault.lane = 0; fault.lane < impl->width; fault.lane++) {
			i = rng_below(&rng, ARRAY_SIZE(fault_nblocks));
			fault.nblocks = fault_nblocks[i];
			fault.bit = rng_below(&rng, 32 * hash->words);
			KUNIT_EXPECT_EQ_MSG(test,
					    mbhash_impl_check(hash, &broken),
					    -EBADMSG,
					    "%s: %u blocks in lane %u, bit %u",
					    impl->name, fault.nblocks,
					    fault.lane, fault.bit);
		}
	}
}

/* @broken: @fault.real, faulty in a function that also works on no block of its own */
static void expect_fault_found(struct kunit *test, const struct mbhash_hash *hash,
			       const struct mbhash_impl *broken)
{
	struct rng rng;
	unsigned int i;

	rng_init(&rng);
	for (fault.lane = 0; fault.lane < broken->width; fault.lane++) {
		i = rng_below(&rng, ARRAY_SIZE(fault_nblocks) + 1);
		fault.nblocks = i ? fault_nblocks[i - 1] : 0;
		fault.bit = rng_below(&rng, 32 * hash->words);
		KUNIT_EXPECT_EQ_MSG(test, mbhash_impl_check(hash, broken), -EBADMSG,
				    "%s: %u blocks in lane %u, bit %u", broken->name,
				    fault.nblocks, fault.lane, fault.bit);
	}
}

/* The same in the function with a shared last block, and in that to digests. */
static void one_wrong_bit_at_the_end_is_found(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	unsigned int n = 0;

	for_each_impl(impl, hash) {
		struct mbhash_impl broken = *impl;

		fault.real = impl;
		if (impl->finup) {
			n++;
			broken.finup = faulty_finup;
			expect_fault_found(test, hash, &broken);
			broken.finup = impl->finup;
		}
		if (impl->digest) {
			broken.digest = faulty_digest;
			expect_fault_found(test, hash, &broken);
		}
	}
	if (!n)
		kunit_skip(test, "no implementation has such a function");
}

/* An implementation that swaps two lanes computes right digests for the wrong jobs. */
static void swapped(u32 *const *state, const u8 *const *data, size_t nblocks,
		    void *scratch)
{
	fault.real->fn(state, data, nblocks, scratch);
	swap(state[fault.lane][0], state[0][0]);
}

static void swapped_lanes_are_found(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;

	for_each_impl(impl, hash) {
		struct mbhash_impl broken = *impl;

		broken.fn = swapped;
		fault.real = impl;
		for (fault.lane = 1; fault.lane < impl->width; fault.lane++)
			KUNIT_EXPECT_EQ_MSG(test,
					    mbhash_impl_check(hash, &broken),
					    -EBADMSG, "%s: lanes 0 and %u",
					    impl->name, fault.lane);
	}
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case selftest_cases[] = {
	KUNIT_CASE_PARAM(one_wrong_bit_is_found, hash_gen_params),
	KUNIT_CASE_PARAM(one_wrong_bit_at_the_end_is_found, hash_gen_params),
	KUNIT_CASE_PARAM(swapped_lanes_are_found, hash_gen_params),
	{}
};

static struct kunit_suite selftest_suite = {
	.name = "mbhash_selftest",
	.suite_init = mbhash_test_init,
	.test_cases = selftest_cases,
};

kunit_test_suite(selftest_suite);
