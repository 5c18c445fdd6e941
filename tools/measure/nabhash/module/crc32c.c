// SPDX-License-Identifier: GPL-2.0
/*
 * The file included below, unchanged from the kernel's source tree; only CPU features are
 * detected differently, because User Mode Linux does not know them.
 */
#include <linux/types.h>
#include <asm/cpu_device_id.h>

#include "baseline/cpu.h"

/* Every CPU that has AES-NI has these, too. */
#define x86_match_cpu(table) ((table) != NULL)

#include "crc32c-intel_glue.c"
