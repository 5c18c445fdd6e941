// SPDX-License-Identifier: GPL-2.0
/*
 * A request arrives: asks the policy whether it is hashed inline or queued, and
 * does so.
 *
 * Who has interrupts off, or with PREEMPT_RT preemption, gets portable C: this CPU
 * may have been interrupted while it was hashing. With PREEMPT_RT no task waits for
 * a batch: neither the flusher thread nor ksoftirqd would run before a real-time
 * task. Only what has to stay in order joins what softirqs have queued.
 */
#include <linux/completion.h>
#include <linux/interrupt.h>
#include <linux/kernel_stat.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>

#include "mbhash_decide.h"
#include "mbhash_flusher.h"

/* @reason: what was decided */
static __always_inline void
count_request(const struct mbhash_request *request, enum mbhash_reason reason)
{
	const struct mbhash_job *job = &request->job;
	struct mbhash_hash_stats __percpu *stats = &mbhash_stats->hash[job->hash->id];

	mbhash_count(stats->requests, 1);
	mbhash_count(stats->bytes, mbhash_job_bytes(job));
	if (mbhash_is_inline(reason))
		mbhash_count(stats->reason[reason], 1);
}

/*
 * Can BH be disabled here, and a lock be taken? If not, somebody else may have
 * this CPU's section.
 */
static bool is_atomic(void)
{
	return irqs_disabled() || in_hardirq() ||
	       (IS_ENABLED(CONFIG_PREEMPT_RT) && preempt_count());
}

/* Hash a request with nothing but the stack. */
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
	/* Such a thread as NAPI has submits as a softirq does: with others. */
	if (in_serving_softirq() || current->flags & PF_KTHREAD)
		return MBHASH_BH;
	return MBHASH_BH_DISABLED;
}

/*
 * The number of the softirq that runs, or of the turn of a thread that does what
 * softirqs do. BH is disabled.
 */
static unsigned int this_round(void)
{
	unsigned int round = 0, i;

	for (i = 0; i < NR_SOFTIRQS; i++)
		round += __this_cpu_read(kstat.softirqs[i]);
	if (!in_serving_softirq())
		round += current->nvcsw + current->nivcsw;
	return round;
}

/* The share of the CPU that a task gets among others. Groups of tasks are not seen. */
static unsigned int task_weight(const struct task_struct *task)
{
	if (task->prio < MAX_RT_PRIO)
		return MBHASH_RT_WEIGHT;
	return max(task->se.load.weight >> SCHED_FIXEDPOINT_SHIFT, 1UL);
}

static enum mbhash_reason decide(struct mbhash_queue *queue,
				 const struct mbhash_job *job,
				 bool bh_disabled, bool waits)
{
	const enum mbhash_context context = this_context(bh_disabled);
	struct mbhash_arrival arrival = {
		.queued = READ_ONCE(queue->n),
		.blocks = job->left,
		.lone = READ_ONCE(mbhash_lone),
		.task = MBHASH_NO_TASK,
		.context = context,
		.ordered = job->ordered,
		.waits = waits,
	};

	/* Less than a block: it is only put aside. */
	if (!job->left)
		return MBHASH_SHORT;
	if (context == MBHASH_TASK) {
		arrival.task = current->pid;
		arrival.weight = task_weight(current);
		arrival.block_ps = job->hash->plan[true].impl[1]->cost;
	} else if (context == MBHASH_BH && !arrival.queued) {
		arrival.round = this_round();
	}
	return mbhash_decide(&queue->expect, &queue->patience, &arrival);
}

/**
 * mbhash_submit() - have a request hashed
 * @request: with a job to which a piece was added, and @complete set
 * @may_sleep: the caller may sleep
 * @waits: it does nothing until the request is done
 *
 * Context: any but NMI. With interrupts off, or with PREEMPT_RT preemption, it is
 * done by portable C, and not in order with what is in flight.
 * Return: 0 or -errno if it is done, -EINPROGRESS if @request->complete will
 * be called.
 */
int mbhash_submit(struct mbhash_request *request, bool may_sleep, bool waits)
{
	const bool bh_disabled = in_softirq();
	enum mbhash_reason reason;
	struct mbhash_queue *queue;
	int err = -EINPROGRESS;

	if (is_atomic())
		return hash_atomic(request);

	if (!bh_disabled)
		local_bh_disable();
	queue = mbhash_this_queue(request->job.hash);
	reason = decide(queue, &request->job, bh_disabled, waits);
	count_request(request, reason);
	if (mbhash_is_inline(reason))
		err = mbhash_hash_inline(request, bh_disabled, may_sleep);
	else
		mbhash_enqueue(queue, request, reason);
	if (!bh_disabled)
		local_bh_enable();
	return err;
}

/* Have a request hashed inline. Its completion is not called. */
static int submit_inline(struct mbhash_request *request, bool may_sleep)
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

static void wake_waiter(struct mbhash_request *request)
{
	complete(request->waiter);
}

/* Have a request hashed and wait for it. May sleep. */
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
 * mbhash_submit_sync() - have a request hashed before this returns
 * @request: with a job to which a piece was added
 * @may_sleep: the caller may sleep, and says so
 * @may_wait: ... or it does not say so, but can be seen to be able to
 *
 * Context: any but NMI, see mbhash_submit(). May sleep if @may_wait.
 * Return: 0 or -errno. Its completion is not called.
 */
int mbhash_submit_sync(struct mbhash_request *request, bool may_sleep,
		       bool may_wait)
{
	/* With PREEMPT_RT no task waits, and a softirq looks as if it could. */
	if (may_wait && !IS_ENABLED(CONFIG_PREEMPT_RT))
		return submit_wait(request);
	return submit_inline(request, may_sleep);
}
