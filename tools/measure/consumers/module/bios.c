// SPDX-License-Identifier: GPL-2.0
/*
 * Submits bios to a block device from inside the kernel.
 *
 * fio is not used because each system call of a program costs some microseconds in
 * User Mode Linux, as much as hashing 4 KiB.
 */
#include <linux/bio.h>
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/fs.h>
#include <linux/file.h>
#include <linux/ktime.h>
#include <linux/llist.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "host.h"
#include "load.h"

/* How often to let other tasks run */
#define RESCHED_NS	NSEC_PER_MSEC

/**
 * struct slot - memory for one bio in flight
 * @node: on @run's list of idle slots
 * @run: the run that it belongs to
 * @block: the block of the device that the bio reads or writes
 * @pages: its data
 */
struct slot {
	struct llist_node node;
	struct run *run;
	u64 block;
	struct page *pages[BIOS_MAX_SIZE / PAGE_SIZE];
};

/**
 * struct run - one run
 * @scenario: the load to make
 * @bdev: the device
 * @blocks: size of the device, in bios
 * @next: the next block, or the random generator's state
 * @nr_pages: pages per slot
 * @idle: list of idle slots
 * @nr_idle: completed once for each idle slot
 * @ended: number of bios that have ended
 * @errors: number of those that failed
 * @first_error: the block of the first one that failed
 * @nr_slots: number of @slots
 * @slots: all slots
 */
struct run {
	const struct bios_scenario *scenario;
	struct block_device *bdev;
	u64 blocks;
	u64 next;
	unsigned int nr_pages;
	struct llist_head idle;
	struct completion nr_idle;
	atomic64_t ended;
	atomic64_t errors;
	u64 first_error;
	unsigned int nr_slots;
	struct slot *slots[BIOS_MAX_DEPTH];
};

static void add_idle(struct run *run, struct slot *slot)
{
	llist_add(&slot->node, &run->idle);
	/* submit_until_end() may return now, and the run be freed. */
	complete(&run->nr_idle);
}

static void end_bio(struct bio *bio)
{
	struct slot *slot = bio->bi_private;
	struct run *run = slot->run;

	if (bio->bi_status && atomic64_inc_return(&run->errors) == 1)
		run->first_error = slot->block;
	bio_put(bio);
	atomic64_inc(&run->ended);
	add_idle(run, slot);
}

/* Marsaglia's xorshift64, the same numbers in each run */
static u64 next_random(u64 x)
{
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x;
}

static u64 next_block(struct run *run)
{
	u64 block;

	if (run->scenario->random) {
		run->next = next_random(run->next);
		div64_u64_rem(run->next, run->blocks, &block);
	} else {
		block = run->next++;
		if (run->next == run->blocks)
			run->next = 0;
	}
	return block;
}

static void submit(struct run *run, struct slot *slot)
{
	const struct bios_scenario *scenario = run->scenario;
	unsigned int left = scenario->size, i;
	struct bio *bio;

	bio = bio_alloc(run->bdev, run->nr_pages,
			(scenario->write ? REQ_OP_WRITE : REQ_OP_READ) | REQ_SYNC,
			GFP_KERNEL);
	for (i = 0; i < run->nr_pages; i++) {
		unsigned int len = min_t(unsigned int, left, PAGE_SIZE);

		__bio_add_page(bio, slot->pages[i], len, 0);
		left -= len;
	}
	slot->block = next_block(run);
	bio->bi_iter.bi_sector = slot->block * (scenario->size >> SECTOR_SHIFT);
	bio->bi_private = slot;
	bio->bi_end_io = end_bio;
	submit_bio(bio);
}

static struct slot *wait_for_slot(struct run *run)
{
	wait_for_completion(&run->nr_idle);
	return llist_entry(llist_del_first(&run->idle), struct slot, node);
}

static bool is_time_left(const struct run *run, u64 submitted, u64 now, u64 end)
{
	return run->scenario->ms ? now < end : submitted < run->blocks;
}

