// SPDX-License-Identifier: GPL-2.0
/*
 * Many requests at once, from tasks, softirqs and completion callbacks: each result is
 * right, each request completes exactly once, none is lost, and the order is kept
 * where that matters.
 */
#include <linux/kthread.h>
#include <linux/preempt.h>

#include "load.h"

/* Did all of @load's requests complete, @again + 1 times each? */
static bool load_check(struct kunit *test, struct load *load,
		       unsigned int again, bool all_done)
{
	KUNIT_EXPECT_TRUE_MSG(test, all_done, "%s: %d requests are lost",
			      load->driver->name, atomic_read(&load->left));
	KUNIT_EXPECT_EQ_MSG(test, atomic_read(&load->wrong), 0, "%s",
			    load->driver->name);
	KUNIT_EXPECT_EQ_MSG(test, atomic_read(&load->completed),
			    REQUESTS * (again + 1), "%s", load->driver->name);
	return all_done && !atomic_read(&load->wrong);
}

static void from_a_task(struct load *load)
{
	load_submit(load);
}

static void from_a_task_without_bh(struct load *load)
{
	local_bh_disable();
	load_submit(load);
	local_bh_enable();
}

static void from_a_task_on_one_cpu(struct load *load)
{
	migrate_disable();
	load_submit(load);
	migrate_enable();
}

static void from_softirq(struct load *load)
{
	tasklet_schedule(&load->tasklet);
}

static void rounds(struct kunit *test, void (*start)(struct load *load),
		   u32 flags, unsigned int again,
		   void (*check)(struct kunit *test, struct load *load))
{
	const unsigned int nr = part_of(again ? 3 : 20);
	struct load *load = load_alloc(test->param_value, flags);
	bool all_done = true;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	for (i = 0; i < nr && all_done; i++) {
		load_prepare(load, again);
		start(load);
		all_done = load_wait(load);
		if (!load_check(test, load, again, all_done))
			break;
		if (check)
			check(test, load);
	}
	/* Otherwise leaked, since requests may still use it. */
	if (all_done) {
		tasklet_kill(&load->tasklet);
		load_free(load);
	}
}

static void hundreds_at_once_from_a_task_are_right(struct kunit *test)
{
	rounds(test, from_a_task, CRYPTO_TFM_REQ_MAY_SLEEP, 0, NULL);
	rounds(test, from_a_task, CRYPTO_TFM_REQ_MAY_BACKLOG, 0, NULL);
	rounds(test, from_a_task, 0, 0, NULL);
}

static void hundreds_at_once_from_a_softirq_are_right(struct kunit *test)
{
	rounds(test, from_softirq, 0, 0, NULL);
	rounds(test, from_softirq, CRYPTO_TFM_REQ_MAY_BACKLOG, 0, NULL);
}

static void callbacks_may_submit_again(struct kunit *test)
{
	const unsigned int again = part_of(30);

	rounds(test, from_a_task, CRYPTO_TFM_REQ_MAY_BACKLOG, again, NULL);
	rounds(test, from_a_task, 0, again, NULL);
	rounds(test, from_softirq, 0, again, NULL);
}

static void expect_order(struct kunit *test, struct load *load)
{
	KUNIT_EXPECT_EQ_MSG(test, atomic_read(&load->overtaken), 0, "%s",
			    load->driver->name);
}

/* Requests that no task waits for: IPsec's, and those that its completions submit. */
static void packets_stay_in_order(struct kunit *test)
{
	const unsigned int again = part_of(30);

	rounds(test, from_softirq, 0, 0, expect_order);
	rounds(test, from_softirq, 0, again, expect_order);
	rounds(test, from_a_task_without_bh, 0, 0, expect_order);
	rounds(test, from_a_task_on_one_cpu, 0, 0, expect_order);
}

/**
 * struct worker - a thread with its own load
 * @load: the load
 * @rounds: how many times it submits all of it
 * @start: submits it
 * @all_done: no request was lost
 * @exited: the thread has ended
 */
struct worker {
	struct load *load;
	unsigned int rounds;
	void (*start)(struct load *load);
	bool all_done;
	struct completion exited;
};

static int work(void *arg)
{
	struct worker *worker = arg;
	unsigned int i;

	worker->all_done = true;
	for (i = 0; i < worker->rounds && worker->all_done; i++) {
		load_prepare(worker->load, 1);
		worker->start(worker->load);
		worker->all_done = load_wait(worker->load);
	}
	tasklet_kill(&worker->load->tasklet);
	kthread_complete_and_exit(&worker->exited, 0);
}

