/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What protects a CPU's own data where BH is disabled. In newer kernels with
 * PREEMPT_RT that alone excludes nobody; in those that lack this lock it does.
 */
#ifndef _MBHASH_COMPAT_LOCAL_LOCK_H
#define _MBHASH_COMPAT_LOCAL_LOCK_H

#include <linux/local_lock.h>

#ifndef local_lock_nested_bh
#define local_lock_nested_bh(lock)	((void)(lock))
#define local_unlock_nested_bh(lock)	((void)(lock))
#endif

#endif /* _MBHASH_COMPAT_LOCAL_LOCK_H */
