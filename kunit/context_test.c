// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts in which a request must not wait, sleep or delay others: interrupts
 * off, hardirq, a kernel thread that polls, and a flush with many completions.
 */
#include <linux/bio.h>
#include <linux/bottom_half.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/scatterlist.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "api.h"
#include "compat/completion.h"
#include "compat/hrtimer.h"

#define DATA_SIZE	20000
#define KEYLEN		40
/* Far longer than anything here takes. */
#define TIMEOUT		(60 * HZ)

/**
 * struct single - one request at a time
 * @tfm: the driver's transform
 * @req: the request
 * @sg: its source
 * @data: the message; its first KEYLEN bytes are the key
 * @digest: the result
 * @want: the expected result
 * @err: the return value of crypto_ahash_digest()
 * @timer: calls it from hardirq
 * @done: the timer has run, or the request was completed later
 * @other: another request that may be in flight meanwhile
 */
struct single {
	struct crypto_ahash *tfm;
	struct ahash_request *req;
	struct scatterlist sg;
	u8 *data;
	u8 digest[MBHASH_MAX_DIGEST];
	u8 want[MBHASH_MAX_DIGEST];
	int err;
	struct hrtimer timer;
	struct completion done;
	struct single *other;
};

static void single_completed(mbhash_completion_arg *arg, int err)
{
	struct single *s = mbhash_completion_data(arg);

	complete(&s->done);
}

static void single_free(struct single *s)
{
	ahash_request_free(s->req);
	crypto_free_ahash(s->tfm);
}

static struct single *single_alloc(struct kunit *test)
{
	const struct api_driver *driver = test->param_value;
	struct single *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);
	struct rng rng;

	KUNIT_ASSERT_NOT_NULL(test, s);
	s->data = kunit_kmalloc(test, DATA_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, s->data);
	rng_init(&rng);
	rng_bytes(&rng, s->data, DATA_SIZE);
	init_completion(&s->done);

	s->tfm = crypto_alloc_ahash(driver->name, 0, 0);
	KUNIT_ASSERT_FALSE(test, IS_ERR(s->tfm));
	if (driver->hmac)
		KUNIT_ASSERT_EQ(test, 0,
				crypto_ahash_setkey(s->tfm, s->data, KEYLEN));
	s->req = ahash_request_alloc(s->tfm, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, s->req);
	ahash_request_set_callback(s->req, 0, single_completed, s);
	return s;
}

static void digest_now(struct single *s)
{
	s->err = crypto_ahash_digest(s->req);
}

static void digest_without_interrupts(struct single *s)
{
	unsigned long flags;

	local_irq_save(flags);
	digest_now(s);
	local_irq_restore(flags);
}

static enum hrtimer_restart in_hardirq_now(struct hrtimer *timer)
{
	struct single *s = container_of(timer, struct single, timer);

	digest_now(s);
	complete(&s->done);
	return HRTIMER_NORESTART;
}

static void digest_in_hardirq(struct single *s)
{
	hrtimer_setup(&s->timer, in_hardirq_now, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_HARD);
	hrtimer_start(&s->timer, ns_to_ktime(NSEC_PER_MSEC),
		      HRTIMER_MODE_REL_HARD);
	wait_for_completion(&s->done);
	hrtimer_cancel(&s->timer);
}

/* Expect the request to be done when @digest returns. */
static void done_at_once(struct kunit *test, void (*digest)(struct single *s))
{
	static const unsigned int lens[] = { 0, 1, 55, 64, 1000, DATA_SIZE };
	const struct api_driver *driver = test->param_value;
	const unsigned int size = mbhash_digest_size(&mbhash_hashes[driver->id]);
	struct single *s = single_alloc(test), *other = single_alloc(test);
	unsigned int i;

	s->other = other;
	sg_init_one(&other->sg, other->data, DATA_SIZE);
	ahash_request_set_crypt(other->req, &other->sg, other->digest, DATA_SIZE);
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		api_reference(driver, s->data, KEYLEN, s->data, lens[i],
			      s->want);
		sg_init_one(&s->sg, s->data, lens[i]);
		ahash_request_set_crypt(s->req, &s->sg, s->digest, lens[i]);
		memset(s->digest, 0, sizeof(s->digest));
		digest(s);
		KUNIT_EXPECT_EQ_MSG(test, s->err, 0, "%u bytes", lens[i]);
		if (s->err == -EINPROGRESS)
			wait_for_completion(&s->done);
		expect_same(test, s->digest, s->want, size, "%u bytes", lens[i]);
	}
	single_free(other);
	single_free(s);
}

