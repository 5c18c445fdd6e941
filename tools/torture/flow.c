// SPDX-License-Identifier: GPL-2.0
/*
 * A flow: a thread that goes through rounds, one after the other, and leaves some to
 * themselves when it gets a signal.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "../../kunit/compat/portable.h"
#include "torture.h"

/* Rounds that are kept, should one of their requests be completed once more */
#define KEPT		8
#define OUTSTANDING	4
/* How often another transform's key changes while a round is in flight */
#define KEYS		8
/* Until the module may be there again */
#define PAUSE_MS	20

static void free_dead(struct flow *flow)
{
	struct llist_node *list = llist_del_all(&flow->dead);
	struct round *round, *next;

	llist_for_each_entry_safe(round, next, list, dead)
		round_free(round);
}

static void note_no_round(const struct flow *flow, u64 number, int err)
{
	switch (err) {
	case -ENOMEM:
		atomic64_inc(&counts.no_memory);
		break;
	case -ENOENT:
	case -EAGAIN:
	case -EINTR:
		/* The module is not there, or a signal came as we waited for it. */
		atomic64_inc(&counts.no_driver);
		break;
	default:
		atomic64_inc(&counts.errors);
		pr_err("mbhash_torture: seed=%llu flow=%u round=%llu: cannot begin: error %d\n",
		       torture_seed, flow->number, number, err);
		break;
	}
}

/* Allocations of this thread may fail, if the kernel has been told so. */
static void set_may_fail(bool may_fail)
{
#ifdef CONFIG_FAULT_INJECTION
	current->make_it_fail = may_fail;
#endif
}

static struct round *next_round(struct flow *flow, u64 number)
{
	struct round *round;

	flow->rng.state = torture_seed ^ ((u64)flow->number << 48) ^ number;
	set_may_fail(!rng_below(&flow->rng, 4));
	round = round_alloc(flow, number);
	set_may_fail(false);
	if (IS_ERR(round)) {
		note_no_round(flow, number, PTR_ERR(round));
		return NULL;
	}
	atomic64_inc(&counts.rounds);
	return round;
}

/* Others' keys change. */
static void set_other_keys(struct flow *flow)
{
	unsigned int i;

	if (!flow->other)
		flow->other = crypto_alloc_ahash("hmac-sha256-mb", 0, 0);
	if (IS_ERR(flow->other)) {
		flow->other = NULL;
		return;
	}
	for (i = 0; i < KEYS; i++)
		crypto_ahash_setkey(flow->other, data_at(&flow->rng, MAX_KEY),
				    1 + rng_below(&flow->rng, MAX_KEY));
}

static void put_other(struct flow *flow)
{
	if (flow->other)
		crypto_free_ahash(flow->other);
	flow->other = NULL;
}

/* Those that were completed and that no callback goes on with */
static void go_on_with_ready(struct round *round)
{
	struct llist_node *list = llist_del_all(&round->ready);
	struct message *message, *next;

	llist_for_each_entry_safe(message, next, llist_reverse_order(list), node) {
		message_go_on(message);
		cond_resched();
	}
}

static bool has_news(struct round *round)
{
	return completion_done(&round->home) || !llist_empty(&round->ready);
}

static void report_lost(struct round *round)
{
	unsigned int i;

	for (i = 0; i < round->n; i++)
		if (atomic_read(&round->message[i].in_flight))
			torture_fault(&round->message[i], &counts.lost,
				      "does not come back");
}

/* Return: may the round be forgotten? All has come back, or will without us. */
static bool wait_for_round(struct flow *flow, struct round *round)
{
	unsigned long end = jiffies + torture_timeout * HZ;

	while (!completion_done(&round->home)) {
		const long ret =
			swait_event_interruptible_timeout_exclusive(flow->wait,
								    has_news(round),
								    HZ);

		if (!llist_empty(&round->ready)) {
			go_on_with_ready(round);
			end = jiffies + torture_timeout * HZ;
		}
		if (ret == -ERESTARTSYS) {
			flush_signals(current);
			if (round->in_callback) {
				atomic64_inc(&counts.signals);
				return true;
			}
		}
		if (time_after(jiffies, end)) {
			report_lost(round);
			return false;
		}
	}
	/* Who completed it has let go of it by then, or is about to. */
	return true;
}

