// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU that is idle or busy: no request waits for longer than necessary.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/preempt.h>

#include "load.h"

/*
 * If all tasks wait, requests do not wait for the deadline. This test is effective if
 * the module is loaded with flush_us=500000.
 */
static void waiting_tasks_are_served_at_once(struct kunit *test)
{
	struct load *load = load_alloc(test->param_value,
					  CRYPTO_TFM_REQ_MAY_BACKLOG);
	const unsigned int tries = 5, soon_ms = 100;
	u64 start, best = U64_MAX;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	for (i = 0; i < tries; i++) {
		start = ktime_get_ns();
		load_submit_few(load, 1);
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		best = min(best, ktime_get_ns() - start);
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	KUNIT_EXPECT_TRUE_MSG(test, best < soon_ms * NSEC_PER_MSEC,
			      "%s: %llu ns", load->driver->name, best);
	load_free(load);
}

/*
 * Keep the CPU busy for @ns at most, with a moment's pause each 100 ms: under load
 * ksoftirqd runs softirqs, and not every kernel can preempt a task for it.
 * Return: whether all of @load is done by then.
 */
static bool done_while_spinning(struct load *load, u64 ns)
{
	const u64 end = ktime_get_ns() + ns;
	u64 now, resched = end - ns;

	while (!completion_done(&load->all_done)) {
		now = ktime_get_ns();
		if (now >= end)
			break;
		if (now - resched > 100 * NSEC_PER_MSEC) {
			cond_resched();
			resched = now;
		}
		cpu_relax();
	}
	return completion_done(&load->all_done);
}

/*
 * The submitter does not wait but keeps the CPU busy, so the deadline has to flush. With
 * flush_us=500000 one or two ticks are soon enough, twenty are not.
 */
static void a_busy_cpu_does_not_stop_requests(struct kunit *test)
{
	struct load *load = load_alloc(test->param_value, 0);
	const u64 soon_ns = 5 * NSEC_PER_SEC;
	const unsigned int tries = 5;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	for (i = 0; i < tries; i++) {
		load_submit_few(load, 1);
		KUNIT_EXPECT_TRUE(test, done_while_spinning(load, soon_ns));
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	load_free(load);
}

static int spin(void *unused)
{
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

/*
 * Another thread keeps the CPU busy, beginning before or after the requests are
 * submitted: the flusher thread does not run, so the deadline has to flush. One request
 * and two alternate, so that no number is expected.
 */
static void busy_with_something_else(struct kunit *test, bool before)
{
	const unsigned long soon = 5 * HZ;
	struct load *load = load_alloc(test->param_value,
					  CRYPTO_TFM_REQ_MAY_BACKLOG);
	const unsigned int tries = 4;
	bool all_done = true;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	migrate_disable();
	for (i = 0; i < tries && all_done; i++) {
		struct task_struct *spinner =
			kthread_create_on_cpu(spin, NULL, smp_processor_id(),
					      "mbhash_spin/%u");

		if (IS_ERR(spinner)) {
			KUNIT_FAIL(test, "kthread_create_on_cpu() failed");
			break;
		}
		if (before)
			wake_up_process(spinner);
		load_submit_few(load, 1 + i % 2);
		if (!before)
			wake_up_process(spinner);
		all_done = wait_for_completion_timeout(&load->all_done, soon);
		kthread_stop(spinner);
		KUNIT_EXPECT_TRUE(test, all_done);
		all_done = all_done || load_wait(load);
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	migrate_enable();
	if (all_done)
		load_free(load);
}

static void a_cpu_busy_with_something_else(struct kunit *test)
{
	busy_with_something_else(test, true);
}

static void a_cpu_that_becomes_busy(struct kunit *test)
{
	busy_with_something_else(test, false);
}

static int submit_and_spin(void *arg)
{
	struct other *other = arg;
	struct load *load = other->load;

	/* This makes the task known as a submitter. */
	load_submit_few(load, 1);
	load_wait(load);
	complete(&other->done);

	wait_for_completion(&other->go);
	other->served = done_while_spinning(load, other->spin_ns);
	kthread_complete_and_exit(&other->done, 0);
}

/* Return: was a request served while a submitter kept the CPU for @spin_ns? */
static bool served_while_spinning(struct kunit *test, struct load *load,
				  u64 spin_ns)
{
	struct other other = { .spin_ns = spin_ns };

	if (!other_start(test, &other, load, submit_and_spin))
		return false;
	wait_for_completion(&other.done);
	load_prepare_some(load, 1);
	/* First, so that the other task spins as soon as possible after this submits. */
	complete(&other.go);
	client_submit(client_long(load->client));
	wait_for_completion(&other.done);
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	return other.served;
}

/*
 * Return: more than any task's patience, however late ticks are. A submitter that does
 * not wait measures how long one takes.
 */
static u64 many_ticks(struct kunit *test, struct load *load)
{
	const u64 start = ktime_get_ns();
	u64 tick_ns;

	load_submit_few(load, 1);
	KUNIT_EXPECT_TRUE(test, done_while_spinning(load, 5 * NSEC_PER_SEC));
	tick_ns = ktime_get_ns() - start;
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	return 2 * NSEC_PER_SEC + 40 * tick_ns;
}

/* A task that keeps the CPU busy may soon submit again, but others do not wait forever. */
static void a_submitter_is_not_waited_for_forever(struct kunit *test)
{
	const unsigned int tries = 2;
	struct load *load;
	unsigned int i;
	u64 spin_ns;

	skip_if_none_waits(test);
	migrate_disable();
	load = load_alloc_unknown(test, CRYPTO_TFM_REQ_MAY_BACKLOG);
	spin_ns = many_ticks(test, load);
	for (i = 0; i < tries; i++)
		KUNIT_EXPECT_TRUE(test, served_while_spinning(test, load,
							      spin_ns));
	migrate_enable();
	load_free(load);
}

/*
 * A task that is the only submitter, and submits only now and then, does not delay its
 * first request until the queue is full. This test is effective with flush_us=500000.
 */
static void a_slow_submitter_is_not_waited_for(struct kunit *test)
{
	/* Less than flush_us; the sum is more than a few ticks take. */
	const u64 pause_ns = 250 * NSEC_PER_MSEC;
	const unsigned int nr = 16;
	unsigned int early = 0, i;
	struct load *load;
	struct client *w;

	skip_if_none_waits(test);
	migrate_disable();
	load = load_alloc_unknown(test, CRYPTO_TFM_REQ_MAY_BACKLOG);
	load_prepare_some(load, nr);
	for (i = 1, w = load->client; i <= nr; i++, w++) {
		w = client_long(w);
		client_submit(w);
		if (i < nr && !early) {
			done_while_spinning(load, pause_ns);
			early = atomic_read(&load->completed);
		}
	}
	migrate_enable();
	KUNIT_EXPECT_TRUE(test, early > 0);
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	load_free(load);
}

KUNIT_ARRAY_PARAM(driver, api_drivers, api_driver_name);

static struct kunit_case busy_cases[] = {
	KUNIT_CASE_PARAM(waiting_tasks_are_served_at_once, driver_gen_params),
	KUNIT_CASE_PARAM(a_busy_cpu_does_not_stop_requests, driver_gen_params),
	KUNIT_CASE_PARAM(a_cpu_busy_with_something_else, driver_gen_params),
	KUNIT_CASE_PARAM(a_cpu_that_becomes_busy, driver_gen_params),
	KUNIT_CASE(a_submitter_is_not_waited_for_forever),
	KUNIT_CASE(a_slow_submitter_is_not_waited_for),
	{}
};

static struct kunit_suite busy_suite = {
	.name = "mbhash_busy",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.test_cases = busy_cases,
};

kunit_test_suite(busy_suite);
