// SPDX-License-Identifier: GPL-2.0
/*
 * The self-test at load: each implementation that the CPU and isa= allow is
 * compared with portable C, in every lane, and then timed. The timing is repeated
 * later.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bottom_half.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "bytes.h"

/*
 * Each lane has its own state, and its own data from its own offset in one buffer on;
 * the offsets have every alignment.
 */
#define CHECK_BLOCKS	33
#define CHECK_STRIDE	(MBHASH_BLOCK + 3)
#define CHECK_DATA	(MBHASH_MAX_LANES * CHECK_STRIDE + \
			 CHECK_BLOCKS * MBHASH_BLOCK)

struct selftest {
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
	u8 data[CHECK_DATA];
	/* The shared last block: the schedule of the first block of @data. */
	u32 schedule[MBHASH_STEPS];
	/*
	 * The expected states after 0, 1, 2.. blocks, without and with the last block,
	 * computed by portable C.
	 */
	u32 want[2][CHECK_BLOCKS + 1][MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 have[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 *state[MBHASH_MAX_LANES];
	const u8 *lane[MBHASH_MAX_LANES];
	u8 digests[MBHASH_MAX_LANES][MBHASH_MAX_DIGEST];
	u8 *digest[MBHASH_MAX_LANES];
	/* After each timing */
	void (*pause)(void);
};

/*
 * Any bytes will do if lanes and blocks differ: a linear congruential generator
 * (Knuth, TAOCP 2, 3.3.4: MMIX).
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

/* to = the state after from and one more block */
static void want_next(const struct mbhash_hash *hash, u32 *to, const u32 *from,
		      const u8 *block)
{
	memcpy(to, from, MBHASH_STATE_WORDS * sizeof(u32));
	hash->impls[0].fn(&to, &block, 1, NULL);
}

static void reschedule(void)
{
	cond_resched();
}

/* Set the data of each lane; the members that prepare() sets stay uninitialized. */
static struct selftest *selftest_alloc(void)
{
	struct selftest *test = kvmalloc(sizeof(*test), GFP_KERNEL);
	unsigned int i;

	if (!test)
		return NULL;
	test->pause = reschedule;
	fill(test->data, sizeof(test->data));
	fill(test->have, sizeof(test->have));
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		test->state[i] = test->have[i];
		test->lane[i] = test->data + i * CHECK_STRIDE;
		test->digest[i] = test->digests[i];
	}
	return test;
}

/* Compute the expected states for @hash. */
static void prepare(struct selftest *test,
		    const struct mbhash_hash *hash)
{
	unsigned int i, b;

	fill(test->want[false][0], sizeof(test->want[false][0]));
	hash->schedule(test->schedule, test->data);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
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

/*
 * Claim the vector registers, if @impl needs them. Return: false if they are not
 * available. A softirq could not use them meanwhile, so BH is disabled.
 */
static bool calls_begin(const struct mbhash_impl *impl)
{
	if (!(impl->isa & mbhash_isa_vector))
		return true;
	local_bh_disable();
	if (mbhash_simd_begin())
		return true;
	local_bh_enable();
	return false;
}

static void calls_end(const struct mbhash_impl *impl)
{
	if (!(impl->isa & mbhash_isa_vector))
		return;
	mbhash_simd_end(impl->isa & mbhash_isa_vector, NULL, 0);
	local_bh_enable();
}

/* @finup: check the function with a shared last block */
static bool call_is_right(struct selftest *test,
			  const struct mbhash_hash *hash,
			  const struct mbhash_impl *impl, unsigned int blocks,
			  bool finup)
{
	unsigned int i;

	memcpy(test->have, test->want[false][0], sizeof(test->have));
	if (!calls_begin(impl))
		return false;
	if (finup)
		impl->finup(test->state, test->lane, blocks, test->scratch,
			    test->schedule);
	else
		impl->fn(test->state, test->lane, blocks, test->scratch);
	calls_end(impl);
	for (i = 0; i < impl->width; i++)
		if (memcmp(test->have[i], test->want[finup][blocks][i],
			   hash->words * sizeof(u32)))
			return false;
	return true;
}

/* The same for the function that writes digests; @finup: with a shared last block */
static bool digests_are_right(struct selftest *test,
			      const struct mbhash_hash *hash,
			      const struct mbhash_impl *impl, unsigned int blocks,
			      bool finup)
{
	u8 want[MBHASH_MAX_DIGEST];
	unsigned int i;

	memcpy(test->have, test->want[false][0], sizeof(test->have));
	memset(test->digests, 0, sizeof(test->digests));
	if (!calls_begin(impl))
		return false;
	impl->digest(test->state, test->lane, blocks, test->scratch,
		     finup ? test->schedule : NULL, test->digest);
	calls_end(impl);
	for (i = 0; i < impl->width; i++) {
		put_words(hash->big_endian, want, test->want[finup][blocks][i]);
		if (memcmp(test->digests[i], want, mbhash_digest_size(hash)))
			return false;
	}
	return !memcmp(test->have, test->want[false][0], sizeof(test->have));
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
	for (b = 0; impl->digest && b <= CHECK_BLOCKS; b++)
		if ((b && !digests_are_right(test, hash, impl, b, false)) ||
		    !digests_are_right(test, hash, impl, b, true))
			return false;
	return true;
}

/**
 * mbhash_impl_check() - compare an implementation with portable C
 * @hash: its hash function
 * @impl: the implementation; the CPU must have its instruction sets
 *
 * Checks every lane, with different states, data and alignments, for every number of
 * blocks up to CHECK_BLOCKS.
 *
 * Context: process, may sleep.
 * Return: 0, -EBADMSG if it is wrong (or the vector registers are not available),
 * -ENOMEM.
 */
int mbhash_impl_check(const struct mbhash_hash *hash,
		      const struct mbhash_impl *impl)
{
	struct selftest *test = selftest_alloc();
	bool good;

	if (!test)
		return -ENOMEM;
	prepare(test, hash);
	good = passes(test, hash, impl);
	kvfree(test);
	return good ? 0 : -EBADMSG;
}

/*
 * Implementations are timed in rounds over all of them, so that anything that slows
 * down the CPU for a while (its sibling thread, the host) affects all alike; the
 * shortest time of all rounds counts. A round makes up to TIME_CALLS calls of each with
 * TIME_BLOCKS in each lane: some microseconds, for clocks with coarse steps (256
 * ns under User Mode Linux), but no longer than a section may last, TIME_SECTION_NS. The
 * first round finds the number of calls: reading the clock after each call would not
 * do, since some clocks take microseconds (the ACPI timer in a virtual machine).
 *
 * A time measured once may be chance: rounds are repeated until TIME_AGREED of them
 * agree for each implementation, and at least for TIME_NS; on a CPU that is never
 * quiet, until TIME_LIMIT_NS. This is one window. There are TIME_WINDOWS of them,
 * TIME_APART_MS apart, each time: a disturbance often lasts longer than a window.
 *
 * The shortest time of all windows counts, because disturbances only make times longer:
 * a disturbed window cannot spoil the result of another one. The same holds for the
 * clock frequency: the costs converge to those at the highest frequency that was seen,
 * provided that each implementation was timed at it. Therefore a window does not end
 * before TIME_AGREED rounds have reached the shortest times of all windows again, or
 * its limit is over. When timing again, the limit is TIME_AGAIN_LIMIT_NS, in which an
 * idle CPU reaches its full frequency even if a governor follows the load as the
 * scheduler averages it, with a half-life of 32 ms. (Ratios within a window would not
 * depend on the frequency, but a busy sibling thread slows some implementations down
 * more than others.)
 *
 * A program waits for its plan, so it has one window, TIME_ONE_LIMIT_NS long at most.
 */
#define TIME_BLOCKS	8
#define TIME_CALLS	16
#define TIME_SECTION_NS	(25 * NSEC_PER_USEC)
#define TIME_AGREED	3
#define TIME_NS		(3 * NSEC_PER_MSEC)
#define TIME_LIMIT_NS	(20 * NSEC_PER_MSEC)
#define TIME_ONE_LIMIT_NS	(5 * NSEC_PER_MSEC)
#define TIME_AGAIN_LIMIT_NS	(100 * NSEC_PER_MSEC)
#define TIME_WINDOWS	3
#define TIME_APART_MS	30

/*
 * No CPU is faster: an instruction in a seventh of a cycle of 6 GHz, a block in as long as
 * this. Costs of 0, by a clock whose steps are longer than a sample, as those of jiffies
 * are, would leave sections and what batches lose without a bound.
 */
#define LEAST_PS_OF_INSTRUCTION	24
#define LEAST_PS_OF_BLOCK	4000

unsigned int mbhash_timings;
u64 mbhash_timed_ns;

/*
 * The shortest of all times counts: that of the fastest round so far. The cost and the
 * number of measurements may be read concurrently.
 */
static void take_time(struct mbhash_impl *impl, u32 ps)
{
	/* All earlier measurements were disturbed. */
	if ((u64)ps + ps / MBHASH_COST_ERROR < impl->cost) {
		WRITE_ONCE(impl->agreed, 0);
		impl->lately = 0;
	}
	WRITE_ONCE(impl->cost, min(impl->cost, ps));
	if (ps - impl->cost <= impl->cost / MBHASH_COST_ERROR) {
		WRITE_ONCE(impl->agreed, impl->agreed + 1);
		impl->lately++;
	}
}

/* Return: the time that @impl->calls calls take, ns. */
static u64 time_calls(struct selftest *test, const struct mbhash_impl *impl)
{
	const u64 start = ktime_get_ns();
	unsigned int i;

	for (i = 0; i < impl->calls; i++)
		impl->fn(test->state, test->lane, TIME_BLOCKS,
			 test->scratch);
	return ktime_get_ns() - start;
}

/*
 * Change the number of calls, if the @ns that they took leave time for twice as many, or
 * are too long.
 * Return: false if there were too few calls: reading the clock took too much of @ns.
 */
static bool enough_calls(struct mbhash_impl *impl, u64 ns)
{
	if (impl->calls < TIME_CALLS && 2 * ns <= TIME_SECTION_NS) {
		impl->calls *= 2;
		return false;
	}
	if (impl->calls > 1 && ns > TIME_SECTION_NS)
		impl->calls /= 2;
	return true;
}

static u32 least_ps(const struct mbhash_impl *impl)
{
	return max(impl->instructions * LEAST_PS_OF_INSTRUCTION, LEAST_PS_OF_BLOCK);
}

/* Time @impl once, and update its cost. */
static void time_impl(struct selftest *test, struct mbhash_impl *impl)
{
	u64 ns, ps;

	do {
		if (!calls_begin(impl))
			return;
		/* Load code and data into the cache. */
		impl->fn(test->state, test->lane, TIME_BLOCKS, test->scratch);
		ns = time_calls(test, impl);
		calls_end(impl);
		ps = div_u64(min_t(u64, ns, U32_MAX) * 1000,
			     impl->calls * TIME_BLOCKS);
	} while (!enough_calls(impl, ns));
	take_time(impl, clamp_t(u64, ps, least_ps(impl), U32_MAX));
}

static void forget_lately(void)
{
	struct mbhash_hash *hash = mbhash_hashes;
	struct mbhash_impl *k;

	for (; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++)
		for (k = hash->impls; k->name; k++)
			k->lately = 0;
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
			agreed &= k->lately >= TIME_AGREED;
			test->pause();
		}
	}
	return agreed;
}

