/* SPDX-License-Identifier: GPL-2.0 */
/*
 * NABHash by the Crypto Extensions: aese with a key of zeros and aesmc are R().
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>
#include <asm/assembler.h>

	.arch		armv8-a+crypto

.text

/* v\state = R(v\state) ^ v\add; v31 is zero */
.macro	round_add	state, add
	aese		v\state\().16b, v31.16b
	aesmc		v\state\().16b, v\state\().16b
	eor		v\state\().16b, v\state\().16b, v\add\().16b
.endm

/* void nabhash_ce_blocks(struct nabhash_state *state, const u8 *data, size_t n) */
SYM_TYPED_FUNC_START(nabhash_ce_blocks)
	ld1		{ v0.16b-v3.16b }, [x0]
	movi		v31.2d, #0
.Lblock:
	ld1		{ v4.16b-v7.16b }, [x1], #64
	round_add	0, 4
	round_add	1, 5
	round_add	2, 6
	round_add	3, 7
	subs		x2, x2, #1
	b.ne		.Lblock
	st1		{ v0.16b-v3.16b }, [x0]
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movi		v\i\().2d, #0
.endr
	ret
SYM_FUNC_END(nabhash_ce_blocks)

/* void nabhash_ce_finish(const struct nabhash_state *state, u64 bytes, u8 *digest) */
SYM_TYPED_FUNC_START(nabhash_ce_finish)
	ld1		{ v0.16b-v3.16b }, [x0]
	movi		v31.2d, #0
	fmov		d4, x1
.irp	i, 0, 1, 2, 3
	eor		v\i\().16b, v\i\().16b, v4.16b
.endr
	round_add	0, 1
	round_add	2, 3
	round_add	0, 2
.rept	3
	mov		v1.16b, v0.16b
	round_add	0, 1
.endr
	st1		{ v0.16b }, [x2]
.irp	i, 0, 1, 2, 3, 4
	movi		v\i\().2d, #0
.endr
	ret
SYM_FUNC_END(nabhash_ce_finish)
