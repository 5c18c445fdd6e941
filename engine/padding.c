// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of equal length that are made of whole blocks have their padding in
 * common: a block of its own, which is made once for all of them.
 */
#include "padding.h"

/**
 * mbhash_padding_set() - make the padding of messages that are made of whole blocks
 * @padding: zeroed, or as left by an earlier call
 * @hash: the hash function
 * @count: bytes in such a message, the key block of hmac included
 *
 * Context: any.
 */
void mbhash_padding_set(struct mbhash_padding *padding,
			const struct mbhash_hash *hash, u64 count)
{
	if (padding->hash == hash && padding->count == count)
		return;
	padding->hash = hash;
	padding->count = count;
	mbhash_pad(hash, padding->block, 0, count);
	hash->schedule(padding->schedule, padding->block);
}

/**
 * mbhash_padding_ready() - have the padding ready for a single message
 * @padding: zeroed, or as left by an earlier call
 * @hash: the hash function
 * @count: bytes in the message, the key block of hmac included
 *
 * To make it takes longer than it saves one message. So it is made for the second
 * message in a row of the same length.
 *
 * Context: any.
 * Return: true if @padding is set.
 */
bool mbhash_padding_ready(struct mbhash_padding *padding,
			  const struct mbhash_hash *hash, u64 count)
{
	const bool again = padding->asked == count;

	padding->asked = count;
	if (padding->hash == hash && padding->count == count)
		return true;
	if (again)
		mbhash_padding_set(padding, hash, count);
	return again;
}
