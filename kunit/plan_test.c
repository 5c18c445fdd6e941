// SPDX-License-Identifier: GPL-2.0
/*
 * The plan: which implementations may be used, and that the cheapest one serves.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/math64.h>

#include "mbhash_test.h"

/* Restore the plan that other suites use. */
static void plan_exit(struct kunit_suite *suite)
{
	mbhash_plan_init(~0u);
}

static void isa_takes_names_that_exist(struct kunit *test)
{
	unsigned int i;
	u32 mask = 0;

	KUNIT_EXPECT_EQ(test, mbhash_isa_parse("all", &mask), 0);
	KUNIT_EXPECT_EQ(test, mask, mbhash_isa_default());
	KUNIT_EXPECT_EQ(test, mbhash_isa_parse("generic", &mask), 0);
	KUNIT_EXPECT_EQ(test, mask, 0);
	/* Strings from sysfs end in a newline, those from modprobe.d do not. */
	KUNIT_EXPECT_EQ(test, mbhash_isa_parse("all\n", &mask), 0);
	KUNIT_EXPECT_EQ(test, mask, mbhash_isa_default());

	for (i = 0; mbhash_isa_names[i]; i++) {
		char list[64];

		KUNIT_EXPECT_EQ(test, mbhash_isa_parse(mbhash_isa_names[i],
						       &mask), 0);
		KUNIT_EXPECT_EQ(test, mask, BIT(i));

		snprintf(list, sizeof(list), "%s,%s", mbhash_isa_names[i],
			 mbhash_isa_names[0]);
		KUNIT_EXPECT_EQ(test, mbhash_isa_parse(list, &mask), 0);
		KUNIT_EXPECT_EQ(test, mask, BIT(i) | BIT(0));

		snprintf(list, sizeof(list), "generic,%s", mbhash_isa_names[i]);
		KUNIT_EXPECT_EQ(test, mbhash_isa_parse(list, &mask), 0);
		KUNIT_EXPECT_EQ(test, mask, BIT(i));
	}
}

static void isa_refuses_all_others(struct kunit *test)
{
	static const char *const bad[] = {
		"", ",", "all,", ",all", "all,,generic", "al", "alll", "ALL",
		" all", "all ", "all;generic", "sse", "avx2avx512", "none",
		"-1", "0x1", "generic,nonsense", "nonsense,generic",
	};
	const u32 before = 0x12345678;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		u32 mask = before;

		KUNIT_EXPECT_EQ_MSG(test, mbhash_isa_parse(bad[i], &mask),
				    -EINVAL, "\"%s\"", bad[i]);
		KUNIT_EXPECT_EQ_MSG(test, mask, before, "\"%s\"", bad[i]);
	}
}

/* isa= and the CPU determine what is used; nothing else may be left out. */
static void implementations_of_this_cpu_are_used(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	unsigned int nr = 0;

	KUNIT_ASSERT_EQ(test, mbhash_plan_init(~0u), 0);
	for_each_impl(impl, hash) {
		KUNIT_EXPECT_TRUE_MSG(test, impl->usable, "%s", impl->name);
		KUNIT_EXPECT_EQ_MSG(test, mbhash_impl_check(hash, impl), 0,
				    "%s", impl->name);
		KUNIT_EXPECT_TRUE_MSG(test, impl->agreed > 0, "%s", impl->name);
		kunit_info(test, "%s %s: %u ps for a block in %u lanes, by %u measurements\n",
			   hash->name, impl->name, impl->cost,
			   impl->width, impl->agreed);
		nr++;
	}
	for (impl = hash->impls; impl->name; impl++)
		nr -= impl->usable;
	KUNIT_EXPECT_EQ(test, nr, 0);
}

