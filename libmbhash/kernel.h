/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the engine uses of Linux's headers, for programs. It is included before each of the
 * engine's files, C and assembly; Linux's headers that those name are then empty.
 */
#ifndef _LIBMBHASH_KERNEL_H
#define _LIBMBHASH_KERNEL_H

#ifdef __ASSEMBLY__

/*
 * With CET on x86-64 and BTI on arm64 the CPU checks that indirect calls end at a landing
 * pad. Distributions use that; it works only if all objects have the note that they support it.
 */
#ifdef __x86_64__
#include <cet.h>			/* has the note, with -fcf-protection */
#define LANDING_PAD			_CET_ENDBR
#elif defined(__ARM_FEATURE_BTI_DEFAULT)
/* NT_GNU_PROPERTY_TYPE_0 of "GNU": GNU_PROPERTY_AARCH64_FEATURE_1_BTI */
	.pushsection .note.gnu.property, "a"
	.p2align	3
	.long		4, 16, 5, 0x00554e47
	.long		0xc0000000, 4, 1, 0
	.popsection
#define LANDING_PAD			hint #34	/* bti c */
#else
#define LANDING_PAD
#endif

/* linux/linkage.h, linux/cfi_types.h. No function is called from outside of the library. */
#define SYM_FUNC_START(name)		\
	.globl name ;			\
	.hidden name ;			\
	.p2align 4 ;			\
	.type name, @function ;		\
	name: LANDING_PAD ;
#define SYM_TYPED_FUNC_START(name)	SYM_FUNC_START(name)
#define SYM_FUNC_END(name)		.size name, . - name
#define RET				ret

#ifdef __aarch64__
/* asm/assembler.h: dst = the address of sym, at any distance */
.macro	adr_l	dst, sym
	adrp		\dst, \sym
	add		\dst, \dst, :lo12:\sym
.endm
#endif

#ifdef __mips__
#undef SYM_TYPED_FUNC_START
#define SYM_TYPED_FUNC_START(name)	\
	SYM_FUNC_START(name)		\
	77:
/*
 * Position-independent code loads the address of sym from the global offset table, which
 * is at a known distance from the function, the label 77. By the ABI, $25 has its address.
 */
#undef dla
.macro	dla	dst, sym
	lui		\dst, %hi(%neg(%gp_rel(77b)))
	daddu		\dst, \dst, $25
	daddiu		\dst, \dst, %lo(%neg(%gp_rel(77b)))
	ld		\dst, %got_disp(\sym)(\dst)
.endm
#endif

#else /* !__ASSEMBLY__ */

#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__aarch64__) || defined(__mips__)
#include <sys/auxv.h>
#endif

#include "program.h"

/* What follows is not exported, so that calls do not go through the PLT. */
#pragma GCC visibility push(hidden)

/* linux/slab.h, linux/printk.h */

/* Aligned to a cache line; the engine wants no more */
#define kvmalloc(size, gfp)	aligned_alloc(64, round_up(size, (size_t)64))
#define kvfree(p)		free(p)

/* What isa= is to the module */
#define ISA_LIST	"MBHASH_ISA"
#define pr_err(fmt, ...)	fprintf(stderr, pr_fmt(fmt), ##__VA_ARGS__)
#define pr_warn(fmt, ...)	pr_err(fmt, ##__VA_ARGS__)

/* linux/scatterlist.h: the library's messages are contiguous */

struct scatterlist {
	void *virt;
	unsigned int length;
};

#define sg_virt(sg)		((sg)->virt)
#define sg_next(sg)		((sg) + 1)

#ifdef __x86_64__

/* asm/fpu/api.h */
#define irq_fpu_usable()	true
#define kernel_fpu_begin()	((void)0)
#define kernel_fpu_end()	((void)0)

#endif

#ifdef __aarch64__

/* linux/cpufeature.h: the kernel tells programs what the CPU has. */
#define cpu_have_named_feature(name)	(!!(getauxval(AT_HWCAP) & HWCAP_##name))

/* asm/simd.h, asm/neon.h. The implementations preserve what a function has to. */
#define may_use_simd()		true
struct user_fpsimd_state { u8 nothing; };
#define kernel_neon_begin(state) ((void)(state))
#define kernel_neon_end(state)	((void)(state))
#define TIF_KERNEL_FPSTATE	0
#define test_thread_flag(flag)	((void)(flag), false)

#endif

#ifdef __mips__

/* asm/cpu-features.h, by the kernel's uapi/asm/hwcap.h */
#define HWCAP_MIPS_MSA		(1 << 1)
#define cpu_has_mips64r2	true	/* this is built for it */
#define cpu_has_fpu		true
#define cpu_has_msa		(!!(getauxval(AT_HWCAP) & HWCAP_MIPS_MSA))

/*
 * asm/fpu.h, asm/msa.h. The implementations use all vector registers, the lower halves of
 * which a function has to preserve from $f24 to $f31.
 */
static __attribute__((__unused__)) __thread double saved_registers[8];

#define FPU_64BIT		0
#define current			saved_registers

static inline void lose_fpu_inatomic(int save, double *to)
{
	(void)save;
	asm volatile("s.d $f24, 0(%0); s.d $f25, 8(%0); s.d $f26, 16(%0); s.d $f27, 24(%0);"
		     "s.d $f28, 32(%0); s.d $f29, 40(%0); s.d $f30, 48(%0); s.d $f31, 56(%0)"
		     : : "r"(to) : "memory");
}

static inline void __disable_fpu(void)
{
	asm volatile("l.d $f24, 0(%0); l.d $f25, 8(%0); l.d $f26, 16(%0); l.d $f27, 24(%0);"
		     "l.d $f28, 32(%0); l.d $f29, 40(%0); l.d $f30, 48(%0); l.d $f31, 56(%0)"
		     : : "r"(current) : "memory");
}

#define __enable_fpu(mode)	((void)(mode), 0)
#define enable_msa()		((void)0)
#define disable_msa()		((void)0)

#endif

#endif /* !__ASSEMBLY__ */

#endif /* _LIBMBHASH_KERNEL_H */
