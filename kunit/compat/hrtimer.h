/* SPDX-License-Identifier: GPL-2.0 */
/* hrtimer_setup(), which older kernels lack. HAVE_* come from compat/Kbuild.include. */
#ifndef _MBHASH_KUNIT_HRTIMER_H
#define _MBHASH_KUNIT_HRTIMER_H

#include <linux/hrtimer.h>

#ifndef HAVE_HRTIMER_SETUP
static inline void
hrtimer_setup(struct hrtimer *timer,
	      enum hrtimer_restart (*function)(struct hrtimer *),
	      clockid_t clock_id, const enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

#endif /* _MBHASH_KUNIT_HRTIMER_H */
