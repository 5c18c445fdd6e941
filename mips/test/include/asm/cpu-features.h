/* SPDX-License-Identifier: GPL-2.0 */
/* MIPS: CPU features, as the kernel passes them to a program */
#ifndef _ASM_CPU_FEATURES_H
#define _ASM_CPU_FEATURES_H

#include <sys/auxv.h>

/* The kernel's uapi/asm/hwcap.h */
#define HWCAP_MIPS_MSA		(1 << 1)

#define cpu_has_mips64r2	1	/* the tests are built for it */
#define cpu_has_fpu		1
#define cpu_has_msa		(!!(getauxval(AT_HWCAP) & HWCAP_MIPS_MSA))

#endif
