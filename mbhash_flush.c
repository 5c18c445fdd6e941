// SPDX-License-Identifier: GPL-2.0
/*
 * When a batch runs. Each CPU has a queue for each hash function, and two
 * flushers: a tasklet (the BH flusher) and a thread.
 *
 * The rule is to conserve work: a request waits only while waiting lets it
 * share lanes, and never when the CPU has nothing better to do.
 *
 * 1. A request from softirq, or with BH disabled, is queued and the BH flusher
 *    raised. It runs at the end of the same softirq round, so the packets of a
 *    NAPI poll make one batch, without a context switch.
 * 2. A request from process context that fills a set of lanes raises the BH
 *    flusher, which runs as the submitter enables BH.
 * 3. Any other request from process context wakes the flusher thread. That one
 *    is SCHED_IDLE: it runs as soon as every submitter on this CPU waits. When
 *    something else keeps the CPU busy, a timer hands the queue to the BH
 *    flusher as soon as nobody has joined it for flush_us. For a submitter that
 *    is alone on its CPU and about to wait, a timer for each batch would cost
 *    more than the batch: should something else get the CPU in between, a later
 *    look notices.
 * 4. In process context a request is hashed on the spot, and completes at once,
 *    - if nothing is in flight and the last requests all came from the same
 *      requester: it is alone, and nobody would join it ("lone");
 *    - if it is cheaper than a context switch ("short"), unless the last one in
 *      the queue is from the same task, which does not wait for its requests, then;
 *    - if the queue is very long ("busy"): this holds the submitter back.
 *    Not in softirq: the BH flusher is as quick, and a driver that reuses its
 *    request because the last one completed at once would look alone forever.
 *    For that reason one lone request in many is queued all the same, to see
 *    whether the requester comes with another one meanwhile.
 * 5. The queue is a list of jobs that live in their requests: it is never full.
 *
 * A requester that does not wait for each request (IPsec) gets its completions
 * in order of submission, and nothing of its own is hashed on the spot past
 * what is in flight: packets of a flow do not overtake each other.
 *
 * A job is on a queue, where any flusher may take it, or inside a flush, which
 * runs with BH disabled, is bounded in time and cannot be preempted by a task.
 * So the thread is only a trigger: it never sits on a job while a busy task
 * runs. One flush at a time works on a queue. What is left at its bound goes
 * back to the head, with the state that it has reached.
 */
#include <linux/completion.h>
#include <linux/cpuhotplug.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/stat.h>
#include <linux/smpboot.h>
#include <linux/spinlock.h>
#include <uapi/linux/sched/types.h>

#include "compat/compat.h"
#include "mbhash.h"

#define CREATE_TRACE_POINTS
#include "mbhash_trace.h"

/*
 * A section keeps preemption and BH off without a break; a flush keeps softirqs
 * and tasks waiting. Both are bounded by time.
 */
#define SECTION_NS	20000
#define FLUSH_NS	200000

/* Blocks that take less time than a context switch to the flusher and back. */
#define SHORT_BLOCKS	4

/*
 * A full set of lanes. Narrower kernels than the widest lose nothing by this:
 * while the CPU runs other submitters, its flushes become fewer.
 */
#define FULL_QUEUE	MBHASH_MAX_LANES

/* Above this many waiting jobs a submitter in process context does the work. */
#define LONG_QUEUE	(16 * MBHASH_MAX_LANES)

/*
 * After so many lone requests in a row one is queued, to see who joins it. That
 * costs two context switches.
 */
#define LONE_PROBE	1024

/* Requests with less work are not worth two looks at the clock. */
#define TIMED_BLOCKS	256

/*
 * The deadline's timer looks at the queues in this part of flush_us. A queue is
 * flushed when nobody has joined it since the last look, so after flush_us at
 * the latest; or after so many looks, however fast it grows.
 */
#define LOOK_PARTS	2
#define LOOKS_MAX	(10 * LOOK_PARTS)