static void implementations_that_isa_excludes_are_not_used(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const struct mbhash_impl *impl;
	unsigned int n, simd, bit;

	for (bit = 0; mbhash_isa_names[bit]; bit++) {
		u32 isa = ~BIT(bit);

		KUNIT_ASSERT_EQ(test, mbhash_plan_init(isa), 0);
		for_each_impl(impl, hash)
			KUNIT_EXPECT_EQ_MSG(test, impl->usable,
					    !(impl->isa & ~isa), "%s",
					    impl->name);
		for (n = 1; n <= MBHASH_MAX_LANES; n++) {
			for (simd = 0; simd < 2; simd++) {
				impl = hash->plan[simd].impl[n];
				KUNIT_EXPECT_FALSE_MSG(test, impl->isa & ~isa,
						       "%s", impl->name);
			}
		}
	}
	KUNIT_ASSERT_EQ(test, mbhash_plan_init(0), 0);
	for (n = 1; n <= MBHASH_MAX_LANES; n++)
		for (simd = 0; simd < 2; simd++)
			KUNIT_EXPECT_TRUE(test, hash->plan[simd].impl[n] ==
						&hash->impls[0]);
	KUNIT_ASSERT_EQ(test, mbhash_plan_init(~0u), 0);
}

#ifdef __x86_64__
/*
 * An implementation that serves nobody is timed nevertheless, which takes as long as a
 * section may last, many times over. In QEMU's emulation lanes of x86-64 are up to five times as
 * slow as portable C; instructions that a CPU takes hundreds of cycles for are worse.
 */
#define FAR_SLOWER	16

static void none_is_far_slower_than_portable_c(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;
	const u32 missing = ~mbhash_isa_default();
	const struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++)
		if (impl->usable && !(impl->isa & missing))
			KUNIT_EXPECT_LE_MSG(test, impl->cost / impl->width,
					    FAR_SLOWER * hash->impls[0].cost, "%s", impl->name);
}

/*
 * Linux has SHA-256 for one message for each of these sets: where it is faster than
 * portable C, so must ours be, or a lone request loses.
 */
static const char *const lone_sets[] = {
	"scalar", "bmi2", "ssse3", "avx", "avx2", "avx512vl", "shani",
};

static bool has_one_lane_for(const struct mbhash_hash *hash, u32 isa)
{
	const struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++)
		if (impl->width == 1 && (impl->isa & isa))
			return true;
	return false;
}

static void one_job_has_its_own_code_in_each_set(struct kunit *test)
{
	const struct mbhash_hash *hash = &mbhash_hashes[MBHASH_SHA256];
	unsigned int i;
	u32 isa;

	if (!mbhash_isa_names[0])
		kunit_skip(test, "built without implementations");
	for (i = 0; i < ARRAY_SIZE(lone_sets); i++) {
		KUNIT_ASSERT_EQ(test, mbhash_isa_parse(lone_sets[i], &isa), 0);
		KUNIT_EXPECT_TRUE_MSG(test, has_one_lane_for(hash, isa), "%s", lone_sets[i]);
	}
}
#endif

/* Is a cost lower than another one by more than the error of measurement? */
static bool clearly_lower(u64 cost, u64 than)
{
	return cost + div_u64(cost, MBHASH_COST_ERROR) < than;
}

/* Compare the costs of a block of one job when @n jobs are served. */
static bool cheaper(const struct mbhash_impl *a,
		    const struct mbhash_impl *b, unsigned int n)
{
	u64 busy_a = min_t(unsigned int, n, a->width);
	u64 busy_b = min_t(unsigned int, n, b->width);

	return clearly_lower(a->cost * busy_b, b->cost * busy_a);
}

/* May @impl be planned for @n jobs? Portable C serves them if no lanes do. */
static bool competes(const struct mbhash_hash *hash,
		     const struct mbhash_impl *impl, bool simd,
		     unsigned int n)
{
	const struct mbhash_impl *other;

	if (!simd && (impl->isa & mbhash_isa_vector))
		return false;
	if (n == 1 || impl != &hash->impls[0])
		return true;
	for_each_impl(other, hash)
		if (other->width > 1 &&
		    (simd || !(other->isa & mbhash_isa_vector)))
			return false;
	return true;
}

