// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU that is idle or busy: no request waits for longer than necessary.
 */
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "load.h"

/*
 * If all tasks wait, requests do not wait for the deadline, which comes a jiffy or two
 * later.
 */
static void blocked_tasks_are_served_at_once(struct kunit *test)
{
	const unsigned int tries = 5;
	struct load *load;
	u64 start, best = U64_MAX;
	unsigned int i;

	skip_if_none_waits(test);
	load = load_alloc(&api_drivers[0], CRYPTO_TFM_REQ_MAY_BACKLOG);
	KUNIT_ASSERT_NOT_NULL(test, load);
	load_prepare(load, 0);
	for (i = 0; i < tries && best >= TICK_NSEC; i++) {
		start = load_submit_queued(test, load, 0);
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		best = min(best, ktime_get_ns() - start);
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	KUNIT_EXPECT_TRUE_MSG(test, best < TICK_NSEC, "%llu ns", best);
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

/* The submitter does not wait but keeps the CPU busy, so the deadline has to flush. */
static void a_busy_submitter_does_not_stop_requests(struct kunit *test)
{
	const u64 soon_ns = 5 * NSEC_PER_SEC;
	struct load *load;

	skip_if_none_waits(test);
	load = load_alloc(&api_drivers[0], 0);
	KUNIT_ASSERT_NOT_NULL(test, load);
	load_prepare(load, 0);
	migrate_disable();
	load_submit_queued(test, load, 0);
	KUNIT_EXPECT_TRUE(test, done_while_spinning(load, soon_ns));
	migrate_enable();
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	load_free(load);
}

static int spin(void *unused)
{
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

/*
 * Another thread keeps the CPU busy, beginning before or after a request is submitted: the
 * flusher thread does not run, so the deadline has to flush.
 */
static void busy_with_something_else(struct kunit *test, bool before)
{
	const unsigned long soon = 5 * HZ;
	struct load *load;
	struct task_struct *spinner;
	bool all_done;

	skip_if_none_waits(test);
	load = load_alloc(&api_drivers[0], CRYPTO_TFM_REQ_MAY_BACKLOG);
	KUNIT_ASSERT_NOT_NULL(test, load);
	load_prepare(load, 0);
	migrate_disable();
	spinner = kthread_create_on_cpu(spin, NULL, smp_processor_id(), "mbhash_spin/%u");
	KUNIT_ASSERT_FALSE(test, IS_ERR(spinner));
	if (before)
		wake_up_process(spinner);
	load_submit_queued(test, load, 0);
	if (!before)
		wake_up_process(spinner);
	all_done = wait_for_completion_timeout(&load->all_done, soon);
	kthread_stop(spinner);
	migrate_enable();
	KUNIT_EXPECT_TRUE(test, all_done);
	KUNIT_ASSERT_TRUE(test, all_done || load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	load_free(load);
}

static void a_busy_thread_does_not_stop_requests(struct kunit *test)
{
	busy_with_something_else(test, true);
}

static void a_thread_that_becomes_busy_does_not_stop_requests(struct kunit *test)
{
	busy_with_something_else(test, false);
}

/* Nothing that flushes what waits would run before it sleeps. */
static void a_real_time_task_does_not_wait(struct kunit *test)
{
	const unsigned int tries = 5;
	struct load *load;
	unsigned int i;
	bool done;

	skip_if_none_waits(test);
	load = load_alloc(&api_drivers[0], CRYPTO_TFM_REQ_MAY_BACKLOG);
	KUNIT_ASSERT_NOT_NULL(test, load);
	load_prepare(load, 0);
	for (i = 0; i < tries; i++) {
		load_submit_queued(test, load, 0);
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		sched_set_fifo(current);
		done = load_submit_one(load, 0);
		sched_set_normal(current, 0);
		KUNIT_EXPECT_TRUE(test, done);
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	load_free(load);
}

static struct kunit_case busy_cases[] = {
	KUNIT_CASE(blocked_tasks_are_served_at_once),
	KUNIT_CASE(a_busy_submitter_does_not_stop_requests),
	KUNIT_CASE(a_busy_thread_does_not_stop_requests),
	KUNIT_CASE(a_thread_that_becomes_busy_does_not_stop_requests),
	KUNIT_CASE(a_real_time_task_does_not_wait),
	{}
};

static struct kunit_suite busy_suite = {
	.name = "mbhash_busy",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.test_cases = busy_cases,
};

kunit_test_suite(busy_suite);
