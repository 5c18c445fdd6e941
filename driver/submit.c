// SPDX-License-Identifier: GPL-2.0
/*
 * Submission: asks the policy whether to hash a request inline or to queue it, and
 * does so.
 *
 * With interrupts off (on PREEMPT_RT, also with preemption off) a request is hashed
 * by portable C, because it may have interrupted this CPU's SIMD section. On
 * PREEMPT_RT no task blocks on a batch: a real-time task would keep the flusher
 * thread and ksoftirqd from running. A task's request is queued there only if it
 * must stay in order and softirqs have queued others before it.
 */
#include <linux/completion.h>
#include <linux/irqflags.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>

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
 * Is this task inside of a block driver's submission? Once its request is done it may
 * submit bios, which sleeps. dm-crypt with no_write_workqueue does so in the completion,
 * which therefore must not run in a softirq; only current->bio_list shows that. (A softirq
 * that has interrupted such a task sees the same bio_list, but is not meant.) Packets
 * that a network disk sends are submitted there as well: these have to stay in order, and
 * their completions may run in softirqs.
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

/*
 * The thread and the kworker, which flush tasks' batches, do not run before it sleeps.
 * Includes deadline tasks.
 */
static bool is_real_time(const struct task_struct *task)
{
	return READ_ONCE(task->prio) < MAX_RT_PRIO;
}

static enum mbhash_context this_context(bool bh_disabled)
{
	if (!bh_disabled)
		return IS_ENABLED(CONFIG_PREEMPT_RT) || is_real_time(current) ?
			       MBHASH_BH_DISABLED :
			       MBHASH_TASK;
	/* A kernel thread such as NAPI's submits in rounds, like a softirq. */
	if (in_serving_softirq() || current->flags & PF_KTHREAD)
		return MBHASH_BH;
	return MBHASH_BH_DISABLED;
}

/* A task's share of the CPU relative to other tasks. Ignores task groups. */
static unsigned int task_weight(const struct task_struct *task)
{
	return max(READ_ONCE(task->se.load.weight) >> SCHED_FIXEDPOINT_SHIFT, 1UL);
}

/* Hash a request inline, for @reason. BH is disabled. */
static int hash_inline(struct mbhash_request *request, enum mbhash_reason reason,
		       struct mbhash_caller caller)
{
	count_request(request, reason);
	return mbhash_hash_inline(request, caller);
}

/*
 * Hash a request of at least a block inline, or queue it. BH is disabled. All members of
 * @arrival are initialized, or the compiler would zero it first, which takes longer.
 */
static __always_inline int ask_policy(struct mbhash_request *request,
				      struct mbhash_queue *queue,
				      struct mbhash_caller caller)
{
	const struct mbhash_job *job = &request->job;
	const enum mbhash_context context = this_context(caller.bh_disabled);
	const bool task = context == MBHASH_TASK;
	struct mbhash_arrival arrival = {
		.now = 0, /* read when it is queued, if nothing else is */
		.queued = READ_ONCE(queue->n),
		.blocks = job->left,
		.alone_ps = mbhash_block_ps(job->hash),
		.lanes_ps = mbhash_lanes_ps(job->hash),
		.weight = task ? task_weight(current) : 0,
		.context = context,
		.ordered = job->ordered,
		.blocking = task && caller.blocking,
	};
	const enum mbhash_reason reason = mbhash_policy_decide(&queue->policy, &arrival);

	if (mbhash_is_inline(reason))
		return hash_inline(request, reason, caller);
	count_request(request, reason);
	mbhash_enqueue(queue, request, &arrival, reason);
	return -EINPROGRESS;
}

/* Hash a request inline, whatever is queued. Its completion is not called. */
static noinline int submit_inline(struct mbhash_request *request,
				  struct mbhash_caller caller)
{
	int err;

	if (is_atomic())
		return hash_atomic(request);

	caller.bh_disabled = in_softirq();
	if (!caller.bh_disabled)
		local_bh_disable();
	err = hash_inline(request, MBHASH_ATOMIC, caller);
	if (!caller.bh_disabled)
		local_bh_enable();
	return err;
}

/**
 * mbhash_submit() - submit a request
 * @request: with a job to which a piece was added, and @complete set
 * @caller: who submits it
 *
 * Context: any but NMI. With interrupts off (on PREEMPT_RT, also with preemption
 * off) the request is hashed by portable C, out of order with those in flight.
 * Return: 0 or -errno if it is done, -EINPROGRESS if @request->complete will
 * be called.
 */
int mbhash_submit(struct mbhash_request *request, struct mbhash_caller caller)
{
	struct mbhash_queue *queue;
	int err;

	if (is_atomic())
		return hash_atomic(request);
	if (is_submitting_bios(&request->job))
		return submit_inline(request, caller);

	caller.bh_disabled = in_softirq();
	if (!caller.bh_disabled)
		local_bh_disable();
	queue = mbhash_this_queue(request->job.hash);
	if (request->job.left)
		err = ask_policy(request, queue, caller);
	else	/* Less than a block: the data is only buffered. */
		err = hash_inline(request, MBHASH_SHORT, caller);
	if (!caller.bh_disabled)
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
	err = mbhash_submit(request, (struct mbhash_caller) {
				    .may_sleep = true, .blocking = true });
	if (err == -EINPROGRESS) {
		wait_for_completion(&done);
		err = request->job.error;
	}
	return err;
}

/**
 * mbhash_submit_sync() - submit a request and return when it is done
 * @request: with a job to which a piece was added
 * @caller: who submits it
 *
 * Context: any but NMI, see mbhash_submit(). May sleep if the caller may block.
 * Return: 0 or -errno. Its completion is not called.
 */
int mbhash_submit_sync(struct mbhash_request *request, struct mbhash_caller caller)
{
	/* On PREEMPT_RT no task blocks, and softirqs are preemptible() too. */
	if (caller.blocking && !IS_ENABLED(CONFIG_PREEMPT_RT))
		return submit_wait(request);
	return submit_inline(request, caller);
}
