// SPDX-License-Identifier: GPL-2.0
/*
 * Implementations are timed with a clock that takes long to read, as the ACPI timer does
 * in a virtual machine, or that has long steps, as jiffies do.
 *
 * In user space, where a clock can be made so.
 */
#include <time.h>

#include <linux/time64.h>

#include "../../../engine/internal.h"
#include "../../../kunit/mbhash_test.h"

#define MAX_IMPLS	32
#define SLOW_NS		3000
#define STEP_NS		(4 * NSEC_PER_MSEC)

/* Less than any CPU takes for a block, ps */
#define LITTLE_PS	2000

/* At least this many blocks in each lane per sample, if a section has time for them */
#define SAMPLE_BLOCKS	(16 * 8)

static u64 slow_ns, step_ns;

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
	int err;

	while (end && real_ns() < end)
		;
	err = __real_clock_gettime(clock, t);
	if (step_ns)
		t->tv_nsec -= t->tv_nsec % step_ns;
	return err;
}

/* Time all implementations as if for the first time. @cost: what they cost before */
static void time_by_clock(struct kunit *test, const struct mbhash_hash *hash, u32 *cost,
			  u64 slow, u64 step)
{
	struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++) {
		KUNIT_ASSERT_TRUE(test, impl - hash->impls < MAX_IMPLS);
		cost[impl - hash->impls] = impl->cost;
		impl->cost = U32_MAX;
	}
	slow_ns = slow;
	step_ns = step;
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
	slow_ns = 0;
	step_ns = 0;
}

static void restore_costs(struct kunit *test, const struct mbhash_hash *hash, const u32 *cost)
{
	struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++)
		impl->cost = cost[impl - hash->impls];
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
}

/* Reading the clock counts once per sample: not more than what is timed. */
static void a_slow_clock_hardly_adds_to_costs(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	u32 cost[MAX_IMPLS] = {};
	const struct mbhash_impl *impl;

	time_by_clock(test, hash, cost, SLOW_NS, 0);
	for (impl = hash->impls; impl->name; impl++) {
		const u32 before = cost[impl - hash->impls];

		if (impl->usable)
			KUNIT_EXPECT_LE_MSG(test, impl->cost,
					    2 * before + SLOW_NS * 1000 / SAMPLE_BLOCKS,
					    "%s: %u ps", impl->name, before);
	}
	restore_costs(test, hash, cost);
}

/*
 * A sample takes no step of it. Sections would not end, and the policy would have nothing
 * to earn what batches have lost with.
 */
static void a_coarse_clock_makes_nothing_free(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	u32 cost[MAX_IMPLS] = {};
	const struct mbhash_impl *impl;

	time_by_clock(test, hash, cost, 0, STEP_NS);
	for (impl = hash->impls; impl->name; impl++)
		if (impl->usable)
			KUNIT_EXPECT_LE_MSG(test, LITTLE_PS, impl->cost, "%s", impl->name);
	restore_costs(test, hash, cost);
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case clock_cases[] = {
	KUNIT_CASE_PARAM(a_slow_clock_hardly_adds_to_costs, hash_gen_params),
	KUNIT_CASE_PARAM(a_coarse_clock_makes_nothing_free, hash_gen_params),
	{}
};

static struct kunit_suite clock_suite = {
	.name = "mbhash_clock",
	.suite_init = mbhash_test_init,
	.test_cases = clock_cases,
};

kunit_test_suite(clock_suite);
