/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all suites share: the hashes and implementations to go through, random numbers
 * that a seed brings back, and comparisons.
 *
 * The suites of the engine compile in user space as well, see tools/test/user.
 */
#ifndef _MBHASH_TEST_H
#define _MBHASH_TEST_H

#include <linux/kernel.h>

#if IS_ENABLED(CONFIG_KUNIT)
#include <kunit/test.h>
#else
#include "shim/test.h"
#endif
#include <linux/sched.h>
#include <linux/string.h>

#include "../engine/internal.h"
#include "rng.h"

void rng_init(struct rng *rng);
void rng_bytes(struct rng *rng, void *to, size_t size);

unsigned int part_of(unsigned int n);
int mbhash_test_init(struct kunit_suite *suite);
void mbhash_test_hash_name(struct mbhash_hash *hash, char *desc);

const struct mbhash_impl *
mbhash_test_next_impl(const struct mbhash_hash *hash,
		      const struct mbhash_impl *impl);

/* All implementations of @hash that this CPU can run, whatever the plan thinks of them. */
#define for_each_impl(impl, hash)					\
	for (impl = mbhash_test_next_impl(hash, NULL); impl;	\
	     impl = mbhash_test_next_impl(hash, impl))

/*
 * Whether two pieces of memory are the same; a failed expectation if not. In
 * between the CPU is for others: emulated, some tests take a minute.
 */
#define expect_same(test, got, want, size, fmt, ...) ({			\
	bool same_ = !memcmp(got, want, size);				\
									\
	cond_resched();							\
	KUNIT_EXPECT_TRUE_MSG(test, same_, fmt, ##__VA_ARGS__);		\
	same_;								\
})

#endif /* _MBHASH_TEST_H */
