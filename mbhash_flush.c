// SPDX-License-Identifier: GPL-2.0
/*
 * When a batch runs. Each CPU has a queue for each hash function, and two
 * flushers: a tasklet (the BH flusher) and a thread.
 *
 * The rule is to conserve work: a request waits only while waiting lets it
 * share lanes, and never when the CPU has nothing better to do.
 *
 * 1. A request from softirq is queued and the BH flusher raised. It runs at the
 *    end of the same softirq round, so the packets of a NAPI poll make one batch,
 *    without a context switch. So it is for a kernel thread that has BH disabled,
 *    such as NAPI's. For a program it is hashed on the spot ("atomic") unless some
 *    are queued already: those that send through esp4_offload take it for an error
 *    that it is not done.
 * 2. A request from process context that fills a set of lanes raises the BH
 *    flusher, which runs as the submitter enables BH.
 * 3. Any other request from process context wakes the flusher thread. That one
 *    runs as soon as every submitter on this CPU waits. When something else
 *    keeps the CPU busy, a timer raises the BH flusher: see mbhash_deadline.c.
 * 4. What the thread finds then is the crowd: so many requests do the submitters
 *    of this CPU have in flight together. As long as it stays the same, nobody
 *    has to wait for the thread, which costs two context switches: the last of
 *    the crowd to come raises the BH flusher. And a crowd of one is hashed on
 *    the spot ("lone"), for nobody would join it.
 *    Should fewer come, the thread finds that; whether more would, is left to it
 *    now and then, to see.
 * 5. In process context a request is hashed on the spot as well
 *    - if it is cheaper than a context switch ("short"), unless its task is one
 *      that does not wait for its requests: the last one in the queue is from
 *      the same, or all of the crowd were, and enough to gain by lanes. Whether
 *      it has become one, a short request that is queued shows now and then;
 *    - if the queue is very long ("busy"): this holds the submitter back.
 *    Not in softirq: the BH flusher is as quick.
 * 6. The queue is a list of jobs that live in their requests: it is never full.
 *    But a flush that finds it very long goes on until it no longer is, so it
 *    cannot become longer than that and what one softirq round brings.
 * 7. Who has interrupts off, or with PREEMPT_RT preemption, gets portable C: this
 *    CPU may have been interrupted while it was hashing.
 * 8. With PREEMPT_RT nothing in process context waits: neither the thread nor
 *    ksoftirqd would run before a real-time task. Only what has to stay in order
 *    joins what softirqs have queued.
 *
 * A requester that does not wait for each request (IPsec) gets its completions
 * in order of submission, and nothing of its own is hashed on the spot past
 * what is in flight: packets of a flow do not overtake each other.
 *
 * A job is on a queue, where any flusher may take it, or inside a flush, which
 * runs with BH disabled, is bounded in time, completions included, but for 6, and
 * cannot be preempted by a task. (With PREEMPT_RT it can. There only tasklets
 * flush, and who raises one that was preempted lends it his priority, by a lock
 * that the kernel's tasklets, or all softirqs, have in common.) So the thread is
 * only a trigger: it never sits on a job while a busy task runs. One flush at a
 * time works on a queue. What is left at its bound goes back to the head, with the
 * state that it has reached.
 */
#include <linux/completion.h>
#include <linux/cpuhotplug.h>
#include <linux/interrupt.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/stat.h>
#include <linux/smpboot.h>
#include <linux/spinlock.h>
#include <uapi/linux/sched/types.h>

#include "compat/local_lock.h"
#include "mbhash_flush.h"

#define CREATE_TRACE_POINTS
#include "mbhash_trace.h"

/*
 * A section keeps preemption and BH off without a break; a flush keeps softirqs
 * and tasks waiting. Both are bounded by time. A full set of lanes with a page
 * each should fit into a section: MD5 with AVX-512 takes 18 us for that.
 */
#define SECTION_NS	25000
#define FLUSH_NS	200000

/* Blocks that take less time than a context switch to the flusher and back. */
#define SHORT_BLOCKS	4

/*
 * So much of one task takes less time in lanes, with all that it costs to get
 * there: what it takes one after the other, picoseconds.
 */
#define SHARED_PS	250000

/*
 * A full set of lanes. Narrower kernels than the widest lose nothing by this:
 * while the CPU runs other submitters, its flushes become fewer.
 */
