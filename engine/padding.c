// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of equal length that consist of whole blocks have the same padding: one
 * more block, which is made once for all of them.
 */
#include "padding.h"

/**
 * mbhash_padding_make() - make the padding of messages that consist of whole blocks
 * @padding: zeroed, or as left by an earlier call
 * @hash: the hash function
 * @count: bytes in such a message, including the key block of hmac
 *
 * Context: any.
 */
void mbhash_padding_make(struct mbhash_padding *padding,
			 const struct mbhash_hash *hash, u64 count)
{
	padding->hash = hash;
	padding->count = count;
	mbhash_pad(hash, padding->block, 0, count);
	hash->schedule(padding->schedule, padding->block);
}

/**
 * mbhash_padding_ready() - prepare the padding for a single message, if it pays
 * @padding: zeroed, or as left by an earlier call
 * @hash: the hash function
 * @count: bytes in the message, including the key block of hmac
 *
 * Making it takes longer than it saves for one message, so it is made for the second
 * consecutive message of the same length.
 *
 * Context: any.
 * Return: true if @padding is set.
 */
bool mbhash_padding_ready(struct mbhash_padding *padding,
			  const struct mbhash_hash *hash, u64 count)
{
	const bool again = padding->asked == count;

	padding->asked = count;
	if (mbhash_padding_is(padding, hash, count))
		return true;
	if (again)
		mbhash_padding_make(padding, hash, count);
	return again;
}
