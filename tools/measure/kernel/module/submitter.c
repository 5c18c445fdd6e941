// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps messages in flight, from a thread or from a tasklet: as many as allowed
 * (closed loop), or at a given rate (open loop).
 *
 * In the open loop a message's latency counts from the time when it was due, not from
 * when a request was free for it: otherwise the longest waits would be missed.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kunit/compat/completion.h"
#include "kunit/compat/hrtimer.h"
#include "bench.h"

/*
 * In the closed loop only one of so many messages is timed, because reading the clock
 * would slow down short ones; one of more if many are in flight, which share lanes and
 * take the least time each. A prime number reaches all positions in a batch.
 */
#define TIMED_EVERY	13
#define TIMED_OF_MANY	127
#define MANY_INFLIGHT	32

enum outlook { GO_ON, WAIT, FINISHED };

static void kick(struct bench_submitter *submitter)
{
	WRITE_ONCE(submitter->kicked, true);
	if (submitter->scenario->softirq)
		tasklet_schedule(&submitter->tasklet);
	else
		wake_up_process(submitter->task);
}

static enum hrtimer_restart timer_expired(struct hrtimer *timer)
{
	kick(container_of(timer, struct bench_submitter, timer));
	return HRTIMER_NORESTART;
}

/* A message's request has completed. Softirq, or BH disabled. */
static void hand_back(mbhash_completion_arg *arg, int err)
{
	struct bench_message *message = mbhash_completion_data(arg);
	struct bench_submitter *submitter = message->submitter;
	bool first;

	/* The driver has only taken the request from its backlog. */
	if (err == -EINPROGRESS)
		return;
	message->err = err;
	spin_lock(&submitter->lock);
	first = list_empty(&submitter->ready);
	list_add_tail(&message->node, &submitter->ready);
	spin_unlock(&submitter->lock);
	if (first)
		kick(submitter);
}

static bool is_over(const struct bench_submitter *submitter)
{
	return submitter->started >= submitter->limit;
}

static void stop(struct bench_submitter *submitter)
{
	submitter->limit = submitter->started;
}

static void fail(struct bench_submitter *submitter, int err)
{
	submitter->err = submitter->err ?: err;
	stop(submitter);
}

/* The number of messages that may have started before another one completes */
static u64 idle_end(const struct bench_submitter *submitter)
{
	return submitter->completed + submitter->scenario->inflight;
}

static void finish(struct bench_submitter *submitter,
		   struct bench_message *message)
{
	submitter->idle[idle_end(submitter) % BENCH_MAX_INFLIGHT] = message;
	submitter->completed++;
	if (message->number < submitter->newest)
		submitter->reordered++;
	else
		submitter->newest = message->number;
	if (message->start)
		bench_latency_add(&submitter->latency,
				  bench_now() - message->start);
}

/* @err: returned by the message's last step, or passed to its completion */
static void stepped(struct bench_submitter *submitter,
		    struct bench_message *message, int err)
{
	if (err == -EINPROGRESS)
		return;
	if (err)
		fail(submitter, err);
	finish(submitter, message);
}

/* Continue or finish messages whose request has completed, in that order. */
static void take_back(struct bench_submitter *submitter)
{
	struct bench_message *message, *next;
	LIST_HEAD(ready);

	spin_lock_bh(&submitter->lock);
	list_splice_init(&submitter->ready, &ready);
	spin_unlock_bh(&submitter->lock);

	list_for_each_entry_safe(message, next, &ready, node) {
		int err = message->err;

		if (!err && message->state != BENCH_DONE)
			err = bench_message_go_on(message);
		stepped(submitter, message, err);
	}
}

/* In the closed loop: is the next message timed? */
static bool is_timed(struct bench_submitter *submitter)
{
	if (submitter->started < submitter->timed)
		return false;
	submitter->timed += submitter->scenario->inflight < MANY_INFLIGHT ?
			    TIMED_EVERY : TIMED_OF_MANY;
	return true;
}

