// SPDX-License-Identifier: GPL-2.0
/*
 * mbhash: multi-buffer md5, sha256, hmac(md5) and hmac(sha256) for the kernel
 * crypto API. Module entry and parameters.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <crypto/algapi.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "driver/driver.h"
#include "driver/fips.h"

/* The kernel's own drivers have up to 300. */
int mbhash_priority = 400;
module_param_named(priority, mbhash_priority, int, 0444);
MODULE_PARM_DESC(priority, "crypto API priority of the async drivers for md5 and sha256, the sync ones get one less (default 400)");

/*
 * From Linux 7.2 on a request for hmac(sha256-mb-sync) or the like, by any user, makes the
 * kernel register its own hmac over that driver, with a priority higher by 100. Others
 * must not get it instead of ours.
 */
int mbhash_hmac_priority = 600;
module_param_named(hmac_priority, mbhash_hmac_priority, int, 0444);
MODULE_PARM_DESC(hmac_priority, "the same for hmac(md5) and hmac(sha256) (default 600)");

static char *isa = "all";
module_param(isa, charp, 0444);
MODULE_PARM_DESC(isa, "instruction sets that may be used, separated by commas; generic: none (default all)");

bool mbhash_force_scalar;
module_param_named(force_scalar, mbhash_force_scalar, bool, 0644);
MODULE_PARM_DESC(force_scalar, "never use vector registers, for tests (default N)");

static int check_priority(const char *name, int value)
{
	if (value >= 1)
		return 0;
	pr_err("%s=%d: must be 1 or more\n", name, value);
	return -EINVAL;
}

static int __init mbhash_init(void)
{
	u32 mask;
	int err;

	err = check_priority("priority", mbhash_priority) ?:
	      check_priority("hmac_priority", mbhash_hmac_priority) ?:
	      mbhash_isa_parse(isa, &mask) ?: mbhash_check_fips();
	if (err)
		return err;

	err = mbhash_plan_init(mask);
	if (err)
		return err;
	mbhash_say_plan();
	err = mbhash_stats_init();
	if (err)
		return err;
	err = mbhash_hash_init();
	if (err)
		goto stats_exit;
	err = mbhash_flusher_init();
	if (err)
		goto hash_exit;
	err = mbhash_ahash_register();
	if (err)
		goto flusher_exit;
	mbhash_retime_init();
	return 0;

flusher_exit:
	mbhash_flusher_exit();
hash_exit:
	mbhash_hash_exit();
stats_exit:
	mbhash_stats_exit();
	return err;
}

static void __exit mbhash_exit(void)
{
	mbhash_retime_exit();
	mbhash_ahash_unregister();
	mbhash_flusher_exit();
	mbhash_hash_exit();
	mbhash_stats_exit();
}

module_init(mbhash_init);
module_exit(mbhash_exit);

MODULE_AUTHOR("The mbhash project");
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Multi-buffer MD5 and SHA-256, plain and hmac");
MODULE_VERSION(MBHASH_VERSION);

/* Load the module if one of its drivers is requested by name. */
MODULE_ALIAS_CRYPTO("md5-mb");
MODULE_ALIAS_CRYPTO("md5-mb-sync");
MODULE_ALIAS_CRYPTO("sha256-mb");
MODULE_ALIAS_CRYPTO("sha256-mb-sync");
MODULE_ALIAS_CRYPTO("hmac-md5-mb");
MODULE_ALIAS_CRYPTO("hmac-md5-mb-sync");
MODULE_ALIAS_CRYPTO("hmac-sha256-mb");
MODULE_ALIAS_CRYPTO("hmac-sha256-mb-sync");
