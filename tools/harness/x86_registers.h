/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that see registers as a lane kernel leaves them.
 */
#ifndef _X86_REGISTERS_H
#define _X86_REGISTERS_H

#include "../../mbhash.h"

/* rbx, rbp, r12..r15: System V ABI for x86-64, 3.2.1 */
#define SAVED_REGISTERS	6

/* AVX-512 has 32 vector registers of 64 bytes, AVX 16 of 32, SSE 16 of 16. */
struct vector_registers {
	u8 byte[32][64];
};

/**
 * struct saved_call - a call of a lane kernel
 * @fn: the kernel
 * @state: its argument
 * @data: its argument
 * @nblocks: its argument
 * @scratch: its argument
 * @saved: what the callee-saved registers have when it is called, then when
 *	   it has returned
 * @flags: the flags when it has returned
 */
struct saved_call {
	mbhash_lane_fn fn;
	u32 *const *state;
	const u8 *const *data;
	size_t nblocks;
	void *scratch;
	u64 saved[SAVED_REGISTERS];
	u64 flags;
};

void saved_call(struct saved_call *call);
void read_zmm(struct vector_registers *to);
void read_ymm(struct vector_registers *to);
void read_xmm(struct vector_registers *to);

#endif
