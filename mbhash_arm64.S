/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The implementations for arm64: one object of what is in arm64/.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>
#include <asm/assembler.h>

#include "engine/constants.inc"
#include "arm64/macros.inc"
#include "arm64/md5.inc"
#include "arm64/sha256.inc"
#include "arm64/clear.inc"
