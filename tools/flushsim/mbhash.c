// SPDX-License-Identifier: GPL-2.0
/*
 * The module's policy, and the flushers as in driver/flusher.c. There is one queue; the
 * module has one for each hash function.
 */
#include <linux/types.h>

#include "policy.h"
#include "sim.h"

static void run_thread(struct sim *sim, void *arg);
static void run_worker(struct sim *sim, void *arg);

static void init(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	driver->thread.class = TASK_IDLE;
	driver->thread.context.then = run_thread;
	cpu_add_task(sim, &driver->thread);
	driver->worker.context.then = run_worker;
	cpu_add_task(sim, &driver->worker);
}

static enum mbhash_reason decide(struct sim *sim,
				 const struct mbhash_arrival *arrival)
{
	return mbhash_policy_decide(&sim->driver.pol, arrival);
}

static void taken(struct sim *sim, unsigned int n, enum mbhash_reason reason)
{
	mbhash_policy_taken(&sim->driver.pol, reason, n);
}

static void served(struct sim *sim, enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;
	const struct mbhash_flushed flushed = {
		.reason = reason,
		.left = driver->n,
		.now = sim->now,
	};

	mbhash_policy_served(&driver->pol, &flushed);
}

/* A delayed work of one jiffy: its timer expires in the tick after the next one. */
static void start_work(struct sim *sim)
{
	const u64 jiffy = NSEC_PER_SEC / sim->costs.hz;
	const u64 when = tick_ns(sim) + 2 * jiffy;

	if (sim->driver.timer.pending || sim->driver.working)
		return;
	cpu_extra(sim, sim->costs.arm);
	driver_start_timer(sim, when);
}

/* The work's timer has expired. */
static void tick(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	driver->working = true;
	cpu_extra(sim, sim->costs.wake_up);
	cpu_wake(sim, &driver->worker);
}

static void worker_flushed(struct sim *sim, void *arg)
{
	(void)arg;
	cpu_bh_enable(sim);
	cpu_run(sim, 0, run_worker, NULL);
}

/* Flush the queue if it is due, or look again in a jiffy. */
static void work(struct sim *sim, void *arg)
{
	struct driver *driver = &sim->driver;
	const bool waits = driver->n && !driver->flushing && !driver->tasklet.pending;

	(void)arg;
	if (waits && mbhash_policy_is_due(&driver->pol, sim->now)) {
		cpu_bh_disable(sim);
		flush_start(sim, MBHASH_DEADLINE, worker_flushed, NULL);
		return;
	}
	driver->working = false;
	if (waits)
		start_work(sim);
	cpu_sleep(sim, run_worker, NULL);
}

static void run_worker(struct sim *sim, void *arg)
{
	cpu_run(sim, sim->costs.raise, work, arg);
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

static void queued(struct sim *sim, const struct mbhash_arrival *arrival,
		   enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	mbhash_policy_queued(&driver->pol, arrival);
	if (driver->flushing && sim->cpu.in_softirq)
		return;
	if (reason != MBHASH_IDLE) {
		driver_raise(sim, reason);
	} else {
		start_work(sim);
		wake_thread(sim);
	}
}

static void thread_flushed(struct sim *sim, void *arg)
{
	(void)arg;
	if (sim->driver.n) {
		sim->driver.woken = true;
		start_work(sim);
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
	.init = init,
	.decide = decide,
	.queued = queued,
	.taken = taken,
	.served = served,
	.tick = tick,
};
