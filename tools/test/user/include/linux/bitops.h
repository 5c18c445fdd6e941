/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_BITOPS_H
#define _LINUX_BITOPS_H

#include <linux/bits.h>
#include <linux/kernel.h>

static inline u32 rol32(u32 x, unsigned int n)
{
	return (x << (n & 31)) | (x >> (-n & 31));
}

static inline u32 ror32(u32 x, unsigned int n)
{
	return (x >> (n & 31)) | (x << (-n & 31));
}

static inline unsigned int hweight32(u32 x)
{
	return __builtin_popcount(x);
}

#endif
