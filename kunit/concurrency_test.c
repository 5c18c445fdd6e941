// SPDX-License-Identifier: GPL-2.0
/*
 * Many requests at once, from tasks, softirqs and completion callbacks: each
 * result right, each request completed exactly once, none forgotten.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

#include "../compat/compat.h"
#include "api.h"

/* Hundreds: several sets of the widest implementation's lanes. */
#define REQUESTS	300
#define KEYLEN		40
#define DATA_SIZE	(64 << 10)
#define FENCE		0x5a
/* Far longer than anything here takes. */
#define TIMEOUT		(60 * HZ)

struct load;

/**
 * struct client - one request of a load, over and over
 * @load: the load
 * @req: the request
 * @sg: its source
 * @in_flight: between submission and completion
 * @again: how many times the completion submits it once more
 * @ticket: the how manieth of the load to be submitted, from 1 on
 * @digest: the result, and bytes that must stay
 * @want: what is to be found there
 */
struct client {
	struct load *load;
	struct ahash_request *req;
	struct scatterlist sg[2];
	atomic_t in_flight;
	unsigned int again;
	unsigned int ticket;
	u8 digest[MBHASH_MAX_DIGEST + 16];
	u8 want[MBHASH_MAX_DIGEST + 16];
};

/**
 * struct load - requests to one driver that are in flight together
 * @driver: the driver
 * @rng: random numbers
 * @tfm: the driver's transform
 * @data: what is hashed: DATA_SIZE random bytes, the first KEYLEN are the key
 * @tasklet: submits all of them from softirq
 * @left: clients that are still to come home
 * @all_done: none is left
 * @submitted: how many submissions there were
 * @at_once: how many of them were hashed inline
 * @completed: how many completions
 * @wrong: how many had an error, a wrong digest or were not in flight
 * @overtaken: how many were not in order of submission
 * @client: the requests
 */
struct load {
	const struct api_driver *driver;
	struct rng rng;
	struct crypto_ahash *tfm;
	u8 *data;
	struct tasklet_struct tasklet;
	atomic_t left;
	struct completion all_done;
	atomic_t submitted;
	atomic_t at_once;
	atomic_t completed;
	atomic_t wrong;
	atomic_t overtaken;
	struct client client[REQUESTS];
};

static void finished(struct client *w, int err)
{
	struct load *load = w->load;

	if (err || atomic_dec_return(&w->in_flight) ||
	    memcmp(w->digest, w->want, sizeof(w->want)))
		atomic_inc(&load->wrong);
	if (atomic_inc_return(&load->completed) != w->ticket)
		atomic_inc(&load->overtaken);
}

/* Submit; and once more, as often as wanted, while it completes inline. */
static void submit(struct client *w)
{
	struct load *load = w->load;

	for (;;) {
		int err;

		memset(w->digest, FENCE, sizeof(w->digest));
		if (atomic_inc_return(&w->in_flight) != 1)
			atomic_inc(&load->wrong);
		w->ticket = atomic_inc_return(&load->submitted);
		err = crypto_ahash_digest(w->req);
		if (err == -EINPROGRESS)
			return;
		atomic_inc(&load->at_once);
		finished(w, err);
		if (!w->again)
			break;
		w->again--;
	}
	if (atomic_dec_and_test(&load->left))
		complete(&load->all_done);
}

static void completed(mbhash_completion_arg *arg, int err)
{
	struct client *w = mbhash_completion_data(arg);
	struct load *load = w->load;

	if (!in_softirq())
		atomic_inc(&load->wrong);
	finished(w, err);
	if (w->again) {
		w->again--;
		submit(w);
	} else if (atomic_dec_and_test(&load->left)) {
		complete(&load->all_done);
	}
}

static void submit_all(struct load *load)
{
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		submit(&load->client[i]);
}

static void submit_all_bh(struct tasklet_struct *tasklet)
{
	submit_all(container_of(tasklet, struct load, tasklet));
}

static void load_free(struct load *load)
{
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		ahash_request_free(load->client[i].req);
	if (!IS_ERR_OR_NULL(load->tfm))
		crypto_free_ahash(load->tfm);
	kfree(load->data);
	kfree(load);
}

static struct load *load_alloc(const struct api_driver *driver, u32 flags)
{
	struct load *load = kzalloc(sizeof(*load), GFP_KERNEL);
	unsigned int i;

