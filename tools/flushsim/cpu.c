// SPDX-License-Identifier: GPL-2.0
/*
 * What runs on the CPU: softirqs before tasks, and tasks in the order of fair.c. A task
 * is preempted between two of its stretches of time, or by an interrupt, unless it has
 * BH disabled. This is correct for a fully preemptible kernel, and nearly so for one
 * that is preempted only when it returns to a program.
 */
#include <linux/minmax.h>
#include <linux/types.h>
#include <stdlib.h>

#include "sim.h"

/* A task's time includes interrupts, softirqs and stolen time. */
void cpu_account(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;
	const u64 ns = sim->now - cpu->clock;
	struct task *task = cpu->current;

	cpu->clock = sim->now;
	if (!ns || !task)
		return;
	task->ran += ns;
	if (task->class != TASK_FIFO) {
		task->vruntime += fair_weighted(task, ns);
		fair_update_min(cpu);
	}
}

static struct context *running(struct cpu *cpu)
{
	if (cpu->in_softirq)
		return &cpu->softirq;
	return cpu->current ? &cpu->current->context : NULL;
}

/* Pause what runs. */
static void pause_stretch(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;
	struct context *context = running(cpu);
	u64 ns;

	cpu_account(sim);
	event_cancel(&sim->events, &cpu->end);
	if (sim->now <= cpu->begun)
		return;
	ns = sim->now - cpu->begun;
	cpu->begun = sim->now;
	if (!context) {
		cpu->idle_ns += ns;
		return;
	}
	context->left -= min(ns, context->left);
	if (!cpu->in_softirq && cpu->current->foreign)
		cpu->foreign_ns += ns;
}

/* Delay what runs, or will run next, by @ns. */
void cpu_extra(struct sim *sim, u64 ns)
{
	sim->cpu.begun = max(sim->cpu.begun, sim->now) + ns;
}

static void switch_to(struct sim *sim, struct task *next)
{
	struct cpu *cpu = &sim->cpu;

	cpu->resched = false;
	if (next) {
		next->since = next->ran;
		next->skip = false;
	}
	if (next == cpu->current)
		return;
	cpu->current = next;
	if (next)
		cpu_extra(sim, next->program ? sim->costs.switch_task : sim->costs.switch_kthread);
}

/* Decide what runs now, until it is something that takes time. */
static void go(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;
	struct context *context;

	for (;;) {
		const unsigned int bh = cpu->current ? cpu->current->bh : 0;

		if (cpu->invoke && !bh && !cpu->in_softirq &&
		    softirq_may_run(sim))
			softirq_start(sim);
		cpu->invoke = false;
		if (!bh && !cpu->in_softirq && cpu->resched)
			switch_to(sim, fair_pick(sim));
		context = running(cpu);
		if (!context)
			return;
		if (context->left)
			break;
		context->then(sim, context->arg);
	}
	if (context->left != NO_END)
		event_add(&sim->events, &cpu->end,
			  max(cpu->begun, sim->now) + context->left);
}

static void end_stretch(struct sim *sim, struct event *event)
{
	(void)event;
	pause_stretch(sim);
	go(sim);
}

/* What runs continues for @ns, then calls @then. Called at the end of a stretch. */
void cpu_run(struct sim *sim, u64 ns, void (*then)(struct sim *sim, void *arg),
	     void *arg)
{
	struct context *context = running(&sim->cpu);

	context->left = ns;
	context->then = then;
	context->arg = arg;
}

/* The current task sleeps until it is woken, then calls @then. Called likewise. */
void cpu_sleep(struct sim *sim, void (*then)(struct sim *sim, void *arg),
	       void *arg)
{
	struct cpu *cpu = &sim->cpu;

	cpu_run(sim, 0, then, arg);
	cpu->current->runnable = false;
	cpu->nr_running--;
	cpu->resched = true;
}

