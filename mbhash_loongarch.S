/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The implementations for LoongArch: one object of what is in loongarch/.
 */
#include <linux/linkage.h>

#include "engine/constants.inc"
#include "engine/rounds.inc"
#include "loongarch/macros.inc"
#include "loongarch/md5.inc"
#include "loongarch/sha256.inc"
#include "loongarch/clear.inc"
