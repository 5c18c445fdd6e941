// SPDX-License-Identifier: GPL-2.0
/*
 * Other policies, for comparison: the kernel's own driver, which hashes each request
 * inline; a fixed delay, like interrupt moderation of NICs and gro_flush_timeout;
 * and full sets of lanes only.
 */
#include <linux/types.h>

#include "policy.h"
#include "sim.h"

static enum mbhash_reason hash_inline(struct sim *sim,
				      const struct mbhash_arrival *arrival)
{
	(void)sim;
	(void)arrival;
	return MBHASH_LONE;
}

static enum mbhash_reason queue_all(struct sim *sim,
				    const struct mbhash_arrival *arrival)
{
	(void)sim;
	/* Such a program takes -EINPROGRESS for an error, see policy/policy.c. */
	if (arrival->context == MBHASH_BH_DISABLED && !arrival->queued)
		return MBHASH_ATOMIC;
	return arrival->queued + 1 < MAX_LANES ? MBHASH_DEADLINE :
							 MBHASH_FULL;
}

static void start_timer(struct sim *sim)
{
	const u64 when = sim->now +
			 sim->driver.policy->us * NSEC_PER_USEC;

	if (!sim->driver.timer.pending)
		driver_start_timer(sim, when);
}

static void delay(struct sim *sim, const struct mbhash_arrival *arrival,
		  enum mbhash_reason reason)
{
	(void)arrival;
	if (reason == MBHASH_FULL) {
		driver_raise(sim, MBHASH_FULL);
	} else if (!sim->driver.timer.pending) {
		cpu_extra(sim, sim->costs.arm);
		start_timer(sim);
	}
}

static void expired(struct sim *sim)
{
	if (sim->driver.n && !sim->driver.flushing)
		driver_raise(sim, MBHASH_DEADLINE);
}

const struct policy policy_never = {
	.name = "never",
	.plain = true,
	.decide = hash_inline,
};

#define DELAY(id, text, time)			\
const struct policy policy_##id = {		\
	.name = (text),				\
	.us = (time),				\
	.decide = queue_all,			\
	.queued = delay,			\
	.tick = expired,			\
}

DELAY(delay_50, "delay 50", 50);
DELAY(delay_100, "delay 100", 100);
DELAY(delay_1000, "delay 1000", 1000);
/* The delay only ensures that a request which nothing joins is flushed at all. */
DELAY(full, "full sets", 10000);
