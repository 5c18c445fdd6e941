// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of one length, each contiguous, that need no jobs: straight from arrays of
 * pointers to digests. An implementation with an &mbhash_digest_fn keeps the states in
 * registers all the way; for others they are in memory.
 *
 * The messages may take less time than what is done once for each call, so both are kept
 * short.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "bytes.h"
#include "padding.h"
#include "simd.h"

/* One call of an implementation: its first @used lanes have messages. */
struct group {
	struct mbhash_many *many;
	const struct mbhash_hash *hash;
	const struct mbhash_impl *impl;
	unsigned int used;
	void *scratch;
};

/* Pointers to @state for all lanes. They are kept, since most calls begin with the same. */
static __always_inline u32 *const *all_lanes(u32 **lanes, const u32 *state)
{
	unsigned int i;

	if (lanes[0] != state)
		for (i = 0; i < MBHASH_MAX_LANES; i++)
			lanes[i] = (u32 *)state;
	return lanes;
}

/* A copy of @state for each lane */
static u32 *const *copies(const struct group *g, const u32 *state)
{
	struct mbhash_many *many = g->many;
	const unsigned int n = g->used;
	unsigned int i;

	/* Not by way of the stack, where a key's state would stay */
	for (i = 0; i < n; i++)
		job_copy_state(many->states[i], state);
	return many->state;
}

/* Hash @blocks of each lane, and @padding if it is not NULL, to the end. */
static void to_digests(const struct group *g, u32 *const *state, const u8 *const *data,
		       unsigned int blocks, const struct mbhash_padding *padding,
		       u8 *const *digest)
{
	const u32 *schedule = padding ? padding->schedule : NULL;
	const bool big_endian = g->hash->big_endian;
	const struct mbhash_impl *impl = g->impl;
	struct mbhash_many *many = g->many;
	const unsigned int n = g->used;
	unsigned int i;

	if (impl->digest) {
		impl->digest(state, data, blocks, g->scratch, schedule, digest);
		return;
	}
	if (schedule)
		impl->finup(state, data, blocks, g->scratch, schedule);
	else
		impl->fn(state, data, blocks, g->scratch);
	for (i = 0; i < n; i++)
		put_words(big_endian, digest[i], many->states[i]);
}

/* Make the last blocks of the messages. Return: how many each has. */
static unsigned int pad(const struct group *g, const u8 *const *data,
			unsigned int nbytes, u64 count)
{
	const unsigned int rest = nbytes % MBHASH_BLOCK;
	unsigned int i, blocks = 0;

	for (i = 0; i < g->used; i++) {
		u8 *block = g->many->blocks[i];

		if (rest)
			copy_short(block, data[i] + nbytes - rest, rest);
		blocks = mbhash_pad(g->hash, block, rest, count);
	}
	return blocks;
}

/* hmac: hash the inner digests, which are in the blocks, with the outer key. */
static void outer_hashes(const struct group *g, const u32 *outer, u8 *const *digest)
{
	const unsigned int size = mbhash_digest_size(g->hash);
	struct mbhash_many *many = g->many;
	unsigned int i;

	for (i = 0; i < g->used; i++)
		mbhash_pad(g->hash, many->blocks[i], size, MBHASH_BLOCK + size);
	to_digests(g, g->impl->digest ? all_lanes(many->outer, outer) : copies(g, outer),
		   (const u8 *const *)many->block, 1, NULL, digest);
}

/*
 * Hash messages of @nbytes and @padding, or if that is NULL, each with blocks of its own at
 * its end.
 */
static noinline void hash_group(const struct group *g, const u8 *const *data,
				unsigned int nbytes, const struct mbhash_hmac_key *key,
				const struct mbhash_padding *padding, u8 *const *digest)
{
	const u32 *from = key ? key->inner : g->hash->iv;
	const unsigned int width = g->impl->width;
	struct mbhash_many *many = g->many;
	unsigned int last = 0, blocks = nbytes / MBHASH_BLOCK;
	u32 *const *state;

	/* Early, since the implementation's loads are wider than these stores. */
	if (!padding)
		last = pad(g, data, nbytes, (u64)nbytes + (key ? MBHASH_BLOCK : 0));
	if (!g->impl->digest || (blocks && !padding))
		state = copies(g, from);
	else
		state = all_lanes(many->begin, from);
	if (!padding) {
		if (blocks)
			g->impl->fn(state, data, blocks, g->scratch);
		blocks = last;
		data = (const u8 *const *)many->block;
	}
	to_digests(g, state, data, blocks, padding, key ? many->block : digest);
	if (key)
		outer_hashes(g, key->outer, digest);
	if (state == many->state)
		memzero_explicit(many->states, width * sizeof(many->states[0]));
	if (key || !padding)
		memzero_explicit(many->blocks, width * sizeof(many->blocks[0]));
}

