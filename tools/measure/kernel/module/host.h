/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Information that only the host of User Mode Linux has, from its system calls.
 */
#ifndef _HOST_H
#define _HOST_H

#include <linux/time64.h>
#include <linux/types.h>

/**
 * host_cpu_ns() - CPU time of User Mode Linux
 *
 * User Mode Linux is a process of its host. The time that its own processes spend in user
 * space is not included, because they are other processes of the host.
 *
 * Context: any.
 * Return: nanoseconds of CPU time since it was started.
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
