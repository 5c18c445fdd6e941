/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_SCATTERLIST_H
#define _LINUX_SCATTERLIST_H

#include <linux/kernel.h>

/* One array of segments: the tests build and the engine walks no other lists. */
struct scatterlist {
	void *virt;
	unsigned int length;
	bool chain;
	bool last;
};

static inline void sg_init_table(struct scatterlist *sg, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		sg[i] = (struct scatterlist) { .last = i == n - 1 };
}

static inline void sg_set_buf(struct scatterlist *sg, const void *buf,
			      unsigned int len)
{
	sg->virt = (void *)buf;
	sg->length = len;
}

static inline void sg_init_one(struct scatterlist *sg, const void *buf,
			       unsigned int len)
{
	sg_init_table(sg, 1);
	sg_set_buf(sg, buf, len);
}

static inline void sg_unmark_end(struct scatterlist *sg)
{
	sg->last = false;
}

/* Like the kernel's, it reads the entry that it returns. */
static inline struct scatterlist *sg_next(struct scatterlist *sg)
{
	if (sg->last)
		return NULL;
	sg++;
	return sg->chain ? sg->virt : sg;
}

static inline void *sg_virt(struct scatterlist *sg)
{
	return sg->virt;
}

#endif