/* The padding of @n messages, if they have the same and it pays to make it; else NULL. */
static const struct mbhash_padding *
shared_padding(const struct mbhash_hash *hash, struct mbhash_padding *padding,
	       unsigned int n, u64 count)
{
	if (count % MBHASH_BLOCK)
		return NULL;
	if (n == 1)
		return mbhash_padding_ready(padding, hash, count) ? padding : NULL;
	if (!mbhash_padding_is(padding, hash, count))
		mbhash_padding_make(padding, hash, count);
	return padding;
}

/* A single message uses one lane, as a single job does. */
static __always_inline const struct mbhash_impl *first_impl(const struct mbhash_plan *plan,
							    unsigned int n)
{
	return n == 1 ? READ_ONCE(plan->impl[1]) : READ_ONCE(plan->group[n]);
}

/*
 * Hash @n messages in groups, the first one by @impl. @padding: what all of them have in
 * common at their end; NULL if there is none.
 */
static noinline void hash_groups(struct mbhash_many *many, const struct mbhash_hash *hash,
				 const struct mbhash_plan *plan,
				 const struct mbhash_impl *impl,
				 const struct mbhash_hmac_key *key, unsigned int n,
				 unsigned int nbytes, const struct mbhash_padding *padding,
				 struct mbhash_simd_section *section)
{
	struct group g = { many, hash, impl, 0, section->scratch };
	unsigned int i, lane;

	for (i = 0; i < n; i += g.used) {
		const u8 **data = many->data + i;
		u8 **digest = many->digest + i;

		if (i)
			g.impl = READ_ONCE(plan->group[n - i]);
		g.used = min_t(unsigned int, g.impl->width, n - i);
		for (lane = g.used; lane < g.impl->width; lane++) {
			data[lane] = data[0];
			digest[lane] = many->spare;
		}
		section->dirty = max_t(u32, section->dirty, g.impl->scratch);
		hash_group(&g, data, nbytes, key, g.impl->finup ? padding : NULL, digest);
	}
	memzero_explicit(many->spare, sizeof(many->spare));
}

/**
 * mbhash_many_init() - prepare the memory for any number of mbhash_many_run() calls
 * @many: the memory, zeroed
 *
 * Context: any.
 */
void mbhash_many_init(struct mbhash_many *many)
{
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		many->state[i] = many->states[i];
		many->block[i] = many->blocks[i];
	}
}

/**
 * mbhash_many_run() - hash contiguous messages of one length
 * @many: the messages, and where to write their digests
 * @hash: the hash function
 * @key: for hmac the key, else NULL
 * @n: number of messages, 1..MBHASH_MAX_LANES
 * @nbytes: bytes in each
 * @section: memory and use of vector registers; all is hashed, whatever its time limit
 *
 * Context: BH disabled, or other exclusive use of @section's memory and @many.
 * Return: false if they are so long that jobs may be faster; then nothing was done.
 */
bool mbhash_many_run(struct mbhash_many *many, const struct mbhash_hash *hash,
		     const struct mbhash_hmac_key *key, unsigned int n,
		     unsigned int nbytes, struct mbhash_simd_section *section)
{
	const unsigned int whole = nbytes / MBHASH_BLOCK;
	const struct mbhash_plan *plan = &hash->plan[true];
	const struct mbhash_impl *impl = first_impl(plan, n);
	const struct mbhash_padding *padding;

	if (mbhash_moving_may_pay(READ_ONCE(plan->loss[n]), n, whole))
		return false;
	simd_section_start(section, n <= impl->width ? impl->isa : READ_ONCE(plan->isa));
	if (!section->simd) {
		plan = &hash->plan[false];
		impl = first_impl(plan, n);
	}
	padding = shared_padding(hash, section->padding, n,
				 (u64)nbytes + (key ? MBHASH_BLOCK : 0));
	/* The most common case, without the steps that only other cases need */
	if (padding && impl->digest && n == impl->width && !key) {
		section->dirty = impl->scratch;
		impl->digest(all_lanes(many->begin, hash->iv), many->data, whole,
			     section->scratch, padding->schedule, many->digest);
	} else {
		hash_groups(many, hash, plan, impl, key, n, nbytes, padding, section);
	}
	simd_section_end(section);
	return true;
}
