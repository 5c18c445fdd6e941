/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_MINMAX_H
#define _LINUX_MINMAX_H

#define __compare(x, op, y) ({			\
	typeof(x) __x = (x);			\
	typeof(y) __y = (y);			\
	__x op __y ? __x : __y;			\
})

#define min(x, y)		__compare(x, <, y)
#define max(x, y)		__compare(x, >, y)
#define min_t(type, x, y)	min((type)(x), (type)(y))
#define max_t(type, x, y)	max((type)(x), (type)(y))

#define swap(a, b) ({				\
	typeof(a) __tmp = (a);			\
	(a) = (b);				\
	(b) = __tmp;				\
})

#define clamp(val, lo, hi)	min(max(val, lo), hi)
#define clamp_t(type, val, lo, hi) min_t(type, max_t(type, val, lo), hi)

#endif
