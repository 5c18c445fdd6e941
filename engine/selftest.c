// SPDX-License-Identifier: GPL-2.0
/*
 * The self-test at load: each implementation that the CPU and isa= allow is
 * compared with the portable C, in every lane, and then timed.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/*
 * Each lane has a state and, from its own offset in one buffer on, data of its
 * own, at every alignment.
 */
#define CHECK_BLOCKS	33
#define CHECK_STRIDE	(MBHASH_BLOCK + 3)
#define CHECK_DATA	(MBHASH_MAX_LANES * CHECK_STRIDE + \
			 CHECK_BLOCKS * MBHASH_BLOCK)

struct selftest {
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
	u8 data[CHECK_DATA];
	/* A last block for all lanes: the schedule of the first of @data. */
	u32 schedule[MBHASH_STEPS];
	/*
	 * The states after 0, 1, 2.. blocks, without and with the last block,
	 * by the portable C.
	 */
	u32 want[2][CHECK_BLOCKS + 1][MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 have[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 *state[MBHASH_MAX_LANES];
	const u8 *lane[MBHASH_MAX_LANES];
};

/*
 * Any bytes do, as long as lanes and blocks differ: a linear congruential
 * generator (Knuth, TAOCP 2, 3.3.4: MMIX).
 */
static void fill(void *to, size_t len)
{
	u64 x = len;
	u8 *p = to;

	while (len--) {
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		*p++ = x >> 56;
	}
}

/* to = from, one block further */
static void want_next(const struct mbhash_hash *hash, u32 *to, const u32 *from,
		      const u8 *block)
{
	memcpy(to, from, MBHASH_STATE_WORDS * sizeof(u32));
	hash->impls[0].fn(&to, &block, 1, NULL);
}

static void prepare(struct selftest *test,
		    const struct mbhash_hash *hash)
{
	unsigned int i, b;

	fill(test->data, sizeof(test->data));
	fill(test->want[false][0], sizeof(test->want[false][0]));
	hash->schedule(test->schedule, test->data);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		test->state[i] = test->have[i];
		test->lane[i] = test->data + i * CHECK_STRIDE;
		for (b = 0; b <= CHECK_BLOCKS; b++) {
			const u32 *state = test->want[false][b][i];

			want_next(hash, test->want[true][b][i], state,
				  test->data);
			if (b < CHECK_BLOCKS)
				want_next(hash, test->want[false][b + 1][i],
					  state,
					  test->lane[i] + b * MBHASH_BLOCK);
		}
	}
}

/* Vector registers for one call; false if they cannot be had. */
static bool call_begin(const struct mbhash_impl *impl)
{
	return !(impl->isa & mbhash_isa_vector) || mbhash_simd_begin();
}

static void call_end(const struct mbhash_impl *impl)
{
	if (impl->isa & mbhash_isa_vector)
		mbhash_simd_end(impl->isa & mbhash_isa_vector, NULL, 0);
}

/* @finup: check the function that has a last block for all lanes */
static bool call_is_right(struct selftest *test,
			  const struct mbhash_hash *hash,
			  const struct mbhash_impl *impl, unsigned int blocks,
			  bool finup)
{
	unsigned int i;

	memcpy(test->have, test->want[false][0], sizeof(test->have));
	if (!call_begin(impl))
		return false;
	if (finup)
		impl->finup(test->state, test->lane, blocks, test->scratch,
			    test->schedule);
	else
		impl->fn(test->state, test->lane, blocks, test->scratch);
	call_end(impl);
	for (i = 0; i < impl->width; i++)
		if (memcmp(test->have[i], test->want[finup][blocks][i],
			   hash->words * sizeof(u32)))
			return false;
	return true;
}

static bool passes(struct selftest *test, const struct mbhash_hash *hash,
		   const struct mbhash_impl *impl)
{
	unsigned int b;

	for (b = 1; b <= CHECK_BLOCKS; b++)
		if (!call_is_right(test, hash, impl, b, false))
			return false;
	for (b = 0; impl->finup && b <= CHECK_BLOCKS; b++)
		if (!call_is_right(test, hash, impl, b, true))
			return false;
	return true;
}

/**
 * mbhash_impl_check() - compare an implementation with the portable C
 * @hash: its hash function
 * @impl: the implementation; the CPU must have its instruction sets
 *
 * In every lane, with states, data and alignments that all differ, for every
 * number of blocks up to a few dozen.
 *
 * Context: process, may sleep.
 * Return: 0, -EBADMSG if it is wrong (or the vector registers cannot be
 * had), -ENOMEM.
 */
int mbhash_impl_check(const struct mbhash_hash *hash,
		      const struct mbhash_impl *impl)
{
	struct selftest *test = kvmalloc(sizeof(*test), GFP_KERNEL);
	bool good;

	if (!test)
		return -ENOMEM;
	prepare(test, hash);
	good = passes(test, hash, impl);
	kvfree(test);
	return good ? 0 : -EBADMSG;
}

/*
 * Implementations are timed in rounds over all of them, so that whatever slows down the
 * CPU for a while (its other thread, the host) does so to all alike; of the
 * rounds the shortest time counts. A round takes TIME_CALLS calls with
 * TIME_BLOCKS in each lane: some microseconds, for clocks with coarse steps (256
 * ns under User Mode Linux).
 *
 * A time that was seen once may be chance: rounds are made until TIME_AGREED of them
 * have come to the same for each implementation, and as many more as TIME_NS has
 * room for; on a CPU that is never quiet until TIME_LIMIT_NS.
 */
#define TIME_BLOCKS	8
#define TIME_CALLS	16
#define TIME_AGREED	3
#define TIME_NS		(6 * NSEC_PER_MSEC)
#define TIME_LIMIT_NS	(60 * NSEC_PER_MSEC)

/* Of all times the shortest counts: that of the fastest round so far. */
static void take_time(struct mbhash_impl *impl, u32 ps)
{
	/* What came before was disturbed. */
	if ((u64)ps + ps / MBHASH_COST_ERROR < impl->cost)
		impl->agreed = 0;
	impl->cost = min(impl->cost, ps);
	if (ps - impl->cost <= impl->cost / MBHASH_COST_ERROR)
		impl->agreed++;
}

/* Sets @impl's cost. */
static void time_impl(struct selftest *test, struct mbhash_impl *impl)
{
	unsigned int i;
	u64 ns, ps;

	if (!call_begin(impl))
		return;
	/* Code and data into the cache. */
	impl->fn(test->state, test->lane, TIME_BLOCKS, test->scratch);
	ns = ktime_get_ns();
	for (i = 0; i < TIME_CALLS; i++)
		impl->fn(test->state, test->lane, TIME_BLOCKS,
			 test->scratch);
	ns = ktime_get_ns() - ns;
	call_end(impl);

	ps = div_u64(min_t(u64, ns, U32_MAX) * 1000, TIME_CALLS * TIME_BLOCKS);
	take_time(impl, clamp_t(u64, ps, 1, U32_MAX));
}

/* Return: whether all implementations have been timed often enough. */
static bool time_round(struct selftest *test)
{
	struct mbhash_hash *hash = mbhash_hashes;
	struct mbhash_impl *k;
	bool agreed = true;

	for (; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++) {
		for (k = hash->impls; k->name; k++) {
			if (!k->usable)
				continue;
			time_impl(test, k);
			agreed &= k->agreed >= TIME_AGREED;
		}
	}
	return agreed;
}

static void time_impls(struct selftest *test)
{
	const u64 start = ktime_get_ns();
	bool agreed;
	u64 ns;

	do {
		agreed = time_round(test);
		ns = ktime_get_ns() - start;
	} while (ns < (agreed ? TIME_NS : TIME_LIMIT_NS));
}

static void test_impls(struct selftest *test, const struct mbhash_hash *hash,
		       u32 isa)
{
	struct mbhash_impl *impl;

	prepare(test, hash);
	for (impl = hash->impls; impl->name; impl++) {
		impl->usable = !(impl->isa & ~isa);
		if (!impl->usable)
			continue;
		impl->cost = U32_MAX;
		impl->agreed = 0;
		if (!passes(test, hash, impl)) {
			impl->usable = false;
			pr_warn("%s %s computes wrong results here and is not used\n",
				hash->name, impl->name);
		}
	}
}

/**
 * mbhash_selftest() - check and time the implementations
 * @isa: the instruction sets that may be used, bits of mbhash_isa_names[]
 *
 * Sets their &mbhash_impl.usable and &mbhash_impl.cost. Says in the log which of
 * them is wrong.
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int mbhash_selftest(u32 isa)
{
	struct selftest *test = kvmalloc(sizeof(*test), GFP_KERNEL);
	unsigned int i;

	if (!test)
		return -ENOMEM;
	isa &= mbhash_isa_available();
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		test_impls(test, &mbhash_hashes[i], isa);
	time_impls(test);
	kvfree(test);
	return 0;
}
