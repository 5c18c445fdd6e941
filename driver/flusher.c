// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU's queues are flushed by a tasklet, a thread, or a kworker; the CPU that adopts
 * them when this one goes offline hands them to its own. The policy decides when.
 *
 * The tasklet does most of the work, in softirq: what submitters have given it a reason
 * for. All else is left to the thread. It is SCHED_IDLE and yields to any other task: when
 * it takes a queue, all submitters sleep. It cannot be preempted in a flush, so it
 * never holds requests while a busy task runs. The kworker looks once a jiffy while
 * requests are left to the thread, and flushes them if a busy task has kept it away for too
 * long. It has nice 0, like most tasks, and the scheduler charges it for that flush.
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/sched/stat.h>
#include <linux/smpboot.h>
#include <linux/workqueue.h>
#include <uapi/linux/sched/types.h>

#include "../compat/compat.h"
#include "flusher.h"
#include "trace.h"

struct mbhash_flusher __percpu *mbhash_flushers;

static enum cpuhp_state dead_state;

/*
 * For the kworkers. Writing to a disk may depend on a deadline, so it must not depend on
 * memory for a new kworker. Hashing delays no other work of the CPU.
 */
static struct workqueue_struct *workqueue;

#define WORKQUEUE_FLAGS	(WQ_PERCPU | WQ_MEM_RECLAIM | WQ_CPU_INTENSIVE)

/*
 * BH is disabled. A queue has got a reason, under its lock.
 *
 * The test avoids an atomic operation if the tasklet is pending. The tasklet, which
 * hotplug may have moved to another CPU, clears that bit before it takes a queue or,
 * under the queue's lock, finds that there is nothing to flush. A submitter that puts a
 * request there later, under the same lock, sees the bit cleared.
 */
static void raise_tasklet(struct mbhash_flusher *flusher)
{
	if (!test_bit(TASKLET_STATE_SCHED, &flusher->tasklet.state))
		tasklet_schedule(&flusher->tasklet);
}

/*
 * BH is disabled. Requests are left to the thread. The kworker, which may run on another CPU as
 * this one goes offline, must not start the work on one that has gone: its requests are
 * about to be adopted.
 */
static void start_work(struct mbhash_flusher *flusher)
{
	if (!delayed_work_pending(&flusher->work) && cpu_online(flusher->cpu))
		queue_delayed_work_on(flusher->cpu, workqueue, &flusher->work, 1);
}

/* The same protocol as for the tasklet: the thread clears @woken before it looks. */
static void wake_thread(struct mbhash_flusher *flusher)
{
	if (READ_ONCE(flusher->woken))
		return;
	WRITE_ONCE(flusher->woken, true);
	wake_up_process(flusher->thread);
}

/* A queue has got a request. @reason: to flush it; MBHASH_NO_REASON: it is left to the thread */
static void ask_for_flush(struct mbhash_flusher *flusher, enum mbhash_reason reason)
{
	if (reason != MBHASH_NO_REASON) {
		raise_tasklet(flusher);
	} else {
		start_work(flusher);
		wake_thread(flusher);
	}
}

/*
 * Ask for a flush of what was left, or adopted, in @flusher; not if a flush is in progress,
 * whose caller asks for another one.
 */
static void see_to_rest(struct mbhash_flusher *flusher)
{
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		const struct mbhash_queue *queue = &flusher->queue[i];

		if (READ_ONCE(queue->n) && !READ_ONCE(queue->flushing))
			ask_for_flush(flusher, READ_ONCE(queue->reason));
	}
}

/* @reason: see mbhash_flush(). Return: true if it has left requests. */
static bool flush_all(struct mbhash_flusher *flusher, enum mbhash_reason reason)
{
	bool more = false;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		more |= mbhash_flush(&flusher->queue[i], &mbhash_hashes[i], reason);
	return more;
}

/* Reschedules itself instead of looping, so that ksoftirqd takes over under load. */
static void run_tasklet(struct tasklet_struct *tasklet)
{
	struct mbhash_flusher *flusher =
		container_of(tasklet, struct mbhash_flusher, tasklet);

	if (flush_all(flusher, MBHASH_NO_REASON))
		tasklet_schedule(tasklet);
}

/* In a kworker: it goes on with what is due, and looks again at what is not. */
static void run_work(struct work_struct *work)
{
	struct mbhash_flusher *flusher =
		container_of(to_delayed_work(work), struct mbhash_flusher, work);
	bool more;

	do {
		local_bh_disable();
		more = flush_all(flusher, MBHASH_DEADLINE);
		if (!more)
			see_to_rest(flusher);
		local_bh_enable();
		cond_resched();
	} while (more);
}

static int thread_should_run(unsigned int cpu)
{
	return READ_ONCE(per_cpu_ptr(mbhash_flushers, cpu)->woken);
}

static bool has_requests(const struct mbhash_flusher *flusher)
{
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		if (READ_ONCE(flusher->queue[i].n))
			return true;
	return false;
}

static void run_thread(unsigned int cpu)
{
	struct mbhash_flusher *flusher = per_cpu_ptr(mbhash_flushers, cpu);

	/*
	 * SCHED_IDLE is only a small weight, not a scheduling class: the thread
	 * may run although other tasks are runnable, which may submit more. It
	 * yields to them; if that takes too long, the kworker flushes the
	 * requests. (From Linux 6.12 on a task that sleeps may count as runnable
	 * for a while. Then one yield too many is the price.)
	 */
	if (has_requests(flusher) && !single_task_running()) {
		yield();
		return;
	}

	local_bh_disable();
	/* Clear this first: what is left, or completions submit, wakes the thread again. */
	WRITE_ONCE(flusher->woken, false);
	flush_all(flusher, MBHASH_IDLE);
	see_to_rest(flusher);
	local_bh_enable();
	cond_resched();
}

