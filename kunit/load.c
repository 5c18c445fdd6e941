// SPDX-License-Identifier: GPL-2.0
/*
 * Many requests at once through the crypto API. Checks each result, how many times
 * each request completes, and in which order.
 */
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "compat/completion.h"
#include "load.h"

#define KEYLEN		40
#define FENCE		0x5a
/* Far longer than anything here takes. */
#define TIMEOUT		(60 * HZ)

static void finished(struct client *w, int err)
{
	struct load *load = w->load;

	if (err || atomic_dec_return(&w->in_flight) ||
	    memcmp(w->digest, w->want, sizeof(w->want)))
		atomic_inc(&load->wrong);
	if (atomic_inc_return(&load->completed) != w->ticket)
		atomic_inc(&load->overtaken);
}

/* Submit; as long as it completes inline, again, up to @w->again times. */
void client_submit(struct client *w)
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
		client_submit(w);
	} else if (atomic_dec_and_test(&load->left)) {
		complete(&load->all_done);
	}
}

void load_submit(struct load *load)
{
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		client_submit(&load->client[i]);
}

static void submit_all_bh(struct tasklet_struct *tasklet)
{
	load_submit(container_of(tasklet, struct load, tasklet));
}

void load_free(struct load *load)
{
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		ahash_request_free(load->client[i].req);
	if (!IS_ERR_OR_NULL(load->tfm))
		crypto_free_ahash(load->tfm);
	kfree(load->data);
	kfree(load);
}

struct load *load_alloc(const struct api_driver *driver, u32 flags)
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

/* Give each client a new message, to be submitted @again + 1 times. */
void load_prepare(struct load *load, unsigned int again)
{
	unsigned int i;

	atomic_set(&load->left, REQUESTS);
	atomic_set(&load->submitted, 0);
	atomic_set(&load->completed, 0);
	atomic_set(&load->overtaken, 0);
	reinit_completion(&load->all_done);
	for (i = 0; i < REQUESTS; i++) {
		struct client *w = &load->client[i];
		unsigned int len = rng_length(&load->rng);
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

/* Return: false if requests are still in flight; then the load must not be freed. */
bool load_wait(struct load *load)
{
	return wait_for_completion_timeout(&load->all_done, TIMEOUT);
}

/* The first client from @w on whose request has @min to @max bytes; there is one. */
static struct client *next_of(struct client *w, unsigned int min,
			      unsigned int max)
{
	while ((w->req->nbytes < min || w->req->nbytes > max) &&
	       w < &w->load->client[REQUESTS - 1])
		w++;
	return w;
}

/* One of many blocks */
struct client *client_long(struct client *w)
{
	return next_of(w, 1000, DATA_SIZE);
}

struct client *client_short(struct client *w)
{
	return next_of(w, 0, 64);
}

/* Submit a long request, to wait for it and @more others. Return: true if it is done. */
bool load_submit_one(struct load *load, unsigned int more)
{
	atomic_set(&load->left, 1 + more);
	reinit_completion(&load->all_done);
	client_submit(client_long(load->client));
	return atomic_read(&load->left) == more;
}

/*
 * Submit a task's long request again and again until it waits in the queue: after batches
 * that have not paid, all are hashed inline until enough was, and one that was expected is
 * flushed at once. Then wait for it and @more others.
 * Return: when it was submitted, ns.
 */
u64 load_submit_queued(struct kunit *test, struct load *load, unsigned int more)
{
	const u64 end = ktime_get_ns() + 60ULL * NSEC_PER_SEC;
	u64 now;

	for (;;) {
		now = ktime_get_ns();
		if (!load_submit_one(load, more))
			return now;
		KUNIT_ASSERT_TRUE(test, now < end);
		cond_resched();
	}
}

/* Start @fn on this CPU; migration is disabled. */
bool other_start(struct kunit *test, struct other *other,
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

/* On PREEMPT_RT no task's request waits for others. */
void skip_if_none_waits(struct kunit *test)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "with PREEMPT_RT tasks do not wait");
}
