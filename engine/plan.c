// SPDX-License-Identifier: GPL-2.0
/*
 * Chooses the implementation for n jobs from the costs that the self-test measured.
 * After later measurements the plans are rebuilt entry by entry while they are in use,
 * see &struct mbhash_plan.
 *
 * Jobs may move between lanes from call to call (see lanes.c), so n jobs keep an
 * implementation of width w as busy as min(n, w) lanes can be, all the way. The
 * cheapest way to serve n jobs is therefore the one implementation with the lowest
 * cost / min(n, w): no mixture can do better than the best of them.
 *
 * Costs are known to within 1/MBHASH_COST_ERROR. Among costs that are equal within this
 * error, noise must not decide: the implementation with the fewest instructions serves.
 * The shortest of many times is one of a core that nobody else used, where instructions
 * may be hidden behind latencies; beside a busy sibling thread each of them takes time.
 *
 * Moving is not worth its bookkeeping for short jobs. These are served in groups that
 * keep their lanes. A small dynamic program chooses the groups: the cheapest
 * sum of widths of implementations that covers n jobs.
 */
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "internal.h"

static bool in_plan(const struct mbhash_impl *impl, bool simd)
{
	return impl->usable && (simd || !(impl->isa & mbhash_isa_vector));
}

/*
 * Costs of a block of each of n jobs in groups, ps: as they are planned, and the least
 * possible. At most U32_MAX, 4 ms, which no CPU takes.
 */
struct group_costs {
	u32 planned[MBHASH_MAX_LANES + 1];
	u32 least[MBHASH_MAX_LANES + 1];
};

/*
 * If there are implementations with several lanes, portable C competes for one job only:
 * on a CPU it is slower than these; under an emulator, which runs vector instructions
 * slowly, it would be chosen, and the lanes would not be tested. A single job that is not
 * in a group uses one lane.
 */
static bool competes(const struct mbhash_impl *impl,
		     const struct mbhash_impl *impls, bool simd,
		     unsigned int n, bool in_groups)
{
	const struct mbhash_impl *k;

	if (!in_plan(impl, simd) || (n == 1 && impl->width > 1 && !in_groups))
		return false;
	if (impl != impls || n == 1)
		return true;
	for (k = impls; k->name; k++)
		if (k->width > 1 && in_plan(k, simd))
			return false;
	return true;
}

/*
 * Return: the cost of a block of each of @n jobs if @impl serves them, picoseconds.
 * @groups: this cost for fewer jobs in groups; @impl serves the first group. NULL: jobs
 * may move between lanes.
 */
static u64 cost_of(const struct mbhash_impl *impl, unsigned int n,
		   const u32 *groups)
{
	const unsigned int busy = min_t(unsigned int, n, impl->width);

	return groups ? (u64)impl->cost + groups[n - busy] :
			div_u64((u64)impl->cost * n, busy);
}

/*
 * Among equal costs: prefer fewer instructions for a job, then fewer calls, then less to
 * load and to wipe, then the later entry of the table.
 */
static bool preferred(const struct mbhash_impl *impl,
		      const struct mbhash_impl *to, unsigned int n)
{
	const unsigned int busy = min_t(unsigned int, n, impl->width);
	const unsigned int to_busy = min_t(unsigned int, n, to->width);
	const u32 instructions = impl->instructions * to_busy;
	const u32 to_instructions = to->instructions * busy;

	if (instructions != to_instructions)
		return instructions < to_instructions;
	if (busy != to_busy)
		return busy > to_busy;
	if (impl->width != to->width)
		return impl->width < to->width;
	return impl > to;
}

/* Return: the least cost of a block of each of @n jobs; @groups: as in cost_of(). */
static u64 least_cost(const struct mbhash_impl *impls, bool simd, unsigned int n,
		      const u32 *groups)
{
	const struct mbhash_impl *k;
	u64 least = U64_MAX;

	for (k = impls; k->name; k++)
		if (competes(k, impls, simd, n, groups))
			least = min(least, cost_of(k, n, groups));
	return least;
}

/*
 * Return: the preferred implementation for @n jobs of those that cost @least, within the
 * error of costs; @groups: as in cost_of().
 */
