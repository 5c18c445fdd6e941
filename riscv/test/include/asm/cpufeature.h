/* SPDX-License-Identifier: GPL-2.0 */
/* riscv: CPU features, as the kernel tells programs */
#ifndef _ASM_CPUFEATURE_H
#define _ASM_CPUFEATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include <linux/types.h>

/* The kernel's uapi/asm/hwprobe.h */
#define SYS_RISCV_HWPROBE	258
#define HWPROBE_IMA_EXT_0	4

#define HWPROBE_V		(1ULL << 2)
#define HWPROBE_ZBB		(1ULL << 4)
#define HWPROBE_ZVKB		(1ULL << 19)
#define HWPROBE_ZVKNHA		(1ULL << 22)
#define HWPROBE_ZVKNHB		(1ULL << 23)

static inline u64 hwprobe_extensions(void)
{
	struct {
		s64 key;
		u64 value;
	} pair = { .key = HWPROBE_IMA_EXT_0 };

	if (syscall(SYS_RISCV_HWPROBE, &pair, 1, 0, NULL, 0) || pair.key < 0)
		return 0;
	return pair.value;
}

#define riscv_isa_extension_available(isa, name)	\
	(!!(hwprobe_extensions() & HWPROBE_##name))

#endif
