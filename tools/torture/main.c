// SPDX-License-Identifier: GPL-2.0
/*
 * Torture for mbhash: module entry, parameters, the summary. See torture.h.
 *
 * It begins as the module is loaded, and ends when stop=1 is written to
 * /sys/module/mbhash_torture/parameters, or something is lost. pause=1 has it let
 * go of mbhash, for that to be removed. debugfs's mbhash_torture/summary has a line
 * of what has happened, at any time.
 */
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/random.h>
#include <linux/ratelimit.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "torture.h"

unsigned long long torture_seed;
module_param_named(seed, torture_seed, ullong, 0444);
MODULE_PARM_DESC(seed, "of all choices (0 = one that differs each time)");

static unsigned int flows;
module_param_named(flows, flows, uint, 0444);
MODULE_PARM_DESC(flows, "threads (default 4, and 4 for each CPU)");

unsigned int torture_timeout = 60;
module_param_named(timeout, torture_timeout, uint, 0444);
MODULE_PARM_DESC(timeout, "what has not come back after as many seconds is lost (default 60)");

bool torture_priorities = true;
module_param_named(priorities, torture_priorities, bool, 0444);
MODULE_PARM_DESC(priorities, "change those of the threads (default Y)");

bool torture_stop;
module_param_named(stop, torture_stop, bool, 0644);
MODULE_PARM_DESC(stop, "begin no round any more");

bool torture_pause;
module_param_named(pause, torture_pause, bool, 0644);
MODULE_PARM_DESC(pause, "begin none for now, and hold no transform");

struct counts counts;

/*
 * No round begins until all are home: what was forgotten is not to be found by the
 * next request that comes. @torture_hushed threads have none on its way.
 */
bool torture_hush;
atomic_t torture_hushed = ATOMIC_INIT(0);

/* Threads that begin no round any more, and have none that is not home */
atomic_t torture_ended = ATOMIC_INIT(0);

static struct flow *all;
static unsigned int started;
static struct dentry *dir;

/**
 * torture_flows() - all threads
 * @flows: set to them
 *
 * Return: how many.
 */
unsigned int torture_flows(struct flow **flows)
{
	*flows = all;
	return started;
}

/**
 * torture_fault() - something is wrong
 * @message: with this message
 * @count: where it is counted
 * @what: what
 *
 * Context: any.
 */
void torture_fault(const struct message *message, atomic64_t *count,
		   const char *what)
{
	const struct round *round = message->round;

	atomic64_inc(count);
	pr_err_ratelimited("mbhash_torture: seed=%llu flow=%u round=%llu %s place=%u flags=%x message=%u/%u calls=%u step=%u/%u err=%d: %s\n",
			   torture_seed, round->flow->number, round->number,
			   round->driver->name, round->place, round->flags,
			   message->index, round->n, message->calls,
			   message->step, message->pieces, message->err, what);
}

static u64 count_of(const atomic64_t *count)
{
	return atomic64_read(count);
}

static int summary_show(struct seq_file *m, void *unused)
{
	seq_printf(m, "seed=%llu flows=%u running=%u rounds=%llu messages=%llu requests=%llu bytes=%llu ",
		   torture_seed, started, started - atomic_read(&torture_ended),
		   count_of(&counts.rounds),
		   count_of(&counts.messages), count_of(&counts.requests),
		   count_of(&counts.bytes));
	seq_printf(m, "inline=%llu completed=%llu moved=%llu abandoned=%llu hushes=%llu no_memory=%llu no_driver=%llu ",
		   count_of(&counts.inlined), count_of(&counts.completed),
		   count_of(&counts.moved), count_of(&counts.signals),
		   count_of(&counts.hushes), count_of(&counts.no_memory),
		   count_of(&counts.no_driver));
	seq_printf(m, "mismatches=%llu errors=%llu lost=%llu doubled=%llu overtaken=%llu longest_wait_us=%llu\n",
		   count_of(&counts.mismatches), count_of(&counts.errors),
		   count_of(&counts.lost), count_of(&counts.doubled),
		   count_of(&counts.overtaken),
		   div_u64(count_of(&counts.ns_max), NSEC_PER_USEC));
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(summary);

static void stop_all(void)
{
	disturb_stop();
	WRITE_ONCE(torture_stop, true);
	while (started)
		flow_stop(&all[--started]);
	kfree(all);
	data_exit();
}

static int start_all(void)
{
	int err = data_init();

	if (err)
		return err;
	all = kcalloc(flows, sizeof(*all), GFP_KERNEL);
	if (!all)
		return -ENOMEM;
	while (started < flows) {
		err = flow_start(&all[started], started);
		if (err)
			return err;
		started++;
	}
	return disturb_start();
}

static int __init torture_init(void)
{
	int err;

	while (!torture_seed)
		torture_seed = get_random_u64();
	if (!flows)
		flows = 4 + 4 * num_online_cpus();
	pr_info("mbhash_torture: seed=%llu flows=%u\n", torture_seed, flows);
	err = start_all();
	if (err) {
		stop_all();
		return err;
	}
	dir = debugfs_create_dir("mbhash_torture", NULL);
	debugfs_create_file("summary", 0444, dir, NULL, &summary_fops);
	return 0;
}
module_init(torture_init);

static void __exit torture_exit(void)
{
	debugfs_remove(dir);
	stop_all();
}
module_exit(torture_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Torture for mbhash");
