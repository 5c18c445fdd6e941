// SPDX-License-Identifier: GPL-2.0
/*
 * One run of a scenario. The first pass hashes each message once, and all digests are
 * compared with the reference; the second one measures, and is checked as well.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "bench.h"

/**
 * struct run - a run
 * @scenario: the scenario
 * @tfm: the transform under test
 * @submitter: its submitters
 */
struct run {
	const struct bench_scenario *scenario;
	struct crypto_ahash *tfm;
	struct bench_submitter *submitter;
};

/* Start at most @limit messages in @ns nanoseconds, and wait for them. */
static int pass(struct run *run, u64 limit, u64 ns, struct bench_times *times)
{
	const unsigned int n = run->scenario->threads;
	const unsigned int cpu = cpumask_first(cpu_online_mask);
	struct bench_times start;
	unsigned int i, prepared;
	int err = 0;

	for (prepared = 0; prepared < n; prepared++) {
		err = bench_submitter_prepare(&run->submitter[prepared], cpu);
		if (err)
			goto stop;
	}

	bench_clock_sync();
	bench_clock_read(&start, cpu);
	for (i = 0; i < n; i++)
		bench_submitter_start(&run->submitter[i], limit, start.ns,
				      start.ns + ns);
	for (i = 0; i < n; i++)
		err = bench_submitter_wait(&run->submitter[i]) ?: err;
	bench_clock_read(times, cpu);
	times->ns -= start.ns;
	times->cpu_ns -= start.cpu_ns;
	times->idle_ns -= start.idle_ns;
stop:
	synchronize_rcu();
	for (i = 0; i < prepared; i++)
		bench_submitter_stop(&run->submitter[i]);
	return err ?: bench_verify(run->submitter, run->scenario);
}

static int busy_thread(void *unused)
{
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

static unsigned int start_busy(const struct bench_scenario *scenario,
			       struct task_struct **busy)
{
	unsigned int i;

	for (i = 0; i < scenario->busy; i++) {
		busy[i] = kthread_create_on_cpu(busy_thread, NULL,
						cpumask_first(cpu_online_mask),
						"bench-busy/%u");
		if (IS_ERR(busy[i]))
			break;
		wake_up_process(busy[i]);
	}
	return i;
}

static int verify_and_measure(struct run *run, struct bench_result *result)
{
	const struct bench_scenario *scenario = run->scenario;
	struct task_struct *busy[BENCH_MAX_BUSY];
	unsigned int i, nr_busy;
	int err;

	err = pass(run, scenario->inflight, NSEC_PER_SEC, &result->times);
	if (err)
		return err;

	nr_busy = start_busy(scenario, busy);
	err = pass(run, U64_MAX, scenario->ms * NSEC_PER_MSEC,
		   &result->times);
	for (i = 0; i < nr_busy; i++)
		kthread_stop(busy[i]);
	if (nr_busy < scenario->busy)
		err = err ?: -ENOMEM;
	return err;
}

static void sum_up(const struct run *run, struct bench_result *result)
{
	const struct bench_submitter *submitter = run->submitter;
	unsigned int i;

	result->messages = 0;
	result->reordered = 0;
	memset(&result->latency, 0, sizeof(result->latency));
	for (i = 0; i < run->scenario->threads; i++, submitter++) {
		result->messages += submitter->completed;
		result->reordered += submitter->reordered;
		bench_latency_merge(&result->latency, &submitter->latency);
	}
}

static int run_submitters(struct run *run, struct bench_result *result)
{
	const unsigned int n = run->scenario->threads;
	unsigned int i, initialized = 0;
	int err = -ENOMEM;

	run->submitter = kvcalloc(n, sizeof(*run->submitter), GFP_KERNEL);
	if (!run->submitter)
		return err;
	while (initialized < n) {
		err = bench_submitter_init(&run->submitter[initialized++],
					   run->scenario, run->tfm);
		if (err)
			goto free;
	}
	err = verify_and_measure(run, result);
	sum_up(run, result);
free:
	for (i = 0; i < initialized; i++)
		bench_submitter_exit(&run->submitter[i]);
	kvfree(run->submitter);
	return err;
}

/**
 * bench_run() - run a scenario
 * @scenario: the scenario, its values in range
 * @result: where to put the results
 *
 * Context: process, may sleep.
 * Return: 0, -EBADMSG if a digest was wrong, or -errno.
 */
int bench_run(const struct bench_scenario *scenario,
	      struct bench_result *result)
{
	struct run run = { .scenario = scenario };
	int err;

	run.tfm = crypto_alloc_ahash(scenario->driver, 0, 0);
	if (IS_ERR(run.tfm)) {
		pr_err("mbhash_bench: no driver %s\n", scenario->driver);
		return PTR_ERR(run.tfm);
	}
	strscpy(result->algorithm,
		crypto_tfm_alg_name(crypto_ahash_tfm(run.tfm)),
		sizeof(result->algorithm));
	strscpy(result->driver,
		crypto_tfm_alg_driver_name(crypto_ahash_tfm(run.tfm)),
		sizeof(result->driver));

	err = bench_set_key(run.tfm) ?: run_submitters(&run, result);
	crypto_free_ahash(run.tfm);
	return err;
}
