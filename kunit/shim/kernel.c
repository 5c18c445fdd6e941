// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the suites when the module is loaded, on a kernel without KUnit. As in KUnit,
 * each test is a thread, so that it can be aborted anywhere, and the results are in
 * the log.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include "test.h"

static struct attempt {
	void (*fn)(struct kunit *test);
	struct kunit *test;
	struct task_struct *task;
	struct completion done;
} attempt;

static int attempt_thread(void *unused)
{
	attempt.task = current;
	attempt.fn(attempt.test);
	shim_abort();
	return 0;
}

/**
 * shim_abort() - end the thread of a test
 */
void shim_abort(void)
{
	if (!WARN_ON(current != attempt.task))
		kthread_complete_and_exit(&attempt.done, 0);
}

/**
 * shim_try() - run a test to its end, or until it aborts
 * @fn: what to run
 * @test: the test
 */
void shim_try(void (*fn)(struct kunit *test), struct kunit *test)
{
	struct task_struct *task;

	attempt.fn = fn;
	attempt.test = test;
	init_completion(&attempt.done);
	task = kthread_run(attempt_thread, NULL, "mbhash_test");
	if (IS_ERR(task)) {
		KUNIT_FAIL(test, "kthread_run() failed");
		return;
	}
	/* With a timeout, so that a wait of minutes is not reported as a hung task. */
	while (!wait_for_completion_timeout(&attempt.done, HZ))
		;
}

static int __init shim_init(void)
{
	unsigned int n = __stop_kunit_suites - __start_kunit_suites;
	unsigned int i, failed = 0;

	for (i = 0; i < n; i++)
		failed += !shim_run(__start_kunit_suites[i], i + 1);
	if (failed)
		pr_err("mbhash_kunit: %u of %u suites have failed\n", failed, n);
	return 0;
}
module_init(shim_init);

static void __exit shim_exit(void)
{
}
module_exit(shim_exit);
