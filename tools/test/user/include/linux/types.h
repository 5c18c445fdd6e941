/* SPDX-License-Identifier: GPL-2.0 */
/* The C library's headers want the exported part of this one. */
#include_next <linux/types.h>
#include <harness/linux.h>