/*
 * May a message start now?
 * Return: the time when it was due; 0: yes, but it is not timed; U64_MAX: not yet, or no
 *	   more
 */
static u64 may_start(struct bench_submitter *submitter)
{
	const unsigned int rate = submitter->scenario->rate;
	u64 now, due;

	if (!rate && !is_timed(submitter))
		return 0;

	now = bench_now();
	due = rate ? submitter->due : now;
	if (max(due, now) > submitter->until) {
		stop(submitter);
		return U64_MAX;
	}
	if (due > now) {
		hrtimer_start(&submitter->timer, ns_to_ktime(due),
			      HRTIMER_MODE_ABS_PINNED);
		return U64_MAX;
	}
	if (rate)
		submitter->due += NSEC_PER_SEC / rate;
	return due;
}

/*
 * Start messages that may start, at most as many as there are: a driver that completes at
 * once leaves them idle, so that this would not end.
 * Return: true if more can be started now.
 */
static bool start_some(struct bench_submitter *submitter)
{
	unsigned int n;

	for (n = 0; n < submitter->scenario->inflight; n++) {
		struct bench_message *message;
		u64 start;

		if (is_over(submitter) ||
		    submitter->started == idle_end(submitter))
			return false;
		start = may_start(submitter);
		if (start == U64_MAX)
			return false;
		message = submitter->idle[submitter->started %
					  BENCH_MAX_INFLIGHT];
		message->start = start;
		message->number = ++submitter->started;
		stepped(submitter, message, bench_message_start(message));
	}
	return submitter->started < idle_end(submitter);
}

static enum outlook pump(struct bench_submitter *submitter)
{
	WRITE_ONCE(submitter->kicked, false);
	take_back(submitter);
	if (start_some(submitter))
		return GO_ON;
	if (is_over(submitter) && submitter->completed == submitter->started)
		return FINISHED;
	return WAIT;
}

static void pump_tasklet(struct tasklet_struct *tasklet)
{
	struct bench_submitter *submitter =
		container_of(tasklet, struct bench_submitter, tasklet);

	switch (pump(submitter)) {
	case GO_ON:
		tasklet_schedule(tasklet);
		break;
	case WAIT:
		break;
	case FINISHED:
		complete(&submitter->finished);
		break;
	}
}

static void pump_thread(struct bench_submitter *submitter)
{
	enum outlook outlook;

	while ((outlook = pump(submitter)) != FINISHED) {
		if (outlook == GO_ON) {
			cond_resched();
			continue;
		}
		set_current_state(TASK_UNINTERRUPTIBLE);
		while (!READ_ONCE(submitter->kicked)) {
			schedule();
			set_current_state(TASK_UNINTERRUPTIBLE);
		}
		__set_current_state(TASK_RUNNING);
	}
	complete(&submitter->finished);
}

