/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The implementations for MIPS64: one object of what is in mips/.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "engine/constants.inc"
#include "engine/rounds.inc"
#include "mips/macros.inc"
#include "mips/md5.inc"
#include "mips/sha256.inc"
#include "mips/clear.inc"
