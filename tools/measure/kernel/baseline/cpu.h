/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the CPU can do, for the kernel's own drivers in User Mode Linux, which
 * does not know: to be included after all that declares these.
 */
#ifndef _BASELINE_CPU_H
#define _BASELINE_CPU_H

#include "compat/x86_cpu.h"

#undef boot_cpu_has
#define boot_cpu_has(feature) mbhash_cpu_has(feature)
#define cpu_has_xfeatures(mask, name) mbhash_cpu_has_xfeatures(mask)

#endif /* _BASELINE_CPU_H */
