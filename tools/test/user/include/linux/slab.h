/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_SLAB_H
#define _LINUX_SLAB_H

#include <stdlib.h>

#include <linux/kernel.h>

#define GFP_KERNEL		0u

/*
 * kmalloc() aligns memory whose size is a power of two to that size. It has exactly
 * @size bytes, so that the sanitizers detect accesses behind the end.
 */
static inline void *kmalloc(size_t size, gfp_t gfp)
{
	void *p;

	(void)gfp;
	if (size & (size - 1))
		return malloc(size);
	return posix_memalign(&p, max(size, sizeof(void *)), size) ? NULL : p;
}

static inline void *kzalloc(size_t size, gfp_t gfp)
{
	void *p = kmalloc(size, gfp);

	return p ? __builtin_memset(p, 0, size) : NULL;
}

static inline void kfree(const void *p)
{
	free((void *)p);
}

/* Aligned to a page, as vmalloc() returns it */
static inline void *kvmalloc(size_t size, gfp_t gfp)
{
	void *p;

	(void)gfp;
	return posix_memalign(&p, 4096, size) ? NULL : p;
}

static inline void kvfree(const void *p)
{
	free((void *)p);
}

#endif
