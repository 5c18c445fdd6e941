// SPDX-License-Identifier: GPL-2.0
/*
 * Submission: asks the policy whether to hash a request inline or to queue it, and
 * does so.
 *
 * With interrupts off (on PREEMPT_RT, also with preemption off) a request is hashed
 * by portable C, because it may have interrupted this CPU's SIMD section. On
 * PREEMPT_RT no task waits for a batch: a real-time task would keep the flusher
 * thread and ksoftirqd from running. A task's request is queued there only if it
 * must stay in order and softirqs have queued others before it.
 */
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/kernel_stat.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>

#include "../policy/decide.h"
#include "flusher.h"

/* @reason: what the policy decided */
static __always_inline void
count_request(const struct mbhash_request *request, enum mbhash_reason reason)
{
	const struct mbhash_job *job = &request->job;
	struct mbhash_hash_stats __percpu *stats = &mbhash_stats->hash[job->hash->id];

	mbhash_count(stats->requests, 1);
	mbhash_count(stats->bytes, job->nbytes);
	if (mbhash_is_inline(reason))
		mbhash_count(stats->reason[reason], 1);
}

/*
 * Return: true if BH cannot be disabled here, or no lock taken: the interrupted
 * code may be using this CPU's section.
 */
static bool is_atomic(void)
{
	return irqs_disabled() || in_hardirq() ||
	       (IS_ENABLED(CONFIG_PREEMPT_RT) && preempt_count());
}

/*
 * Is this task inside of a block driver's submission? What it does when its request is
 * done may be to submit bios, which sleeps. dm-crypt with no_write_workqueue does so in
 * the completion, which therefore must not run in a softirq: nothing but the task itself
 * shows that. (A softirq may have interrupted such a task, but is not it.) Packets that a
 * disk sends over the network are submitted there as well: these have to stay in order,
 * and their completions may run in softirqs.
 */
static bool is_submitting_bios(const struct mbhash_job *job)
{
	return current->bio_list && !job->ordered && !in_serving_softirq();
}

/* Hash a request using only the stack. */
static noinline int hash_atomic(struct mbhash_request *request)
{
	struct mbhash_job *job = &request->job;

	count_request(request, MBHASH_ATOMIC);
	mbhash_count(mbhash_stats->hash[job->hash->id].reason[MBHASH_NOSIMD], 1);
	mbhash_job_run_portable(job);
	return job->error;
}

static enum mbhash_context this_context(bool bh_disabled)
{
	if (!bh_disabled)
		return IS_ENABLED(CONFIG_PREEMPT_RT) ? MBHASH_PREEMPT_RT_TASK :
						       MBHASH_TASK;
	/* A kernel thread such as NAPI's submits in rounds, like a softirq. */
	if (in_serving_softirq() || current->flags & PF_KTHREAD)
		return MBHASH_BH;
	return MBHASH_BH_DISABLED;
}

/*
 * A number for the current round: that of the running softirq or, for a kernel
 * thread that does a softirq's work, of the thread's turn on the CPU. BH is disabled.
 */
static unsigned int this_round(void)
{
	unsigned int round = 0, i;

#pragma GCC unroll 16
	for (i = 0; i < NR_SOFTIRQS; i++)
		round += __this_cpu_read(kstat.softirqs[i]);
	if (!in_serving_softirq())
		round += current->nvcsw + current->nivcsw;
	return round;
}

/* A task's share of the CPU relative to other tasks. Ignores task groups. */
static unsigned int task_weight(const struct task_struct *task)
{
	if (READ_ONCE(task->prio) < MAX_RT_PRIO)
		return MBHASH_RT_WEIGHT;
	return max(READ_ONCE(task->se.load.weight) >> SCHED_FIXEDPOINT_SHIFT, 1UL);
}

static enum mbhash_reason decide(struct mbhash_queue *queue,
				 const struct mbhash_arrival *arrival)
{
	if (arrival->context == MBHASH_TASK &&
	    mbhash_turn_ends(&queue->patience, arrival))
		mbhash_turns_end(&queue->patience.turns, arrival, ktime_get_ns());
	return mbhash_decide(&queue->expect, &queue->patience, arrival);
}

/*
 * Return: when hashing begins, ns, if the turn after it is to be timed; else 0. With BH
 * disabled, that turn is the interrupted task's.
 */
static u64 begin_hashing(const struct mbhash_queue *queue, bool bh_disabled)
{
	return !bh_disabled && queue->patience.turns.begins ? ktime_get_ns() : 0;
}

/*
 * A task's request was hashed inline, from @began on. BH is disabled, but was enabled
 * meanwhile: this may be another CPU.
 */
static void begin_turn(const struct mbhash_hash *hash, u64 began)
{
	struct mbhash_turns *turns = &mbhash_this_queue(hash)->patience.turns;

	if (mbhash_turn_begins(turns, current->pid, current->nvcsw, current->nivcsw))
		mbhash_turns_begin(turns, began, ktime_get_ns());
}

