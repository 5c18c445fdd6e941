/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_LIMITS_H
#define _LINUX_LIMITS_H

#include <limits.h>
#include <stdint.h>

#define U32_MAX			UINT32_MAX
#define U64_MAX			ULLONG_MAX

#endif
