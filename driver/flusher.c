// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU's queues are flushed by a tasklet, by a thread, or by the CPU that adopts
 * them when this one goes offline. The policy decides when: see policy/policy.c and
 * policy/holdoff.c.
 *
 * The tasklet does most of the work, in softirq. The thread is SCHED_IDLE and yields
 * to any other task: when it takes a queue, all submitters are waiting. It cannot be
 * preempted in a flush, so it never holds requests while a busy task runs. The timer
 * ticks while tasks' requests are queued, and has them flushed in time if a busy task
 * keeps the thread from running.
 */
#include <linux/cpuhotplug.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/sched/stat.h>
#include <linux/smpboot.h>
#include <linux/time64.h>
#include <uapi/linux/sched/types.h>

#include "../compat/compat.h"
#include "flusher.h"
#include "trace.h"

struct mbhash_flusher __percpu *mbhash_flushers;

static enum cpuhp_state dead_state;

/*
 * @flusher: this CPU's. BH is disabled, or interrupts are.
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

static bool flush_all(struct mbhash_flusher *flusher, bool idle)
{
	bool more = false;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		more |= mbhash_flush(&flusher->queue[i], &mbhash_hashes[i], idle);
	return more;
}

/* Reschedules itself instead of looping, so that ksoftirqd takes over under load. */
static void run_tasklet(struct tasklet_struct *tasklet)
{
	struct mbhash_flusher *flusher =
		container_of(tasklet, struct mbhash_flusher, tasklet);

	if (flush_all(flusher, false))
		tasklet_schedule(tasklet);
}

/*
 * Has the queue requests that the tasklet does not flush? A flush in progress may leave
 * some; then it sees to them.
 */
static bool is_waiting(const struct mbhash_queue *queue)
{
	return READ_ONCE(queue->n) && READ_ONCE(queue->reason) == MBHASH_IDLE;
}

/*
 * Raise the tasklet if a waiter has run out of patience. Return: whether one has.
 *
 * The reason is set without the lock, which this CPU may hold. So the tasklet is always
 * scheduled: that takes a fully ordered operation, after which the reason is seen.
 */
static bool flush_overdue(struct mbhash_flusher *flusher, u64 now)
{
	bool over = false;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		struct mbhash_queue *queue = &flusher->queue[i];

		if (is_waiting(queue) && !READ_ONCE(queue->flushing) &&
		    mbhash_patience_is_over(&queue->patience, now)) {
			WRITE_ONCE(queue->reason, MBHASH_DEADLINE);
			over = true;
		}
	}
	if (over)
		tasklet_schedule(&flusher->tasklet);
	return over;
}

/* Return: when the first waiter runs out of patience, ns; U64_MAX if there is none. */
static u64 end_of_patience(const struct mbhash_flusher *flusher)
{
	u64 end = U64_MAX;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		const struct mbhash_queue *queue = &flusher->queue[i];

		if (is_waiting(queue))
			end = min(end, mbhash_patience_end(&queue->patience));
	}
	return end;
}

/* Runs in hardirq. Restarts itself instead of being armed for each batch. */
static enum hrtimer_restart run_timer(struct hrtimer *timer)
{
	struct mbhash_flusher *flusher =
		container_of(timer, struct mbhash_flusher, timer);
	struct mbhash_holdoff *holdoff = &flusher->holdoff;
	const u64 now = ktime_get_ns();
	const bool over = flush_overdue(flusher, now);
	u64 end, due, slack;

	mbhash_holdoff_tick(holdoff, now, over);
	end = end_of_patience(flusher);
	if (end == U64_MAX)
		return HRTIMER_NORESTART;
	due = mbhash_holdoff_arm(holdoff, end, now, &slack);
	hrtimer_set_expires_range_ns(timer, ns_to_ktime(due), slack);
	return HRTIMER_RESTART;
}

/*
 * Make sure that queued requests are flushed before a waiter runs out of patience.
 * Process context, BH disabled. @flusher: this CPU's
 *
 * From then on the timer is armed, or the tasklet raised, until nothing is queued.
 */
