// SPDX-License-Identifier: GPL-2.0
/*
 * Measures the least cost of a task's wait on this machine: a switch to another task,
 * and a wakeup. When the module is loaded, two threads wait for each other: alone, and
 * with all their data in the nearest cache. (For programs even the doubled result may be
 * too low: they also switch address spaces.)
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "driver.h"

/*
 * Anything else that runs makes a round longer, so the shortest one counts. This many
 * rounds take some hundred microseconds, or some milliseconds where switches are slow.
 */
#define ROUNDS	16
#define TURNS	8

/*
 * Among other tasks and their work, a wait costs at least twice as much: in User Mode
 * Linux, where the two threads take 113 ns, the scheduler alone took 266 ns for each
 * wait of 32 kworkers of dm-integrity.
 */
#define AMONG_OTHERS	2

u32 mbhash_wait_ns;

struct partners {
	struct completion ping;
	struct completion pong;
	struct completion done;
	u64 least; /* time of the shortest round, ns */
};

/* kthread_stop() needs a live thread. */
static int stay(void)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

static int answer(void *arg)
{
	struct partners *p = arg;
	unsigned int i;

	for (i = 0; i < ROUNDS * TURNS; i++) {
		wait_for_completion(&p->ping);
		complete(&p->pong);
	}
	return stay();
}

/* In each turn both threads wait once. */
static u64 time_round(struct partners *p)
{
	const u64 start = ktime_get_ns();
	unsigned int i;

	for (i = 0; i < TURNS; i++) {
		complete(&p->ping);
		wait_for_completion(&p->pong);
	}
	return ktime_get_ns() - start;
}

static int ask(void *arg)
{
	struct partners *p = arg;
	unsigned int i;

	p->least = U64_MAX;
	for (i = 0; i < ROUNDS; i++)
		p->least = min(p->least, time_round(p));
	complete(&p->done);
	return stay();
}

static int measure(struct partners *p, unsigned int cpu)
{
	struct task_struct *answering, *asking;

	answering = kthread_run_on_cpu(answer, p, cpu, "mbhash_pong/%u");
	if (IS_ERR(answering))
		return PTR_ERR(answering);
	asking = kthread_run_on_cpu(ask, p, cpu, "mbhash_ping/%u");
	if (IS_ERR(asking)) {
		/* The other thread waits for pings that are never sent. */
		complete_all(&p->ping);
		kthread_stop(answering);
		return PTR_ERR(asking);
	}
	wait_for_completion(&p->done);
	kthread_stop(asking);
	kthread_stop(answering);
	return 0;
}

/**
 * mbhash_wait_init() - measure the cost of a task's wait
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int mbhash_wait_init(void)
{
	struct partners partners;
	int err;

	init_completion(&partners.ping);
	init_completion(&partners.pong);
	init_completion(&partners.done);

	cpus_read_lock();
	err = measure(&partners, raw_smp_processor_id());
	cpus_read_unlock();
	if (err)
		return err;

	mbhash_wait_ns = clamp_t(u64, div_u64(AMONG_OTHERS * partners.least, 2 * TURNS),
				 1, U32_MAX);
	return 0;
}