static void with_interrupts_off_it_is_done_at_once(struct kunit *test)
{
	done_at_once(test, digest_without_interrupts);
}

static void in_hardirq_it_is_done_at_once(struct kunit *test)
{
	done_at_once(test, digest_in_hardirq);
}

/* What a caller says by mistake */
static void digest_with_flags(struct single *s, u32 flags)
{
	ahash_request_set_callback(s->req, flags, single_completed, s);
	digest_now(s);
	ahash_request_set_callback(s->req, 0, single_completed, s);
}

static void digest_without_preemption(struct single *s)
{
	preempt_disable();
	digest_with_flags(s, CRYPTO_TFM_REQ_MAY_SLEEP);
	preempt_enable();
}

static void digest_without_bh(struct single *s)
{
	local_bh_disable();
	digest_with_flags(s, CRYPTO_TFM_REQ_MAY_SLEEP | CRYPTO_TFM_REQ_MAY_BACKLOG);
	local_bh_enable();
}

static void digest_under_rcu(struct single *s)
{
	rcu_read_lock();
	digest_with_flags(s, CRYPTO_TFM_REQ_MAY_SLEEP);
	rcu_read_unlock();
}

/*
 * A synchronous driver does not sleep where it must not, even if its caller says that it
 * may. Others may have filled the queue, so that it would have to wait.
 */
static void sync_drivers_never_sleep_in_atomic_context(struct kunit *test)
{
	const struct api_driver *driver = test->param_value;

	if (driver->async)
		kunit_skip(test, "this driver does not wait");
	done_at_once(test, digest_without_preemption);
	done_at_once(test, digest_without_bh);
	done_at_once(test, digest_under_rcu);
}

/* The second request of a round is queued, if any driver's is. */
static void queue_other(struct single *other)
{
	digest_now(other);
	if (!other->err)
		digest_now(other);
}

/* BH is disabled only so that others stay queued. */
static void digest_inside_submission(struct single *s)
{
	struct bio_list bios = BIO_EMPTY_LIST;

	local_bh_disable();
	queue_other(s->other);
	current->bio_list = &bios;
	digest_with_flags(s, CRYPTO_TFM_REQ_MAY_BACKLOG);
	current->bio_list = NULL;
	local_bh_enable();
	if (s->other->err == -EINPROGRESS)
		wait_for_completion(&s->other->done);
}

/*
 * A caller inside of a block driver's submission, who does not need it in order, gets its
 * digest at once, even if others are queued: what it does then may sleep.
 */
static void in_a_block_drivers_submission_it_is_done_at_once(struct kunit *test)
{
	done_at_once(test, digest_inside_submission);
}

#define FLOOD	300

/**
 * struct flood - many short requests from one softirq, of which some complete slowly
 * @tfm: the transform
 * @req: the requests
 * @sg: their source
 * @data: the message
 * @digest: the results
 * @tasklet: submits them
 * @other: another softirq, which runs after the first flush
 * @quick: how many completions are quick before the slow ones
 * @inlined: number of requests hashed inline, before any completion
 * @completed: @inlined plus the number of completions
 * @before_other: @completed when @other ran
 * @all_done: none is left
 */
struct flood {
	struct crypto_ahash *tfm;
	struct ahash_request *req[FLOOD];
	struct scatterlist sg;
	u8 data[MBHASH_BLOCK];
	u8 digest[FLOOD][MBHASH_MAX_DIGEST];
	struct tasklet_struct tasklet;
	struct tasklet_struct other;
	unsigned int quick;
	unsigned int inlined;
	unsigned int completed;
	unsigned int before_other;
	struct completion all_done;
};

/* As long as decrypting what was authenticated may take */
#define COMPLETION_US	5000
/* So many of these, at most, until jiffies has changed: the first one may begin just then. */
#define SLOW_IN_A_TICK	(DIV_ROUND_UP(USEC_PER_SEC / HZ, COMPLETION_US) + 1)
/* After so many the time is checked next when there were twice as many. */
#define QUICK		17

/* Uses the clock that flushes read: udelay() may be as wrong as its calibration. */
static void complete_slowly(void)
{
	const u64 end = ktime_get_ns() + COMPLETION_US * NSEC_PER_USEC;

	while (ktime_get_ns() < end)
		cpu_relax();
}