/* Hash a request inline, for @reason. BH is disabled. @queue: this CPU's */
static int hash_inline(struct mbhash_request *request, const struct mbhash_queue *queue,
		       enum mbhash_reason reason, bool bh_disabled, bool may_sleep)
{
	u64 began;
	int err;

	count_request(request, reason);
	began = begin_hashing(queue, bh_disabled);
	err = mbhash_hash_inline(request, bh_disabled, may_sleep);
	if (began)
		begin_turn(request->job.hash, began);
	return err;
}

/*
 * Hash a request of at least a block inline, or queue it. BH is disabled. All members of
 * @arrival are initialized, or the compiler would zero it first, which takes longer.
 */
static __always_inline int ask_policy(struct mbhash_request *request,
				      struct mbhash_queue *queue, bool bh_disabled,
				      bool may_sleep, bool waits)
{
	const struct mbhash_job *job = &request->job;
	const enum mbhash_context context = this_context(bh_disabled);
	const bool task = context == MBHASH_TASK;
	const unsigned int queued = READ_ONCE(queue->n);
	const struct mbhash_arrival arrival = {
		.queued = queued,
		.blocks = job->left,
		.lone = READ_ONCE(mbhash_lone),
		.task = task ? current->pid : MBHASH_NO_TASK,
		.sleeps = task ? current->nvcsw : 0,
		.preempted = task ? current->nivcsw : 0,
		.weight = task ? task_weight(current) : 0,
		.block_ps = task ? mbhash_block_ps(job->hash) : 0,
		.round = context == MBHASH_BH && !queued ? this_round() : 0,
		.context = context,
		.ordered = job->ordered,
		.waits = waits,
	};
	const enum mbhash_reason reason = decide(queue, &arrival);

	if (mbhash_is_inline(reason))
		return hash_inline(request, queue, reason, bh_disabled, may_sleep);
	count_request(request, reason);
	mbhash_enqueue(queue, request, &arrival, reason);
	return -EINPROGRESS;
}

/* Hash a request inline, whatever is queued. Its completion is not called. */
static noinline int submit_inline(struct mbhash_request *request, bool may_sleep)
{
	const bool bh_disabled = in_softirq();
	int err;

	if (is_atomic())
		return hash_atomic(request);

	if (!bh_disabled)
		local_bh_disable();
	count_request(request, MBHASH_ATOMIC);
	err = mbhash_hash_inline(request, bh_disabled, may_sleep);
	if (!bh_disabled)
		local_bh_enable();
	return err;
}

/**
 * mbhash_submit() - submit a request
 * @request: with a job to which a piece was added, and @complete set
 * @may_sleep: the caller may sleep
 * @waits: the caller does nothing else until the request is done
 *
 * Context: any but NMI. With interrupts off (on PREEMPT_RT, also with preemption
 * off) the request is hashed by portable C, out of order with those in flight.
 * Return: 0 or -errno if it is done, -EINPROGRESS if @request->complete will
 * be called.
 */
int mbhash_submit(struct mbhash_request *request, bool may_sleep, bool waits)
{
	const bool bh_disabled = in_softirq();
	struct mbhash_queue *queue;
	int err;

	if (is_atomic())
		return hash_atomic(request);
	if (is_submitting_bios(&request->job))
		return submit_inline(request, may_sleep);

	if (!bh_disabled)
		local_bh_disable();
	queue = mbhash_this_queue(request->job.hash);
	if (request->job.left)
		err = ask_policy(request, queue, bh_disabled, may_sleep, waits);
	else	/* Less than a block: the data is only buffered. */
		err = hash_inline(request, queue, MBHASH_SHORT, bh_disabled, may_sleep);
	if (!bh_disabled)
		local_bh_enable();
	return err;
}

static void wake_waiter(struct mbhash_request *request)
{
	complete(request->waiter);
}

/* Submit a request and wait for it. May sleep. */
static int submit_wait(struct mbhash_request *request)
{
	DECLARE_COMPLETION_ONSTACK(done);
	int err;

	request->waiter = &done;
	request->complete = wake_waiter;
	err = mbhash_submit(request, true, true);
	if (err == -EINPROGRESS) {
		wait_for_completion(&done);
		err = request->job.error;
	}
	return err;
}

/**
 * mbhash_submit_sync() - submit a request and return when it is done
 * @request: with a job to which a piece was added
 * @may_sleep: the caller says that it may sleep
 * @may_wait: it may wait, and its context shows that it may sleep
 *
 * Context: any but NMI, see mbhash_submit(). May sleep if @may_wait.
 * Return: 0 or -errno. Its completion is not called.
 */
int mbhash_submit_sync(struct mbhash_request *request, bool may_sleep,
		       bool may_wait)
{
	/* On PREEMPT_RT no task waits, and softirqs are preemptible() too. */
	if (may_wait && !IS_ENABLED(CONFIG_PREEMPT_RT))
		return submit_wait(request);
	return submit_inline(request, may_sleep);
}