static void cheapest(struct kunit *test, const struct mbhash_hash *hash,
		     bool simd)
{
	const struct mbhash_plan *plan = &hash->plan[simd];
	const struct mbhash_impl *impl;
	unsigned int n, widest = 0;

	KUNIT_EXPECT_EQ(test, plan->impl[1]->width, 1);
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		const struct mbhash_impl *planned = plan->impl[n];

		widest = max_t(unsigned int, widest, planned->width);
		KUNIT_EXPECT_TRUE_MSG(test, planned->usable, "%s",
				      planned->name);
		KUNIT_EXPECT_TRUE_MSG(test, competes(hash, planned, simd, n),
				      "%u jobs: %s", n, planned->name);
		for_each_impl(impl, hash) {
			if (!competes(hash, impl, simd, n) ||
			    (n == 1 && impl->width > 1))
				continue;
			KUNIT_EXPECT_FALSE_MSG(test, cheaper(impl, planned, n),
					       "%u jobs: %s, not %s", n,
					       impl->name, planned->name);
		}
	}
	KUNIT_EXPECT_EQ(test, plan->widest, widest);
}

static void the_cheapest_implementation_serves(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;

	cheapest(test, hash, true);
	cheapest(test, hash, false);
}

/* However many groups there are, they cost the least possible within one error. */
static void groups_cost_the_least(struct kunit *test, const struct mbhash_hash *hash,
				  bool simd)
{
	u64 *planned = kunit_kzalloc(test, (MBHASH_MAX_LANES + 1) * sizeof(*planned),
				     GFP_KERNEL);
	u64 *least = kunit_kzalloc(test, (MBHASH_MAX_LANES + 1) * sizeof(*least),
				   GFP_KERNEL);
	const struct mbhash_impl *impl;
	unsigned int n;

	KUNIT_ASSERT_NOT_NULL(test, planned);
	KUNIT_ASSERT_NOT_NULL(test, least);
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		impl = hash->plan[simd].group[n];
		planned[n] = impl->cost +
			     planned[n - min_t(unsigned int, n, impl->width)];
		least[n] = planned[n];
		for (impl = hash->impls; impl->name; impl++)
			if (impl->usable && competes(hash, impl, simd, n))
				least[n] = min(least[n], impl->cost +
					       least[n - min_t(unsigned int, n, impl->width)]);
		KUNIT_EXPECT_FALSE_MSG(test, clearly_lower(least[n], planned[n]),
				       "%u jobs: %llu ps, not %llu", n, planned[n],
				       least[n]);
	}
}

/* For jobs that keep their lanes, no way to form groups is cheaper. */
static void cheapest_groups(struct kunit *test, const struct mbhash_hash *hash,
			    bool simd)
{
	const struct mbhash_plan *plan = &hash->plan[simd];
	u64 planned[MBHASH_MAX_LANES + 1] = {};
	const struct mbhash_impl *impl;
	unsigned int n;

	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		const struct mbhash_impl *group = plan->group[n];
		const struct mbhash_impl *moving = plan->impl[n];
		u64 moving_cost = div_u64((u64)moving->cost * n,
					  min_t(unsigned int, n, moving->width));

		planned[n] = group->cost +
			     planned[n - min_t(unsigned int, n, group->width)];
		for_each_impl(impl, hash) {
			unsigned int rest;

			if (!competes(hash, impl, simd, n))
				continue;
			rest = n - min_t(unsigned int, n, impl->width);
			KUNIT_EXPECT_FALSE_MSG(test,
					       clearly_lower(impl->cost + planned[rest],
							     planned[n]),
					       "%u jobs: %s, not %s", n,
					       impl->name, group->name);
		}
		KUNIT_EXPECT_EQ_MSG(test, plan->loss[n],
				    planned[n] - min(planned[n], moving_cost),
				    "%u jobs", n);
		KUNIT_EXPECT_EQ_MSG(test, (group->isa | moving->isa) & ~plan->isa,
				    0, "%u jobs", n);
	}
}