static void thread_setup(unsigned int cpu)
{
	const struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = SCHED_IDLE,
	};

	sched_setattr_nocheck(current, &attr);
}

static struct smp_hotplug_thread threads = {
	.thread_should_run = thread_should_run,
	.thread_fn = run_thread,
	.setup = thread_setup,
	.thread_comm = "mbhash/%u",
};

/*
 * A thread has to run to stop. As SCHED_IDLE on a busy CPU it would do so after seconds,
 * while the caller keeps CPUs from going on- or offline.
 */
static void stop_threads(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct task_struct *thread = per_cpu_ptr(mbhash_flushers, cpu)->thread;

		if (thread)
			sched_set_normal(thread, 0);
	}
	smpboot_unregister_percpu_thread(&threads);
}

/**
 * mbhash_enqueue() - queue a request, and make sure that it is flushed
 * @queue: this CPU's queue for its hash function
 * @request: the request
 * @arrival: what mbhash_policy_decide() was told about it
 * @reason: what it returned
 *
 * Context: BH disabled.
 */
void mbhash_enqueue(struct mbhash_queue *queue, struct mbhash_request *request,
		    struct mbhash_arrival *arrival, enum mbhash_reason reason)
{
	bool flushing;

	trace_mbhash_queue(request, READ_ONCE(queue->n) + 1, arrival->context);
	flushing = mbhash_queue_put(queue, request, arrival, reason);

	/*
	 * A completion has submitted this from the tasklet's flush, which takes it
	 * in or reschedules the tasklet. On PREEMPT_RT the tasklet may instead have
	 * been preempted, see flush.c.
	 */
	if (flushing && !IS_ENABLED(CONFIG_PREEMPT_RT) && in_serving_softirq())
		return;
	ask_for_flush(this_cpu_ptr(mbhash_flushers),
		      reason == MBHASH_IDLE ? MBHASH_NO_REASON : reason);
}

/* @cpu is dead: move its requests to this CPU. */
static int adopt_queues(unsigned int cpu)
{
	struct mbhash_flusher *from = per_cpu_ptr(mbhash_flushers, cpu), *to;
	unsigned int i;

	cancel_delayed_work_sync(&from->work);
	WRITE_ONCE(from->woken, false);

	local_bh_disable();
	to = this_cpu_ptr(mbhash_flushers);
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		mbhash_queue_adopt(&to->queue[i], &from->queue[i]);
	see_to_rest(to);
	local_bh_enable();
	return 0;
}

static void flusher_init(struct mbhash_flusher *flusher, unsigned int cpu)
{
	unsigned int i;

	flusher->cpu = cpu;
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		mbhash_queue_init(&flusher->queue[i]);
	tasklet_setup(&flusher->tasklet, run_tasklet);
	/*
	 * On an idle CPU the thread has flushed everything, so the timer need not wake the
	 * CPU: it is deferrable. But the timer of an isolated CPU may run on another one, which
	 * may be idle. (On PREEMPT_RT the work is never started.)
	 */
	if (housekeeping_enabled(HK_TYPE_TIMER))
		INIT_DELAYED_WORK(&flusher->work, run_work);
	else
		INIT_DEFERRABLE_WORK(&flusher->work, run_work);
}

static void flushers_free(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct mbhash_flusher *flusher = per_cpu_ptr(mbhash_flushers,
							     cpu);

		cancel_delayed_work_sync(&flusher->work);
		tasklet_kill(&flusher->tasklet);
	}
	free_percpu(mbhash_flushers);
	destroy_workqueue(workqueue);
}

static int flushers_alloc(void)
{
	unsigned int cpu;

	workqueue = alloc_workqueue("mbhash", WORKQUEUE_FLAGS, 0);
	if (!workqueue)
		return -ENOMEM;
	mbhash_flushers = alloc_percpu(struct mbhash_flusher);
	if (!mbhash_flushers) {
		destroy_workqueue(workqueue);
		return -ENOMEM;
	}
	for_each_possible_cpu(cpu)
		flusher_init(per_cpu_ptr(mbhash_flushers, cpu), cpu);
	return 0;
}

/**
 * mbhash_flusher_pause() - let this CPU's thread run if requests are left to it
 *
 * For what keeps a CPU busy on the module's own behalf: the thread yields to any task.
 *
 * Context: process, may sleep.
 */
void mbhash_flusher_pause(void)
{
	if (READ_ONCE(raw_cpu_ptr(mbhash_flushers)->woken))
		schedule_timeout_idle(1);
	else
		cond_resched();
}

/**
 * mbhash_flusher_init() - create the queues and start the flushers
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int mbhash_flusher_init(void)
{
	int err;

	err = flushers_alloc();
	if (err)
		return err;

	threads.store = &mbhash_flushers->thread;
	err = smpboot_register_percpu_thread(&threads);
	if (err)
		goto free;

	err = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN,
					"crypto/mbhash:prepare", NULL,
					adopt_queues);
	if (err < 0)
		goto unregister;
	dead_state = err;
	return 0;

unregister:
	stop_threads();
free:
	flushers_free();
	return err;
}

/**
 * mbhash_flusher_exit() - stop the flushers
 *
 * Context: process, may sleep. No request may be in flight.
 */
void mbhash_flusher_exit(void)
{
	cpuhp_remove_state_nocalls(dead_state);
	stop_threads();
	flushers_free();
}