static void arm_timer(struct mbhash_flusher *flusher)
{
	struct mbhash_holdoff *holdoff = &flusher->holdoff;
	const u64 end = end_of_patience(flusher);
	u64 due, slack;

	if (end == U64_MAX ||
	    (READ_ONCE(holdoff->armed) && READ_ONCE(holdoff->until) <= end))
		return;
	due = mbhash_holdoff_arm(holdoff, end, ktime_get_ns(), &slack);
	hrtimer_start_range_ns(&flusher->timer, ns_to_ktime(due), slack,
			       HRTIMER_MODE_ABS_PINNED_HARD);
}

/* No more requests are submitted to @flusher. May sleep. */
static void stop_timer(struct mbhash_flusher *flusher)
{
	hrtimer_cancel(&flusher->timer);
	flusher->holdoff.armed = false;
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
	 * yields to them; if that takes too long, the timer has the requests
	 * flushed. (From Linux 6.12 on a task that sleeps may count as runnable
	 * for a while. Then one yield too many is the price.)
	 */
	if (has_requests(flusher) && !single_task_running()) {
		yield();
		return;
	}

	local_bh_disable();
	/* Clear this first: completions may submit, and wake the thread again. */
	flusher->woken = false;
	if (flush_all(flusher, true)) {
		/* A tick during the flush may have found no waiter and not rearmed. */
		arm_timer(flusher);
		flusher->woken = true;
	}
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

static void wake_thread(struct mbhash_flusher *flusher)
{
	if (flusher->woken)
		return;
	flusher->woken = true;
	wake_up_process(flusher->thread);
}

/**
 * mbhash_enqueue() - queue a request, and make sure that it is flushed
 * @queue: this CPU's queue for its hash function
 * @request: the request
 * @arrival: what mbhash_decide() was told about it
 * @reason: what it returned
 *
 * Context: BH disabled.
 */
void mbhash_enqueue(struct mbhash_queue *queue, struct mbhash_request *request,
		    const struct mbhash_arrival *arrival, enum mbhash_reason reason)
{
	struct mbhash_flusher *flusher = this_cpu_ptr(mbhash_flushers);
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
	if (reason != MBHASH_IDLE) {
		raise_tasklet(flusher);
	} else {
		arm_timer(flusher);
		wake_thread(flusher);
	}
}

/* @cpu is dead: move its requests to this CPU. */
static int adopt_queues(unsigned int cpu)
{
	struct mbhash_flusher *from = per_cpu_ptr(mbhash_flushers, cpu), *to;
	unsigned int i;

	stop_timer(from);
	from->woken = false;

	local_bh_disable();
	to = this_cpu_ptr(mbhash_flushers);
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		mbhash_queue_adopt(&to->queue[i], &from->queue[i]);
	raise_tasklet(to);
	local_bh_enable();
	return 0;
}

static void flusher_init(struct mbhash_flusher *flusher)
{
	const u64 flush_ns = (u64)mbhash_flush_us * NSEC_PER_USEC;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		mbhash_queue_init(&flusher->queue[i], mbhash_wait_ns, flush_ns);
	tasklet_setup(&flusher->tasklet, run_tasklet);
	mbhash_holdoff_init(&flusher->holdoff, flush_ns);
	/* Hard: it only raises the tasklet. (On PREEMPT_RT it is never armed.) */
	hrtimer_setup(&flusher->timer, run_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
}

static void flushers_free(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct mbhash_flusher *flusher = per_cpu_ptr(mbhash_flushers,
							     cpu);

		stop_timer(flusher);
		tasklet_kill(&flusher->tasklet);
	}
	free_percpu(mbhash_flushers);
}

/**
 * mbhash_flusher_init() - create the queues and start the flushers
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int mbhash_flusher_init(void)
{
	unsigned int cpu;
	int err;

	err = mbhash_wait_init();
	if (err)
		return err;
	mbhash_flushers = alloc_percpu(struct mbhash_flusher);
	if (!mbhash_flushers)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		flusher_init(per_cpu_ptr(mbhash_flushers, cpu));

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
	smpboot_unregister_percpu_thread(&threads);
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
	smpboot_unregister_percpu_thread(&threads);
	flushers_free();
}
