// SPDX-License-Identifier: GPL-2.0
/*
 * Portable C, one lane: used if SIMD cannot be, and the reference with which every
 * implementation is compared at load.
 *
 * MD5 is defined by RFC 1321, SHA-256 by FIPS 180-4; functions and variables have the
 * names used there.
 *
 * Steps are unrolled until each variable is back in its place, so that the variables
 * stay in registers. At -O2 the compiler would not unroll the loops, and would keep the
 * variables in memory. Variables and words are wiped at the end of a call: barriers have
 * the compiler take words from their array, and not from copies on the stack, which nobody
 * wipes.
 */
#include <linux/bitops.h>
#include <linux/string.h>

#include "../compat/compat.h"
#include "internal.h"

/* RFC 1321, 3.4: the integer part of 2^32 * abs(sin(i + 1)) */
static const u32 md5_t[64] = {
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee,
	0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
	0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
	0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
	0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
	0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
	0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
	0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* RFC 1321, 3.4: the rotations of each round's four steps */
static const u8 md5_s[4][4] = {
	{ 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 },
};

/* F and G in forms that need one operation less than RFC 1321's. */
static __always_inline u32 md5_f(u32 x, u32 y, u32 z)
{
	return z ^ (x & (y ^ z));
}

static __always_inline u32 md5_g(u32 x, u32 y, u32 z)
{
	return y ^ (z & (x ^ y));
}

static __always_inline u32 md5_h(u32 x, u32 y, u32 z)
{
	return x ^ y ^ z;
}

static __always_inline u32 md5_i(u32 x, u32 y, u32 z)
{
	return y ^ (x | ~z);
}

/* RFC 1321, 3.4: which word step @i of round @r adds */
static __always_inline unsigned int md5_word(unsigned int r, unsigned int i)
{
	static const u8 first[] = { 0, 1, 5, 0 }, by[] = { 1, 5, 3, 7 };

	return (first[r] + by[r] * i) & 15;
}

/* Sixteen steps of round @r */
static __always_inline void md5_round(u32 *v, const u32 *x,
				      u32 (*f)(u32 x, u32 y, u32 z),
				      unsigned int r)
{
	const u32 *t = &md5_t[16 * r];
	const u8 *s = md5_s[r];
	unsigned int i, j;

	/* Four steps in each pass: the roles of v[0..3] rotate once. */
#pragma GCC unroll 4
	for (i = 0; i < 16; i += 4) {
#pragma GCC unroll 4
		for (j = 0; j < 4; j++) {
			u32 *a = &v[-j & 3];
			u32 b = v[(1 - j) & 3];

			*a += f(b, v[(2 - j) & 3], v[(3 - j) & 3]) + t[i + j] +
			      x[md5_word(r, i + j)];
			*a = b + rol32(*a, s[j]);
		}
	}
}

/* @v: 4 variables to use, @x: 16 words */
static __always_inline void md5_block(u32 *state, const u8 *data, u32 *v, u32 *x)
{
	unsigned int i;

#pragma GCC unroll 16
	for (i = 0; i < 16; i++)
		x[i] = get_unaligned_le32(data + 4 * i);
	barrier();
	memcpy(v, state, 4 * sizeof(*v));
	md5_round(v, x, md5_f, 0);
	md5_round(v, x, md5_g, 1);
	md5_round(v, x, md5_h, 2);
	md5_round(v, x, md5_i, 3);

#pragma GCC unroll 4
	for (i = 0; i < 4; i++)
		state[i] += v[i];
}

/**
 * mbhash_md5_generic() - MD5 in portable C, an implementation of one lane
 * @state: one pointer to 4 words
 * @data: one pointer to @nblocks * 64 bytes
 * @nblocks: blocks to hash
 * @scratch: not used
 *
 * Context: any.
 */
void mbhash_md5_generic(u32 *const *state, const u8 *const *data,
			size_t nblocks, void *scratch)
{
	const u8 *p = data[0];
	u32 v[4], x[16];

	for (; nblocks; nblocks--, p += MBHASH_BLOCK)
		md5_block(state[0], p, v, x);
	memzero_explicit(x, sizeof(x));
	memzero_explicit(v, sizeof(v));
}

/**
 * mbhash_md5_schedule() - compute what each step adds
 * @schedule: set to the sum of constant and word for each of MBHASH_STEPS steps
 * @block: the block
 *
 * Context: any.
 */
void mbhash_md5_schedule(u32 *schedule, const u8 *block)
{
	unsigned int r, i;

	for (r = 0; r < 4; r++)
		for (i = 0; i < 16; i++)
			*schedule++ = md5_t[16 * r + i] +
				      get_unaligned_le32(block + 4 * md5_word(r, i));
}

/* FIPS 180-4, 4.2.2: the fractional parts of the primes' cube roots */
static const u32 sha256_k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
	0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
	0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static __always_inline u32 sigma(u32 x, int r1, int r2, int r3)
{
	return ror32(x, r1) ^ ror32(x, r2) ^ ror32(x, r3);
}

static __always_inline u32 sigma_shift(u32 x, int r1, int r2, int shift)
{
	return ror32(x, r1) ^ ror32(x, r2) ^ (x >> shift);
}

/*
 * Step @t of eight: the roles of v[0..7] rotate once in eight steps.
 * @kw is the step's constant plus its word of the message schedule.
 */
static __always_inline void sha256_step(u32 *v, unsigned int t, u32 kw)
{
	u32 a = v[-t & 7], b = v[(1 - t) & 7], c = v[(2 - t) & 7];
	u32 e = v[(4 - t) & 7], f = v[(5 - t) & 7], g = v[(6 - t) & 7];
	u32 *d = &v[(3 - t) & 7], *h = &v[(7 - t) & 7];

	*h += sigma(e, 6, 11, 25) + (g ^ (e & (f ^ g))) + kw;
	*d += *h;
	*h += sigma(a, 2, 13, 22) + ((a & b) | (c & (a | b)));
}

static __always_inline void sha256_words(u32 *w, const u8 *data)
{
	unsigned int t, j;

#pragma GCC unroll 16
	for (t = 0; t < 16; t++)
		w[t] = get_unaligned_be32(data + 4 * t);
	for (; t < 64; t += 8) {
		u32 *x = w + t;

		barrier();
#pragma GCC unroll 8
		for (j = 0; j < 8; j++, x++)
			*x = sigma_shift(x[-2], 17, 19, 10) + x[-7] +
			     sigma_shift(x[-15], 7, 18, 3) + x[-16];
	}
}

/**
 * mbhash_sha256_schedule() - compute what each step adds
 * @schedule: set to the sum of constant and word for each of MBHASH_STEPS steps
 * @block: the block
 *
 * Context: any.
 */
void mbhash_sha256_schedule(u32 *schedule, const u8 *block)
{
	unsigned int t;

	sha256_words(schedule, block);
	for (t = 0; t < 64; t++)
		schedule[t] += sha256_k[t];
}

/* @v: 8 variables to use, @w: 64 words */
static __always_inline void sha256_block(u32 *state, const u8 *data, u32 *v, u32 *w)
{
	unsigned int t, j;

	sha256_words(w, data);
	memcpy(v, state, 8 * sizeof(*v));
	for (t = 0; t < 64; t += 8) {
#pragma GCC unroll 8
		for (j = 0; j < 8; j++)
			sha256_step(v, j, sha256_k[t + j] + w[t + j]);
	}

#pragma GCC unroll 8
	for (t = 0; t < 8; t++)
		state[t] += v[t];
}

/**
 * mbhash_sha256_generic() - SHA-256 in portable C, an implementation of one lane
 * @state: one pointer to 8 words
 * @data: one pointer to @nblocks * 64 bytes
 * @nblocks: blocks to hash
 * @scratch: not used
 *
 * Context: any.
 */
void mbhash_sha256_generic(u32 *const *state, const u8 *const *data,
			   size_t nblocks, void *scratch)
{
	const u8 *p = data[0];
	u32 v[8], w[64];

	for (; nblocks; nblocks--, p += MBHASH_BLOCK)
		sha256_block(state[0], p, v, w);
	memzero_explicit(w, sizeof(w));
	memzero_explicit(v, sizeof(v));
}
