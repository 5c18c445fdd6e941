/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests use of Linux's headers, besides what the library does */
#ifndef _HARNESS_LINUX_H
#define _HARNESS_LINUX_H

/* The model stops at volatile accesses, but the thread sanitizer takes them for plain ones. */
#ifndef HARNESS_THREADS
#define READ_ONCE(x)		(*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile typeof(x) *)&(x) = (v))
#endif
/* A deleted node's pointers are invalid, so that using them is detected. */
#define list_poison(node)	((node)->next = (node)->prev = NULL)

#include "../../../../../libmbhash/linux.h"

typedef unsigned int gfp_t;

/* libmbhash needs no AES. */
#define X86_FEATURE_AES		(4 * 32 + 25)

/* No kernel has been configured. */
#define IS_ENABLED(option)	0

#define kmsan_unpoison_memory(p, size)	((void)0)

#define SZ_32K			0x8000
#define lower_32_bits(n)	((u32)(n))
#define upper_32_bits(n)	((u32)((u64)(n) >> 32))
#define BIT_ULL(n)		(1ULL << (n))
#define ALIGN(x, a)		round_up(x, a)
#define PTR_ALIGN(p, a)		((typeof(p))ALIGN((unsigned long)(p), (a)))
#define IS_ERR(p)		((unsigned long)(p) >= -4095UL)
#define clamp(val, lo, hi)	min(max(val, lo), hi)

#define __init
#define __section(name)		__attribute__((__section__(name)))
#define __percpu
#define __used			__attribute__((__used__))
#define __printf(a, b)		__attribute__((__format__(printf, a, b)))
#define __noreturn		__attribute__((__noreturn__))

#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }

#define list_for_each_entry_safe(pos, n, head, member)			\
	for (pos = list_first_entry(head, typeof(*pos), member),	\
	     n = list_next_entry(pos, member);				\
	     &pos->member != (head);					\
	     pos = n, n = list_next_entry(n, member))

static inline u8 rol8(u8 x, unsigned int n)
{
	return x << n | x >> (8 - n);
}

static inline unsigned int hweight32(u32 x)
{
	return __builtin_popcount(x);
}

static inline void strscpy(char *to, const char *from, size_t size)
{
	snprintf(to, size, "%s", from);
}

/* The first byte of @p that is not @c; NULL if there is none. */
static inline void *memchr_inv(const void *p, int c, size_t size)
{
	const u8 *s = p;

	for (; size; size--, s++)
		if (*s != (u8)c)
			return (void *)s;
	return NULL;
}

#endif
