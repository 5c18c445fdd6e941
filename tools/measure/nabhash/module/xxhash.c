// SPDX-License-Identifier: GPL-2.0
/* The kernel's XXH64: the library and the driver, unchanged, for a kernel that lacks both */
#define __DISABLE_EXPORTS
#include <linux/export.h>
#undef __DISABLE_EXPORTS

#include <lib/xxhash.c>
#undef XXH_get64bits
#include <crypto/xxhash_generic.c>
