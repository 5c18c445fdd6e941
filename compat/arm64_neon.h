/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Claiming the vector registers. In newer kernels the caller provides the memory to
 * save their contents; older kernels have it themselves.
 */
#ifndef _MBHASH_COMPAT_ARM64_NEON_H
#define _MBHASH_COMPAT_ARM64_NEON_H

#include <asm/neon.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#ifdef HAVE_NEON_STATE
/*
 * After kernel_neon_end(): wipe what it saved. It may be secrets of the code that was
 * interrupted. @state: its argument
 */
static inline void mbhash_neon_wipe(struct user_fpsimd_state *state)
{
	if (state && test_thread_flag(TIF_KERNEL_FPSTATE))
		memzero_explicit(state, sizeof(*state));
}
#else
#define kernel_neon_begin(state)	((void)(state), kernel_neon_begin())
#define kernel_neon_end(state)		((void)(state), kernel_neon_end())

static inline void mbhash_neon_wipe(struct user_fpsimd_state *state)
{
}
#endif

#endif /* _MBHASH_COMPAT_ARM64_NEON_H */