	if (!load)
		return NULL;
	load->driver = driver;
	load->data = kmalloc(DATA_SIZE, GFP_KERNEL);
	load->tfm = crypto_alloc_ahash(driver->name, 0, 0);
	if (!load->data || IS_ERR(load->tfm))
		goto error;
	rng_init(&load->rng);
	rng_bytes(&load->rng, load->data, DATA_SIZE);
	if (driver->hmac &&
	    crypto_ahash_setkey(load->tfm, load->data, KEYLEN))
		goto error;
	tasklet_setup(&load->tasklet, submit_all_bh);
	init_completion(&load->all_done);
	for (i = 0; i < REQUESTS; i++) {
		struct client *w = &load->client[i];

		w->load = load;
		w->req = ahash_request_alloc(load->tfm, GFP_KERNEL);
		if (!w->req)
			goto error;
		ahash_request_set_callback(w->req, flags, completed, w);
	}
	return load;

error:
	load_free(load);
	return NULL;
}

/* A length of a kind that real traffic has: mostly short, now and then long. */
static unsigned int any_length(struct rng *rng)
{
	static const unsigned int limits[] = { 64, 64, 1500, 1500, 8192, 20000 };

	return rng_below(rng, limits[rng_below(rng, ARRAY_SIZE(limits))]);
}

/* Something new to hash for everyone, @again + 1 times each. */
static void load_prepare(struct load *load, unsigned int again)
{
	unsigned int i;

	atomic_set(&load->left, REQUESTS);
	atomic_set(&load->submitted, 0);
	atomic_set(&load->at_once, 0);
	atomic_set(&load->completed, 0);
	atomic_set(&load->overtaken, 0);
	reinit_completion(&load->all_done);
	for (i = 0; i < REQUESTS; i++) {
		struct client *w = &load->client[i];
		unsigned int len = any_length(&load->rng);
		unsigned int cut = rng_below(&load->rng, len + 1);
		const u8 *data = load->data +
				 rng_below(&load->rng, DATA_SIZE - len);

		w->again = again;
		memset(w->want, FENCE, sizeof(w->want));
		api_reference(load->driver, load->data, KEYLEN, data, len,
			      w->want);
		sg_init_table(w->sg, 2);
		sg_set_buf(&w->sg[0], data, cut);
		sg_set_buf(&w->sg[1], data + cut, len - cut);
		ahash_request_set_crypt(w->req, w->sg, w->digest, len);
	}
}

/* The same, of which only @nr are to be submitted, once each. */
static void load_prepare_some(struct load *load, unsigned int nr)
{
	load_prepare(load, 0);
	atomic_set(&load->left, nr);
}

/* False, and the load is not to be freed: some of it is still on its way. */
static bool load_wait(struct load *load)
{
	return wait_for_completion_timeout(&load->all_done, TIMEOUT);
}

/* All of @load's requests have come back, @again + 1 times each? */
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
	submit_all(load);
}

static void from_a_task_without_bh(struct load *load)
{
	local_bh_disable();
	submit_all(load);
	local_bh_enable();
}

static void from_a_task_on_one_cpu(struct load *load)
{
	migrate_disable();
	submit_all(load);
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
	/* Leaked if something may still come back to it. */
	if (all_done) {
		tasklet_kill(&load->tasklet);
		load_free(load);
	}
}

static void hundreds_from_a_task(struct kunit *test)
{
	rounds(test, from_a_task, CRYPTO_TFM_REQ_MAY_SLEEP, 0, NULL);
	rounds(test, from_a_task, CRYPTO_TFM_REQ_MAY_BACKLOG, 0, NULL);
	rounds(test, from_a_task, 0, 0, NULL);
}

static void hundreds_from_softirq(struct kunit *test)
{
	rounds(test, from_softirq, 0, 0, NULL);
	rounds(test, from_softirq, CRYPTO_TFM_REQ_MAY_BACKLOG, 0, NULL);
}

static void callbacks_submit_again(struct kunit *test)
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

/* Nobody waits for these: IPsec's, and what their completions send. */
static void packets_stay_in_order(struct kunit *test)
{
	const unsigned int again = part_of(30);

	rounds(test, from_softirq, 0, 0, expect_order);
	rounds(test, from_softirq, 0, again, expect_order);
	rounds(test, from_a_task_without_bh, 0, 0, expect_order);
	rounds(test, from_a_task_on_one_cpu, 0, 0, expect_order);
}