static void the_cheapest_groups_are_formed(struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;

	cheapest_groups(test, hash, true);
	cheapest_groups(test, hash, false);
	groups_cost_the_least(test, hash, true);
	groups_cost_the_least(test, hash, false);
}

/* One that nobody has counted would be the leanest of all. */
static void all_instructions_are_counted_or_none(struct kunit *test)
{
	const struct mbhash_hash *hash;
	const struct mbhash_impl *impl;

	for (hash = mbhash_hashes; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++)
		for (impl = hash->impls; impl->name; impl++)
			KUNIT_EXPECT_EQ_MSG(test, !impl->instructions,
					    !hash->impls->instructions, "%s %s", hash->name,
					    impl->name);
}

typedef bool (*better_fn)(const struct mbhash_impl *impl, const struct mbhash_impl *planned,
			  unsigned int n);

/* No implementation for @n jobs is better than the one that is planned. */
static void expect_none(struct kunit *test, const struct mbhash_hash *hash, better_fn better,
			const struct mbhash_impl *planned, unsigned int n)
{
	const struct mbhash_impl *impl;

	for_each_impl(impl, hash)
		if (competes(hash, impl, true, n))
			KUNIT_EXPECT_FALSE_MSG(test, better(impl, planned, n),
					       "%u jobs: %s instead of %s", n, planned->name,
					       impl->name);
}

/* How many more instructions than @b does @a need for a block of @n jobs, in all? */
static int more_instructions(const struct mbhash_impl *a, const struct mbhash_impl *b,
			     unsigned int n)
{
	return (int)(a->instructions * min_t(unsigned int, n, b->width)) -
	       (int)(b->instructions * min_t(unsigned int, n, a->width));
}

/* With as many lanes in use it needs fewer instructions. */
static bool is_leaner(const struct mbhash_impl *impl, const struct mbhash_impl *planned,
		      unsigned int n)
{
	return min_t(unsigned int, n, impl->width) ==
	       min_t(unsigned int, n, planned->width) &&
	       more_instructions(impl, planned, n) < 0;
}

/* It does the same with fewer lanes. */
static bool is_narrower(const struct mbhash_impl *impl, const struct mbhash_impl *planned,
			unsigned int n)
{
	return impl->width < planned->width && impl->width >= n &&
	       more_instructions(impl, planned, n) <= 0;
}

/* At as low a cost for each of @n jobs it needs fewer instructions for them. */
static bool is_leaner_when_full(const struct mbhash_impl *impl,
				const struct mbhash_impl *planned, unsigned int n)
{
	return impl->width <= n && more_instructions(impl, planned, n) < 0;
}

/* At as low a cost for each of @n jobs it needs fewer calls for them. */
static bool is_wider(const struct mbhash_impl *impl, const struct mbhash_impl *planned,
		     unsigned int n)
{
	return impl->width > planned->width && impl->width <= n &&
	       more_instructions(impl, planned, n) <= 0;
}

/* It has as many lanes and as few instructions, and comes later in the table. */
static bool is_later(const struct mbhash_impl *impl, const struct mbhash_impl *planned,
		     unsigned int n)
{
	return impl->width == planned->width && impl > planned &&
	       more_instructions(impl, planned, n) <= 0;
}

#define PLANTED_PS	100000
#define MAX_IMPLS	32

/* Set costs that differ by less than @errors of noise: the total, or (@each) that of a lane. */
static void plant_costs(struct mbhash_hash *hash, struct rng *rng, bool each,
			unsigned int errors)
{
	struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++) {
		impl->cost = PLANTED_PS +
			     rng_below(rng, errors * PLANTED_PS / MBHASH_COST_ERROR);
		if (each)
			impl->cost *= impl->width;
	}
}

/* A hash function whose costs may be changed */
static struct mbhash_hash *copy_hash(struct kunit *test, const struct mbhash_hash *real)
{
	struct mbhash_hash *hash = kunit_kzalloc(test, sizeof(*hash), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, hash);
	*hash = *real;
	hash->impls = kunit_kzalloc(test, MAX_IMPLS * sizeof(*hash->impls), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, hash->impls);
	for (i = 0; real->impls[i].name; i++) {
		KUNIT_ASSERT_TRUE(test, i + 1 < MAX_IMPLS);
		hash->impls[i] = real->impls[i];
	}
	return hash;
}

