/* SPDX-License-Identifier: GPL-2.0 */
/* MIPS: what the CPU has, as the kernel tells a program. */
#ifndef _ASM_CPU_FEATURES_H
#define _ASM_CPU_FEATURES_H

#include <sys/auxv.h>

/* The kernel's uapi/asm/hwcap.h */
#define HWCAP_MIPS_MSA		(1 << 1)

#define cpu_has_mips64r2	1	/* what the harness is built for */
#define cpu_has_fpu		1
#define cpu_has_msa		(!!(getauxval(AT_HWCAP) & HWCAP_MIPS_MSA))

#endif
