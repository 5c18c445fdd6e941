// SPDX-License-Identifier: GPL-2.0
/*
 * Implementations are timed with a clock that takes long to read, as the ACPI timer does
 * in a virtual machine.
 *
 * In user space, where a clock can be made slow.
 */
#include <time.h>

#include <linux/time64.h>

#include "../../../engine/internal.h"
#include "../../../kunit/mbhash_test.h"

#define MAX_IMPLS	32
#define SLOW_NS		3000

/* At least this many blocks in each lane per sample, if a section has time for them */
#define SAMPLE_BLOCKS	(16 * 8)

static u64 slow_ns;

typeof(clock_gettime) __real_clock_gettime, __wrap_clock_gettime;

static u64 real_ns(void)
{
	struct timespec t;

	__real_clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
	const u64 end = slow_ns ? real_ns() + slow_ns : 0;

	while (end && real_ns() < end)
		;
	return __real_clock_gettime(clock, t);
}

static void time_slowly(struct kunit *test)
{
	slow_ns = SLOW_NS;
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
	slow_ns = 0;
}

/* Reading the clock counts once per sample: not more than what is timed. */
static void a_slow_clock_hardly_adds_to_costs(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	u32 cost[MAX_IMPLS] = {};
	struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++) {
		KUNIT_ASSERT_TRUE(test, impl - hash->impls < MAX_IMPLS);
		cost[impl - hash->impls] = impl->cost;
		impl->cost = U32_MAX;
	}
	time_slowly(test);
	for (impl = hash->impls; impl->name; impl++) {
		const u32 before = cost[impl - hash->impls];

		if (impl->usable)
			KUNIT_EXPECT_LE_MSG(test, impl->cost,
					    2 * before + SLOW_NS * 1000 / SAMPLE_BLOCKS,
					    "%s: %u ps", impl->name, before);
		impl->cost = before;
	}
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case clock_cases[] = {
	KUNIT_CASE_PARAM(a_slow_clock_hardly_adds_to_costs, hash_gen_params),
	{}
};

static struct kunit_suite clock_suite = {
	.name = "mbhash_clock",
	.suite_init = mbhash_test_init,
	.test_cases = clock_cases,
};

kunit_test_suite(clock_suite);
