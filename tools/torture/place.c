// SPDX-License-Identifier: GPL-2.0
/*
 * Where a round's requests are submitted: a task, with BH or interrupts off or
 * neither, a tasklet, and timers in softirq and in hardirq.
 */
#include <linux/bottom_half.h>
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/time64.h>

#include "torture.h"

#define TIMER_US	50
/* A task that has more to do than to submit sleeps after so many messages. */
#define SLOW_EVERY	4
#define SLOW_US		20

static void submit_all(struct round *round)
{
	const unsigned int n = round->n;
	unsigned int i;

	for (i = 0; i < n; i++)
		message_go_on(&round->message[i]);
}

/*
 * With PREEMPT_RT a CPU that goes offline parks the thread that wakes up sleeping tasks
 * (ktimers), and then waits for those that cannot migrate: they must not sleep.
 */
static bool may_sleep(const struct round *round)
{
	return !IS_ENABLED(CONFIG_PREEMPT_RT) || round->place != IN_TASK_ON_ONE_CPU;
}

/* Others of the same CPU come in between. */
static void submit_in_task(struct round *round)
{
	const bool slow = round->slow && may_sleep(round);
	const unsigned int n = round->n;
	unsigned int i;

	for (i = 0; i < n; i++) {
		message_go_on(&round->message[i]);
		if (slow && i % SLOW_EVERY == SLOW_EVERY - 1)
			usleep_range(SLOW_US, 2 * SLOW_US);
		else
			cond_resched();
	}
}

static void run_tasklet(struct tasklet_struct *tasklet)
{
	struct flow *flow = container_of(tasklet, struct flow, tasklet);

	submit_all(flow->round);
	complete(&flow->submitted);
}

static enum hrtimer_restart run_timer(struct hrtimer *timer)
{
	struct flow *flow = container_of(timer, struct flow, timer);

	submit_all(flow->round);
	complete(&flow->submitted);
	return HRTIMER_NORESTART;
}

static void submit_in_timer(struct flow *flow, enum hrtimer_mode mode)
{
	hrtimer_setup(&flow->timer, run_timer, CLOCK_MONOTONIC, mode);
	hrtimer_start(&flow->timer, ns_to_ktime(TIMER_US * NSEC_PER_USEC), mode);
	wait_for_completion(&flow->submitted);
	hrtimer_cancel(&flow->timer);
}

/**
 * place_init() - prepare a flow for all places
 * @flow: the flow
 */
void place_init(struct flow *flow)
{
	tasklet_setup(&flow->tasklet, run_tasklet);
	init_completion(&flow->submitted);
}

/**
 * place_exit() - the opposite
 * @flow: the flow
 */
void place_exit(struct flow *flow)
{
	tasklet_kill(&flow->tasklet);
}

/**
 * place_submit() - submit all messages of a round where it wants them to be
 * @flow: the flow; this is its thread
 * @round: the round, of which the thread has a reference
 */
void place_submit(struct flow *flow, struct round *round)
{
	unsigned long flags;

	flow->round = round;
	reinit_completion(&flow->submitted);
	switch (round->place) {
	case IN_TASK:
		submit_in_task(round);
		break;
	case IN_TASK_ON_ONE_CPU:
		migrate_disable();
		submit_in_task(round);
		migrate_enable();
		break;
	case IN_TASK_BH_OFF:
		local_bh_disable();
		submit_all(round);
		local_bh_enable();
		break;
	case IN_TASK_IRQ_OFF:
		local_irq_save(flags);
		submit_all(round);
		local_irq_restore(flags);
		break;
	case IN_TASKLET:
		tasklet_schedule(&flow->tasklet);
		wait_for_completion(&flow->submitted);
		tasklet_unlock_wait(&flow->tasklet);
		break;
	case IN_SOFT_TIMER:
		submit_in_timer(flow, HRTIMER_MODE_REL_SOFT);
		break;
	case IN_HARD_TIMER:
		submit_in_timer(flow, HRTIMER_MODE_REL_HARD);
		break;
	case NR_PLACES:
		break;
	}
}