static void ties_prefer_lean_narrow_and_later_entries(struct kunit *test)
{
	static const better_fn better[] = { is_leaner, is_narrower, is_later };
	struct mbhash_hash *hash = copy_hash(test, test->param_value);
	unsigned int i, k, n;
	struct rng rng;

	rng_init(&rng);
	for (i = 0; i < part_of(20); i++) {
		const struct mbhash_plan *plan = &hash->plan[true];

		/* With KASAN, all of this takes longer than a CPU may be kept. */
		cond_resched();
		plant_costs(hash, &rng, false, 1);
		mbhash_plan_make(hash, true);
		for (n = 1; n <= MBHASH_MAX_LANES; n++) {
			for (k = 0; k < ARRAY_SIZE(better); k++) {
				expect_none(test, hash, better[k], plan->impl[n], n);
				expect_none(test, hash, better[k], plan->group[n], n);
			}
		}
		plant_costs(hash, &rng, true, 1);
		mbhash_plan_make(hash, true);
		for (n = 2; n <= MBHASH_MAX_LANES; n++) {
			expect_none(test, hash, is_leaner_when_full, plan->impl[n], n);
			expect_none(test, hash, is_wider, plan->impl[n], n);
		}
	}
}

/* Each implementation may be preferred to one that is cheaper by as much as is allowed. */
static void errors_of_groups_do_not_add_up(struct kunit *test)
{
	struct mbhash_hash *hash = copy_hash(test, test->param_value);
	struct rng rng;
	unsigned int i;

	rng_init(&rng);
	for (i = 0; i < part_of(50); i++) {
		cond_resched();
		plant_costs(hash, &rng, true, 4);
		mbhash_plan_make(hash, true);
		cheapest_groups(test, hash, true);
		groups_cost_the_least(test, hash, true);
	}
}

/* As if each block took milliseconds */
static void highest_costs_have_a_plan(struct kunit *test)
{
	struct mbhash_hash *hash = copy_hash(test, test->param_value);
	struct mbhash_impl *impl;
	unsigned int n;

	for (impl = hash->impls; impl->name; impl++)
		impl->cost = U32_MAX;
	mbhash_plan_make(hash, true);
	for (n = 1; n <= MBHASH_MAX_LANES; n++)
		KUNIT_EXPECT_TRUE(test, hash->plan[true].group[n]);
}

#ifdef __x86_64__
/*
 * Core cycles for a block in all lanes, measured on a Zen 4: alone on the core, and beside
 * a thread that takes about half of its slots
 */
struct mode_cycles {
	enum mbhash_hash_id id;
	const char *name;
	u32 alone;
	u32 contested;
};

