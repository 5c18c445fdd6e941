/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the engine uses of Linux's headers, as far as it is the same in the library and in
 * the tests: kernel.h includes it, and so do the headers in tools/test/user/include.
 */
#ifndef _LIBMBHASH_LINUX_H
#define _LIBMBHASH_LINUX_H

#include <endian.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

/* linux/types.h, linux/limits.h, linux/bits.h */

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int32_t s32;
typedef long long s64;

#define U32_MAX			UINT32_MAX
#define U64_MAX			ULLONG_MAX
#define BIT(n)			(1UL << (n))

/* linux/compiler.h */

#undef __always_inline		/* the C library defines it, too */
#define __always_inline		inline __attribute__((__always_inline__))
#define __aligned(x)		__attribute__((__aligned__(x)))
#define noinline		__attribute__((__noinline__))
#define asmlinkage
#define barrier()		asm volatile("" : : : "memory")
#ifndef READ_ONCE
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)
#endif

/* linux/minmax.h, linux/math64.h, linux/gcd.h, linux/bitops.h */

#define __compare(x, op, y) ({			\
	typeof(x) __x = (x);			\
	typeof(y) __y = (y);			\
	__x op __y ? __x : __y;			\
})

#define min(x, y)		__compare(x, <, y)
#define max(x, y)		__compare(x, >, y)
#define min_t(type, x, y)	min((type)(x), (type)(y))
#define max_t(type, x, y)	max((type)(x), (type)(y))
#define clamp_t(type, v, lo, hi) min_t(type, max_t(type, v, lo), hi)

#define swap(a, b) ({				\
	typeof(a) __tmp = (a);			\
	(a) = (b);				\
	(b) = __tmp;				\
})

static inline u64 div_u64(u64 n, u32 d)
{
	return n / d;
}

static inline u64 div64_u64(u64 n, u64 d)
{
	return n / d;
}

/* Euclid, Elements VII, 2 */
static inline unsigned long gcd(unsigned long a, unsigned long b)
{
	while (b) {
		unsigned long rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static inline u32 rol32(u32 x, unsigned int n)
{
	return (x << (n & 31)) | (x >> (-n & 31));
}

static inline u32 ror32(u32 x, unsigned int n)
{
	return (x >> (n & 31)) | (x << (-n & 31));
}

/* linux/kernel.h */

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define round_up(x, y)		((((x) - 1) | ((typeof(x))(y) - 1)) + 1)
#define round_down(x, y)	((x) & ~((typeof(x))(y) - 1))
#define container_of(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))

/* linux/unaligned.h: by a packed structure, for which compilers make better code */

#define UNALIGNED(bits, order)						\
struct unaligned_##order##bits {					\
	u##bits v;							\
} __attribute__((__packed__, __may_alias__));				\
									\
static inline u##bits get_unaligned_##order##bits(const void *p)	\
{									\
	return order##bits##toh(((const struct unaligned_##order##bits *)p)->v); \
}									\
									\
static inline void put_unaligned_##order##bits(u##bits v, void *p)	\
{									\
	((struct unaligned_##order##bits *)p)->v = hto##order##bits(v);	\
}

UNALIGNED(32, le)
UNALIGNED(32, be)
UNALIGNED(64, le)
UNALIGNED(64, be)

/* linux/string.h */

static inline void memzero_explicit(void *p, size_t size)
{
	memset(p, 0, size);
	asm volatile("" : : "r"(p) : "memory");
}

/* Newer C libraries have this function. */
#define strlcat			kernel_strlcat

static inline void strlcat(char *to, const char *from, size_t size)
{
	size_t len = strnlen(to, size);

	snprintf(to + len, size - len, "%s", from);
}

/* linux/list.h */

/* What a test does to a node that is deleted */
#ifndef list_poison
#define list_poison(node)	((void)0)
#endif

struct list_head {
	struct list_head *next, *prev;
};

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

static inline void __list_join(struct list_head *a, struct list_head *b)
{
	a->next = b;
	b->prev = a;
}

static inline void list_add(struct list_head *node, struct list_head *head)
{
	__list_join(node, head->next);
	__list_join(head, node);
}

static inline void list_add_tail(struct list_head *node, struct list_head *head)
{
	__list_join(head->prev, node);
	__list_join(node, head);
}

static inline void list_del(struct list_head *node)
{
	__list_join(node->prev, node->next);
	list_poison(node);
}

static inline void list_move_tail(struct list_head *node, struct list_head *head)
{
	list_del(node);
	list_add_tail(node, head);
}

/* Move the nodes from @first to @last of one list to the end of another. */
static inline void list_bulk_move_tail(struct list_head *head, struct list_head *first,
				       struct list_head *last)
{
	__list_join(first->prev, last->next);
	__list_join(head->prev, first);
	__list_join(last, head);
}

static inline void __list_splice_init(struct list_head *list, struct list_head *prev,
				      struct list_head *next)
{
	if (list_empty(list))
		return;
	__list_join(list->prev, next);
	__list_join(prev, list->next);
	INIT_LIST_HEAD(list);
}

/* Move all of @list to the front of @head. */
static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	__list_splice_init(list, head, head->next);
}

/* Move all of @list to the end of @head. */
static inline void list_splice_tail_init(struct list_head *list, struct list_head *head)
{
	__list_splice_init(list, head->prev, head);
}

#define list_entry(ptr, type, member)	container_of(ptr, type, member)
#define list_first_entry(head, type, member) \
	list_entry((head)->next, type, member)
#define list_next_entry(pos, member) \
	list_entry((pos)->member.next, typeof(*(pos)), member)
#define list_for_each(pos, head) \
	for (pos = (head)->next; pos != (head); pos = pos->next)
#define list_for_each_entry(pos, head, member)				\
	for (pos = list_first_entry(head, typeof(*pos), member);	\
	     &pos->member != (head); pos = list_next_entry(pos, member))

#ifdef __x86_64__

/* asm/cpufeatures.h: 32 * word + bit; see x86/cpu.h for the words */
#define X86_FEATURE_SSSE3	(4 * 32 + 9)
#define X86_FEATURE_XMM4_1	(4 * 32 + 19)
#define X86_FEATURE_OSXSAVE	(4 * 32 + 27)
#define X86_FEATURE_AVX		(4 * 32 + 28)
#define X86_FEATURE_BMI1	(9 * 32 + 3)
#define X86_FEATURE_AVX2	(9 * 32 + 5)
#define X86_FEATURE_BMI2	(9 * 32 + 8)
#define X86_FEATURE_AVX512F	(9 * 32 + 16)
#define X86_FEATURE_AVX512DQ	(9 * 32 + 17)
#define X86_FEATURE_SHA_NI	(9 * 32 + 29)
#define X86_FEATURE_AVX512BW	(9 * 32 + 30)
#define X86_FEATURE_AVX512VL	(9 * 32 + 31)

#endif

#endif /* _LIBMBHASH_LINUX_H */
