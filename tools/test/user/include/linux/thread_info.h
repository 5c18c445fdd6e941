/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_THREAD_INFO_H
#define _LINUX_THREAD_INFO_H

#include <linux/types.h>

#define TIF_KERNEL_FPSTATE	0

/* A program claims no vector registers from another. */
static inline bool test_thread_flag(int flag)
{
	(void)flag;
	return false;
}

#endif
