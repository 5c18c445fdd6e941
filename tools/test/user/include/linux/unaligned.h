/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_UNALIGNED_H
#define _LINUX_UNALIGNED_H

#include <endian.h>
#include <string.h>

#include <linux/types.h>

/* By a packed structure, as in the kernel: the compiler may make other code of a copy. */
#define UNALIGNED(bits, order)						\
static inline u##bits get_unaligned_##order##bits(const void *p)	\
{									\
	const struct {							\
		u##bits v;						\
	} __attribute__((__packed__)) *at = p;				\
									\
	return order##bits##toh(at->v);					\
}									\
									\
static inline void put_unaligned_##order##bits(u##bits v, void *p)	\
{									\
	v = hto##order##bits(v);					\
	memcpy(p, &v, sizeof(v));					\
}

UNALIGNED(32, le)
UNALIGNED(32, be)
UNALIGNED(64, le)
UNALIGNED(64, be)

#endif
