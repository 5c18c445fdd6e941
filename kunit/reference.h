/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Digests from code that shares nothing with the engine: the kernel's own drivers
 * (reference.c), or OpenSSL in user space (tools/test/user/reference.c).
 */
#ifndef _MBHASH_REFERENCE_H
#define _MBHASH_REFERENCE_H

#include "../engine/internal.h"

int reference_init(void);
void reference_exit(void);

void reference_hash(enum mbhash_hash_id id, const u8 *data, unsigned int len,
		    u8 *digest);
void reference_hmac(enum mbhash_hash_id id, const u8 *key, unsigned int keylen,
		    const u8 *data, unsigned int len, u8 *digest);
void reference_continue(enum mbhash_hash_id id, const u32 *state, u64 count,
			const u8 *data, unsigned int len, u8 *digest);

#endif /* _MBHASH_REFERENCE_H */
