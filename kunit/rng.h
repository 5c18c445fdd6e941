/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers for tests, reproducible by a seed.
 */
#ifndef _MBHASH_RNG_H
#define _MBHASH_RNG_H

#include <linux/kernel.h>
#include <linux/types.h>

/**
 * struct rng - pseudo-random numbers: SplitMix64
 * @state: determines the next number
 */
struct rng {
	u64 state;
};

/**
 * rng_u64() - the next number
 * @rng: the generator
 *
 * Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
 *
 * Return: the number.
 */
static inline u64 rng_u64(struct rng *rng)
{
	u64 z = rng->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A number in 0..@limit - 1. */
static inline unsigned int rng_below(struct rng *rng, unsigned int limit)
{
	return ((rng_u64(rng) >> 32) * limit) >> 32;
}

/* A length as in real traffic: mostly short, now and then long, bytes. */
static inline unsigned int rng_length(struct rng *rng)
{
	static const unsigned int limits[] = { 64, 64, 1500, 1500, 8192, 20000 };

	return rng_below(rng, limits[rng_below(rng, ARRAY_SIZE(limits))]);
}

#endif /* _MBHASH_RNG_H */