/* The later look at what a submitter that was alone has queued. */
#define LATE_NS		(2 * NSEC_PER_MSEC)

/**
 * struct queue - the jobs for one hash function on one CPU
 * @lock: not held while hashing or completing
 * @jobs: the waiting jobs, in order of submission
 * @n: how many are waiting or inside a flush
 * @joined: counts all that ever joined
 * @submitter: the task that was last to join, to be compared only
 * @flushing: a flush works on the queue
 * @seen: @joined when the timer last looked
 * @looks: how often it has looked since the queue was empty
 */
struct queue {
	spinlock_t lock;	/* for all that follows */
	struct list_head jobs;
	unsigned int n;
	unsigned int joined;
	const struct task_struct *submitter;
	bool flushing;
	unsigned int seen;	/* this and the next are the timer's */
	unsigned int looks;
};

/**
 * struct flusher - what one CPU has
 * @queue: its queues, by hash function
 * @tasklet: the BH flusher
 * @deadline: raises the BH flusher when nobody joins a queue for flush_us
 * @armed: when it is to look next, from when it was armed on, ns; 0: it is not
 * @woken: the thread has been woken
 * @alone: the task that woke it, if that was alone on the CPU and about to wait;
 *	   to be compared only
 * @reason: why the BH flusher was raised
 * @last: the last request from process context, to be compared only
 * @streak: how often in a row it came
 * @batch: for the flush that runs on this CPU
 * @scratch: for the section that runs on this CPU
 *
 * Only its own CPU uses it, with BH disabled; but any CPU may take from the
 * queues, and the timer looks at them from hardirq.
 */
struct flusher {
	struct queue queue[MBHASH_NR_HASHES];
	struct tasklet_struct tasklet;
	struct hrtimer deadline;
	u64 armed;
	bool woken;
	const struct task_struct *alone;
	enum mbhash_reason reason;
	const struct mbhash_request *last;
	unsigned int streak;
	struct mbhash_batch batch;
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
};

static struct flusher __percpu *flushers;
static struct task_struct * __percpu *threads;
static enum cpuhp_state dead_state;

static struct mbhash_hash_stats *stats_of(const struct mbhash_hash *hash)
{
	return &this_cpu_ptr(mbhash_stats)->hash[mbhash_hash_id(hash)];
}

static struct mbhash_hash_stats *count_request(const struct mbhash_request *request)
{
	struct mbhash_hash_stats *stats = stats_of(request->job.hash);

	stats->requests++;
	stats->bytes += request->job.nbytes;
	return stats;
}

/* BH disabled: this CPU's scratch is ours. */
static void section_init(struct mbhash_section *section)
{
	section->scratch = this_cpu_ptr(flushers)->scratch;
	section->ns = SECTION_NS;
	section->simd = !READ_ONCE(mbhash_force_scalar);
}

static void section_count(const struct mbhash_section *section,
			  const struct mbhash_hash *hash, u64 ns)
{
	struct mbhash_stats *stats = this_cpu_ptr(mbhash_stats);

	if (!section->simd)
		stats_of(hash)->reason[MBHASH_NOSIMD]++;
	stats->section_ns = max(stats->section_ns, ns);
}

/* Hash a request on the spot. Its completion is not called. */
static int hash_now(struct mbhash_request *request)
{
	struct mbhash_job *job = &request->job;
	bool more;

	do {
		bool timed = job->left >= TIMED_BLOCKS;
		struct mbhash_section section;
		u64 start = 0;

		local_bh_disable();
		section_init(&section);
		if (timed)
			start = ktime_get_ns();
		more = mbhash_job_run(job, &section);
		section_count(&section, job->hash,
			      timed ? ktime_get_ns() - start : 0);
		local_bh_enable();
		if (more && request->may_sleep)
			cond_resched();
	} while (more);

	return job->error;
}

