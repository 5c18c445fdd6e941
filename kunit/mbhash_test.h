/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by all suites: iteration over hashes and implementations, reproducible random
 * numbers, and comparisons.
 *
 * The suites of the engine also compile in user space, see tools/test/user.
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

/* All implementations of @hash that this CPU can run, in the plan or not. */
#define for_each_impl(impl, hash)					\
	for (impl = mbhash_test_next_impl(hash, NULL); impl;	\
	     impl = mbhash_test_next_impl(hash, impl))

/*
 * Expect two pieces of memory to be equal, and return whether they are. Reschedules,
 * because under emulation some tests take a minute.
 */
#define expect_same(test, got, want, size, fmt, ...) ({			\
	bool bytes_match = !memcmp(got, want, size);			\
									\
	cond_resched();							\
	KUNIT_EXPECT_TRUE_MSG(test, bytes_match, fmt, ##__VA_ARGS__);	\
	bytes_match;							\
})

#endif /* _MBHASH_TEST_H */
