// SPDX-License-Identifier: GPL-2.0
/*
 * A benchmark of the kernel crypto API's hashes, inside the kernel: the module's
 * interface.
 *
 * The parameters define what is measured, and can be changed below
 * /sys/module/mbhash_bench/parameters. Each read of debugfs's mbhash_bench/run measures
 * once and returns one line of JSON.
 */
#include <linux/debugfs.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "bench.h"

static char *driver = "sha256-mb";
module_param(driver, charp, 0644);
MODULE_PARM_DESC(driver, "driver under test (default sha256-mb)");

static char *reference = "sha256-generic";
module_param(reference, charp, 0644);
MODULE_PARM_DESC(reference, "driver whose digests are the reference (default sha256-generic)");

static char *context = "process";
module_param(context, charp, 0644);
MODULE_PARM_DESC(context, "where requests are submitted: process or softirq (default process)");

static unsigned int size = 4096;
module_param(size, uint, 0644);
MODULE_PARM_DESC(size, "bytes in a message, 1 to 65536 (default 4096)");

static unsigned int chunk;
module_param(chunk, uint, 0644);
MODULE_PARM_DESC(chunk, "hash a message by updates of so many bytes and a final, 0: by one digest call (default 0)");

static unsigned int inflight = 1;
module_param(inflight, uint, 0644);
MODULE_PARM_DESC(inflight, "requests that each thread keeps in flight, 1 to 256 (default 1)");

static unsigned int threads = 1;
module_param(threads, uint, 0644);
MODULE_PARM_DESC(threads, "threads that submit, 1 to 2048 (default 1)");

static unsigned int busy;
module_param(busy, uint, 0644);
MODULE_PARM_DESC(busy, "threads that keep the CPU busy with other work, 0 to 64 (default 0)");

static unsigned int rate;
module_param(rate, uint, 0644);
MODULE_PARM_DESC(rate, "messages that each thread starts per second, 0: as many as it can (default 0)");

static unsigned int ms = 100;
module_param(ms, uint, 0644);
MODULE_PARM_DESC(ms, "duration, milliseconds, 1 to 60000 (default 100)");

#define MS_MAX	60000

static struct dentry *dir;
/* One run at a time: two would disturb each other. */
static DEFINE_MUTEX(running);

static bool within(const char *name, unsigned int value, unsigned int least,
		   unsigned int most)
{
	if (value >= least && value <= most)
		return true;
	pr_err("mbhash_bench: %s=%u: must be %u to %u\n", name, value, least,
	       most);
	return false;
}

static void copy_name(char *to, const char *from)
{
	strscpy(to, from, CRYPTO_MAX_ALG_NAME);
	strim(to);
}

/* The parameters' current values */
static int get_scenario(struct bench_scenario *scenario)
{
	char where[CRYPTO_MAX_ALG_NAME];

	kernel_param_lock(THIS_MODULE);
	copy_name(scenario->driver, driver);
	copy_name(scenario->reference, reference);
	copy_name(where, context);
	scenario->size = size;
	scenario->chunk = chunk;
	scenario->inflight = inflight;
	scenario->threads = threads;
	scenario->busy = busy;
	scenario->rate = rate;
	scenario->ms = ms;
	kernel_param_unlock(THIS_MODULE);

	scenario->softirq = !strcmp(where, "softirq");
	if (!scenario->softirq && strcmp(where, "process")) {
		pr_err("mbhash_bench: context=%s: must be process or softirq\n",
		       where);
		return -EINVAL;
	}
	if (!within("size", scenario->size, 1, BENCH_MAX_SIZE) ||
	    !within("chunk", scenario->chunk, 0, BENCH_MAX_SIZE) ||
	    !within("inflight", scenario->inflight, 1, BENCH_MAX_INFLIGHT) ||
	    !within("threads", scenario->threads, 1, BENCH_MAX_THREADS) ||
	    !within("busy", scenario->busy, 0, BENCH_MAX_BUSY) ||
	    !within("rate", scenario->rate, 0, NSEC_PER_SEC) ||
	    !within("ms", scenario->ms, 1, MS_MAX))
		return -EINVAL;
	return 0;
}

/*
 * Bytes per second of the time in which the CPU worked or was idle. Time that the
 * host of a virtual machine gave to others does not count.
 */
static u64 bytes_per_s(u64 bytes, const struct bench_times *times)
{
	u64 us = div_u64(times->cpu_ns + times->idle_ns, NSEC_PER_USEC);

	return div64_u64(bytes * USEC_PER_SEC, max(us, 1ULL));
}

static void show(struct seq_file *m, const struct bench_scenario *scenario,
		 const struct bench_result *result)
{
	const struct bench_latency *latency = &result->latency;
	const struct bench_times *times = &result->times;
	u64 bytes = result->messages * scenario->size;

	seq_printf(m, "{\"algorithm\": \"%s\", \"driver\": \"%s\", \"context\": \"%s\", ",
		   result->algorithm, result->driver,
		   scenario->softirq ? "softirq" : "process");
	seq_printf(m, "\"size\": %u, \"chunk\": %u, \"inflight\": %u, \"threads\": %u, ",
		   scenario->size, scenario->chunk, scenario->inflight,
		   scenario->threads);
	seq_printf(m, "\"busy\": %u, \"rate\": %u, ", scenario->busy, scenario->rate);
	seq_printf(m, "\"messages\": %llu, \"bytes\": %llu, \"reordered\": %llu, ",
		   result->messages, bytes, result->reordered);
	seq_printf(m, "\"ns\": %llu, \"cpu_ns\": %llu, \"idle_ns\": %llu, ",
		   times->ns, times->cpu_ns, times->idle_ns);
	seq_printf(m, "\"bytes_per_s\": %llu, \"ns_p50\": %llu, \"ns_p99\": %llu}\n",
		   bytes_per_s(bytes, times), bench_latency_quantile(latency, 500),
		   bench_latency_quantile(latency, 990));
}

static int run_show(struct seq_file *m, void *unused)
{
	struct bench_scenario *scenario;
	struct bench_result *result;
	int err = -ENOMEM;

	scenario = kvmalloc(sizeof(*scenario), GFP_KERNEL);
	result = kvmalloc(sizeof(*result), GFP_KERNEL);
	if (!scenario || !result)
		goto out;

	mutex_lock(&running);
	err = get_scenario(scenario) ?: bench_run(scenario, result);
	mutex_unlock(&running);
	if (!err)
		show(m, scenario, result);
out:
	kvfree(result);
	kvfree(scenario);
	return err;
}
DEFINE_SHOW_ATTRIBUTE(run);

static int __init bench_init(void)
{
	dir = debugfs_create_dir("mbhash_bench", NULL);
	debugfs_create_file("run", 0400, dir, NULL, &run_fops);
	return 0;
}

static void __exit bench_exit(void)
{
	debugfs_remove(dir);
}

module_init(bench_init);
module_exit(bench_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Benchmark of the crypto API's hashes");