/* The current task yields to others, then calls @then. Called likewise. */
void cpu_yield(struct sim *sim, void (*then)(struct sim *sim, void *arg),
	       void *arg)
{
	cpu_run(sim, 0, then, arg);
	sim->cpu.current->skip = true;
	sim->cpu.resched = true;
}

/* Called by what runs, or in an interrupt. */
void cpu_wake(struct sim *sim, struct task *task)
{
	struct cpu *cpu = &sim->cpu;

	if (task->runnable)
		return;
	cpu_account(sim);
	task->runnable = true;
	cpu->nr_running++;
	fair_place(sim, task);
	if (fair_preempts(sim, task))
		cpu->resched = true;
}

/*
 * Begin an interrupt that takes @ns. Return: false if it cannot be delivered now, and
 * is postponed.
 */
bool cpu_irq_enter(struct sim *sim, struct event *event, u64 ns)
{
	struct cpu *cpu = &sim->cpu;

	if (sim->now < cpu->stolen_until) {
		event_add(&sim->events, event, cpu->stolen_until);
		return false;
	}
	pause_stretch(sim);
	if (!running(cpu))
		cpu_extra(sim, sim->costs.leave_idle);
	cpu_extra(sim, ns);
	return true;
}

void cpu_irq_exit(struct sim *sim)
{
	sim->cpu.invoke = true;
	go(sim);
}

/* Called by what runs. Softirqs run with BH disabled anyway. */
void cpu_bh_disable(struct sim *sim)
{
	if (!sim->cpu.in_softirq)
		sim->cpu.current->bh++;
}

/* Called likewise. Pending softirqs run before the next stretch. */
void cpu_bh_enable(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;

	if (!cpu->in_softirq && !--cpu->current->bh)
		cpu->invoke = true;
}

/* Account for all time up to now. */
void cpu_sync(struct sim *sim)
{
	pause_stretch(sim);
	go(sim);
}

static void tick(struct sim *sim, struct event *event)
{
	struct cpu *cpu = &sim->cpu;

	/* No tick while the CPU idles: NO_HZ */
	if (cpu->current) {
		if (!cpu_irq_enter(sim, event, sim->costs.timer))
			return;
		if (fair_tick(sim))
			cpu->resched = true;
		driver_timer_interrupt(sim);
		cpu_irq_exit(sim);
	}
	event_add(&sim->events, event,
		  event->when - event->when % (NSEC_PER_SEC / sim->costs.hz) +
		  NSEC_PER_SEC / sim->costs.hz);
}

/* The host runs other guests; each of their turns takes about as long as the last. */
static void steal(struct sim *sim, struct event *event)
{
	const struct load *load = sim->load;
	const u64 ns = dice_between(&sim->dice, load->steal_ns / 2,
				    load->steal_ns * 3 / 2);
	const u64 mine = ns * (1000 - load->steal_permille) /
			 load->steal_permille;

	/* The host does not run an idle CPU, and steals nothing from it. */
	if (running(&sim->cpu)) {
		pause_stretch(sim);
		cpu_extra(sim, ns);
		sim->cpu.stolen_until = sim->now + ns;
		sim->cpu.stolen_ns += ns;
		go(sim);
	}
	event_add(&sim->events, event, sim->now + ns + mine);
}

void cpu_steal(struct sim *sim)
{
	sim->cpu.steal.fire = steal;
	event_add(&sim->events, &sim->cpu.steal, sim->now + sim->load->steal_ns);
}

/* The new task sleeps. */
void cpu_add_task(struct sim *sim, struct task *task)
{
	struct cpu *cpu = &sim->cpu;

	if (cpu->nr_tasks == MAX_TASKS)
		abort();
	cpu->task[cpu->nr_tasks++] = task;
	if (!task->weight)
		task->weight = fair_nice_weight(0);
}

void cpu_init(struct sim *sim)
{
	struct cpu *cpu = &sim->cpu;

	cpu->end.fire = end_stretch;
	cpu->tick.fire = tick;
	event_add(&sim->events, &cpu->tick, NSEC_PER_SEC / sim->costs.hz);
	softirq_init(sim);
}
