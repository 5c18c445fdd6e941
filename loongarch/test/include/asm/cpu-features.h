/* SPDX-License-Identifier: GPL-2.0 */
/* LoongArch: CPU features, as the kernel passes them to a program */
#ifndef _ASM_CPU_FEATURES_H
#define _ASM_CPU_FEATURES_H

#include <sys/auxv.h>

/* The kernel's uapi/asm/hwcap.h */
#define CPU_HAS(bit)	(!!(getauxval(AT_HWCAP) & (1 << (bit))))

#define cpu_has_ual	CPU_HAS(2)
#define cpu_has_fpu	CPU_HAS(3)
#define cpu_has_lsx	CPU_HAS(4)
#define cpu_has_lasx	CPU_HAS(5)

#endif
