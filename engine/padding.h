/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The padding that a message ends with: a one bit, zeros, and its length in bits.
 */
#ifndef _MBHASH_PADDING_H
#define _MBHASH_PADDING_H

#include <linux/kernel.h>

#include "../compat/compat.h"
#include "internal.h"

/* RFC 1321, 3.1 and FIPS 180-4, 5.1.1: what follows a message is a one bit. */
#define PAD_FIRST		0x80

/**
 * mbhash_pad() - pad a message
 * @hash: the hash function
 * @block: the message's last @have bytes, with room for two blocks
 * @have: how many, less than a block
 * @count: bytes in the message, the key block of hmac included
 *
 * Word by word: few stores, none of them narrow; and no load, which would have to
 * wait for the bytes that came before to reach the cache.
 *
 * Context: any.
 * Return: 1 or 2: blocks in @block with the padding.
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
		barrier();	/* or the compiler calls memset() */
	}
	if (hash->big_endian)
		put_unaligned_be64(count << 3, length);
	else
		put_unaligned_le64(count << 3, length);
	return size / MBHASH_BLOCK;
}

#endif /* _MBHASH_PADDING_H */
