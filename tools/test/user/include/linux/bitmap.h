/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_BITMAP_H
#define _LINUX_BITMAP_H

#include <linux/bits.h>
#include <linux/string.h>
#include <linux/types.h>

#define BITS_PER_LONG		(8 * sizeof(long))
#define BITS_TO_LONGS(n)	(((n) + BITS_PER_LONG - 1) / BITS_PER_LONG)
#define BIT_WORD(n)		((n) / BITS_PER_LONG)
#define BIT_MASK(n)		(1UL << ((n) % BITS_PER_LONG))

#define DECLARE_BITMAP(name, n)	unsigned long name[BITS_TO_LONGS(n)]

static inline void bitmap_zero(unsigned long *map, unsigned int n)
{
	memset(map, 0, BITS_TO_LONGS(n) * sizeof(long));
}

static inline bool test_bit(unsigned int n, const unsigned long *map)
{
	return map[BIT_WORD(n)] & BIT_MASK(n);
}

#endif