#define FULL_QUEUE	MBHASH_MAX_LANES

/*
 * Above this many waiting jobs a flush takes as long as it needs to get there:
 * softirqs must not take in more than is hashed.
 */
#define LONG_QUEUE	(16 * MBHASH_MAX_LANES)

/*
 * Above this many a submitter in process context does the work, unless it has to
 * stay in order. Less than what such a flush leaves.
 */
#define BUSY_QUEUE	(LONG_QUEUE / 2)

/* After so many completions see whether time is up: each takes a microsecond or two. */
#define COMPLETIONS	16

/*
 * After so much work that trusts in what is known of the crowd, see whether it
 * still holds. That costs two context switches, against milliseconds of work;
 * but where they are slow that was 1 % of it. So, each time that it did hold,
 * trust it for twice as much work as before, up to 1 << PROBE_DOUBLED times.
 */
#define PROBE_BLOCKS	65536
#define PROBE_DOUBLED	3

/* Requests with less work are not worth two looks at the clock. */
#define TIMED_BLOCKS	256

static struct mbhash_flusher __percpu *flushers;
static enum cpuhp_state dead_state;

/* @reason: why it is hashed on the spot, if it is */
static void count_request(const struct mbhash_request *request,
			  enum mbhash_reason reason)
{
	const struct mbhash_job *job = &request->job;
	const unsigned int id = job->hash->id;

	mbhash_count(mbhash_stats->hash[id].requests, 1);
	mbhash_count(mbhash_stats->hash[id].bytes, job->nbytes);
	if (reason < MBHASH_NR_REASONS)
		mbhash_count(mbhash_stats->hash[id].reason[reason], 1);
}

/*
 * Begin to use this CPU's section. BH is disabled, no lock of ours held; what is
 * hashed until section_put() is a section long.
 */
static struct mbhash_section *section_get(void)
{
	struct mbhash_section *section;

	local_lock_nested_bh(&flushers->workbench.lock);
	section = &this_cpu_ptr(flushers)->workbench.section;
	section->simd = !READ_ONCE(mbhash_force_scalar);
	return section;
}

static void section_put(const struct mbhash_section *section,
			const struct mbhash_hash *hash)
{
	const bool simd = section->simd;

	local_unlock_nested_bh(&flushers->workbench.lock);
	if (!simd)
		mbhash_count(mbhash_stats->hash[hash->id].reason[MBHASH_NOSIMD], 1);
}

/* Between section_get() and section_put() */
static void count_section(u64 ns)
{
	struct mbhash_stats *stats = this_cpu_ptr(mbhash_stats);

	stats->sections++;
	stats->sections_long += ns > MBHASH_LONG_NS;
	stats->section_ns = max(stats->section_ns, ns);
}

/* One section of a job that nobody else has. BH is disabled. */
static __always_inline bool hash_some(struct mbhash_job *job)
{
	struct mbhash_section *section = section_get();
	bool more = mbhash_job_run(job, section);

	section_put(section, job->hash);
	return more;
}

static noinline bool hash_some_timed(struct mbhash_job *job)
{
	struct mbhash_section *section = section_get();
	const u64 start = ktime_get_ns();
	bool more = mbhash_job_run(job, section);

	count_section(ktime_get_ns() - start);
	section_put(section, job->hash);
	return more;
}

/* BH is disabled, but not for the while of this. */
static noinline void take_a_break(bool may_sleep)
{
	local_bh_enable();
	if (may_sleep)
		cond_resched();
	local_bh_disable();
}

/*
 * Hash a request on the spot. Its completion is not called. BH is disabled, but
 * from time to time it is as the caller had it.
 */
