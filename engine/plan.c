// SPDX-License-Identifier: GPL-2.0
/*
 * Which implementation serves n jobs, by what the self-test has measured.
 *
 * Jobs may move between lanes from call to call (see lanes.c), so n jobs keep an
 * implementation of width w as busy as min(n, w) lanes can be, all the way. The
 * cheapest way to serve n jobs is therefore the one implementation with the lowest
 * cost / min(n, w): no mixture can do better than the best of them.
 *
 * Costs are known to a part in MBHASH_COST_ERROR. Where that does not decide, noise
 * should not: the one that needs the fewest calls serves.
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

static bool in_plan(const struct mbhash_impl *impl, bool simd)
{
	return impl->usable && (simd || !(impl->isa & mbhash_isa_vector));
}

/*
 * Where there are implementations of several lanes, portable C competes for one job only.
 * A CPU does not run it faster than those; an emulator does, and there lanes are
 * to be seen and tested. A single job that is not in a group takes one lane.
 */
static bool competes(const struct mbhash_impl *impl,
		     const struct mbhash_impl *impls, bool simd,
		     unsigned int n, const u64 *groups)
{
	const struct mbhash_impl *k;

	if (!in_plan(impl, simd) || (n == 1 && impl->width > 1 && !groups))
		return false;
	if (impl != impls || n == 1)
		return true;
	for (k = impls; k->name; k++)
		if (k->width > 1 && in_plan(k, simd))
			return false;
	return true;
}

/*
 * What a block of each of @n jobs costs if @impl serves them, picoseconds. @groups: what
 * it costs for fewer jobs in groups, where the first group is @impl's; NULL: they
 * may move between lanes.
 */
static u64 cost_of(const struct mbhash_impl *impl, unsigned int n,
		   const u64 *groups)
{
	const unsigned int busy = min_t(unsigned int, n, impl->width);

	return groups ? impl->cost + groups[n - busy] :
			div_u64((u64)impl->cost * n, busy);
}

/* Of two that cost the same: fewer calls, then less to load and to wipe. */
static bool preferred(const struct mbhash_impl *impl,
		      const struct mbhash_impl *to, unsigned int n)
{
	const unsigned int busy = min_t(unsigned int, n, impl->width);
	const unsigned int to_busy = min_t(unsigned int, n, to->width);

	if (busy != to_busy)
		return busy > to_busy;
	if (impl->width != to->width)
		return impl->width < to->width;
	return impl->cost < to->cost;
}

/* Which implementation is cheapest for @n jobs, as far as their costs are known? */
static const struct mbhash_impl *cheapest(const struct mbhash_impl *impls,
					  bool simd, unsigned int n,
					  const u64 *groups)
{
	const struct mbhash_impl *k, *best = NULL;
	u64 least = U64_MAX;

	for (k = impls; k->name; k++)
		if (competes(k, impls, simd, n, groups))
			least = min(least, cost_of(k, n, groups));
	least += div_u64(least, MBHASH_COST_ERROR);
	for (k = impls; k->name; k++)
		if (competes(k, impls, simd, n, groups) &&
		    cost_of(k, n, groups) <= least &&
		    (!best || preferred(k, best, n)))
			best = k;
	return best;
}

static void plan_moving(struct mbhash_plan *plan, struct mbhash_impl *impls,
			bool simd, unsigned int n)
{
	plan->impl[n] = cheapest(impls, simd, n, NULL);
	plan->widest = max_t(unsigned int, plan->widest, plan->impl[n]->width);
	plan->isa |= plan->impl[n]->isa;
}

/* @cost: of fewer than @n jobs in groups, ps for a block of each; sets @n's. */
static void plan_group(struct mbhash_plan *plan, struct mbhash_impl *impls,
		       bool simd, unsigned int n, u64 *cost)
{
	u64 moving_cost = cost_of(plan->impl[n], n, NULL);

	plan->group[n] = cheapest(impls, simd, n, cost);
	cost[n] = cost_of(plan->group[n], n, cost);
	plan->loss[n] = cost[n] > moving_cost ? cost[n] - moving_cost : 0;
	plan->isa |= plan->group[n]->isa;
}

/**
 * mbhash_plan_make() - make a plan of the costs that were measured
 * @hash: the hash function, with implementations that are usable or not
 * @simd: the plan with vector registers
 *
 * Context: process. Nobody hashes.
 */
void mbhash_plan_make(struct mbhash_hash *hash, bool simd)
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
		mbhash_plan_make(&mbhash_hashes[i], false);
		mbhash_plan_make(&mbhash_hashes[i], true);
	}
	return 0;
}