/* BH disabled, no lock held. Returns how many there were. */
static unsigned int complete_all_of(struct list_head *done)
{
	struct mbhash_request *request, *next;
	unsigned int n = 0;

	list_for_each_entry_safe(request, next, done, job.node) {
		list_del_init(&request->job.node);
		trace_mbhash_complete(request);
		request->complete(request);
		n++;
	}
	return n;
}

/* Take the queue for a flush. False: nothing to do, or somebody else does it. */
static bool flush_begin(struct queue *queue, struct mbhash_batch *batch,
			const struct mbhash_hash *hash,
			enum mbhash_reason reason)
{
	struct mbhash_hash_stats *stats = stats_of(hash);
	bool mine;

	spin_lock(&queue->lock);
	mine = !queue->flushing && queue->n;
	if (mine) {
		queue->flushing = true;
		mbhash_batch_init(batch, hash, stats->filled);
		list_splice_tail_init(&queue->jobs, &batch->todo);
		trace_mbhash_flush(hash, reason, queue->n);
		stats->reason[reason]++;
		stats->jobs[min_t(unsigned int, queue->n, MBHASH_MAX_LANES)]++;
	}
	spin_unlock(&queue->lock);
	return mine;
}

/*
 * After a section that has finished @done jobs: take in what has come
 * meanwhile, or, if @stop or nothing is left, give the queue back.
 * Return: true if the flush goes on.
 */
static bool flush_next(struct queue *queue, struct mbhash_batch *batch,
		       unsigned int done, bool stop)
{
	bool goes_on;

	spin_lock(&queue->lock);
	queue->n -= done;
	goes_on = queue->n && !stop;
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
 * Hash what is in @queue, for FLUSH_NS at most. BH is disabled.
 * Return: true if jobs are left.
 */
static bool flush(struct queue *queue, const struct mbhash_hash *hash,
		  enum mbhash_reason reason)
{
	struct mbhash_batch *batch = &this_cpu_ptr(flushers)->batch;
	u64 start, from, now;
	unsigned int done;

	if (!flush_begin(queue, batch, hash, reason))
		return false;

	start = ktime_get_ns();
	now = start;
	do {
		struct mbhash_section section;

		section_init(&section);
		from = now;
		mbhash_batch_run(batch, &section);
		now = ktime_get_ns();
		section_count(&section, hash, now - from);

		done = complete_all_of(&batch->done);
		now = ktime_get_ns();
	} while (flush_next(queue, batch, done, now - start > FLUSH_NS));

	return READ_ONCE(queue->n);
}

static bool flush_all(struct flusher *flusher, enum mbhash_reason reason)
{
	bool more = false;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		more |= flush(&flusher->queue[i], &mbhash_hashes[i], reason);
	return more;
}

static void raise_bh(struct flusher *flusher, enum mbhash_reason reason)
{
	WRITE_ONCE(flusher->reason, reason);
	tasklet_schedule(&flusher->tasklet);
}

/* Raised again instead of going on: ksoftirqd takes over under load. */
static void bh_flusher(struct tasklet_struct *tasklet)
{
	struct flusher *flusher = container_of(tasklet, struct flusher,
					       tasklet);

	if (flush_all(flusher, READ_ONCE(flusher->reason)))
		tasklet_schedule(tasklet);
}

static u64 look_ns(void)
{
	return (u64)mbhash_flush_us * NSEC_PER_USEC / LOOK_PARTS;
}

/* Have the timer look at the queues in @ns; not again, if it looks as soon. */
static void arm_deadline(struct flusher *flusher, u64 ns)
{
	if (flusher->armed && flusher->armed <= ns)
		return;
	flusher->armed = ns;
	hrtimer_start(&flusher->deadline, ns_to_ktime(ns),
		      HRTIMER_MODE_REL_PINNED);
}

/* Does the timer have to look at this queue again? */
static bool look_at(struct flusher *flusher, struct queue *queue)
{
	unsigned int joined = READ_ONCE(queue->joined);

	if (!READ_ONCE(queue->n)) {
		queue->looks = 0;
		return false;
	}
	if (joined == queue->seen || ++queue->looks >= LOOKS_MAX) {
		queue->looks = 0;
		raise_bh(flusher, MBHASH_DEADLINE);
		return false;
	}
	queue->seen = joined;
	return true;
}

/* Hardirq. Goes on by itself, instead of being armed by each submitter. */
static enum hrtimer_restart deadline_passed(struct hrtimer *timer)
{
	struct flusher *flusher = container_of(timer, struct flusher, deadline);
	bool again = false;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		again |= look_at(flusher, &flusher->queue[i]);
	if (again) {
		flusher->armed = look_ns();
		hrtimer_forward_now(timer, ns_to_ktime(flusher->armed));
		return HRTIMER_RESTART;
	}
	flusher->armed = 0;
	return HRTIMER_NORESTART;
}

static int thread_should_run(unsigned int cpu)
{
	return READ_ONCE(per_cpu_ptr(flushers, cpu)->woken);
}

static void thread_run(unsigned int cpu)
{
	struct flusher *flusher = per_cpu_ptr(flushers, cpu);

	local_bh_disable();
	flusher->woken = false;
	if (flush_all(flusher, MBHASH_IDLE)) {
		flusher->woken = true;
		arm_deadline(flusher, look_ns());
	}
	local_bh_enable();
	cond_resched();
}

/* With PREEMPT_RT a task can preempt a flush: there it must not starve. */
static void thread_setup(unsigned int cpu)
{
	const struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = SCHED_IDLE,
	};

	if (!IS_ENABLED(CONFIG_PREEMPT_RT))
		sched_setattr_nocheck(current, &attr);
}

