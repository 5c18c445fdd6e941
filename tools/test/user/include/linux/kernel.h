/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KERNEL_H
#define _LINUX_KERNEL_H

#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/types.h>

/* No kernel has been configured. */
#define IS_ENABLED(option)	0

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define round_up(x, y)		((((x) - 1) | ((typeof(x))(y) - 1)) + 1)
#define round_down(x, y)	((x) & ~((typeof(x))(y) - 1))
#define ALIGN(x, a)		round_up(x, a)
#define PTR_ALIGN(p, a)		((typeof(p))ALIGN((unsigned long)(p), (a)))

#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))

#endif
