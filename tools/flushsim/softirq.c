// SPDX-License-Identifier: GPL-2.0
/*
 * Softirqs, as run by kernel/softirq.c of 6.1: when an interrupt returns, or when a task
 * enables BH; round after round, until these have taken too long. Then ksoftirqd takes
 * over, which is a task like others.
 */
#include <linux/minmax.h>
#include <linux/types.h>

#include "sim.h"

/* MAX_SOFTIRQ_RESTART, MAX_SOFTIRQ_TIME */
#define MAX_ROUNDS	10
#define MAX_NS		(2 * NSEC_PER_MSEC)

static void serve(struct sim *sim, void *arg);

/* While ksoftirqd is runnable, other softirqs than tasklets wait for it. */
bool softirq_may_run(struct sim *sim)
{
	const struct cpu *cpu = &sim->cpu;

	return cpu->pending && (!cpu->ksoftirqd.runnable ||
				cpu->pending & 1U << SOFTIRQ_TASKLET);
}

void softirq_raise(struct sim *sim, enum softirq softirq)
{
	sim->cpu.pending |= 1U << softirq;
}

static void begin_round(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;

	cpu->rounds++;
	cpu->serving = cpu->pending;
	cpu->pending = 0;
	if (cpu->serving & 1U << SOFTIRQ_TASKLET) {
		cpu->running = cpu->tasklets;
		cpu->tasklets = NULL;
	}
}

void softirq_start(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;

	cpu->in_softirq = true;
	cpu->rounds = 0;
	cpu->softirq_since = sim->now;
	begin_round(sim);
	cpu_run(sim, sim->costs.softirq, serve, NULL);
}

/* The softirq or tasklet that was run has ended. */
void softirq_return(struct sim *sim)
{
	cpu_run(sim, 0, serve, NULL);
}

static void run_tasklet(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;
	struct tasklet *tasklet = cpu->running;

	cpu->running = tasklet->next;
	if (!cpu->running)
		cpu->serving &= ~(1U << SOFTIRQ_TASKLET);
	tasklet->next = NULL;
	tasklet->pending = false;
	tasklet->run(sim, tasklet->arg);
}

/* Run the next softirq or tasklet. */
static void serve(struct sim *sim, void *arg)
{
	struct cpu *cpu = &sim->cpu;

	(void)arg;
	if (!cpu->serving && cpu->pending) {
		if (cpu->rounds < MAX_ROUNDS && !cpu->resched &&
		    sim->now - cpu->softirq_since < MAX_NS)
			begin_round(sim);
		else
			cpu_wake(sim, &cpu->ksoftirqd);
	}
	if (cpu->serving & 1U << SOFTIRQ_NET_RX) {
		cpu->serving &= ~(1U << SOFTIRQ_NET_RX);
		cpu->net_rx(sim);
	} else if (cpu->serving) {
		run_tasklet(sim);
	} else {
		cpu->in_softirq = false;
	}
}

/* Append @tasklet to the list. */
void tasklet_schedule(struct sim *sim, struct tasklet *tasklet)
{
	struct tasklet **end = &sim->cpu.tasklets;

	if (tasklet->pending)
		return;
	tasklet->pending = true;
	while (*end)
		end = &(*end)->next;
	*end = tasklet;
	softirq_raise(sim, SOFTIRQ_TASKLET);
}

/* ksoftirqd was scheduled. The softirqs run before its next step. */
static void run_ksoftirqd(struct sim *sim, void *arg)
{
	struct cpu *cpu = &sim->cpu;

	(void)arg;
	if (cpu->pending) {
		softirq_start(sim);
		cpu->ksoftirqd.context = (struct context){
			.then = run_ksoftirqd,
		};
	} else {
		cpu_sleep(sim, run_ksoftirqd, NULL);
	}
}

void softirq_init(struct sim *sim)
{
	struct task *task = &sim->cpu.ksoftirqd;

	task->context.then = run_ksoftirqd;
	cpu_add_task(sim, task);
}