static const struct mode_cycles zen4[] = {
	{ MBHASH_MD5, "generic", 345, 358 },
	{ MBHASH_MD5, "scalar-x1", 289, 295 },
	{ MBHASH_MD5, "scalar-x2", 307, 429 },
	{ MBHASH_MD5, "sse2-x4", 316, 326 },
	{ MBHASH_MD5, "sse2-x8", 450, 563 },
	{ MBHASH_MD5, "avx-x4", 316, 315 },
	{ MBHASH_MD5, "avx-x8", 434, 473 },
	{ MBHASH_MD5, "avx2-x8", 322, 321 },
	{ MBHASH_MD5, "avx2-x16", 445, 525 },
	{ MBHASH_MD5, "avx512-x4", 282, 284 },
	{ MBHASH_MD5, "avx512-x8", 286, 287 },
	{ MBHASH_MD5, "avx512-x16", 376, 422 },
	{ MBHASH_MD5, "avx512-x32", 570, 648 },
	{ MBHASH_MD5, "avx512-x48", 782, 944 },
	{ MBHASH_MD5, "avx512-x64", 1032, 1346 },
	{ MBHASH_SHA256, "generic", 686, 968 },
	{ MBHASH_SHA256, "scalar-x1", 582, 863 },
	{ MBHASH_SHA256, "bmi2-x1", 576, 865 },
	{ MBHASH_SHA256, "ssse3-x1", 485, 684 },
	{ MBHASH_SHA256, "avx-x1", 489, 677 },
	{ MBHASH_SHA256, "avx2-x1", 436, 620 },
	{ MBHASH_SHA256, "avx2-x2", 873, 1234 },
	{ MBHASH_SHA256, "avx512-x1", 433, 606 },
	{ MBHASH_SHA256, "ssse3-x4", 974, 1385 },
	{ MBHASH_SHA256, "avx-x4", 959, 1164 },
	{ MBHASH_SHA256, "avx2-x8", 968, 1181 },
	{ MBHASH_SHA256, "avx512-x8", 504, 608 },
	{ MBHASH_SHA256, "avx512-x16", 992, 1019 },
	{ MBHASH_SHA256, "shani-x1", 131, 131 },
	{ MBHASH_SHA256, "shani-avx-x1", 131, 131 },
	{ MBHASH_SHA256, "shani-x2", 132, 151 },
	{ MBHASH_SHA256, "shani-avx-x2", 132, 139 },
	{ MBHASH_SHA256, "shani-x3", 155, 205 },
	{ MBHASH_SHA256, "shani-x4", 204, 284 },
	{ MBHASH_SHA256, "shani-vl-x3", 154, 204 },
	{ MBHASH_SHA256, "shani-vl-x4", 202, 280 },
	{ MBHASH_SHA256, "shani-vl-x8", 351, 497 },
};

static const struct mode_cycles *find_cycles(const struct mbhash_hash *hash,
					     const struct mbhash_impl *impl)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(zen4); i++)
		if (zen4[i].id == hash->id && !strcmp(zen4[i].name, impl->name))
			return &zen4[i];
	return NULL;
}

/* As if they had been timed alone on that CPU, with the instruction sets @isa */
static void plant_cycles(struct mbhash_hash *hash, u32 isa)
{
	struct mbhash_impl *impl;

	for (impl = hash->impls; impl->name; impl++) {
		const struct mode_cycles *cycles = find_cycles(hash, impl);

		impl->usable = cycles && !(impl->isa & ~isa);
		impl->cost = cycles ? cycles->alone * 1000 : 0;
	}
}

/* The cost for each of @n jobs, from @cycles in all lanes */
static u64 per_job(const struct mbhash_impl *impl, u32 cycles, unsigned int n)
{
	return div_u64(cycles * 1000ULL, min_t(unsigned int, n, impl->width));
}

/*
 * Among the implementations that are as fast alone as the fastest one, the planned one is
 * the fastest beside the other thread.
 */
static void expect_it_holds(struct kunit *test, const struct mbhash_hash *hash,
			    unsigned int n, const char *isa)
{
	const struct mbhash_impl *impl, *planned = hash->plan[true].impl[n];
	const u64 contested = per_job(planned, find_cycles(hash, planned)->contested, n);
	u64 least = U64_MAX;

	for (impl = hash->impls; impl->name; impl++)
		if (impl->usable && competes(hash, impl, true, n))
			least = min(least, per_job(impl, find_cycles(hash, impl)->alone, n));
	for (impl = hash->impls; impl->name; impl++) {
		const struct mode_cycles *cycles = find_cycles(hash, impl);

		if (!impl->usable || !competes(hash, impl, true, n) ||
		    clearly_lower(least, per_job(impl, cycles->alone, n)))
			continue;
		KUNIT_EXPECT_FALSE_MSG(test,
				       clearly_lower(per_job(impl, cycles->contested, n),
						     contested),
				       "%s, %u jobs: %s, not %s", isa, n, planned->name,
				       impl->name);
	}
}

/*
 * Not for all lanes at once: there avx512-x64 is 6 % behind avx512-x48, but does with one
 * call, which a time for a block does not show.
 */
