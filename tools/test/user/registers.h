/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that see registers as an implementation leaves them: each architecture's
 * are in its own *_registers.S.
 */
#ifndef _REGISTERS_H
#define _REGISTERS_H

#include "../../../engine/internal.h"

/**
 * struct saved_call - a call of an implementation
 * @fn: the kernel
 * @state: its argument
 * @data: its argument
 * @nblocks: its argument
 * @scratch: its argument
 * @saved: what the callee-saved registers have when it is called, then when it
 *	   has returned; those there are, in any order
 * @control: the control bits that it must leave alone, before and after
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

/* As many and as wide as any architecture has them: AVX-512. */
struct vector_registers {
	u8 byte[32][64];
};

void saved_call(struct saved_call *call);
void read_vectors(struct vector_registers *to);

#endif