/**
 * struct worker - a thread with a load of its own
 * @load: the load
 * @rounds: how many times it submits all of it
 * @start: from where
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

/* Two threads for each driver, one of them from softirq. */
static void all_drivers_from_tasks_and_softirqs_at_once(struct kunit *test)
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

/* One request after the other, as a lone stream sends them. */
static void a_lone_stream(struct kunit *test)
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
		submit(&load->client[i]);
		all_done = load_wait(load);
	}
	load_check(test, load, repeats, all_done);
	if (all_done)
		load_free(load);
}

/* The first from @w on whose request has @min to @max bytes; one has. */
static struct client *next_of(struct client *w, unsigned int min,
			      unsigned int max)
{
	while ((w->req->nbytes < min || w->req->nbytes > max) &&
	       w < &w->load->client[REQUESTS - 1])
		w++;
	return w;
}

/* Too long to be hashed inline. */
static struct client *next_long(struct client *w)
{
	return next_of(w, 1000, DATA_SIZE);
}

static struct client *next_short(struct client *w)
{
	return next_of(w, 0, 64);
}

/* @nr requests and no more, all of them long. */
static void few(struct load *load, unsigned int nr)
{
	struct client *w = load->client;

	load_prepare_some(load, nr);
	for (; nr; nr--, w++) {
		w = next_long(w);
		submit(w);
	}
}

/*
 * When all tasks wait, nobody waits for the deadline. This has teeth if the
 * module is loaded with flush_us=500000.
 */
static void waiting_tasks_are_served_at_once(struct kunit *test)
{
	struct load *load = load_alloc(test->param_value,
					  CRYPTO_TFM_REQ_MAY_BACKLOG);
	const unsigned int tries = 5, soon_ms = 100;
	u64 start, best = U64_MAX;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	for (i = 0; i < tries; i++) {
		start = ktime_get_ns();
		few(load, 1);
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		best = min(best, ktime_get_ns() - start);
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	KUNIT_EXPECT_TRUE_MSG(test, best < soon_ms * NSEC_PER_MSEC,
			      "%s: %llu ns", load->driver->name, best);
	load_free(load);
}

/*
 * Keep the CPU for @ns at most, but for a moment each 100 ms: under load softirqs
 * are ksoftirqd's, and not every kernel can preempt for it.
 * Return: is all of @load done by then?
 */
static bool done_while_spinning(struct load *load, u64 ns)
{
	const u64 end = ktime_get_ns() + ns;
	u64 now, resched = end - ns;

	while (!completion_done(&load->all_done)) {
		now = ktime_get_ns();
		if (now >= end)
			break;
		if (now - resched > 100 * NSEC_PER_MSEC) {
			cond_resched();
			resched = now;
		}
		cpu_relax();
	}
	return completion_done(&load->all_done);
}

/*
 * The submitter does not wait but keeps the CPU: the deadline has to help. With
 * flush_us=500000 a tick or two are soon enough, twenty of them are not.
 */
static void a_busy_cpu_does_not_stop_requests(struct kunit *test)
{
	struct load *load = load_alloc(test->param_value, 0);
	const u64 soon_ns = 5 * NSEC_PER_SEC;
	const unsigned int tries = 5;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	for (i = 0; i < tries; i++) {
		few(load, 1);
		KUNIT_EXPECT_TRUE(test, done_while_spinning(load, soon_ns));
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	load_free(load);
}

static int spin(void *unused)
{
	while (!kthread_should_stop())
		cond_resched();
	return 0;
}

/*
 * Something else keeps the CPU, from before or from after the requests were
 * submitted: the thread does not get it, the deadline has to help. One request
 * and two in turn, for nobody to know how many to expect.
 */
static void busy_with_something_else(struct kunit *test, bool before)
{
	const unsigned long soon = 5 * HZ;
	struct load *load = load_alloc(test->param_value,
					  CRYPTO_TFM_REQ_MAY_BACKLOG);
	const unsigned int tries = 4;
	bool all_done = true;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	migrate_disable();
	for (i = 0; i < tries && all_done; i++) {
		struct task_struct *spinner =
			kthread_create_on_cpu(spin, NULL, smp_processor_id(),
					      "mbhash_spin/%u");

		if (IS_ERR(spinner)) {
			KUNIT_FAIL(test, "kthread_create_on_cpu() failed");
			break;
		}
		if (before)
			wake_up_process(spinner);
		few(load, 1 + i % 2);
		if (!before)
			wake_up_process(spinner);
		all_done = wait_for_completion_timeout(&load->all_done, soon);
		kthread_stop(spinner);
		KUNIT_EXPECT_TRUE(test, all_done);
		all_done = all_done || load_wait(load);
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	}
	migrate_enable();
	if (all_done)
		load_free(load);
}

static void a_cpu_busy_with_something_else(struct kunit *test)
{
	busy_with_something_else(test, true);
}

static void a_cpu_that_becomes_busy(struct kunit *test)
{
	busy_with_something_else(test, false);
}

/**
 * struct other - a second task that submits, on the CPU of the first
 * @load: its requests are the first task's as well
 * @go: it may begin
 * @done: it has ended
 * @spin_ns: for how long it keeps the CPU
 * @served: the requests were served meanwhile
 */
struct other {
	struct load *load;
	struct completion go;
	struct completion done;
	u64 spin_ns;
	bool served;
};

/* Start @fn on this CPU; migration is disabled. */
static bool other_start(struct kunit *test, struct other *other,
			struct load *load, int (*fn)(void *other))
{
	struct task_struct *task;

	other->load = load;
	init_completion(&other->go);
	init_completion(&other->done);
	task = kthread_create_on_cpu(fn, other, smp_processor_id(),
				     "mbhash_other/%u");
	if (IS_ERR(task)) {
		KUNIT_FAIL(test, "kthread_create_on_cpu() failed");
		return false;
	}
	wake_up_process(task);
	return true;
}

static int submit_one(void *arg)
{
	struct other *other = arg;

	wait_for_completion(&other->go);
	submit(next_long(&other->load->client[REQUESTS / 2]));
	kthread_complete_and_exit(&other->done, 0);
}

/* With PREEMPT_RT no request of a task waits for others. */
static void skip_if_none_waits(struct kunit *test)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "with PREEMPT_RT tasks do not wait");
}