static void flood_completed(mbhash_completion_arg *arg, int err)
{
	struct flood *f = mbhash_completion_data(arg);

	if (err == -EINPROGRESS)
		return;
	if (f->completed >= f->inlined + f->quick && !f->before_other)
		complete_slowly();
	if (f->completed++ == f->inlined)
		tasklet_schedule(&f->other);
	if (f->completed == FLOOD)
		complete(&f->all_done);
}

static void flood_submit(struct tasklet_struct *tasklet)
{
	struct flood *f = container_of(tasklet, struct flood, tasklet);
	unsigned int i;

	f->inlined = 0;
	for (i = 0; i < FLOOD; i++)
		if (crypto_ahash_digest(f->req[i]) != -EINPROGRESS)
			f->inlined++;
	f->completed = f->inlined;
	if (f->completed == FLOOD)
		complete(&f->all_done);
}

static void flood_other(struct tasklet_struct *tasklet)
{
	struct flood *f = container_of(tasklet, struct flood, other);

	f->before_other = f->completed;
}

static void run_flood(struct kunit *test, struct flood *f)
{
	reinit_completion(&f->all_done);
	f->before_other = 0;
	tasklet_schedule(&f->tasklet);
	KUNIT_ASSERT_TRUE(test, wait_for_completion_timeout(&f->all_done,
							    TIMEOUT));
	tasklet_kill(&f->tasklet);
	tasklet_kill(&f->other);
}

/* After batches that have not paid, all may be hashed inline for a while. */
static void run_flood_queued(struct kunit *test, struct flood *f)
{
	const u64 end = ktime_get_ns() + 60ULL * NSEC_PER_SEC;

	do {
		run_flood(test, f);
		cond_resched();
	} while (f->inlined == FLOOD && ktime_get_ns() < end);
}

/* Expect that the first flush ends after at most @most of @quick quick and many slow ones. */
static void ends_after(struct kunit *test, struct flood *f, unsigned int quick,
		       unsigned int most)
{
	f->quick = quick;
	run_flood_queued(test, f);
	KUNIT_EXPECT_TRUE_MSG(test, f->before_other && f->before_other <= f->inlined + most,
			      "%u of %u, %u inline, %u quick", f->before_other, FLOOD,
			      f->inlined, quick);
}

/* Two slow completions are enough for a flush; after quick ones, those of a tick. */
static void slow_completions_end_a_flush(struct kunit *test)
{
	/* Leaked if requests may still use it. */
	struct flood *f = kzalloc(sizeof(*f), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, f);
	f->tfm = crypto_alloc_ahash("md5-mb", 0, 0);
	KUNIT_ASSERT_FALSE(test, IS_ERR(f->tfm));
	sg_init_one(&f->sg, f->data, sizeof(f->data));
	for (i = 0; i < FLOOD; i++) {
		f->req[i] = ahash_request_alloc(f->tfm, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, f->req[i]);
		ahash_request_set_callback(f->req[i], 0, flood_completed, f);
		ahash_request_set_crypt(f->req[i], &f->sg, f->digest[i],
					sizeof(f->data));
	}
	tasklet_setup(&f->tasklet, flood_submit);
	tasklet_setup(&f->other, flood_other);
	init_completion(&f->all_done);

	ends_after(test, f, 0, 2);
	ends_after(test, f, QUICK, QUICK + SLOW_IN_A_TICK);
	for (i = 0; i < FLOOD; i++)
		ahash_request_free(f->req[i]);
	crypto_free_ahash(f->tfm);
	kfree(f);
}

KUNIT_ARRAY_PARAM(driver, api_drivers, api_driver_name);

static struct kunit_case context_cases[] = {
	KUNIT_CASE_PARAM(with_interrupts_off_it_is_done_at_once, driver_gen_params),
	KUNIT_CASE_PARAM(in_hardirq_it_is_done_at_once, driver_gen_params),
	KUNIT_CASE_PARAM(sync_drivers_never_sleep_in_atomic_context, driver_gen_params),
	KUNIT_CASE_PARAM(in_a_block_drivers_submission_it_is_done_at_once, driver_gen_params),
	KUNIT_CASE(slow_completions_end_a_flush),
	{}
};

static struct kunit_suite context_suite = {
	.name = "mbhash_context",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.test_cases = context_cases,
};

kunit_test_suite(context_suite);
