/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of lib/crypto/x86/sha256-ni-asm.S of Linux 7.2.
 */
#ifndef PEERS_LINUX_H
#define PEERS_LINUX_H

#include <stddef.h>
#include <stdint.h>

#define BLOCK	64

/* lib/crypto's context; the assembly knows its layout, see its OFFSETOF_* */
struct context {
	uint32_t state[8];
	uint64_t bytecount;
	uint8_t buf[BLOCK];
};

void sha256_ni_transform(uint32_t *state, const uint8_t *data, size_t nblocks);
void sha256_ni_finup2x(const struct context *context, const uint8_t *data1,
		       const uint8_t *data2, int len, uint8_t *out1, uint8_t *out2);

#endif /* PEERS_LINUX_H */
