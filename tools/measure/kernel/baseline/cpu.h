/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CPU features for the kernel's own drivers in User Mode Linux, which does not know
 * them. Include this after the headers that declare these functions.
 */
#ifndef _BASELINE_CPU_H
#define _BASELINE_CPU_H

#include "x86/cpu.h"

#undef boot_cpu_has
#define boot_cpu_has(feature) mbhash_cpu_has(feature)
#define cpu_has_xfeatures(mask, name) mbhash_cpu_has_xfeatures(mask)

#endif /* _BASELINE_CPU_H */