static void submit_until_end(struct run *run, struct bios_result *result)
{
	u64 start, now, end, resched, submitted = 0;
	unsigned int i;

	result->cpu_ns = host_cpu_ns();
	start = ktime_get_ns();
	end = start + (u64)run->scenario->ms * NSEC_PER_MSEC;
	resched = start;
	for (now = start; is_time_left(run, submitted, now, end);
	     now = ktime_get_ns()) {
		submit(run, wait_for_slot(run));
		submitted++;
		if (now - resched > RESCHED_NS) {
			resched = now;
			cond_resched();
		}
	}
	/* When all slots are idle, no bio is in flight. */
	for (i = 0; i < run->nr_slots; i++)
		wait_for_slot(run);
	result->ns = ktime_get_ns() - start;
	result->cpu_ns = host_cpu_ns() - result->cpu_ns;
	result->bios = atomic64_read(&run->ended);
	result->errors = atomic64_read(&run->errors);
	result->first_error = run->first_error;
}

static void free_slot(struct slot *slot)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(slot->pages) && slot->pages[i]; i++)
		__free_page(slot->pages[i]);
	kfree(slot);
}

static struct slot *make_slot(struct run *run)
{
	struct slot *slot = kzalloc(sizeof(*slot), GFP_KERNEL);
	unsigned int i;

	if (!slot)
		return NULL;
	slot->run = run;
	for (i = 0; i < run->nr_pages; i++) {
		slot->pages[i] = alloc_page(GFP_KERNEL);
		if (!slot->pages[i]) {
			free_slot(slot);
			return NULL;
		}
		memset(page_address(slot->pages[i]), i + 1, PAGE_SIZE);
	}
	return slot;
}

static int make_slots(struct run *run, unsigned int n)
{
	while (run->nr_slots < n) {
		struct slot *slot = make_slot(run);

		if (!slot)
			return -ENOMEM;
		run->slots[run->nr_slots++] = slot;
		add_idle(run, slot);
	}
	return 0;
}

static bool is_possible(const struct bios_scenario *scenario)
{
	return scenario->size && scenario->size <= BIOS_MAX_SIZE &&
	       !(scenario->size % SECTOR_SIZE) &&
	       scenario->depth && scenario->depth <= BIOS_MAX_DEPTH;
}

static int run_on(struct file *file, struct run *run, struct bios_result *result)
{
	const struct bios_scenario *scenario = run->scenario;
	int err;

	if (!S_ISBLK(file_inode(file)->i_mode))
		return -ENOTBLK;
	run->bdev = I_BDEV(file->f_mapping->host);
	run->blocks = div_u64(bdev_nr_bytes(run->bdev), scenario->size);
	if (!run->blocks)
		return -ENOSPC;
	err = make_slots(run, scenario->depth);
	if (!err)
		submit_until_end(run, result);
	while (run->nr_slots)
		free_slot(run->slots[--run->nr_slots]);
	return err;
}

/**
 * bios_run() - make a load of bios
 * @scenario: the load
 * @result: where to put the results
 *
 * Context: process, may sleep.
 * Return: 0, even if bios have failed; -EINVAL for an invalid scenario; -ENOTBLK if
 *	   @scenario->device is no block device; -ENOSPC if it is too small; -ENOMEM; or
 *	   the error of opening it.
 */
int bios_run(const struct bios_scenario *scenario, struct bios_result *result)
{
	struct file *file;
	struct run *run;
	int err;

	if (!is_possible(scenario))
		return -EINVAL;
	run = kzalloc(sizeof(*run), GFP_KERNEL);
	if (!run)
		return -ENOMEM;
	run->scenario = scenario;
	run->next = scenario->random; /* xorshift's state must not be 0 */
	run->nr_pages = DIV_ROUND_UP(scenario->size, PAGE_SIZE);
	init_llist_head(&run->idle);
	init_completion(&run->nr_idle);

	file = filp_open(scenario->device,
			 (scenario->write ? O_RDWR : O_RDONLY) | O_LARGEFILE, 0);
	err = PTR_ERR_OR_ZERO(file);
	if (!err) {
		err = run_on(file, run, result);
		fput(file);
	}
	kfree(run);
	return err;
}
