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

/* Of SCHED_FIFO: it outweighs all others. */
#define FIFO_WEIGHT	1000000
#define IDLE_WEIGHT	3

static struct caller this_caller(const struct sim *sim)
{
	const struct task *current = sim->cpu.current;
	struct caller caller = {
		.block_ps = sim->costs.plan[sim->load->hash].step[1],
		.now = sim->now,
	};

	if (current)
		caller.weight = current->class == TASK_FIFO ? FIFO_WEIGHT :
				current->class == TASK_IDLE ? IDLE_WEIGHT :
				current->weight;
	return caller;
}

static void init_patient(struct sim *sim)
{
	init(sim);
	patience_init(&sim->driver.patience,
		      sim->costs.wake_up + sim->costs.switch_kthread);
}

/* Nobody runs out of patience unseen while requests are hashed inline. */
static void flush_overdue(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	if (driver->n && !driver->flushing && driver->patience.weight &&
	    sim->now >= driver->patience.deadline)
		driver_raise(sim, MBHASH_DEADLINE);
}

static enum mbhash_reason decide_patient(struct sim *sim,
					 const struct mbhash_arrival *arrival)
{
	struct patience *patience = &sim->driver.patience;
	const bool may_pass = !arrival->ordered || !arrival->queued;
	const pid_t submitter = sim->driver.expect.submitter;
	const struct caller caller = this_caller(sim);
	enum mbhash_reason reason;

	if (arrival->context == MBHASH_TASK && may_pass &&
	    patience_is_short(patience, arrival, &caller))
		reason = MBHASH_SHORT;
	else
		reason = decide(sim, arrival);
	if (!mbhash_is_inline(reason)) {
		patience_queued(patience, arrival, &caller, submitter);
	} else if (arrival->context == MBHASH_TASK && arrival->queued) {
		patience_inlined(patience, arrival, &caller);
		flush_overdue(sim);
	}
	return reason;
}

/* As the timer's handler does: when patience ends, at the earliest. */
static void start_patient_timer(struct sim *sim)
{
	const u64 when = max(sim->driver.patience.deadline,
			     sim->now + NSEC_PER_USEC);

	driver_start_timer(sim, when, when);
}

static void queued_patient(struct sim *sim, enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	if (driver->flushing && sim->cpu.in_softirq)
		return;
	if (reason == MBHASH_IDLE && sim->now >= driver->patience.deadline)
		reason = MBHASH_DEADLINE;
	if (reason != MBHASH_IDLE) {
		driver_raise(sim, reason);
		return;
	}
	if (!driver->timer.slot) {
		cpu_extra(sim, sim->costs.arm);
		start_patient_timer(sim);
	}
	wake_thread(sim);
}

static void taken_patient(struct sim *sim, unsigned int n,
			  enum mbhash_reason reason)
{
	patience_taken(&sim->driver.patience, n, sim->now);
	taken(sim, n, reason);
}

static void served_patient(struct sim *sim, enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	patience_served(&driver->patience, reason, sim->now - driver->flush.start,
			driver->n, sim->now);
}

static void tick_patient(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	if (!driver->n || driver->flushing)
		return;
	if (driver->patience.weight && sim->now < driver->patience.deadline)
		start_patient_timer(sim);
	else
		driver_raise(sim, MBHASH_DEADLINE);
}

/* With a rule that it does not have yet, see patience.c, instead of the hold-off */
const struct policy policy_patient = {
	.name = "mbhash+patience",
	.us = FLUSH_US,
	.init = init_patient,
	.decide = decide_patient,
	.queued = queued_patient,
	.taken = taken_patient,
	.served = served_patient,
	.tick = tick_patient,
};
