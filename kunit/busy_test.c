// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU that is busy, or has nothing else to do: nobody waits for longer than that
 * takes.
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/preempt.h>

#include "../compat/compat.h"
#include "load.h"

/*
 * When all tasks wait, nobody waits for the deadline. This has teeth if the
 * module is loaded with flush_us=500000.
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
 * Keep the CPU for @ns at most, but for a moment each 100 ms: under load softirqs
 * are ksoftirqd's, and not every kernel can preempt for it.
 * Return: is all of @load done by then?
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
 * The submitter does not wait but keeps the CPU: the deadline has to help. With
 * flush_us=500000 a tick or two are soon enough, twenty of them are not.
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
 * Something else keeps the CPU, from before or from after the requests were
 * submitted: the thread does not get it, the deadline has to help. One request
 * and two in turn, for nobody to know how many to expect.
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

	/* By this it is known. */
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
	/* First, for the spinning to begin as soon as possible after the other. */
	complete(&other.go);
	client_submit(client_long(load->client));
	wait_for_completion(&other.done);
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	return other.served;
}

/*
 * Longer than anybody's patience, however late ticks come. How long
 * one takes is seen where the submitter does not wait.
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

/* Who keeps the CPU may soon submit again, but is not waited for as long as it likes. */
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
 * A task that has the queue for itself, and submits only now and then, does not
 * fill it at the expense of its first request. This has teeth with
 * flush_us=500000.
 */
static void a_slow_submitter_is_not_waited_for(struct kunit *test)
{
	/* Less than flush_us; all of it longer than a few ticks take. */
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
