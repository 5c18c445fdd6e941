/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The padding at the end of a message: a one bit, zeros, and the length in bits.
 */
#ifndef _MBHASH_PADDING_H
#define _MBHASH_PADDING_H

#include <linux/kernel.h>

#include "../compat/compat.h"
#include "internal.h"

/* RFC 1321, 3.1 and FIPS 180-4, 5.1.1: a one bit follows the message. */
#define PAD_FIRST		0x80

/**
 * mbhash_pad() - pad a message
 * @hash: the hash function
 * @block: the message's last @have bytes, with room for two blocks
 * @have: number of these bytes, less than a block
 * @count: bytes in the message, including the key block of hmac
 *
 * Stores whole words: few stores, and no load, which would have to wait until the
 * preceding stores have reached the cache.
 *
 * Context: any.
 * Return: the number of blocks in @block, including the padding: 1 or 2.
 */
static __always_inline unsigned int mbhash_pad(const struct mbhash_hash *hash,
					       u8 *block, unsigned int have,
					       u64 count)
{
	unsigned int size = have + 1 + PAD_LENGTH <= MBHASH_BLOCK ?
			    MBHASH_BLOCK : 2 * MBHASH_BLOCK;
	u8 *word = block + round_down(have, sizeof(u64));
	u8 *length = block + size - PAD_LENGTH;

	put_unaligned_le64(PAD_FIRST, block + have);
	for (word += sizeof(u64); word < length; word += sizeof(u64)) {
		put_unaligned_le64(0, word);
		barrier();	/* keeps the compiler from calling memset() */
	}
	if (hash->big_endian)
		put_unaligned_be64(count << 3, length);
	else
		put_unaligned_le64(count << 3, length);
	return size / MBHASH_BLOCK;
}

#endif /* _MBHASH_PADDING_H */
