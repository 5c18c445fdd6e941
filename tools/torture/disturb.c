// SPDX-License-Identifier: GPL-2.0
/*
 * What else happens to tasks: signals, other CPUs, and other priorities.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "torture.h"

#define MAX_MS	20
#define HUSH_EVERY	8
#define HUSH_US		1000

static struct task_struct *thread;

/*
 * Pin it to one CPU, which may be offline, or let it run anywhere. No CPU goes offline
 * meanwhile: if that happened to the new one before the task gets there, the task
 * would stay where it is (migration_cpu_stop()), and affine_move_task() warn later.
 */
static void move(struct task_struct *task, struct rng *rng)
{
	cpus_read_lock();
	if (rng_below(rng, 2))
		set_cpus_allowed_ptr(task, cpumask_of(rng_below(rng, nr_cpu_ids)));
	else
		set_cpus_allowed_ptr(task, cpu_possible_mask);
	cpus_read_unlock();
}

static void disturb(struct task_struct *task, struct rng *rng)
{
	switch (rng_below(rng, torture_priorities ? 7 : 4)) {
	case 0:
	case 1:
		send_sig(rng_below(rng, 2) ? SIGKILL : SIGUSR1, task, 1);
		break;
	case 2:
	case 3:
		move(task, rng);
		break;
	case 4:
		if (rng_below(rng, 4))
			sched_set_normal(task, 0);
		else
			sched_set_fifo_low(task);
		break;
	case 5:
		sched_set_normal(task, (int)rng_below(rng, 40) - 20);
		break;
	case 6:
		set_user_nice(task, (int)rng_below(rng, 40) - 20);
		break;
	}
}

static bool all_are_hushed(unsigned int n)
{
	return atomic_read(&torture_hushed) == n;
}

/* Until every request is home; not if threads do something else than rounds. */
static void hush(unsigned int n)
{
	WRITE_ONCE(torture_hush, true);
	while (!all_are_hushed(n) && !READ_ONCE(torture_pause) &&
	       !READ_ONCE(torture_stop))
		usleep_range(HUSH_US, 2 * HUSH_US);
	if (all_are_hushed(n))
		atomic64_inc(&counts.hushes);
	WRITE_ONCE(torture_hush, false);
}

static int disturb_run(void *unused)
{
	struct rng rng = { .state = ~torture_seed };

	while (!kthread_should_stop()) {
		struct flow *flows;
		const unsigned int n = torture_flows(&flows);

		if (rng_below(&rng, HUSH_EVERY))
			disturb(flows[rng_below(&rng, n)].task, &rng);
		else
			hush(n);
		msleep(1 + rng_below(&rng, MAX_MS));
	}
	return 0;
}

/**
 * disturb_start() - begin to disturb the flows
 *
 * Return: 0 or -errno.
 */
int disturb_start(void)
{
	thread = kthread_run(disturb_run, NULL, "torture/disturb");
	return PTR_ERR_OR_ZERO(thread);
}

/**
 * disturb_stop() - the opposite
 */
void disturb_stop(void)
{
	if (!IS_ERR_OR_NULL(thread))
		kthread_stop(thread);
}
