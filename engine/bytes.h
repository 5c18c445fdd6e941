/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copies of a few bytes: digests and the ends of messages. They are on the way of each
 * short message, and simple loops or memcpy() would take longer than the rest of it.
 */
#ifndef _MBHASH_BYTES_H
#define _MBHASH_BYTES_H

#include <linux/string.h>

#include "../compat/compat.h"
#include "internal.h"

/* Combine two words so that put_unaligned_be64() or _le64() stores them in order. */
static __always_inline u64 two_words(const u32 *words, bool big_endian)
{
	const bool host = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	u64 two;

	memcpy(&two, words, sizeof(two));
	if (big_endian != host)
		two = two << 32 | two >> 32;
	return two;
}

/*
 * MD5 has four little-endian words, SHA-256 eight big-endian ones. Unrolled, because
 * the overhead of a loop would exceed the work in it.
 */
static __always_inline void put_words(bool big_endian, u8 *to, const u32 *words)
{
	unsigned int i;

	if (big_endian)
#pragma GCC unroll 4
		for (i = 0; i < MBHASH_STATE_WORDS; i += 2)
			put_unaligned_be64(two_words(words + i, true), to + 4 * i);
	else
#pragma GCC unroll 2
		for (i = 0; i < MBHASH_STATE_WORDS / 2; i += 2)
			put_unaligned_le64(two_words(words + i, false), to + 4 * i);
}

/* memcpy() of less than a block, by words; the last one may overlap the one before. */
static __always_inline void copy_short(u8 *to, const u8 *from, unsigned int n)
{
	unsigned int i;

	if (n < sizeof(u64)) {
		memcpy(to, from, n);
		return;
	}
	for (i = 0; i < n - sizeof(u64); i += sizeof(u64)) {
		put_unaligned_le64(get_unaligned_le64(from + i), to + i);
		barrier();
	}
	i = n - sizeof(u64);
	put_unaligned_le64(get_unaligned_le64(from + i), to + i);
}

#endif /* _MBHASH_BYTES_H */