static struct smp_hotplug_thread flusher_threads = {
	.thread_should_run = thread_should_run,
	.thread_fn = thread_run,
	.setup = thread_setup,
	.thread_comm = "mbhash/%u",
};

static void wake_thread(struct flusher *flusher, bool waits)
{
	if (!flusher->woken)
		flusher->alone = waits && single_task_running() ? current : NULL;
	arm_deadline(flusher, flusher->alone == current ? LATE_NS : look_ns());
	if (!flusher->woken) {
		flusher->woken = true;
		wake_up_process(*this_cpu_ptr(threads));
	}
}

/*
 * Should a request from process context be hashed on the spot?
 * Return: the reason, or MBHASH_NR_REASONS to queue it.
 */
static enum mbhash_reason on_the_spot(struct flusher *flusher,
				      const struct queue *queue,
				      const struct mbhash_request *request)
{
	unsigned int lone = READ_ONCE(mbhash_lone);

	if (flusher->last == request) {
		flusher->streak++;
	} else {
		flusher->last = request;
		flusher->streak = 1;
	}
	if (!queue->n && lone && flusher->streak >= lone &&
	    flusher->streak % LONE_PROBE)
		return MBHASH_LONE;

	/* What must stay in order cannot pass what is in flight. */
	if (request->job.ordered && queue->n)
		return MBHASH_NR_REASONS;
	if (request->job.left <= SHORT_BLOCKS &&
	    !(queue->n && queue->submitter == current))
		return MBHASH_SHORT;
	if (queue->n >= LONG_QUEUE)
		return MBHASH_BUSY;
	return MBHASH_NR_REASONS;
}

/* BH is disabled; @task: it was not when the request came. */
static void enqueue(struct flusher *flusher, struct queue *queue,
		    struct mbhash_request *request, bool task)
{
	bool full, flushing;

	spin_lock(&queue->lock);
	list_add_tail(&request->job.node, &queue->jobs);
	queue->n++;
	queue->joined++;
	queue->submitter = task ? current : NULL;
	full = queue->n >= FULL_QUEUE;
	flushing = queue->flushing;
	trace_mbhash_queue(request, queue->n, task);
	spin_unlock(&queue->lock);

	/* A flush sees to it: this is one of its completions. */
	if (flushing)
		return;
	if (!task)
		raise_bh(flusher, MBHASH_SOFTIRQ);
	else if (full)
		raise_bh(flusher, MBHASH_FULL);
	else
		wake_thread(flusher, request->waits);
}

