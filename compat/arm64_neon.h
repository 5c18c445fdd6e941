/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Claiming the vector registers. In newer kernels the caller provides the memory to
 * save their contents; older kernels have it themselves.
 */
#ifndef _MBHASH_COMPAT_ARM64_NEON_H
#define _MBHASH_COMPAT_ARM64_NEON_H

#include <asm/neon.h>

#ifndef HAVE_NEON_STATE
#define kernel_neon_begin(state)	((void)(state), kernel_neon_begin())
#define kernel_neon_end(state)		((void)(state), kernel_neon_end())
#endif

#endif /* _MBHASH_COMPAT_ARM64_NEON_H */
