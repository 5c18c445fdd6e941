// SPDX-License-Identifier: GPL-2.0
/*
 * Chooses the task to run: the first SCHED_FIFO task, else the one that CFS picks. Works
 * like kernel/sched/fair.c of 6.1 on one CPU, without groups, and of its buddies only
 * with the one that has yielded.
 */
#include <linux/minmax.h>
#include <linux/types.h>

#include "sim.h"

#define NICE_0_WEIGHT	1024
/* The weight of SCHED_IDLE */
#define IDLE_WEIGHT	3

/* sched_prio_to_weight[] of kernel/sched/core.c */
static const unsigned int weights[40] = {
	88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916,
	9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991, 1586, 1277,
	1024, 820, 655, 526, 423, 335, 272, 215, 172, 137,
	110, 87, 70, 56, 45, 36, 29, 23, 18, 15,
};

unsigned int fair_nice_weight(int nice)
{
	return weights[nice + 20];
}

static unsigned int weight(const struct task *task)
{
	return task->class == TASK_IDLE ? IDLE_WEIGHT : task->weight;
}

/* calc_delta_fair() */
u64 fair_weighted(const struct task *task, u64 ns)
{
	return ns * NICE_0_WEIGHT / weight(task);
}

static bool competes(const struct task *task)
{
	return task->runnable && task->class != TASK_FIFO;
}

/* The runnable task, except @but, with the least vruntime; NULL if there is none */
static struct task *leftmost(const struct cpu *cpu, const struct task *but)
{
	struct task *first = NULL;

	for (unsigned int i = 0; i < cpu->nr_tasks; i++) {
		struct task *task = cpu->task[i];

		if (competes(task) && task != but &&
		    (!first || task->vruntime < first->vruntime))
			first = task;
	}
	return first;
}

static struct task *real_time(const struct cpu *cpu)
{
	const struct task *current = cpu->current;

	/* A running one continues. */
	if (current && current->runnable && current->class == TASK_FIFO)
		return cpu->current;
	for (unsigned int i = 0; i < cpu->nr_tasks; i++)
		if (cpu->task[i]->runnable && cpu->task[i]->class == TASK_FIFO)
			return cpu->task[i];
	return NULL;
}

/* update_min_vruntime() */
void fair_update_min(struct cpu *cpu)
{
	const struct task *first = leftmost(cpu, NULL);

	if (first)
		cpu->min_vruntime = max(cpu->min_vruntime, first->vruntime);
}

/* place_entity(): limits the sleep that a task is credited with when it wakes up. */
void fair_place(struct sim *sim, struct task *task)
{
	u64 credit = sim->costs.latency / 2;

	if (task->class == TASK_IDLE)
		credit = sim->costs.granularity;
	credit = min(credit, sim->cpu.min_vruntime);
	task->vruntime = max(task->vruntime, sim->cpu.min_vruntime - credit);
}

/* wakeup_preempt_entity(): how far is @task behind @current? */
static bool far_behind(const struct sim *sim, const struct task *current,
		       const struct task *task)
{
	return current->vruntime > task->vruntime &&
	       current->vruntime - task->vruntime >
	       fair_weighted(task, sim->costs.wakeup_granularity);
}

/* check_preempt_wakeup(): should a task that has woken up run now? */
bool fair_preempts(struct sim *sim, const struct task *task)
{
	const struct task *current = sim->cpu.current;

	if (!current || !current->runnable)
		return true;
	if (current->class == TASK_FIFO)
		return false;
	if (task->class == TASK_FIFO)
		return true;
	if (task->class == TASK_IDLE)
		return false;
	return current->class == TASK_IDLE || far_behind(sim, current, task);
}

static u64 total_weight(const struct cpu *cpu, unsigned int *n)
{
	u64 total = 0;

	*n = 0;
	for (unsigned int i = 0; i < cpu->nr_tasks; i++) {
		if (!competes(cpu->task[i]))
			continue;
		total += weight(cpu->task[i]);
		++*n;
	}
	return total;
}

/* sched_slice(): a task's part of a period in which each task runs once */
static u64 slice(const struct sim *sim, const struct task *task)
{
	unsigned int n;
	const u64 total = total_weight(&sim->cpu, &n);
	const u64 period = max(sim->costs.latency,
			       n * sim->costs.granularity);
	const u64 ns = period * weight(task) / total;

	/* sched_idle_min_granularity is as long. */
	return max(ns, sim->costs.granularity);
}

/* check_preempt_tick(): has the current task run for long enough? */
bool fair_tick(struct sim *sim)
{
	const struct task *current = sim->cpu.current, *first;
	u64 ns, ideal;

	cpu_account(sim);
	if (!current || !competes(current))
		return false;
	first = leftmost(&sim->cpu, current);
	if (!first)
		return false;
	ideal = slice(sim, current);
	ns = current->ran - current->since;
	if (ns > ideal)
		return true;
	if (ns < sim->costs.granularity)
		return false;
	return current->vruntime > first->vruntime &&
	       current->vruntime - first->vruntime > ideal;
}

/*
 * pick_next_entity(). Return: NULL if the CPU is idle. A task that has yielded is
 * passed over until it is picked.
 */
struct task *fair_pick(struct sim *sim)
{
	struct task *first = real_time(&sim->cpu), *second;

	cpu_account(sim);
	if (first)
		return first;
	first = leftmost(&sim->cpu, NULL);
	if (!first || !first->skip)
		return first;
	second = leftmost(&sim->cpu, first);
	if (!second || far_behind(sim, second, first))
		return first;
	return second;
}
