// SPDX-License-Identifier: GPL-2.0
/* Submission as in driver/submit.c; the tasklet, and the timer. */
#include <linux/minmax.h>
#include <linux/types.h>
#include <string.h>

#include "policy.h"
#include "sim.h"

/* As in driver/section.c */
#define SECTION_NS	25000

const struct policy *const policies[] = {
	&policy_never, &policy_mbhash, &policy_delay_50, &policy_delay_100,
	&policy_delay_1000, &policy_full, NULL,
};

static enum mbhash_context this_context(const struct sim *sim)
{
	const struct cpu *cpu = &sim->cpu;

	if (cpu->in_softirq)
		return MBHASH_BH;
	return cpu->current->bh || cpu->current->class == TASK_FIFO ?
		       MBHASH_BH_DISABLED :
		       MBHASH_TASK;
}

/* Time of a block hashed inline, ps */
static u64 inline_ps(const struct sim *sim)
{
	const struct plan *plan = &sim->costs.plan[sim->load->hash];

	return sim->driver.policy->plain ? plan->plain : plan->step[1];
}

static u64 inline_ns(const struct sim *sim)
{
	return sim->driver.policy->plain ? sim->costs.plain : sim->costs.request;
}

static void submitted(struct sim *sim, void *arg)
{
	client_submitted(sim, arg);
}

static void inline_done(struct sim *sim, void *arg)
{
	struct request *request = arg;
	struct client *client = request->client;

	if (!sim->driver.policy->plain)
		cpu_bh_enable(sim);
	client->inlined = true;
	cpu_run(sim, client->group->done_ns, submitted, client);
}

static void inline_more(struct sim *sim, void *arg);

/* A section with BH disabled, then a break */
static void inline_section(struct sim *sim, void *arg)
{
	struct request *request = arg;
	const u64 ps = inline_ps(sim);
	const unsigned int most = max(1000 * SECTION_NS / ps, 1ULL);
	const unsigned int blocks = min(request->left, most);

	request->left -= blocks;
	cpu_run(sim, blocks * ps / 1000,
		request->left ? inline_more : inline_done, request);
}

static void begin_section(struct sim *sim, void *arg)
{
	cpu_bh_disable(sim);
	cpu_run(sim, sim->costs.section, inline_section, arg);
}

static void inline_more(struct sim *sim, void *arg)
{
	cpu_bh_enable(sim);
	cpu_run(sim, 0, begin_section, arg);
}

/* The kernel's own driver does not disable BH. */
static void inline_start(struct sim *sim, void *arg)
{
	struct request *request = arg;

	if (sim->driver.policy->plain)
		cpu_run(sim, request->left * inline_ps(sim) / 1000, inline_done,
			request);
	else
		inline_section(sim, request);
}

/* jiffies, ns */
u64 tick_ns(const struct sim *sim)
{
	return sim->now - sim->now % (NSEC_PER_SEC / sim->costs.hz);
}

/* The scheduler's weight: 3 for SCHED_IDLE */
static unsigned int weight_of(const struct task *task)
{
	return task->class == TASK_IDLE ? 3 : task->weight;
}

static void queued(struct sim *sim, void *arg)
{
	cpu_bh_enable(sim);
	cpu_run(sim, 0, submitted, arg);
}

/* Called by what runs. Calls the client's @then afterwards. */
void driver_submit(struct sim *sim, struct request *request)
{
	struct driver *driver = &sim->driver;
	const enum mbhash_context context = this_context(sim);
	const struct mbhash_arrival arrival = {
		.now = sim->now,
		.queued = driver->n,
		.blocks = request->left,
		.weight = context == MBHASH_TASK ? weight_of(sim->cpu.current) : 0,
		.alone_ps = sim->costs.plan[sim->load->hash].step[1],
		.lanes_ps = sim->costs.plan[sim->load->hash].step[16] / 16,
		.context = context,
		.ordered = request->client->group->ordered,
		.blocking = request->client->group->kind == WAITER,
	};
	enum mbhash_reason reason;

	if (!driver->policy->plain)
		cpu_bh_disable(sim);
	reason = driver->policy->decide(sim, &arrival);
	if (mbhash_is_inline(reason)) {
		driver->flushes[reason]++;
		cpu_run(sim, inline_ns(sim), inline_start, request);
		return;
	}
	cpu_run(sim, sim->costs.queue, queued, request->client);
	queue_put(sim, request);
	driver->policy->queued(sim, &arrival, reason);
}

static void tasklet_done(struct sim *sim, void *arg)
{
	(void)arg;
	if (sim->driver.n)
		tasklet_schedule(sim, &sim->driver.tasklet);
	softirq_return(sim);
}

static void run_tasklet(struct sim *sim, void *arg)
{
	(void)arg;
	flush_start(sim, sim->driver.reason, tasklet_done, NULL);
}

/* Called with BH disabled, or in an interrupt. */
void driver_raise(struct sim *sim, enum mbhash_reason reason)
{
	struct driver *driver = &sim->driver;

	driver->reason = reason;
	if (driver->tasklet.pending)
		return;
	cpu_extra(sim, sim->costs.raise);
	tasklet_schedule(sim, &driver->tasklet);
}

/* The timer expires at @when, or a little later. */
void driver_start_timer(struct sim *sim, u64 when)
{
	sim->driver.when = when;
	event_add(&sim->events, &sim->driver.timer, when + sim->costs.late);
}

/* In the interrupt of any timer, which runs all that are due: run the driver's. */
void driver_timer_interrupt(struct sim *sim)
{
	struct driver *driver = &sim->driver;

	if (!driver->timer.pending || driver->when > sim->now)
		return;
	event_cancel(&sim->events, &driver->timer);
	driver->policy->tick(sim);
}

static void timer_expired(struct sim *sim, struct event *event)
{
	struct driver *driver = &sim->driver;

	if (!cpu_irq_enter(sim, event, sim->costs.timer))
		return;
	driver->policy->tick(sim);
	driver_timer_interrupt(sim);
	cpu_irq_exit(sim);
}

void driver_init(struct sim *sim, const struct policy *policy)
{
	struct driver *driver = &sim->driver;

	driver->policy = policy;
	driver->end = &driver->jobs;
	driver->tasklet.run = run_tasklet;
	driver->timer.fire = timer_expired;
	if (policy->init)
		policy->init(sim);
}
