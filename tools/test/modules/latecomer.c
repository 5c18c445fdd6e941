// SPDX-License-Identifier: GPL-2.0
/*
 * A user that comes at the last moment: it takes a reference to one of mbhash's drivers
 * while that is being unregistered, after the crypto API has looked for users, and
 * releases it some seconds later. Like a user that came just before, it does not keep
 * the module, which is being loaded.
 *
 * From Linux 7.2 on. There the API ends with crypto_remove_final(), whose list then
 * begins with the driver; earlier kernels do not put it into the list.
 */
#include <crypto/algapi.h>
#include <linux/crypto.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/ptrace.h>
#include <linux/refcount.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#define DRIVER		"sha256-mb-sync"
#define HOLD_JIFFIES	(3 * HZ)

static unsigned int taken;
module_param(taken, uint, 0444);
MODULE_PARM_DESC(taken, "how many references it took");

static unsigned int released;
module_param(released, uint, 0444);
MODULE_PARM_DESC(released, "how many of these it has released");

static struct crypto_alg *alg;

static void release(struct work_struct *work)
{
	WRITE_ONCE(released, released + 1);
	/* What the API does for the last one: nothing, as the driver has no destructor. */
	if (refcount_dec_and_test(&alg->cra_refcnt))
		pr_info("the last reference to %s\n", DRIVER);
}

static DECLARE_DELAYED_WORK(release_work, release);

static int unregistering(struct kprobe *probe, struct pt_regs *regs)
{
	struct list_head *list = (void *)regs_get_kernel_argument(regs, 0);
	struct crypto_alg *first = list_first_entry(list, struct crypto_alg, cra_list);

	if (list_empty(list) || strcmp(first->cra_driver_name, DRIVER))
		return 0;
	alg = first;
	refcount_inc(&alg->cra_refcnt);
	taken++;
	schedule_delayed_work(&release_work, HOLD_JIFFIES);
	return 0;
}

static struct kprobe probe = {
	.symbol_name = "crypto_remove_final",
	.pre_handler = unregistering,
};

static int __init latecomer_init(void)
{
	return register_kprobe(&probe);
}
module_init(latecomer_init);

static void __exit latecomer_exit(void)
{
	unregister_kprobe(&probe);
	flush_delayed_work(&release_work);
}
module_exit(latecomer_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Uses a driver of mbhash at the last moment");
