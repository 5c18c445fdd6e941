/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lock for per-CPU data that is used with BH disabled. In newer PREEMPT_RT kernels
 * disabling BH does not exclude other tasks; in kernels without this lock it does.
 */
#ifndef _MBHASH_COMPAT_LOCAL_LOCK_H
#define _MBHASH_COMPAT_LOCAL_LOCK_H

#include <linux/local_lock.h>

#ifndef local_lock_nested_bh
#define local_lock_nested_bh(lock)	((void)(lock))
#define local_unlock_nested_bh(lock)	((void)(lock))
#endif

#endif /* _MBHASH_COMPAT_LOCAL_LOCK_H */
