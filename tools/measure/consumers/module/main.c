// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the load for consumers of hashes in User Mode Linux: a cipher that costs
 * little, a hash to compare with, bios, and the kernel's CPU time.
 *
 * The parameters define the bios and can be changed below
 * /sys/module/mbhash_load/parameters. Each read of debugfs's mbhash_load/run makes the
 * load once and returns one line of JSON.
 */
#include <linux/debugfs.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "host.h"
#include "load.h"

static char *device = "/dev/ram0";
module_param(device, charp, 0644);
MODULE_PARM_DESC(device, "block device (default /dev/ram0)");

static bool write;
module_param(write, bool, 0644);
MODULE_PARM_DESC(write, "write (default: read)");

static bool random;
module_param(random, bool, 0644);
MODULE_PARM_DESC(random, "at random positions (default: from start to end)");

static unsigned int size = 4096;
module_param(size, uint, 0644);
MODULE_PARM_DESC(size, "bytes in a bio, 512 to 1 MiB (default 4096)");

static unsigned int depth = 1;
module_param(depth, uint, 0644);
MODULE_PARM_DESC(depth, "bios in flight, 1 to 64 (default 1)");

static unsigned int ms = 100;
module_param(ms, uint, 0644);
MODULE_PARM_DESC(ms, "duration, milliseconds; 0: all of the device once (default 100)");

static struct dentry *dir;
/* One run at a time: two would disturb each other. */
static DEFINE_MUTEX(running);

/* The parameters' current values; @path: memory for the device's path */
static void get_scenario(struct bios_scenario *scenario, char *path)
{
	kernel_param_lock(THIS_MODULE);
	strscpy(path, device, PATH_MAX);
	*scenario = (struct bios_scenario){
		.device = strim(path),
		.write = write,
		.random = random,
		.size = size,
		.depth = depth,
		.ms = ms,
	};
	kernel_param_unlock(THIS_MODULE);
}

static int run_show(struct seq_file *m, void *unused)
{
	struct bios_scenario scenario;
	struct bios_result result;
	char *path;
	int err;

	path = kmalloc(PATH_MAX, GFP_KERNEL);
	if (!path)
		return -ENOMEM;
	mutex_lock(&running);
	get_scenario(&scenario, path);
	err = bios_run(&scenario, &result);
	mutex_unlock(&running);
	kfree(path);
	if (err)
		return err;

	seq_printf(m, "{\"bios\": %llu, \"bytes\": %llu, \"errors\": %llu, \"first_error\": %llu, \"ns\": %llu, \"cpu_ns\": %llu}\n",
		   result.bios, result.bios * scenario.size, result.errors,
		   result.first_error, result.ns, result.cpu_ns);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(run);

/* A parameter, because "ip netns exec" hides debugfs */
static int get_cpu_ns(char *buffer, const struct kernel_param *param)
{
	return sysfs_emit(buffer, "%llu\n", host_cpu_ns());
}

static const struct kernel_param_ops cpu_ns_ops = { .get = get_cpu_ns };
module_param_cb(cpu_ns, &cpu_ns_ops, NULL, 0444);
MODULE_PARM_DESC(cpu_ns, "CPU time of the kernel, nanoseconds");

static int __init load_init(void)
{
	int err = cipher_register();

	if (err)
		return err;
	err = hash_register();
	if (err) {
		cipher_unregister();
		return err;
	}
	dir = debugfs_create_dir("mbhash_load", NULL);
	debugfs_create_file("run", 0400, dir, NULL, &run_fops);
	return 0;
}

static void __exit load_exit(void)
{
	debugfs_remove(dir);
	hash_unregister();
	cipher_unregister();
}

module_init(load_init);
module_exit(load_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Loads the consumers of hashes in User Mode Linux");
