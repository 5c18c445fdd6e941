/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that read registers as an implementation leaves them. Each architecture's are
 * in ARCH/test/registers.S.
 */
#ifndef _REGISTERS_H
#define _REGISTERS_H

#ifdef __ASSEMBLY__

/* Offsets in struct saved_call */
#define FN	0
#define STATE	8
#define DATA	16
#define NBLOCKS	24
#define SCRATCH	32
#define SAVED	40
#define CONTROL	296

#else

#include "../../../engine/internal.h"

/**
 * struct saved_call - a call of an implementation
 * @fn: the implementation's function
 * @state: its argument
 * @data: its argument
 * @nblocks: its argument
 * @scratch: its argument
 * @saved: the values of the callee-saved registers at the call, then those after it; as
 *	   many as there are, in any order
 * @control: the control bits that it must preserve, before and after the call
 */
struct saved_call {
	mbhash_lane_fn fn;
	u32 *const *state;
	const u8 *const *data;
	size_t nblocks;
	void *scratch;
	u64 saved[32];
	u64 control[2];
};

/* The largest number and width of any architecture: AVX-512 */
struct vector_registers {
	u8 byte[32][64];
};

void saved_call(struct saved_call *call);
void read_vectors(struct vector_registers *to);

#endif /* __ASSEMBLY__ */

#endif