/* Return: nothing was lost. */
static bool run_round(struct flow *flow, struct round *round)
{
	atomic_inc(&flow->outstanding);
	place_submit(flow, round);
	set_other_keys(flow);
	if (!wait_for_round(flow, round))
		return false;
	round_put(round);
	return true;
}

static bool all_is_home(struct flow *flow)
{
	unsigned long end = jiffies + torture_timeout * HZ;

	while (atomic_read(&flow->outstanding)) {
		if (time_after(jiffies, end)) {
			atomic64_add(atomic_read(&flow->outstanding), &counts.lost);
			pr_err("mbhash_torture: flow %u: rounds that were left to themselves do not end\n",
			       flow->number);
			return false;
		}
		schedule_timeout_uninterruptible(1);
	}
	return true;
}

static void pause(struct flow *flow)
{
	put_other(flow);
	free_dead(flow);
	msleep(PAUSE_MS);
}

/* Return: nothing was lost. */
static bool be_hushed(struct flow *flow)
{
	if (!all_is_home(flow))
		return false;
	atomic_inc(&torture_hushed);
	while (READ_ONCE(torture_hush))
		schedule_timeout_uninterruptible(1);
	atomic_dec(&torture_hushed);
	return true;
}

/* Return: nothing was lost. */
static bool run_rounds(struct flow *flow)
{
	unsigned int kept = 0;
	u64 number = 0;

	while (!READ_ONCE(torture_stop) && !kthread_should_stop()) {
		struct round *round;

		if (READ_ONCE(torture_pause)) {
			pause(flow);
			continue;
		}
		if (READ_ONCE(torture_hush)) {
			if (!be_hushed(flow))
				return false;
			continue;
		}
		flush_signals(current);
		round = next_round(flow, number++);
		if (!round) {
			/* For want of memory now, of the module for longer */
			schedule_timeout_uninterruptible(1);
			continue;
		}
		if (!run_round(flow, round))
			return false;
		if (atomic_read(&flow->outstanding) > OUTSTANDING &&
		    !all_is_home(flow))
			return false;
		if (++kept == KEPT) {
			free_dead(flow);
			kept = 0;
		}
		cond_resched();
	}
	return all_is_home(flow);
}

static int flow_run(void *arg)
{
	struct flow *flow = arg;

	allow_signal(SIGUSR1);
	allow_signal(SIGKILL);
	if (run_rounds(flow)) {
		put_other(flow);
		free_dead(flow);
	} else {
		/* What is still on its way needs the module. */
		__module_get(THIS_MODULE);
		WRITE_ONCE(torture_stop, true);
	}
	atomic_inc(&torture_ended);
	while (!kthread_should_stop()) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (signal_pending(current))
			flush_signals(current);
		if (!kthread_should_stop())
			schedule();
		__set_current_state(TASK_RUNNING);
	}
	return 0;
}

static void put_references(struct flow *flow)
{
	unsigned int id, hmac;

	for (id = 0; id < MBHASH_NR_HASHES; id++)
		for (hmac = 0; hmac < 2; hmac++)
			if (!IS_ERR_OR_NULL(flow->reference[id][hmac]))
				crypto_free_shash(flow->reference[id][hmac]);
}

static int get_references(struct flow *flow)
{
	unsigned int id, hmac;

	for (id = 0; id < MBHASH_NR_HASHES; id++) {
		for (hmac = 0; hmac < 2; hmac++) {
			flow->reference[id][hmac] = mbhash_alloc_portable(id, hmac);
			if (IS_ERR(flow->reference[id][hmac]))
				return PTR_ERR(flow->reference[id][hmac]);
		}
	}
	return 0;
}

/**
 * flow_start() - make a flow and start it
 * @flow: the flow, zeroed
 * @number: its index among all
 *
 * Return: 0 or -errno.
 */
int flow_start(struct flow *flow, unsigned int number)
{
	int err;

	flow->number = number;
	init_swait_queue_head(&flow->wait);
	init_llist_head(&flow->dead);
	place_init(flow);
	err = get_references(flow);
	if (err)
		goto error;
	flow->task = kthread_run(flow_run, flow, "torture/%u", number);
	if (!IS_ERR(flow->task))
		return 0;
	err = PTR_ERR(flow->task);
	flow->task = NULL;
error:
	put_references(flow);
	return err;
}

/**
 * flow_stop() - the opposite, once it has come to its end
 * @flow: the flow
 */
void flow_stop(struct flow *flow)
{
	kthread_stop(flow->task);
	place_exit(flow);
	put_references(flow);
}
