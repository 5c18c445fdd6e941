// SPDX-License-Identifier: GPL-2.0
/*
 * The module's policy, and the flushers as in driver/flusher.c. There is one queue; the
 * module has one for each hash function.
 */
#include <linux/minmax.h>
#include <linux/types.h>

#include "decide.h"
#include "sim.h"

/* The module's parameters */
#define FLUSH_US	100
#define LONE		16

#define FLUSH_NS	(FLUSH_US * NSEC_PER_USEC)

static void run_thread(struct sim *sim, void *arg);

static void init(struct sim *sim)
{
	struct driver *driver = &sim->driver;
	const struct costs *costs = &sim->costs;

	mbhash_expect_nothing(&driver->expect);
	mbhash_patience_init(&driver->patience,
			     costs->wake_up + costs->switch_kthread, FLUSH_NS);
	mbhash_holdoff_init(&driver->holdoff, FLUSH_NS);
	driver->thread.class = TASK_IDLE;
	driver->thread.context.then = run_thread;
	cpu_add_task(sim, &driver->thread);
}

static enum mbhash_reason decide(struct sim *sim,
				 const struct mbhash_arrival *arrival)
{
	struct mbhash_patience *patience = &sim->driver.patience;

	if (mbhash_turn_ends(patience, arrival))
		mbhash_turns_end(&patience->turns, arrival, sim->now);
	return mbhash_decide(&sim->driver.expect, patience, arrival);
}

static void inlined(struct sim *sim, u64 began)
{
	struct mbhash_turns *turns = &sim->driver.patience.turns;
	const struct task *current = sim->cpu.current;

	if (!sim->cpu.in_softirq && current &&
	    mbhash_turn_begins(turns, current->pid, current->sleeps,
			       current->preempted))
		mbhash_turns_begin(turns, began, sim->now);
}

/* As the engine's mbhash_saved_ps() */
static u32 saved_ps(const struct plan *plan, unsigned int n)
{
	const unsigned int jobs = min_t(unsigned int, n, MAX_LANES);
	const u64 alone = plan->step[1];

	return alone - min(alone, plan->step[jobs] / jobs);
}

static void learn(struct sim *sim, unsigned int n, enum mbhash_reason reason)
{
	const struct plan *plan = &sim->costs.plan[sim->load->hash];
	struct driver *driver = &sim->driver;

	if (driver->patience.partly)
		return;
	n = mbhash_patience_together(&driver->patience, reason, n,
				     saved_ps(plan, n), sim->now);
	mbhash_expect_learn(&driver->expect, reason, n, saved_ps(plan, n), LONE);
}

static void taken(struct sim *sim, unsigned int n, enum mbhash_reason reason)
{
	learn(sim, n, reason);
	mbhash_patience_taken(&sim->driver.patience, reason, sim->now);
}

static void served(struct sim *sim, enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	mbhash_patience_served(&driver->patience, reason,
			       driver->flush.hashing, driver->n,
			       sim->now);
}

static void set_timer(struct sim *sim, u64 end, u64 now)
{
	u64 due, slack;

	due = mbhash_holdoff_arm(&sim->driver.holdoff, end, now, &slack);
	driver_start_timer(sim, max(due, sim->now), max(due + slack, sim->now));
}

static void arm_timer(struct sim *sim, u64 now)
{
	struct driver *driver = &sim->driver;
	const u64 end = mbhash_patience_end(&driver->patience);

	if (end == U64_MAX ||
	    (driver->holdoff.armed && driver->holdoff.until <= end))
		return;
	cpu_extra(sim, sim->costs.arm);
	set_timer(sim, end, now);
}

static void tick(struct sim *sim)
{
	struct driver *driver = &sim->driver;
	const bool over = driver->n && !driver->flushing &&
			  mbhash_patience_is_over(&driver->patience, sim->now);
	u64 end;

	mbhash_holdoff_tick(&driver->holdoff, sim->now, over);
	if (over) {
		driver_raise(sim, MBHASH_DEADLINE);
		return;
	}
	end = mbhash_patience_end(&driver->patience);
	if (driver->n && end != U64_MAX)
		set_timer(sim, end, sim->now);
}

static void wake_thread(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	if (driver->woken)
		return;
	driver->woken = true;
	cpu_extra(sim, sim->costs.wake_up);
	cpu_wake(sim, &driver->thread);
}

/* A task's request, as in driver/queue.h */
static void count(struct driver *driver, const struct mbhash_arrival *arrival,
		  u64 now)
{
	struct mbhash_patience *patience = &driver->patience;

	mbhash_patience_queued(patience, arrival);
	if (mbhash_patience_asks_when(patience, driver->expect.run_length == 1))
		mbhash_patience_waits(patience, now);
}

static void queued(struct sim *sim, const struct mbhash_arrival *arrival,
		   enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	if (arrival->context == MBHASH_TASK)
		count(driver, arrival, sim->now);
	if (driver->flushing && sim->cpu.in_softirq)
		return;
	if (reason != MBHASH_IDLE) {
		driver_raise(sim, reason);
	} else {
		arm_timer(sim, driver->patience.start);
		wake_thread(sim);
	}
}

static void thread_flushed(struct sim *sim, void *arg)
{
	(void)arg;
	if (sim->driver.n) {
		sim->driver.woken = true;
		arm_timer(sim, sim->now);
	}
	cpu_bh_enable(sim);
	cpu_run(sim, 0, run_thread, NULL);
}

static void look_around(struct sim *sim, void *arg)
{
	(void)arg;
	if (!sim->driver.woken) {
		cpu_sleep(sim, run_thread, NULL);
	} else if (sim->driver.n && sim->cpu.nr_running > 1) {
		cpu_yield(sim, run_thread, NULL);
	} else {
		cpu_bh_disable(sim);
		sim->driver.woken = false;
		flush_start(sim, MBHASH_IDLE, thread_flushed, NULL);
	}
}

static void run_thread(struct sim *sim, void *arg)
{
	cpu_run(sim, sim->costs.raise, look_around, arg);
}

const struct policy policy_mbhash = {
	.name = "mbhash",
	.us = FLUSH_US,
	.init = init,
	.decide = decide,
	.inlined = inlined,
	.queued = queued,
	.taken = taken,
	.served = served,
	.tick = tick,
};
