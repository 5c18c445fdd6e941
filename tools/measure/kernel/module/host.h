/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What only the host of User Mode Linux knows, asked by its system calls.
 */
#ifndef _HOST_H
#define _HOST_H

#include <linux/time64.h>
#include <linux/types.h>

/**
 * host_cpu_ns() - what User Mode Linux has worked
 *
 * It is a process of its host. What its own processes do in user space is not
 * counted: to the host they are others.
 *
 * Context: any.
 * Return: nanoseconds of CPU since it was started.
 */
static inline u64 host_cpu_ns(void)
{
	const long nr_clock_gettime = 228, process_cputime = 2;
	struct timespec64 time = {};
	long ret;

	asm volatile("syscall" : "=a" (ret)
		     : "0" (nr_clock_gettime), "D" (process_cputime), "S" (&time)
		     : "rcx", "r11", "memory");
	return timespec64_to_ns(&time);
}

#endif /* _HOST_H */