static void the_plan_holds_beside_a_busy_thread(struct kunit *test)
{
	static const char *const sets[] = {
		"scalar,sse2", "scalar,sse2,ssse3,avx", "scalar,sse2,ssse3,avx,bmi2,avx2",
		"scalar,sse2,ssse3,avx,bmi2,avx2,avx512vl,avx512",
		"scalar,sse2,ssse3,avx,bmi2,avx2,shani",
		"scalar,sse2,ssse3,avx,bmi2,avx2,avx512vl,avx512,shani",
		"scalar,sse2,ssse3,avx,bmi2,avx2,avx512vl,avx512,shani,mixed",
	};
	struct mbhash_hash *hash = copy_hash(test, test->param_value);
	unsigned int i, n;
	u32 isa;

	if (!mbhash_isa_names[0])
		kunit_skip(test, "built without implementations");
	for (i = 0; i < ARRAY_SIZE(sets); i++) {
		KUNIT_ASSERT_EQ(test, mbhash_isa_parse(sets[i], &isa), 0);
		cond_resched();
		plant_cycles(hash, isa);
		mbhash_plan_make(hash, true);
		for (n = 2; n < MBHASH_MAX_LANES; n++)
			expect_it_holds(test, hash, n, sets[i]);
		groups_cost_the_least(test, hash, true);
	}
}
#endif

static void cost_of_lanes_is_as_timed(struct kunit *test)
{
	static const struct {
		u8 width;
		u32 cost;
		u32 want;
	} cases[] = {
		{ 4, 4000, 1000 },
		{ 16, 16000, 1000 },
		{ 32, 16000, 1000 },
		/* Slower than one after the other */
		{ 2, 7000, 3000 },
	};
	struct mbhash_impl impls[] = {
		{ .name = "portable C", .width = 1, .cost = 3500, .usable = true },
		{ .name = "one", .width = 1, .cost = 3000, .usable = true },
		{ .name = "lanes", .usable = true },
		{ }
	};
	struct mbhash_hash *hash = kunit_kzalloc(test, sizeof(*hash), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, hash);
	hash->impls = impls;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		impls[2].width = cases[i].width;
		impls[2].cost = cases[i].cost;
		mbhash_plan_make(hash, true);
		KUNIT_EXPECT_EQ_MSG(test, mbhash_lanes_ps(hash), cases[i].want,
				    "case %u", i);
		KUNIT_EXPECT_EQ(test, mbhash_block_ps(hash), 3000);
	}
}

/* How many times longer a busy CPU takes */
#define DISTURBED	32

static struct mbhash_hash *hash_of(const struct kunit *test)
{
	const struct mbhash_hash *hash = test->param_value;

	return &mbhash_hashes[hash->id];
}

/* The implementation that serves a full set of lanes */
static struct mbhash_impl *best_of(const struct mbhash_hash *hash)
{
	return &hash->impls[hash->plan[true].impl[MBHASH_MAX_LANES] - hash->impls];
}

/* At load, the best implementation was never timed on a quiet CPU. */
static void bad_plan_is_corrected_by_timing_again(struct kunit *test)
{
	struct mbhash_hash *hash = hash_of(test);
	struct mbhash_impl *best = best_of(hash);
	const u32 cost = best->cost;

	best->cost = min_t(u64, U32_MAX, (u64)cost * DISTURBED);
	mbhash_plan_make(hash, true);
	mbhash_plan_make(hash, false);
	if (best != hash->impls)
		KUNIT_EXPECT_FALSE_MSG(test, best_of(hash) == best, "%s", best->name);

	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
	KUNIT_EXPECT_LE_MSG(test, best->cost, cost * 4, "%s", best->name);
	the_cheapest_implementation_serves(test);
	the_cheapest_groups_are_formed(test);
}

static unsigned int pauses;

static void count_pause(void)
{
	pauses++;
	cond_resched();
}

