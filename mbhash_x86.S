/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The implementations for x86-64: one object of what is in x86/.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "engine/constants.inc"
#include "x86/macros.inc"
#include "x86/md5.inc"
#include "x86/sha256.inc"
#include "x86/sha256_x1.inc"
#include "x86/clear.inc"
