/* SPDX-License-Identifier: GPL-2.0 */
/*
 * NABHash by AES-NI: aesenc with a word of the message as its key is a step.
 */
#include <linux/linkage.h>
#include <linux/cfi_types.h>

.text

/* void nabhash_aesni_blocks(struct nabhash_state *state, const u8 *data, size_t n) */
SYM_TYPED_FUNC_START(nabhash_aesni_blocks)
	movdqu		(%rdi), %xmm0
	movdqu		16(%rdi), %xmm1
	movdqu		32(%rdi), %xmm2
	movdqu		48(%rdi), %xmm3
.Lblock:
	movdqu		(%rsi), %xmm4
	movdqu		16(%rsi), %xmm5
	movdqu		32(%rsi), %xmm6
	movdqu		48(%rsi), %xmm7
	aesenc		%xmm4, %xmm0
	aesenc		%xmm5, %xmm1
	aesenc		%xmm6, %xmm2
	aesenc		%xmm7, %xmm3
	add		$64, %rsi
	dec		%rdx
	jnz		.Lblock
	movdqu		%xmm0, (%rdi)
	movdqu		%xmm1, 16(%rdi)
	movdqu		%xmm2, 32(%rdi)
	movdqu		%xmm3, 48(%rdi)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	pxor		%xmm\i, %xmm\i
.endr
	RET
SYM_FUNC_END(nabhash_aesni_blocks)

/* void nabhash_aesni_finish(const struct nabhash_state *state, u64 bytes, u8 *digest) */
SYM_TYPED_FUNC_START(nabhash_aesni_finish)
	movq		%rsi, %xmm4
.irp	i, 0, 1, 2, 3
	movdqu		16 * \i(%rdi), %xmm\i
	pxor		%xmm4, %xmm\i
.endr
	aesenc		%xmm1, %xmm0
	aesenc		%xmm3, %xmm2
	aesenc		%xmm2, %xmm0
.rept	3
	movdqa		%xmm0, %xmm1
	aesenc		%xmm1, %xmm0
.endr
	movdqu		%xmm0, (%rdx)
.irp	i, 0, 1, 2, 3, 4
	pxor		%xmm\i, %xmm\i
.endr
	RET
SYM_FUNC_END(nabhash_aesni_finish)
