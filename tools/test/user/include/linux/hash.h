/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_HASH_H
#define _LINUX_HASH_H

#include <linux/types.h>

/* As the kernel's: multiply by 2^32 / golden ratio, take the upper bits. */
static inline u32 hash_32(u32 value, unsigned int bits)
{
	return value * 0x61C88647u >> (32 - bits);
}

#endif