/*
 * A load for tasks of this CPU. So much was hashed here that it was seen how
 * many come now, and they were many: for the next few requests nobody believes
 * to know it, and they are queued.
 */
static struct load *load_alloc_unknown(struct kunit *test, u32 flags)
{
	const unsigned int enough = 20, again = 9;
	struct load *load = load_alloc(&api_drivers[0], flags);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, load);
	for (i = 0; i < enough; i++) {
		load_prepare(load, again);
		submit_all(load);
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		if (atomic_read(&load->submitted) -
		    atomic_read(&load->at_once) >= REQUESTS)
			return load;
	}
	KUNIT_FAIL(test, "all requests are hashed inline");
	return load;
}

/*
 * A short request does not overtake a long one of the same flow, even if that
 * of another one has come between.
 */
static void flows_of_two_tasks_stay_in_order(struct kunit *test)
{
	const unsigned int tries = 5;
	struct load *load;
	struct other other;
	unsigned int i;

	skip_if_none_waits(test);
	migrate_disable();
	load = load_alloc_unknown(test, 0);
	for (i = 0; i < tries; i++) {
		if (!other_start(test, &other, load, submit_one))
			break;
		load_prepare_some(load, 3);
		submit(next_long(load->client));
		complete(&other.go);
		wait_for_completion(&other.done);
		submit(next_short(load->client));
		KUNIT_ASSERT_TRUE(test, load_wait(load));
		KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
		expect_order(test, load);
	}
	migrate_enable();
	load_free(load);
}

static int submit_and_spin(void *arg)
{
	struct other *other = arg;
	struct load *load = other->load;

	/* By this it is known. */
	few(load, 1);
	load_wait(load);
	complete(&other->done);

	wait_for_completion(&other->go);
	other->served = done_while_spinning(load, other->spin_ns);
	kthread_complete_and_exit(&other->done, 0);
}

