/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_RANDOM_H
#define _LINUX_RANDOM_H

#include <sys/random.h>

#include <linux/types.h>

static inline u64 get_random_u64(void)
{
	u64 v;

	while (getrandom(&v, sizeof(v), 0) != sizeof(v))
		;
	return v;
}

#endif
