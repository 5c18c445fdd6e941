/* SPDX-License-Identifier: GPL-2.0 */
/* Where a program differs from the kernel: its contexts, and its clock */
#ifndef _LIBMBHASH_PROGRAM_H
#define _LIBMBHASH_PROGRAM_H

#include <time.h>

#include "linux.h"

/* linux/ktime.h, linux/delay.h, linux/sched.h, linux/preempt.h, linux/bottom_half.h */

#define NSEC_PER_USEC		1000L
#define NSEC_PER_MSEC		1000000L
#define NSEC_PER_SEC		1000000000L

static inline u64 ktime_get_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

static inline void msleep(unsigned int ms)
{
	const struct timespec time = { ms / 1000, ms % 1000 * NSEC_PER_MSEC };

	nanosleep(&time, NULL);
}

/* A thread has its registers for itself, and may be interrupted at any time. */
#define cond_resched()		((void)0)
#define local_bh_disable()	((void)0)
#define local_bh_enable()	((void)0)
#define preempt_disable()	((void)0)
#define preempt_enable()	((void)0)
#define in_task()		true
#define in_serving_softirq()	false
#define DEFINE_PER_CPU(type, name) typeof(type) name
#define this_cpu_ptr(p)		(p)

#endif /* _LIBMBHASH_PROGRAM_H */
