/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers as an implementation leaves them, see
 * tools/test/user/registers.h
 */
#include <linux/linkage.h>

#include "registers.h"

	.option arch, +v

/* s0 to s11: the callee-saved registers of the ABI; the kernel's C has no others */
.macro	each_saved	insn, base, offset
	\insn		s0, \offset(\base)
	\insn		s1, \offset + 8(\base)
	\insn		s2, \offset + 16(\base)
	\insn		s3, \offset + 24(\base)
	\insn		s4, \offset + 32(\base)
	\insn		s5, \offset + 40(\base)
	\insn		s6, \offset + 48(\base)
	\insn		s7, \offset + 56(\base)
	\insn		s8, \offset + 64(\base)
	\insn		s9, \offset + 72(\base)
	\insn		s10, \offset + 80(\base)
	\insn		s11, \offset + 88(\base)
.endm

/* void saved_call(struct saved_call *call) */
SYM_FUNC_START(saved_call)
	addi		sp, sp, -112
	each_saved	sd, sp, 0
	sd		ra, 96(sp)
	sd		a0, 104(sp)
	each_saved	ld, a0, SAVED
	/* gp and tp belong to the program, and in the kernel to the CPU and the task. */
	xor		t0, gp, tp
	sd		t0, CONTROL(a0)
	ld		t0, FN(a0)
	ld		a1, DATA(a0)
	ld		a2, NBLOCKS(a0)
	ld		a3, SCRATCH(a0)
	ld		a0, STATE(a0)
	jalr		t0
	ld		a0, 104(sp)
	xor		t0, gp, tp
	sd		t0, CONTROL + 8(a0)
	each_saved	sd, a0, SAVED
	each_saved	ld, sp, 0
	ld		ra, 96(sp)
	addi		sp, sp, 112
	ret
SYM_FUNC_END(saved_call)

/* void read_vectors(struct vector_registers *to): up to 64 bytes of each */
SYM_FUNC_START(read_vectors)
	li		t0, 64
	vsetvli		zero, t0, e8, m1, ta, ma
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	vse8.v		v\i, (a0)
	addi		a0, a0, 64
.endr
	ret
SYM_FUNC_END(read_vectors)
