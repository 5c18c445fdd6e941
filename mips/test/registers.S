/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers as an implementation leaves them, see
 * tools/test/user/registers.h.
 */
#include <linux/linkage.h>

#include "registers.h"

#define SP	$29
#define RA	$31
#define MSACSR	$1

	.set	mips64r2
	.set	msa
	.set	noat

/*
 * s0-s7, gp and fp, at \base + \offset: the callee-saved registers of the n64 ABI
 * except f24-f31, which the kernel does not use.
 */
.macro	each_saved	insn, base, offset
	\insn		$16, \offset(\base)
	\insn		$17, \offset + 8(\base)
	\insn		$18, \offset + 16(\base)
	\insn		$19, \offset + 24(\base)
	\insn		$20, \offset + 32(\base)
	\insn		$21, \offset + 40(\base)
	\insn		$22, \offset + 48(\base)
	\insn		$23, \offset + 56(\base)
	\insn		$30, \offset + 64(\base)
.endm

/* void saved_call(struct saved_call *call) */
SYM_FUNC_START(saved_call)
	daddiu		SP, SP, -96
	each_saved	sd, SP, 0
	sd		RA, 72(SP)
	sd		$4, 80(SP)
	each_saved	ld, $4, SAVED
	cfcmsa		$8, MSACSR
	sd		$8, CONTROL($4)
	ld		$25, FN($4)
	ld		$5, DATA($4)
	ld		$6, NBLOCKS($4)
	ld		$7, SCRATCH($4)
	ld		$4, STATE($4)
	jalr		$25
	ld		$4, 80(SP)
	cfcmsa		$8, MSACSR
	sd		$8, CONTROL + 8($4)
	each_saved	sd, $4, SAVED
	each_saved	ld, SP, 0
	ld		RA, 72(SP)
	daddiu		SP, SP, 96
	jr		RA
SYM_FUNC_END(saved_call)

/* void read_vectors(struct vector_registers *to) */
SYM_FUNC_START(read_vectors)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	st.d		$w\i, 0($4)
	daddiu		$4, $4, 64
.endr
	jr		RA
SYM_FUNC_END(read_vectors)
