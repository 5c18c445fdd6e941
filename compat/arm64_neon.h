/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The claim on the vector registers. Newer kernels have its owner bring the
 * memory for what they hold already; older ones have that memory themselves.
 */
#ifndef _MBHASH_COMPAT_ARM64_NEON_H
#define _MBHASH_COMPAT_ARM64_NEON_H

#include <asm/neon.h>

#ifndef HAVE_NEON_STATE
#define kernel_neon_begin(state)	((void)(state), kernel_neon_begin())
#define kernel_neon_end(state)		((void)(state), kernel_neon_end())
#endif

#endif /* _MBHASH_COMPAT_ARM64_NEON_H */
