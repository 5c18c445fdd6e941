/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between the supported kernels. The sources are written for the newest;
 * this file has what older ones lack. HAVE_* come from compat/Kbuild.include.
 */
#ifndef _MBHASH_COMPAT_H
#define _MBHASH_COMPAT_H

#ifdef HAVE_LINUX_UNALIGNED_H
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#ifndef HAVE_SYSTEM_DFL_WQ
/* The older name of the same queue */
#define system_dfl_wq	system_unbound_wq
#endif

#ifndef HAVE_WQ_PERCPU
/* In older kernels a queue is per CPU unless it is unbound. */
#define WQ_PERCPU	0
#endif

#endif /* _MBHASH_COMPAT_H */