static const struct mbhash_impl *cheapest(const struct mbhash_impl *impls,
					  bool simd, unsigned int n,
					  const u32 *groups, u64 least)
{
	const u64 limit = least + div_u64(least, MBHASH_COST_ERROR);
	const struct mbhash_impl *k, *best = NULL;

	for (k = impls; k->name; k++)
		if (competes(k, impls, simd, n, groups) &&
		    cost_of(k, n, groups) <= limit &&
		    (!best || preferred(k, best, n)))
			best = k;
	return best;
}

static void plan_moving(struct mbhash_plan *plan, struct mbhash_impl *impls,
			bool simd, unsigned int n)
{
	const u64 least = least_cost(impls, simd, n, NULL);

	WRITE_ONCE(plan->impl[n], cheapest(impls, simd, n, NULL, least));
}

/*
 * @costs: of fewer than @n jobs; sets those of @n. The error is one of the whole, however
 * many groups there are: if each might exceed what those after it were planned to cost,
 * the excesses would add up.
 */
static void plan_group(struct mbhash_plan *plan, struct mbhash_impl *impls,
		       bool simd, unsigned int n, struct group_costs *costs)
{
	const u64 moving_cost = cost_of(plan->impl[n], n, NULL);
	const u64 least = least_cost(impls, simd, n, costs->least);
	u64 cost;

	WRITE_ONCE(plan->group[n], cheapest(impls, simd, n, costs->planned, least));
	cost = cost_of(plan->group[n], n, costs->planned);
	costs->least[n] = min_t(u64, least, U32_MAX);
	costs->planned[n] = min_t(u64, cost, U32_MAX);
	WRITE_ONCE(plan->loss[n], cost > moving_cost ? cost - moving_cost : 0);
}

static unsigned int widest(const struct mbhash_plan *plan)
{
	unsigned int n, width = 1;

	for (n = 1; n <= MBHASH_MAX_LANES; n++)
		width = max_t(unsigned int, width, plan->impl[n]->width);
	return width;
}

static u32 isa_of_all(const struct mbhash_impl *impls, bool simd)
{
	const struct mbhash_impl *k;
	u32 isa = 0;

	for (k = impls; k->name; k++)
		if (in_plan(k, simd))
			isa |= k->isa;
	return isa;
}

/**
 * mbhash_plan_make() - make or update a plan from the measured costs
 * @hash: the hash function, whose usable implementations are known
 * @simd: whether to make the plan with vector registers
 *
 * Context: any, not concurrently. An update may be made while the plan is in use.
 */
void mbhash_plan_make(struct mbhash_hash *hash, bool simd)
{
	struct mbhash_plan *plan = &hash->plan[simd];
	struct group_costs costs = {};
	unsigned int n;

	WRITE_ONCE(plan->isa, isa_of_all(hash->impls, simd));
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		plan_moving(plan, hash->impls, simd, n);
		plan_group(plan, hash->impls, simd, n, &costs);
	}
	n = MBHASH_SOME_LANES;
	WRITE_ONCE(plan->lanes_ps, div_u64(cost_of(plan->impl[n], n, NULL), n));
	WRITE_ONCE(plan->widest, widest(plan));
}

static void make_both(struct mbhash_hash *hash)
{
	mbhash_plan_make(hash, false);
	mbhash_plan_make(hash, true);
}

static void make_plans(void)
{
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		make_both(&mbhash_hashes[i]);
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
	int err = mbhash_selftest(isa);

	if (!err)
		make_plans();
	return err;
}

/**
 * mbhash_plan_init_one() - the same for one hash, in a few milliseconds
 * @hash: the hash
 * @isa: the instruction sets that may be used, bits of mbhash_isa_names[]
 *
 * For programs, which do not live as long: the implementations are timed for a shorter
 * time.
 *
 * Context: process, may sleep; not concurrently. Plans of other hashes may be in use.
 * Return: 0 or -ENOMEM.
 */
int mbhash_plan_init_one(struct mbhash_hash *hash, u32 isa)
{
	int err = mbhash_selftest_one(hash, isa);

	if (!err)
		make_both(hash);
	return err;
}

/**
 * mbhash_plan_renew() - time the implementations again, and update the plans
 * @pause: called after each timing; may sleep. NULL: reschedule only.
 *
 * Context: process, may sleep; not concurrently. The plans may be in use.
 * Return: 0 or -ENOMEM.
 */
int mbhash_plan_renew(void (*pause)(void))
{
	int err = mbhash_time_again(pause);

	if (!err)
		make_plans();
	return err;
}
