// SPDX-License-Identifier: GPL-2.0
/*
 * What the module does: its policy, and who acts on that, as in mbhash_flusher.c.
 * One queue; the module has one for each hash function.
 */
#include <linux/minmax.h>
#include <linux/types.h>

#include "mbhash_decide.h"
#include "sim.h"

/* Parameters */
#define FLUSH_US	100
#define LONE		16

#define UNIT_NS		(FLUSH_US * NSEC_PER_USEC)
#define FORGET_NS	(10 * NSEC_PER_SEC)

static void run_thread(struct sim *sim, void *arg);

static void init(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	mbhash_expect_nothing(&driver->expect);
	mbhash_holdoff_init(&driver->holdoff);
	driver->thread.class = TASK_IDLE;
	driver->thread.context.then = run_thread;
	cpu_add_task(sim, &driver->thread);
}

static enum mbhash_reason decide(struct sim *sim,
				 const struct mbhash_arrival *arrival)
{
	return mbhash_decide(&sim->driver.expect, arrival);
}

static void taken(struct sim *sim, unsigned int n, enum mbhash_reason reason)
{
	const struct plan *plan = &sim->costs.plan[sim->load->hash];

	mbhash_expect_learn(&sim->driver.expect, reason, n, plan->step[1], LONE);
}

/* From now on */
static void set_timer(struct sim *sim, unsigned int slack)
{
	const u64 soft = sim->now + sim->driver.holdoff.armed * UNIT_NS;

	driver_start_timer(sim, soft, soft + slack * UNIT_NS);
}

static void arm_timer(struct sim *sim)
{
	struct driver *driver = &sim->driver;
	unsigned int slack;

	if (driver->holdoff.armed)
		return;
	slack = mbhash_holdoff_arm(&driver->holdoff);
	driver->watch = (struct mbhash_watch){
		.arrivals = driver->expect.arrivals,
	};
	cpu_extra(sim, sim->costs.arm);
	set_timer(sim, slack);
}

static void forget_tasks(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	if (sim->now < driver->forget)
		return;
	mbhash_holdoff_forget(&driver->holdoff);
	driver->expect.submitter = MBHASH_NO_TASK;
	driver->forget = sim->now + FORGET_NS;
}

static unsigned int units_passed(const struct sim *sim)
{
	const struct driver *driver = &sim->driver;
	const u64 end = min(sim->now, driver->hard);

	return driver->holdoff.armed +
	       (end > driver->soft ? (end - driver->soft) / UNIT_NS : 0);
}

static void tick(struct sim *sim)
{
	struct driver *driver = &sim->driver;
	struct mbhash_holdoff *holdoff = &driver->holdoff;
	const struct task *current = sim->cpu.current;
	const int pid = current ? current->pid : 0;
	const struct mbhash_tick tick = {
		.task = pid,
		.known = current == &driver->thread ||
			 mbhash_holdoff_knows(holdoff, pid),
		.units = units_passed(sim),
	};
	const unsigned int queued = driver->flushing ? 0 : driver->n;
	const s64 late = sim->now - driver->hard;
	bool again;

	mbhash_holdoff_late(holdoff, late / (s64)NSEC_PER_USEC, FLUSH_US);
	mbhash_holdoff_tick(holdoff, &tick);
	again = mbhash_holdoff_wait(holdoff, &driver->watch, &driver->expect,
				    queued, &tick);
	if (!again && queued)
		driver_raise(sim, MBHASH_DEADLINE);
	forget_tasks(sim);
	if (again)
		set_timer(sim, mbhash_holdoff_arm(holdoff));
	else
		holdoff->armed = 0;
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

static void queued(struct sim *sim, enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	if (reason != MBHASH_SOFTIRQ && driver->expect.run_length == 1)
		mbhash_holdoff_remember(&driver->holdoff,
					sim->cpu.current->pid);
	if (driver->flushing && sim->cpu.in_softirq)
		return;
	if (reason != MBHASH_IDLE) {
		driver_raise(sim, reason);
	} else {
		arm_timer(sim);
		wake_thread(sim);
	}
}

static void thread_flushed(struct sim *sim, void *arg)
{
	(void)arg;
	if (sim->driver.n) {
		sim->driver.woken = true;
		arm_timer(sim);
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
	.queued = queued,
	.taken = taken,
	.tick = tick,
};

/*
 * Has the task that runs a larger share of the CPU than all other clients together?
 * Not if there are none.
 */
static bool outranks(const struct sim *sim)
{
	const struct task *current = sim->cpu.current;
	unsigned int others = 0;

	for (unsigned int i = 0; i < sim->nr_clients; i++) {
		const struct task *task = &sim->client[i].task;

		if (task == current || !task->pid)
			continue;
		if (task->class == TASK_FIFO)
			return false;
		others += task->class == TASK_FAIR ? task->weight : 1;
	}
	return others && (current->class == TASK_FIFO ||
			  current->weight > others);
}

static enum mbhash_reason decide_by_rank(struct sim *sim,
					 const struct mbhash_arrival *arrival)
{
	const bool may_pass = !arrival->ordered || !arrival->queued;

	if (arrival->context == MBHASH_TASK && may_pass && outranks(sim))
		return MBHASH_BUSY;
	return decide(sim, arrival);
}

/* With a rule for rank, to see what one is worth */
const struct policy policy_ranked = {
	.name = "mbhash+rank",
	.us = FLUSH_US,
	.init = init,
	.decide = decide_by_rank,
	.queued = queued,
	.taken = taken,
	.tick = tick,
};