/* For softirq the thread only schedules the tasklet on its CPU, and can be stopped. */
static int submitter_thread(void *arg)
{
	struct bench_submitter *submitter = arg;

	if (submitter->scenario->softirq) {
		local_bh_disable();
		tasklet_schedule(&submitter->tasklet);
		local_bh_enable();
	} else {
		pump_thread(submitter);
	}

	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/*
 * Requests are adjacent in memory, like the jobs in the engine's benchmark. From
 * kmalloc() each would start at a multiple of 512 bytes, and a CPU's first-level cache
 * has room for few such addresses.
 */
static size_t request_size(struct crypto_ahash *tfm)
{
	return ALIGN(sizeof(struct ahash_request) + crypto_ahash_reqsize(tfm),
		     SMP_CACHE_BYTES);
}

/**
 * bench_submitter_init() - make a submitter and its messages
 * @submitter: the submitter, zeroed
 * @scenario: the scenario; must exist as long as the submitter
 * @tfm: the transform under test
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM; call bench_submitter_exit() in either case.
 */
int bench_submitter_init(struct bench_submitter *submitter,
			 const struct bench_scenario *scenario,
			 struct crypto_ahash *tfm)
{
	const size_t size = request_size(tfm);
	unsigned int i;
	int err;

	submitter->scenario = scenario;
	spin_lock_init(&submitter->lock);
	INIT_LIST_HEAD(&submitter->ready);
	init_completion(&submitter->finished);
	tasklet_setup(&submitter->tasklet, pump_tasklet);
	hrtimer_setup(&submitter->timer, timer_expired, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED);

	submitter->message = kvcalloc(scenario->inflight,
				      sizeof(*submitter->message), GFP_KERNEL);
	submitter->requests = kvcalloc(scenario->inflight, size, GFP_KERNEL);
	if (!submitter->message || !submitter->requests)
		return -ENOMEM;
	for (i = 0; i < scenario->inflight; i++) {
		err = bench_message_init(&submitter->message[i], submitter, tfm,
					 submitter->requests + i * size,
					 hand_back);
		if (err)
			return err;
	}
	return 0;
}

/**
 * bench_submitter_exit() - free a submitter
 * @submitter: a submitter that is not running
 *
 * Context: process, may sleep.
 */
void bench_submitter_exit(struct bench_submitter *submitter)
{
	unsigned int i;

	for (i = 0; submitter->message && i < submitter->scenario->inflight; i++)
		bench_message_exit(&submitter->message[i]);
	kvfree(submitter->message);
	kvfree(submitter->requests);
}

/**
 * bench_submitter_prepare() - make a submitter ready to start
 * @submitter: a submitter that is not running
 * @cpu: the CPU to run on
 *
 * Context: process, may sleep.
 * Return: 0, -ENOMEM or -EINTR; after 0, call bench_submitter_stop() in the end.
 */
int bench_submitter_prepare(struct bench_submitter *submitter,
			    unsigned int cpu)
{
	struct task_struct *task;

	task = kthread_create_on_cpu(submitter_thread, submitter, cpu,
				     "bench/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	submitter->task = task;
	return 0;
}

/**
 * bench_submitter_start() - start a prepared submitter
 * @submitter: the submitter
 * @limit: number of messages that it may start
 * @from: with a rate: when the first is due, nanoseconds of CLOCK_MONOTONIC
 * @until: start none after this time, likewise
 *
 * Context: process.
 */
void bench_submitter_start(struct bench_submitter *submitter, u64 limit,
			   u64 from, u64 until)
{
	unsigned int i;

	for (i = 0; i < submitter->scenario->inflight; i++)
		submitter->idle[i] = &submitter->message[i];
	submitter->limit = limit;
	submitter->due = from;
	submitter->until = until;
	submitter->started = 0;
	submitter->timed = 0;
	submitter->completed = 0;
	submitter->reordered = 0;
	submitter->newest = 0;
	memset(&submitter->latency, 0, sizeof(submitter->latency));
	reinit_completion(&submitter->finished);
	wake_up_process(submitter->task);
}

/**
 * bench_submitter_wait() - wait until a started submitter has finished
 * @submitter: the submitter
 *
 * Context: process, may sleep.
 * Return: 0 or the error of the first message that failed.
 */
int bench_submitter_wait(struct bench_submitter *submitter)
{
	wait_for_completion(&submitter->finished);
	return submitter->err;
}

/**
 * bench_submitter_stop() - undo bench_submitter_prepare()
 * @submitter: a submitter that was never started, or has finished. An RCU grace period
 *	       must have passed since then: a completion on another CPU may have been
 *	       about to kick it.
 *
 * Context: process, may sleep.
 */
void bench_submitter_stop(struct bench_submitter *submitter)
{
	hrtimer_cancel(&submitter->timer);
	tasklet_kill(&submitter->tasklet);
	kthread_stop(submitter->task);
}