static void timing_again_pauses_after_each_implementation(struct kunit *test)
{
	const struct mbhash_impl *impl;
	unsigned int id, usable = 0;

	for (id = 0; id < MBHASH_NR_HASHES; id++)
		for (impl = mbhash_hashes[id].impls; impl->name; impl++)
			usable += impl->usable;
	pauses = 0;
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(count_pause), 0);
	KUNIT_EXPECT_EQ(test, pauses % usable, 0);
	KUNIT_EXPECT_TRUE(test, pauses);
}

static void disturbed_timings_are_discarded(struct kunit *test)
{
	struct mbhash_hash *hash = hash_of(test);
	struct mbhash_impl *best = best_of(hash);
	const u32 cost = best->cost;

	/* As if the CPU were never again as fast */
	best->cost = 1;
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
	KUNIT_EXPECT_EQ_MSG(test, best->cost, 1, "%s", best->name);
	KUNIT_EXPECT_TRUE_MSG(test, best_of(hash) == best, "%s", best->name);
	best->cost = cost;
}

static void unusable_implementations_stay_unusable(struct kunit *test)
{
	struct mbhash_hash *hash = hash_of(test);
	struct mbhash_impl *best = best_of(hash);
	const u32 cost = best->cost;
	unsigned int n, simd;

	if (best == hash->impls)
		kunit_skip(test, "there is only portable C");
	best->usable = false;
	best->cost = 1;
	KUNIT_EXPECT_EQ(test, mbhash_plan_renew(NULL), 0);
	KUNIT_EXPECT_FALSE(test, best->usable);
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		for (simd = 0; simd < 2; simd++) {
			const struct mbhash_plan *plan = &hash->plan[simd];

			KUNIT_EXPECT_FALSE_MSG(test, plan->impl[n] == best ||
					       plan->group[n] == best, "%u jobs", n);
		}
	}
	best->usable = true;
	best->cost = cost;
}

KUNIT_ARRAY_PARAM(hash, mbhash_hashes, mbhash_test_hash_name);

static struct kunit_case plan_cases[] = {
	KUNIT_CASE(isa_takes_names_that_exist),
	KUNIT_CASE(isa_refuses_all_others),
	KUNIT_CASE_PARAM(implementations_of_this_cpu_are_used, hash_gen_params),
	KUNIT_CASE_PARAM(implementations_that_isa_excludes_are_not_used,
			 hash_gen_params),
#ifdef __x86_64__
	KUNIT_CASE_PARAM(none_is_far_slower_than_portable_c, hash_gen_params),
	KUNIT_CASE(one_job_has_its_own_code_in_each_set),
#endif
	KUNIT_CASE_PARAM(the_cheapest_implementation_serves, hash_gen_params),
	KUNIT_CASE_PARAM(the_cheapest_groups_are_formed, hash_gen_params),
	KUNIT_CASE(all_instructions_are_counted_or_none),
	KUNIT_CASE_PARAM(ties_prefer_lean_narrow_and_later_entries, hash_gen_params),
	KUNIT_CASE_PARAM(errors_of_groups_do_not_add_up, hash_gen_params),
	KUNIT_CASE_PARAM(highest_costs_have_a_plan, hash_gen_params),
#ifdef __x86_64__
	KUNIT_CASE_PARAM(the_plan_holds_beside_a_busy_thread, hash_gen_params),
#endif
	KUNIT_CASE(cost_of_lanes_is_as_timed),
	KUNIT_CASE_PARAM(bad_plan_is_corrected_by_timing_again, hash_gen_params),
	KUNIT_CASE(timing_again_pauses_after_each_implementation),
	KUNIT_CASE_PARAM(disturbed_timings_are_discarded, hash_gen_params),
	KUNIT_CASE_PARAM(unusable_implementations_stay_unusable, hash_gen_params),
	{}
};

static struct kunit_suite plan_suite = {
	.name = "mbhash_plan",
	.suite_init = mbhash_test_init,
	.suite_exit = plan_exit,
	.test_cases = plan_cases,
};

kunit_test_suite(plan_suite);
