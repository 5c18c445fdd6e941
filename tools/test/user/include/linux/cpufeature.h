/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_CPUFEATURE_H
#define _LINUX_CPUFEATURE_H

#include <sys/auxv.h>

/* The kernel passes the CPU's features to processes. */
#define cpu_have_named_feature(name)	(!!(getauxval(AT_HWCAP) & HWCAP_##name))

#endif
