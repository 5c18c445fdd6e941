// SPDX-License-Identifier: GPL-2.0
/*
 * A task that leaves mbhash late: it is preempted inside the module just after its last
 * request was completed, and cannot run until the test permits it. Meanwhile everything
 * that holds a reference to the module is freed.
 *
 * The submitter, on CPU 0, fills the queue. The tasklet hashes all of it when the
 * submitter enables BH, before mbhash_submit() returns; if this takes too long,
 * ksoftirqd takes over and preempts the submitter there. The last completion wakes the
 * hog, a real-time task, which therefore runs first when the softirqs end. It frees the
 * requests and the transform, and keeps the CPU.
 *
 * Needs a fully preemptible kernel, ksoftirqd/0 with a higher priority than the hog, and
 * no limit to the runtime of real-time tasks.
 */
#include <crypto/hash.h>
#include <crypto/sha2.h>
#include <linux/bottom_half.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/scatterlist.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../../../kunit/compat/completion.h"

#define CPU		0

/* More requests than a queue may have, each of some blocks */
#define REQUESTS	256
#define BYTES		512

/* The hog stops after this time in any case, before the kernel reports a stall. */
#define HOLD_JIFFIES	(60 * HZ)

static bool hold = true;
module_param(hold, bool, 0644);
MODULE_PARM_DESC(hold, "the submitter may not run (default Y)");

static bool waiting;
module_param(waiting, bool, 0444);
MODULE_PARM_DESC(waiting, "everything is completed and freed, and the hog keeps CPU 0");

static bool left;
module_param(left, bool, 0444);
MODULE_PARM_DESC(left, "the submitter has left mbhash");

static int submitter_pid;
module_param(submitter_pid, int, 0444);
MODULE_PARM_DESC(submitter_pid, "PID of the submitter");

static unsigned int submitted;
module_param(submitted, uint, 0444);
MODULE_PARM_DESC(submitted, "requests submitted");

static unsigned int completed_inside;
module_param(completed_inside, uint, 0444);
MODULE_PARM_DESC(completed_inside, "completions before the submitter returned from its last request");

static struct crypto_ahash *tfm;
static struct ahash_request *reqs[REQUESTS];
static u8 digests[REQUESTS][SHA256_DIGEST_SIZE];
static u8 *data;
static struct scatterlist sg;

static struct task_struct *submitter, *hog;
static DECLARE_COMPLETION(all_done);

/* Changed only by code on one CPU */
static unsigned int completed;
static bool inside;

static void one_done(void)
{
	if (READ_ONCE(inside))
		completed_inside++;
	if (++completed == submitted)
		complete(&all_done);
}

static void req_done(mbhash_completion_arg *arg, int err)
{
	if (err != -EINPROGRESS)
		one_done();
}

/* Submit another request? Completions run on the same CPU, in softirqs. */
static bool next_one(void)
{
	bool next;

	local_bh_disable();
	next = !completed && submitted < REQUESTS;
	if (next)
		submitted++;
	local_bh_enable();
	return next;
}

static int submitter_run(void *unused)
{
	unsigned int i;
	int err;

	for (i = 0; next_one(); i++) {
		WRITE_ONCE(inside, true);
		err = crypto_ahash_digest(reqs[i]);
		/* The request and the transform may be freed. */
		WRITE_ONCE(inside, false);
		if (err != -EINPROGRESS)
			one_done();
	}
	WRITE_ONCE(left, true);
	return 0;
}

static void free_all(void)
{
	unsigned int i;

	for (i = 0; i < REQUESTS; i++)
		ahash_request_free(reqs[i]);
	crypto_free_ahash(tfm);
}

static int hog_run(void *unused)
{
	unsigned long end;

	wait_for_completion(&all_done);
	free_all();
	WRITE_ONCE(waiting, true);
	end = jiffies + HOLD_JIFFIES;
	while (READ_ONCE(hold) && time_before(jiffies, end))
		cpu_relax();
	return 0;
}

static int alloc_all(void)
{
	unsigned int i;

	tfm = crypto_alloc_ahash("sha256-mb", 0, 0);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	sg_init_one(&sg, data, BYTES);
	for (i = 0; i < REQUESTS; i++) {
		reqs[i] = ahash_request_alloc(tfm, GFP_KERNEL);
		if (!reqs[i]) {
			free_all();
			return -ENOMEM;
		}
		ahash_request_set_callback(reqs[i], 0, req_done, NULL);
		ahash_request_set_crypt(reqs[i], &sg, digests[i], BYTES);
	}
	return 0;
}

/* The thread ends by itself; the reference allows waiting for it after that. */
static struct task_struct *make_thread(int (*run)(void *unused),
				       const char *name)
{
	struct task_struct *task = kthread_create(run, NULL, "%s", name);

	if (!IS_ERR(task)) {
		get_task_struct(task);
		kthread_bind(task, CPU);
	}
	return task;
}

static void wait_for_thread(struct task_struct *task)
{
	kthread_stop(task);
	put_task_struct(task);
}

static int __init straggler_init(void)
{
	int err;

	data = kzalloc(BYTES, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	err = alloc_all();
	if (err)
		goto free_data;
	submitter = make_thread(submitter_run, "straggler");
	if (IS_ERR(submitter)) {
		err = PTR_ERR(submitter);
		goto free_requests;
	}
	hog = make_thread(hog_run, "straggler-hog");
	if (IS_ERR(hog)) {
		err = PTR_ERR(hog);
		goto stop_submitter;
	}
	submitter_pid = submitter->pid;
	sched_set_fifo(hog);
	wake_up_process(hog);
	wake_up_process(submitter);
	return 0;

stop_submitter:
	/* It has not run. */
	wait_for_thread(submitter);
free_requests:
	free_all();
free_data:
	kfree(data);
	return err;
}
module_init(straggler_init);

static void __exit straggler_exit(void)
{
	WRITE_ONCE(hold, false);
	wait_for_thread(submitter);
	wait_for_thread(hog);
	kfree(data);
}
module_exit(straggler_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Is preempted while it leaves mbhash");
