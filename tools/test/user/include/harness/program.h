/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests use of a program's contexts, besides what the library does */
#ifndef _HARNESS_PROGRAM_H
#define _HARNESS_PROGRAM_H

#include <sys/random.h>

#include <harness/linux.h>
#include "../../../../../libmbhash/program.h"

#define current			NULL

/* linux/thread_info.h: a program claims no vector registers from another. */
#define TIF_KERNEL_FPSTATE	0
#define test_thread_flag(flag)	((void)(flag), false)

/* linux/random.h */
static inline u64 get_random_u64(void)
{
	u64 v;

	while (getrandom(&v, sizeof(v), 0) != sizeof(v))
		;
	return v;
}

#endif
