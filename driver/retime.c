// SPDX-License-Identifier: GPL-2.0
/*
 * Times the implementations again, a few times at growing intervals after the module
 * was loaded: a CPU that was busy at load, as it is during boot, may have led to a bad
 * plan.
 *
 * Each time it takes a kworker some 10 ms, on a CPU that is never quiet some tenths of a
 * second. It can be preempted except in a section, which is no longer than those of hashing,
 * it pauses while requests are left to the flusher's thread, and it holds no lock that
 * hashing takes: see &struct mbhash_plan.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/jiffies.h>
#include <linux/printk.h>
#include <linux/workqueue.h>

#include "../compat/compat.h"
#include "driver.h"

/* 1, 4, 13, 40 seconds and so on after loading; for the last time after 18 minutes. */
#define FIRST_DELAY	(1 * HZ)
#define LAST_DELAY	(729 * HZ)
#define LATER		3

static unsigned long delay = FIRST_DELAY;

static const struct mbhash_impl *full_set(enum mbhash_hash_id id)
{
	return mbhash_hashes[id].plan[true].impl[MBHASH_MAX_LANES];
}

/**
 * mbhash_say_plan() - log in one line which implementations serve a full batch
 *
 * Context: any.
 */
void mbhash_say_plan(void)
{
	const struct mbhash_impl *md5 = full_set(MBHASH_MD5);
	const struct mbhash_impl *sha256 = full_set(MBHASH_SHA256);

	if (md5->isa || sha256->isa)
		pr_info("md5 by %s, sha256 by %s\n", md5->name, sha256->name);
	else
		pr_info("no implementation can be used here, portable C serves\n");
}

static void retime(struct work_struct *work)
{
	const struct mbhash_impl *md5 = full_set(MBHASH_MD5);
	const struct mbhash_impl *sha256 = full_set(MBHASH_SHA256);

	/* Without enough memory the plans stay as they are until the next time. */
	mbhash_plan_renew(mbhash_flusher_pause);
	if (full_set(MBHASH_MD5) != md5 || full_set(MBHASH_SHA256) != sha256)
		mbhash_say_plan();

	delay *= LATER;
	if (delay <= LAST_DELAY)
		queue_delayed_work(system_dfl_wq, to_delayed_work(work), delay);
}

static DECLARE_DELAYED_WORK(retime_work, retime);

/**
 * mbhash_retime_init() - schedule timing the implementations again
 *
 * Context: process, after mbhash_plan_init().
 */
void mbhash_retime_init(void)
{
	queue_delayed_work(system_dfl_wq, &retime_work, delay);
}

/**
 * mbhash_retime_exit() - stop timing the implementations again
 *
 * Context: process, may sleep. Waits for a timing in progress.
 */
void mbhash_retime_exit(void)
{
	cancel_delayed_work_sync(&retime_work);
}