static int hash_now(struct mbhash_request *request, bool may_sleep)
{
	struct mbhash_job *job = &request->job;

	while (job->left < TIMED_BLOCKS ? hash_some(job) : hash_some_timed(job))
		take_a_break(may_sleep);
	return job->error;
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

/* Hash a request on the spot with nothing but the stack. */
static noinline int hash_atomic(struct mbhash_request *request)
{
	struct mbhash_job *job = &request->job;

	count_request(request, MBHASH_ATOMIC);
	mbhash_count(mbhash_stats->hash[job->hash->id].reason[MBHASH_NOSIMD], 1);
	mbhash_job_run_generic(job);
	return job->error;
}

/* How many blocks each are worth sharing lanes if @n of a task do? */
static unsigned int shared_blocks(const struct mbhash_hash *hash,
				  unsigned int n)
{
	const u64 each = (u64)n * hash->plan[true].kernel[1]->cost;

	return n > 1 ? div64_u64(SHARED_PS, max(each, 1ULL)) + 1 : UINT_MAX;
}

/* So many came before the lanes were full, or all waited. */
static void learn_crowd(struct mbhash_queue *queue,
			const struct mbhash_hash *hash)
{
	const unsigned int n = min_t(unsigned int, queue->n, FULL_QUEUE);
	const unsigned int lone = READ_ONCE(mbhash_lone);
	unsigned int doubled = 0;

	if (n != queue->crowd) {
		queue->crowd = n;
		queue->shared = shared_blocks(hash, n);
		queue->times = 0;
	}
	queue->times++;
	if (queue->times > lone)
		doubled = min_t(unsigned int, queue->times - lone, PROBE_DOUBLED);
	queue->trusted = PROBE_BLOCKS << doubled;
	queue->untested = 0;
}

/* Is it time to see whether the crowd is still the same? */
static bool is_stale(const struct mbhash_queue *queue)
{
	return queue->untested >= READ_ONCE(queue->trusted);
}

/* Are @n all that are expected to come? False if nobody knows. */
static bool is_crowd(const struct mbhash_queue *queue, unsigned int n)
{
	unsigned int lone;

	if (n < READ_ONCE(queue->crowd))
		return false;
	lone = READ_ONCE(mbhash_lone);
	return lone && READ_ONCE(queue->times) >= lone && !is_stale(queue);
}

/*
 * Will there be more of the current task's requests in the queue, which has @n,
 * than this one?
 */
static bool has_others(const struct mbhash_queue *queue, unsigned int n,
		       const struct mbhash_job *job)
{
	if (READ_ONCE(queue->submitter) != current->pid)
		return false;
	return n || (job->left >= READ_ONCE(queue->shared) &&
		     READ_ONCE(queue->row) >= READ_ONCE(queue->crowd));
}

/**
 * struct flush - one that is at work
 * @queue: whose jobs
 * @reason: why
 * @start: when it began, ns
 * @owed: so many jobs are to be completed however long it takes
 */
struct flush {
	struct mbhash_queue *queue;
	enum mbhash_reason reason;
	u64 start;
	unsigned int owed;
};

/* Take the queue for a flush. False: nothing to do, or somebody else does it. */
static bool flush_begin(struct flush *flush, const struct mbhash_hash *hash)
{
	struct mbhash_queue *queue = flush->queue;
	struct mbhash_batch *batch = &queue->batch;
	const enum mbhash_reason reason = flush->reason;
	unsigned int jobs;
	bool mine;

	spin_lock(&queue->lock);
	mine = !queue->flushing && queue->n;
	if (mine) {
		jobs = min_t(unsigned int, queue->n, MBHASH_MAX_LANES);
		flush->owed = queue->n - min_t(unsigned int, queue->n,
					       LONG_QUEUE);
		queue->flushing = true;
		mbhash_batch_init(batch, hash,
				  this_cpu_ptr(mbhash_stats)->hash[hash->id].filled);
		list_splice_tail_init(&queue->jobs, &batch->todo);
		trace_mbhash_flush(hash, reason, queue->n);
		if (reason != MBHASH_CROWD && reason != MBHASH_SOFTIRQ)
			learn_crowd(queue, hash);
		mbhash_count(mbhash_stats->hash[hash->id].reason[reason], 1);
		mbhash_count(mbhash_stats->hash[hash->id].jobs[jobs], 1);
	}
	spin_unlock(&queue->lock);
	return mine;
}

/* Hash for as long as a section may last. BH is disabled. */
static void flush_some(struct mbhash_batch *batch)
{
	struct mbhash_section *section = section_get();
	const u64 start = ktime_get_ns();

	mbhash_batch_run(batch, section);
	count_section(ktime_get_ns() - start);
	section_put(section, batch->hash);
}

static bool time_is_up(const struct flush *flush)
{
	return !flush->owed && ktime_get_ns() - flush->start > FLUSH_NS;
}

/*
 * Complete what was hashed, until time is up. BH is disabled, no lock held.
 * Return: how many were completed.
 */
static unsigned int flush_complete(struct flush *flush)
{
	struct list_head *done = &flush->queue->batch.done;
	struct mbhash_request *request, *next;
	unsigned int n = 0;

	list_for_each_entry_safe(request, next, done, job.node) {
		trace_mbhash_complete(request);
		request->complete(request);
		if (flush->owed)
			flush->owed--;
		if (!(++n % COMPLETIONS) && time_is_up(flush)) {
			/* All before @next are gone, and not to be touched. */
			__list_del(done, &next->job.node);
			return n;
		}
	}
	INIT_LIST_HEAD(done);
	return n;
}

/*
 * After @done jobs were completed: take in what has come meanwhile; or, if nothing
 * is left, or it is time to leave off, give the queue back.
 * Return: true if the flush goes on.
 */
static bool flush_next(struct flush *flush, unsigned int done)
{
	struct mbhash_queue *queue = flush->queue;
	struct mbhash_batch *batch = &queue->batch;
	bool goes_on;

	goes_on = READ_ONCE(queue->n) != done && !time_is_up(flush);
	/* The thread is there for when nobody else wants to run. */
	if (flush->reason == MBHASH_IDLE && !single_task_running())
		goes_on = false;

	spin_lock(&queue->lock);
	queue->n -= done;
	if (goes_on) {
		list_splice_tail_init(&queue->jobs, &batch->todo);
	} else {
		mbhash_batch_stop(batch);
		list_splice_init(&batch->todo, &queue->jobs);
		queue->flushing = false;
	}
	spin_unlock(&queue->lock);
	return goes_on;
}

/*
 * Hash what is in @queue, for about FLUSH_NS. BH is disabled.
 * Return: true if jobs are left.
 */
static bool flush(struct mbhash_queue *queue, const struct mbhash_hash *hash,
		  enum mbhash_reason reason)
{
	struct flush flush = { .queue = queue, .reason = reason };

	if (!flush_begin(&flush, hash))
		return false;

	flush.start = ktime_get_ns();
	do {
		flush_some(&queue->batch);
	} while (flush_next(&flush, flush_complete(&flush)));

	return READ_ONCE(queue->n);
}

static bool flush_all(struct mbhash_flusher *flusher, enum mbhash_reason reason)
{
	bool more = false;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		more |= flush(&flusher->queue[i], &mbhash_hashes[i], reason);
	return more;
}

/**
 * mbhash_flusher_raise() - raise a BH flusher
 * @flusher: the one of this CPU
 * @reason: for its flushes
 *
 * Context: any, with BH disabled if in process context.
 */
void mbhash_flusher_raise(struct mbhash_flusher *flusher,
			  enum mbhash_reason reason)
{
	WRITE_ONCE(flusher->reason, reason);
	tasklet_schedule(&flusher->tasklet);
}

/* Raised again instead of going on: ksoftirqd takes over under load. */
static void bh_flusher(struct tasklet_struct *tasklet)
{
	struct mbhash_flusher *flusher =
		container_of(tasklet, struct mbhash_flusher, tasklet);

	if (flush_all(flusher, READ_ONCE(flusher->reason)))
		tasklet_schedule(tasklet);
}

static int thread_should_run(unsigned int cpu)
{
	return READ_ONCE(per_cpu_ptr(flushers, cpu)->woken);
}

static bool has_jobs(const struct mbhash_flusher *flusher)
{
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		if (READ_ONCE(flusher->queue[i].n))
			return true;
	return false;
}

static void thread_run(unsigned int cpu)
{
	struct mbhash_flusher *flusher = per_cpu_ptr(flushers, cpu);

	/*
	 * SCHED_IDLE is a small weight and no class of its own: others may want
	 * to run now, and join. So there is always somebody to yield to; and
	 * the deadline does not depend on this thread.
	 */
	if (has_jobs(flusher) && !single_task_running()) {
		yield();
		return;
	}

	local_bh_disable();
	/* Completions may submit, and wake it again. */
	flusher->woken = false;
	if (flush_all(flusher, MBHASH_IDLE)) {
		flusher->woken = true;
		mbhash_deadline_arm(flusher);
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

static struct smp_hotplug_thread flusher_threads = {
	.thread_should_run = thread_should_run,
	.thread_fn = thread_run,
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

/*
 * Should a request from process context be hashed on the spot?
 * Return: the reason, or MBHASH_NR_REASONS to queue it.
 */
static enum mbhash_reason on_the_spot(struct mbhash_queue *queue,
				      const struct mbhash_request *request)
{
	const unsigned int n = READ_ONCE(queue->n);

	queue->untested += request->job.left;
	if (!n && is_crowd(queue, 1))
		return MBHASH_LONE;

	/* What must stay in order cannot pass what is in flight. */
	if (request->job.ordered && n)
		return MBHASH_NR_REASONS;
	if (request->job.left <= SHORT_BLOCKS && !is_stale(queue) &&
	    !has_others(queue, n, &request->job))
		return MBHASH_SHORT;
	if (n >= BUSY_QUEUE)
		return MBHASH_BUSY;
	return MBHASH_NR_REASONS;
}

/*
 * The same for a program that has BH disabled; or, with PREEMPT_RT, for any task,
 * which should not wait.
 */
static enum mbhash_reason at_once(const struct mbhash_queue *queue,
				  const struct mbhash_request *request,
				  bool bh_disabled)
{
	if (READ_ONCE(queue->n) && (bh_disabled || request->job.ordered))
		return MBHASH_NR_REASONS;
	return MBHASH_ATOMIC;
}

/* Does the request come with others, from softirq or from such a thread as NAPI has? */
static bool is_round(bool bh_disabled)
{
	return in_serving_softirq() ||
	       (bh_disabled && current->flags & PF_KTHREAD);
}

/* How long @queue is, which is this CPU's and locked */
static void count_queue(const struct mbhash_queue *queue, unsigned int id)
{
	u64 *most = &this_cpu_ptr(mbhash_stats)->hash[id].queue_max;

	*most = max_t(u64, *most, queue->n);
}

/* BH is disabled; @task: a task may wait for it */
static void enqueue(struct mbhash_flusher *flusher, struct mbhash_queue *queue,
		    struct mbhash_request *request, bool task)
{
	const pid_t submitter = task ? current->pid : MBHASH_NO_TASK;
	bool full, all, flushing;

	spin_lock(&queue->lock);
	list_add_tail(&request->job.node, &queue->jobs);
	queue->n++;
	count_queue(queue, request->job.hash->id);
	queue->joined++;
	queue->row++;
	if (queue->submitter != submitter) {
		queue->submitter = submitter;
		queue->row = 1;
		if (task)
			mbhash_deadline_meet(flusher);
	}
	full = queue->n >= FULL_QUEUE;
	all = is_crowd(queue, queue->n);
	flushing = queue->flushing;
	trace_mbhash_queue(request, queue->n, task);
	spin_unlock(&queue->lock);

	/*
	 * The tasklet that is at work here sees to it, and the next one that it
	 * raises. With PREEMPT_RT it may have been preempted, see above.
	 */
	if (flushing && !IS_ENABLED(CONFIG_PREEMPT_RT) && in_serving_softirq())
		return;
	if (!task) {
		mbhash_flusher_raise(flusher, MBHASH_SOFTIRQ);
	} else if (full) {
		mbhash_flusher_raise(flusher, MBHASH_FULL);
	} else if (all) {
		mbhash_flusher_raise(flusher, MBHASH_CROWD);
	} else {
		mbhash_deadline_arm(flusher);
		wake_thread(flusher);
	}
}

/**
 * mbhash_submit() - have a request hashed
 * @request: with a job to which a piece was added, and @complete set
 * @may_sleep: the caller may sleep
 *
 * Context: any but NMI. With interrupts off, or with PREEMPT_RT preemption, it is
 * done by portable C, and not in order with what is in flight.
 * Return: 0 or -errno if it is done, -EINPROGRESS if @request->complete will
 * be called.
 */
int mbhash_submit(struct mbhash_request *request, bool may_sleep)
{
	struct mbhash_job *job = &request->job;
	const bool bh_disabled = in_softirq();
	const bool task = !IS_ENABLED(CONFIG_PREEMPT_RT) && !bh_disabled;
	enum mbhash_reason reason = MBHASH_NR_REASONS;
	struct mbhash_flusher *flusher;
	struct mbhash_queue *queue;
	int err = -EINPROGRESS;

	if (is_atomic())
		return hash_atomic(request);

	local_bh_disable();
	flusher = this_cpu_ptr(flushers);
	queue = &flusher->queue[job->hash->id];

	/* Less than a block: it is only put aside. */
	if (!job->left)
		reason = MBHASH_SHORT;
	else if (task)
		reason = on_the_spot(queue, request);
	else if (!is_round(bh_disabled))
		reason = at_once(queue, request, bh_disabled);

	count_request(request, reason);
	if (reason == MBHASH_NR_REASONS)
		enqueue(flusher, queue, request, task);
	else
		err = hash_now(request, may_sleep);
	local_bh_enable();
	return err;
}

/* Have a request hashed at once. Its completion is not called. */
static int submit_now(struct mbhash_request *request, bool may_sleep)
{
	int err;

	if (is_atomic())
		return hash_atomic(request);

	local_bh_disable();
	count_request(request, MBHASH_ATOMIC);
	err = hash_now(request, may_sleep);
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
	err = mbhash_submit(request, true);
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
	/* With PREEMPT_RT nobody waits, and a softirq looks as if it could. */
	if (may_wait && !IS_ENABLED(CONFIG_PREEMPT_RT))
		return submit_wait(request);
	return submit_now(request, may_sleep);
}

/* @cpu is dead. What was queued there moves here. */
static int adopt_queues(unsigned int cpu)
{
	struct mbhash_flusher *from = per_cpu_ptr(flushers, cpu), *to;
	unsigned int i;

	mbhash_deadline_stop(from);
	from->woken = false;

	local_bh_disable();
	to = this_cpu_ptr(flushers);
	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		struct mbhash_queue *queue = &from->queue[i];
		unsigned int n = 0;
		LIST_HEAD(jobs);

		/* Its tasklet may have moved and be at work, and goes on then. */
		spin_lock(&queue->lock);
		if (!queue->flushing) {
			list_splice_init(&queue->jobs, &jobs);
			swap(n, queue->n);
		}
		spin_unlock(&queue->lock);

		queue = &to->queue[i];
		spin_lock(&queue->lock);
		list_splice_tail(&jobs, &queue->jobs);
		queue->n += n;
		count_queue(queue, i);
		spin_unlock(&queue->lock);
	}
	mbhash_flusher_raise(to, MBHASH_DEADLINE);
	local_bh_enable();
	return 0;
}

static void flusher_init(struct mbhash_flusher *flusher)
{
	struct mbhash_workbench *workbench = &flusher->workbench;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		spin_lock_init(&flusher->queue[i].lock);
		INIT_LIST_HEAD(&flusher->queue[i].jobs);
		flusher->queue[i].shared = UINT_MAX;
		flusher->queue[i].trusted = PROBE_BLOCKS;
		flusher->queue[i].submitter = MBHASH_NO_TASK;
	}
	local_lock_init(&workbench->lock);
	workbench->section.scratch = workbench->scratch;
	workbench->section.end = &workbench->end;
	workbench->section.ns = SECTION_NS;
	tasklet_setup(&flusher->tasklet, bh_flusher);
	mbhash_deadline_init(flusher);
}

static void flushers_free(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		mbhash_deadline_stop(per_cpu_ptr(flushers, cpu));
		tasklet_kill(&per_cpu_ptr(flushers, cpu)->tasklet);
	}
	free_percpu(flushers);
}

/**
 * mbhash_flush_init() - make the queues and start the flushers
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int mbhash_flush_init(void)
{
	unsigned int cpu;
	int err;

	flushers = alloc_percpu(struct mbhash_flusher);
	if (!flushers)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		flusher_init(per_cpu_ptr(flushers, cpu));

	flusher_threads.store = &flushers->thread;
	err = smpboot_register_percpu_thread(&flusher_threads);
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
	smpboot_unregister_percpu_thread(&flusher_threads);
free:
	flushers_free();
	return err;
}

/**
 * mbhash_flush_exit() - stop the flushers
 *
 * Context: process, may sleep. No request may be in flight.
 */
void mbhash_flush_exit(void)
{
	cpuhp_remove_state_nocalls(dead_state);
	smpboot_unregister_percpu_thread(&flusher_threads);
	flushers_free();
}
