/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_STRING_H
#define _LINUX_STRING_H

#include <stdio.h>
#include <string.h>

#include <linux/kernel.h>

static inline void strscpy(char *to, const char *from, size_t size)
{
	snprintf(to, size, "%s", from);
}

/* Newer C libraries have this function. */
#define strlcat	kernel_strlcat

static inline void strlcat(char *to, const char *from, size_t size)
{
	size_t len = strnlen(to, size);

	snprintf(to + len, size - len, "%s", from);
}

static inline void memzero_explicit(void *p, size_t size)
{
	memset(p, 0, size);
	asm volatile("" : : "r"(p) : "memory");
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