static void time_window(struct selftest *test, u64 limit_ns)
{
	const u64 start = ktime_get_ns();
	bool agreed;
	u64 now;

	forget_lately();
	do {
		agreed = time_round(test);
		now = ktime_get_ns();
	} while (now - start < (agreed ? TIME_NS : limit_ns));
	WRITE_ONCE(mbhash_timings, mbhash_timings + 1);
	WRITE_ONCE(mbhash_timed_ns, now);
}

static void time_impls(struct selftest *test, u64 limit_ns)
{
	unsigned int i;

	time_window(test, limit_ns);
	for (i = 1; i < TIME_WINDOWS; i++) {
		msleep(TIME_APART_MS);
		time_window(test, limit_ns);
	}
}

/**
 * mbhash_time_again() - time the implementations again
 * @pause: called after each timing; may sleep. NULL: reschedule only.
 *
 * Costs can only decrease. Implementations that are not usable stay so.
 *
 * Context: process, may sleep; not concurrently. The implementations may be in use.
 * Return: 0 or -ENOMEM.
 */
int mbhash_time_again(void (*pause)(void))
{
	struct selftest *test = selftest_alloc();

	if (!test)
		return -ENOMEM;
	if (pause)
		test->pause = pause;
	time_impls(test, TIME_AGAIN_LIMIT_NS);
	kvfree(test);
	return 0;
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
		impl->calls = 1;
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
 * Sets their &mbhash_impl.usable and &mbhash_impl.cost. Logs those that compute wrong
 * results.
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int mbhash_selftest(u32 isa)
{
	struct selftest *test = selftest_alloc();
	unsigned int i;

	if (!test)
		return -ENOMEM;
	isa &= mbhash_isa_available();
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		test_impls(test, &mbhash_hashes[i], isa);
	time_impls(test, TIME_LIMIT_NS);
	kvfree(test);
	return 0;
}

/**
 * mbhash_selftest_one() - check the implementations of one hash, and time them for one window
 * @hash: the hash
 * @isa: the instruction sets that may be used, bits of mbhash_isa_names[]
 *
 * Otherwise like mbhash_selftest(). Those of other hashes that are usable are timed again.
 *
 * Context: process, may sleep; not concurrently. Other hashes may be in use.
 * Return: 0 or -ENOMEM.
 */
int mbhash_selftest_one(struct mbhash_hash *hash, u32 isa)
{
	struct selftest *test = selftest_alloc();

	if (!test)
		return -ENOMEM;
	test_impls(test, hash, isa & mbhash_isa_available());
	time_window(test, TIME_ONE_LIMIT_NS);
	kvfree(test);
	return 0;
}