/**
 * mbhash_submit() - have a request hashed
 * @request: with a job to which a piece was added, and all else but @waiter set
 *
 * Context: any but hardirq.
 * Return: 0 or -errno if it is done, -EINPROGRESS if @request->complete will
 * be called.
 */
int mbhash_submit(struct mbhash_request *request)
{
	struct mbhash_job *job = &request->job;
	const bool task = !in_softirq();
	enum mbhash_reason reason = MBHASH_NR_REASONS;
	struct mbhash_hash_stats *stats;
	struct flusher *flusher;
	struct queue *queue;

	job->ordered = !request->waits;

	local_bh_disable();
	flusher = this_cpu_ptr(flushers);
	queue = &flusher->queue[mbhash_hash_id(job->hash)];
	stats = count_request(request);

	/* Less than a block: it is only put aside. */
	if (!job->left)
		reason = MBHASH_SHORT;
	else if (task)
		reason = on_the_spot(flusher, queue, request);

	if (reason == MBHASH_NR_REASONS)
		enqueue(flusher, queue, request, task);
	else
		stats->reason[reason]++;
	local_bh_enable();

	if (reason == MBHASH_NR_REASONS)
		return -EINPROGRESS;
	return hash_now(request);
}

/**
 * mbhash_submit_now() - have a request hashed at once
 * @request: with a job to which a piece was added, and @may_sleep set
 *
 * Context: any but hardirq.
 * Return: 0 or -errno. Its completion is not called.
 */
int mbhash_submit_now(struct mbhash_request *request)
{
	local_bh_disable();
	count_request(request)->reason[MBHASH_ATOMIC]++;
	local_bh_enable();
	return hash_now(request);
}

static void wake_waiter(struct mbhash_request *request)
{
	complete(request->waiter);
}

/**
 * mbhash_submit_wait() - have a request hashed and wait for it
 * @request: with a job to which a piece was added
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int mbhash_submit_wait(struct mbhash_request *request)
{
	DECLARE_COMPLETION_ONSTACK(done);
	int err;

	request->waiter = &done;
	request->complete = wake_waiter;
	request->waits = true;
	request->may_sleep = true;
	err = mbhash_submit(request);
	if (err == -EINPROGRESS) {
		wait_for_completion(&done);
		err = request->job.error;
	}
	return err;
}

/* @cpu is dead. What was queued there moves here. */
static int adopt_queues(unsigned int cpu)
{
	struct flusher *from = per_cpu_ptr(flushers, cpu), *to;
	unsigned int i;

	hrtimer_cancel(&from->deadline);
	from->armed = 0;
	from->woken = false;

	local_bh_disable();
	to = this_cpu_ptr(flushers);
	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		struct queue *queue = &from->queue[i];
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
		spin_unlock(&queue->lock);
	}
	raise_bh(to, MBHASH_DEADLINE);
	local_bh_enable();
	return 0;
}

static void flusher_init(struct flusher *flusher)
{
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++) {
		spin_lock_init(&flusher->queue[i].lock);
		INIT_LIST_HEAD(&flusher->queue[i].jobs);
	}
	tasklet_setup(&flusher->tasklet, bh_flusher);
	hrtimer_setup(&flusher->deadline, deadline_passed, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED);
}

static void flushers_free(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		hrtimer_cancel(&per_cpu_ptr(flushers, cpu)->deadline);
		tasklet_kill(&per_cpu_ptr(flushers, cpu)->tasklet);
	}
	free_percpu(threads);
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

	flushers = alloc_percpu(struct flusher);
	threads = alloc_percpu(struct task_struct *);
	if (!flushers || !threads) {
		free_percpu(threads);
		free_percpu(flushers);
		return -ENOMEM;
	}
	for_each_possible_cpu(cpu)
		flusher_init(per_cpu_ptr(flushers, cpu));

	flusher_threads.store = threads;
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