/* Return: was a request served while a submitter kept the CPU for @spin_ns? */
static bool served_while_spinning(struct kunit *test, struct load *load,
				  u64 spin_ns)
{
	struct other other = { .spin_ns = spin_ns };

	if (!other_start(test, &other, load, submit_and_spin))
		return false;
	wait_for_completion(&other.done);
	load_prepare_some(load, 1);
	/* First, for the spinning to begin as soon as possible after the other. */
	complete(&other.go);
	submit(next_long(load->client));
	wait_for_completion(&other.done);
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	return other.served;
}

/*
 * Longer than anybody's patience, however late ticks come. How long
 * one takes is seen where the submitter does not wait.
 */
static u64 many_ticks(struct kunit *test, struct load *load)
{
	const u64 start = ktime_get_ns();
	u64 tick_ns;

	few(load, 1);
	KUNIT_EXPECT_TRUE(test, done_while_spinning(load, 5 * NSEC_PER_SEC));
	tick_ns = ktime_get_ns() - start;
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	return 2 * NSEC_PER_SEC + 40 * tick_ns;
}

/* Who keeps the CPU may soon submit again, but is not waited for as long as it likes. */
static void a_submitter_is_not_waited_for_forever(struct kunit *test)
{
	const unsigned int tries = 2;
	struct load *load;
	unsigned int i;
	u64 spin_ns;

	skip_if_none_waits(test);
	migrate_disable();
	load = load_alloc_unknown(test, CRYPTO_TFM_REQ_MAY_BACKLOG);
	spin_ns = many_ticks(test, load);
	for (i = 0; i < tries; i++)
		KUNIT_EXPECT_TRUE(test, served_while_spinning(test, load,
							      spin_ns));
	migrate_enable();
	load_free(load);
}

/*
 * A task that has the queue for itself, and submits only now and then, does not
 * fill it at the expense of its first request. This has teeth with
 * flush_us=500000.
 */
static void a_slow_submitter_is_not_waited_for(struct kunit *test)
{
	/* Less than flush_us; all of it longer than a few ticks take. */
	const u64 pause_ns = 250 * NSEC_PER_MSEC;
	const unsigned int nr = 16;
	unsigned int early = 0, i;
	struct load *load;
	struct client *w;

	skip_if_none_waits(test);
	migrate_disable();
	load = load_alloc_unknown(test, CRYPTO_TFM_REQ_MAY_BACKLOG);
	load_prepare_some(load, nr);
	for (i = 1, w = load->client; i <= nr; i++, w++) {
		w = next_long(w);
		submit(w);
		if (i < nr && !early) {
			done_while_spinning(load, pause_ns);
			early = atomic_read(&load->completed);
		}
	}
	migrate_enable();
	KUNIT_EXPECT_TRUE(test, early > 0);
	KUNIT_ASSERT_TRUE(test, load_wait(load));
	KUNIT_EXPECT_EQ(test, atomic_read(&load->wrong), 0);
	load_free(load);
}

KUNIT_ARRAY_PARAM(driver, api_drivers, api_driver_name);

static struct kunit_case concurrency_cases[] = {
	KUNIT_CASE_PARAM(waiting_tasks_are_served_at_once, driver_gen_params),
	KUNIT_CASE_PARAM(a_busy_cpu_does_not_stop_requests, driver_gen_params),
	KUNIT_CASE_PARAM(a_cpu_busy_with_something_else, driver_gen_params),
	KUNIT_CASE_PARAM(a_cpu_that_becomes_busy, driver_gen_params),
	KUNIT_CASE_PARAM(hundreds_from_a_task, driver_gen_params),
	KUNIT_CASE_PARAM(hundreds_from_softirq, driver_gen_params),
	KUNIT_CASE_PARAM(callbacks_submit_again, driver_gen_params),
	KUNIT_CASE_PARAM(packets_stay_in_order, driver_gen_params),
	KUNIT_CASE(flows_of_two_tasks_stay_in_order),
	KUNIT_CASE(a_submitter_is_not_waited_for_forever),
	KUNIT_CASE(a_slow_submitter_is_not_waited_for),
	KUNIT_CASE_PARAM(a_lone_stream, driver_gen_params),
	KUNIT_CASE(all_drivers_from_tasks_and_softirqs_at_once),
	{}
};

static struct kunit_suite concurrency_suite = {
	.name = "mbhash_concurrency",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.test_cases = concurrency_cases,
};

kunit_test_suite(concurrency_suite);
