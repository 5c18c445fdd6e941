/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_PRINTK_H
#define _LINUX_PRINTK_H

#include <stdarg.h>
#include <stdio.h>

#ifndef pr_fmt
#define pr_fmt(fmt) fmt
#endif

/* "# " marks lines in KTAP that are not results */
#define pr_info(fmt, ...)	printf("# " pr_fmt(fmt), ##__VA_ARGS__)
#define pr_warn(fmt, ...)	pr_info(fmt, ##__VA_ARGS__)
#define pr_err(fmt, ...)	pr_info(fmt, ##__VA_ARGS__)

/* For lines that are KTAP already */
#define vprintk(fmt, args)	vprintf(fmt, args)

#endif
