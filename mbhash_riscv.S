/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The implementations for riscv64: one object of what is in riscv/.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

#include "engine/constants.inc"
#include "engine/rounds.inc"
#include "riscv/macros.inc"
#include "riscv/md5.inc"
#include "riscv/sha256.inc"
#include "riscv/sha256_zvknh.inc"
#include "riscv/clear.inc"
