/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Known answers from the standards.
 */
#ifndef _MBHASH_VECTORS_H
#define _MBHASH_VECTORS_H

#include "../engine/internal.h"

/**
 * struct text - bytes, possibly repeated
 * @s: the bytes
 * @size: number of bytes
 * @times: how many times they occur
 */
struct text {
	const char *s;
	unsigned int size;
	unsigned int times;
};

/**
 * struct vector - a message and its digest
 * @key: hmac's key; .size 0 and not used for the plain hashes
 * @message: the message
 * @digest: its digest
 * @truncated: bytes of @digest, if the standard gives only the first ones
 */
struct vector {
	struct text key;
	struct text message;
	const char *digest;
	unsigned int truncated;
};

/**
 * struct vectors - the known answers of one algorithm
 * @hash: vectors of the plain hash
 * @nr_hash: their number
 * @hmac: vectors of hmac with this hash
 * @nr_hmac: their number
 */
struct vectors {
	const struct vector *hash;
	unsigned int nr_hash;
	const struct vector *hmac;
	unsigned int nr_hmac;
};

extern const struct vectors mbhash_vectors[MBHASH_NR_HASHES];

static inline unsigned int text_size(const struct text *text)
{
	return text->size * text->times;
}

void text_write(const struct text *text, u8 *to);

#endif /* _MBHASH_VECTORS_H */
