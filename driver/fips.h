/* SPDX-License-Identifier: GPL-2.0 */
/*
 * FIPS mode, for a module that registers drivers. Included after pr_fmt is defined.
 */
#ifndef _MBHASH_FIPS_H
#define _MBHASH_FIPS_H

#include <linux/errno.h>
#include <linux/fips.h>
#include <linux/module.h>
#include <linux/printk.h>

/* In FIPS mode the kernel panics when an unsigned module registers a driver. */
static inline int mbhash_check_fips(void)
{
	if (!fips_enabled || module_sig_ok(THIS_MODULE))
		return 0;
	pr_err("fips=1: the kernel takes drivers from signed modules only\n");
	return -EKEYREJECTED;
}

#endif /* _MBHASH_FIPS_H */