static void worker_start(struct kunit *test, struct worker *worker)
{
	struct task_struct *task = kthread_run(work, worker, "mbhash_test");

	if (IS_ERR(task)) {
		KUNIT_FAIL(test, "kthread_run() failed");
		complete(&worker->exited);
	}
}

/* Two threads for each driver, one of which submits from softirq. */
static void all_drivers_may_be_used_at_once(struct kunit *test)
{
	const unsigned int nr = 2 * API_DRIVERS, rounds = part_of(10);
	struct worker *workers = kunit_kcalloc(test, nr, sizeof(*workers),
					       GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, workers);
	for (i = 0; i < nr; i++) {
		struct worker *worker = &workers[i];
		bool bh = i % 2;

		worker->load = load_alloc(&api_drivers[i / 2], bh ? 0 :
					    CRYPTO_TFM_REQ_MAY_BACKLOG);
		KUNIT_ASSERT_NOT_NULL(test, worker->load);
		worker->rounds = rounds;
		worker->start = bh ? from_softirq : from_a_task;
		init_completion(&worker->exited);
	}
	for (i = 0; i < nr; i++)
		worker_start(test, &workers[i]);
	for (i = 0; i < nr; i++) {
		struct worker *worker = &workers[i];

		wait_for_completion(&worker->exited);
		load_check(test, worker->load, 1, worker->all_done);
		if (worker->all_done)
			load_free(worker->load);
	}
}

/* One request after the other, as a single stream submits them. */
static void one_request_after_the_other_is_right(struct kunit *test)
{
	struct load *load = load_alloc(test->param_value,
					  CRYPTO_TFM_REQ_MAY_BACKLOG);
	const unsigned int repeats = 5;
	bool all_done = true;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	load_prepare(load, 0);
	for (i = 0; i < REQUESTS && all_done; i++) {
		load->client[i].again = repeats;
		reinit_completion(&load->all_done);
		atomic_set(&load->left, 1);
		client_submit(&load->client[i]);
		all_done = load_wait(load);
	}
	load_check(test, load, repeats, all_done);
	if (all_done)
		load_free(load);
}

static int submit_one(void *arg)
{
	struct other *other = arg;

	wait_for_completion(&other->go);
	client_submit(client_long(&other->load->client[REQUESTS / 2]));
	kthread_complete_and_exit(&other->done, 0);
}

/*
 * A short request does not overtake a long one of the same flow, even if another
 * flow's request was submitted in between.
 */
static void flows_of_two_tasks_stay_in_order(struct kunit *test)
{
	const unsigned int tries = 5;
	struct load *load;
	struct other other;
	unsigned int i;

	skip_if_none_waits(test);
	load = load_alloc(&api_drivers[0], 0);
	KUNIT_ASSERT_NOT_NULL(test, load);
	load_prepare(load, 0);
	migrate_disable();
	for (i = 0; i < tries; i++) {
		if (!other_start(test, &other, load, submit_one))
			break;
		load_submit_queued(test, load, 2);
		complete(&other.go);
		wait_for_completion(&other.done);
		client_submit(client_short(load->client));
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
		expect_order(test, load);
	}
	migrate_enable();
	load_free(load);
}

KUNIT_ARRAY_PARAM(driver, api_drivers, api_driver_name);

static struct kunit_case concurrency_cases[] = {
	KUNIT_CASE_PARAM(hundreds_at_once_from_a_task_are_right, driver_gen_params),
	KUNIT_CASE_PARAM(hundreds_at_once_from_a_softirq_are_right, driver_gen_params),
	KUNIT_CASE_PARAM(callbacks_may_submit_again, driver_gen_params),
	KUNIT_CASE_PARAM(packets_stay_in_order, driver_gen_params),
	KUNIT_CASE(flows_of_two_tasks_stay_in_order),
	KUNIT_CASE_PARAM(one_request_after_the_other_is_right, driver_gen_params),
	KUNIT_CASE(all_drivers_may_be_used_at_once),
	{}
};

static struct kunit_suite concurrency_suite = {
	.name = "mbhash_concurrency",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.test_cases = concurrency_cases,
};

kunit_test_suite(concurrency_suite);
