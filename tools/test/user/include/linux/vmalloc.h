/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_VMALLOC_H
#define _LINUX_VMALLOC_H

#include <linux/kernel.h>

#define PAGE_SIZE	4096UL
#define PAGE_ALIGN(x)	round_up(x, PAGE_SIZE)

/* As in the kernel: whole pages, with unmapped pages next to them. */
void *vmalloc(unsigned long size);
void vfree(const void *p);

#endif
