// SPDX-License-Identifier: GPL-2.0
/*
 * Which implementation serves n jobs, by what the self-test has measured.
 *
 * Jobs may move between lanes from call to call (see lanes.c), so n jobs keep an
 * implementation of width w as busy as min(n, w) lanes can be, all the way. The
 * cheapest way to serve n jobs is therefore the one implementation with the lowest
 * cost / min(n, w): no mixture can do better than the best of them.
 *
 * Moving is not worth its bookkeeping for short jobs. Those are served in groups
 * that stay in their lanes; which groups is a small dynamic program: the cheapest
 * way to make up n from the widths of implementations.
 */
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "internal.h"

/* Is @impl cheaper for @n jobs than @than? */
static bool cheaper(const struct mbhash_impl *impl,
		    const struct mbhash_impl *than, unsigned int n)
{
	return (u64)impl->cost * min_t(unsigned int, n, than->width) <
	       (u64)than->cost * min_t(unsigned int, n, impl->width);
}

static bool in_plan(const struct mbhash_impl *impl, bool simd)
{
	return impl->usable && (simd || !(impl->isa & mbhash_isa_vector));
}

/*
 * Where there are implementations of several lanes, portable C competes for one job only.
 * A CPU does not run it faster than those; an emulator does, and there lanes are
 * to be seen and tested.
 */
static bool competes(const struct mbhash_impl *impl,
		     const struct mbhash_impl *impls, bool simd,
		     unsigned int n)
{
	const struct mbhash_impl *k;

	if (!in_plan(impl, simd))
		return false;
	if (impl != impls || n == 1)
		return true;
	for (k = impls; k->name; k++)
		if (k->width > 1 && in_plan(k, simd))
			return false;
	return true;
}

static void plan_moving(struct mbhash_plan *plan, struct mbhash_impl *impls,
			bool simd, unsigned int n)
{
	const struct mbhash_impl *k, *best = NULL;

	for (k = impls; k->name; k++)
		if (competes(k, impls, simd, n) && (n > 1 || k->width == 1) &&
		    (!best || cheaper(k, best, n)))
			best = k;
	plan->impl[n] = best;
	plan->widest = max_t(unsigned int, plan->widest, best->width);
	plan->isa |= best->isa;
}

/* @cost: of fewer than @n jobs in groups, ps for a block of each; sets @n's. */
static void plan_group(struct mbhash_plan *plan, struct mbhash_impl *impls,
		       bool simd, unsigned int n, u64 *cost)
{
	const struct mbhash_impl *k, *moving = plan->impl[n];
	u64 moving_cost = div_u64((u64)moving->cost * n,
				  min_t(unsigned int, n, moving->width));

	cost[n] = U64_MAX;
	for (k = impls; k->name; k++) {
		u64 c;

		if (!competes(k, impls, simd, n))
			continue;
		c = k->cost + cost[n - min_t(unsigned int, n, k->width)];
		if (c < cost[n]) {
			cost[n] = c;
			plan->group[n] = k;
		}
	}
	plan->loss[n] = cost[n] > moving_cost ? cost[n] - moving_cost : 0;
	plan->isa |= plan->group[n]->isa;
}

static void make_plan(struct mbhash_hash *hash, bool simd)
{
	struct mbhash_plan *plan = &hash->plan[simd];
	u64 cost[MBHASH_MAX_LANES + 1] = {};
	unsigned int n;

	memset(plan, 0, sizeof(*plan));
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		plan_moving(plan, hash->impls, simd, n);
		plan_group(plan, hash->impls, simd, n, cost);
	}
}

/**
 * mbhash_plan_init() - check and time the implementations, and make the plans
 * @isa: the instruction sets that may be used, bits of mbhash_isa_names[]
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int mbhash_plan_init(u32 isa)
{
	unsigned int i;
	int err;

	err = mbhash_selftest(isa);
	if (err)
		return err;
	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		make_plan(&mbhash_hashes[i], false);
		make_plan(&mbhash_hashes[i], true);
	}
	return 0;
}
