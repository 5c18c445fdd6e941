/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KTIME_H
#define _LINUX_KTIME_H

#include <time.h>

#include <linux/types.h>

#include <linux/time64.h>

static inline u64 ktime_get_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

#endif
