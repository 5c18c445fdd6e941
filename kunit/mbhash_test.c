// SPDX-License-Identifier: GPL-2.0
/*
 * Shared by all suites, see mbhash_test.h.
 */
#include <linux/module.h>
#include <linux/random.h>

#include "mbhash_test.h"

static unsigned long long seed;
module_param(seed, ullong, 0444);
MODULE_PARM_DESC(seed, "start of the pseudo-random numbers (0 = one that differs each time)");

static unsigned long long part = 1;
module_param(part, ullong, 0444);
MODULE_PARM_DESC(part, "divides the rounds of the longest tests, for slow machines (default 1)");

/* In user space of a virtual machine, asking the CPU takes as long as a short test. */
static u32 available;

/**
 * rng_init() - start the sequence determined by the module's seed
 * @rng: the generator
 *
 * Every test restarts it, so that a test can be repeated without the others.
 */
void rng_init(struct rng *rng)
{
	rng->state = seed;
}

/**
 * rng_bytes() - random bytes
 * @rng: the generator
 * @to: where to write them
 * @size: how many
 */
void rng_bytes(struct rng *rng, void *to, size_t size)
{
	while (size) {
		u64 v = rng_u64(rng);
		size_t n = min(size, sizeof(v));

		memcpy(to, &v, n);
		to += n;
		size -= n;
	}
}

/**
 * part_of() - the number of rounds of a long test, reduced by the module's parameter
 * @n: the full number
 *
 * Return: the number, at least 1.
 */
unsigned int part_of(unsigned int n)
{
	return max_t(u64, n / max_t(u64, part, 1), 1);
}

/**
 * mbhash_test_init() - initialize a suite
 * @suite: the suite
 *
 * Return: 0 or -errno.
 */
int mbhash_test_init(struct kunit_suite *suite)
{
	while (!seed)
		seed = get_random_u64();
	pr_info("%s: seed=%llu part=%llu\n", suite->name, seed, part);
	available = mbhash_isa_available();
	return mbhash_plan_init(~0u);
}

/**
 * mbhash_test_hash_name() - describe a parameter from mbhash_hashes[]
 * @hash: the parameter
 * @desc: where its name goes
 */
void mbhash_test_hash_name(struct mbhash_hash *hash, char *desc)
{
	strscpy(desc, hash->name, KUNIT_PARAM_DESC_SIZE);
}

/**
 * mbhash_test_next_impl() - iterate over the implementations that this CPU can run
 * @hash: the hash function
 * @impl: the one before, NULL for the first
 *
 * Return: NULL after the last one.
 */
const struct mbhash_impl *
mbhash_test_next_impl(const struct mbhash_hash *hash,
		      const struct mbhash_impl *impl)
{
	const u32 missing = ~available;

	for (impl = impl ? impl + 1 : hash->impls; impl->name; impl++)
		if (!(impl->isa & missing))
			return impl;
	return NULL;
}

MODULE_DESCRIPTION("Tests of multi-buffer md5 and sha256");
MODULE_LICENSE("GPL");
