/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of KUnit that the suites use, for environments without it: kernels that are
 * built without KUnit, such as Debian's (kernel.c), and user space
 * (tools/test/user/kunit.c). run.c, shared by both, runs the suites and prints the
 * same output as KUnit.
 */
#ifndef _MBHASH_SHIM_H
#define _MBHASH_SHIM_H

#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#define KUNIT_PARAM_DESC_SIZE	128

struct kunit_suite;
struct kunit_case;

struct kunit {
	const char *name;
	const void *param_value;
	void *priv;
	/* private: */
	const struct kunit_suite *suite;
	const struct kunit_case *test_case;
	struct list_head memory;
	bool failed;
	char skipped[128];
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(const void *prev, char *desc);
};

struct kunit_suite {
	const char name[256];
	int (*suite_init)(struct kunit_suite *suite);
	void (*suite_exit)(struct kunit_suite *suite);
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
};

/*
 * All suites are in one section. The linker defines symbols for its ends: by itself in
 * a program, by suites.lds in a module.
 */
extern struct kunit_suite *const __start_kunit_suites[];
extern struct kunit_suite *const __stop_kunit_suites[];

#define kunit_test_suite(suite)						\
	static struct kunit_suite *const entry_of_##suite		\
	__used __section("kunit_suites") = &(suite)

#define KUNIT_CASE(fn)			{ .run_case = fn, .name = #fn }
#define KUNIT_CASE_PARAM(fn, gen)	{ .run_case = fn, .name = #fn,	\
					  .generate_params = gen }

#define KUNIT_ARRAY_PARAM(name, array, describe)			\
static const void *name##_gen_params(const void *prev, char *desc)	\
{									\
	typeof(&(array)[0]) p;						\
									\
	p = prev ? (typeof(p))prev + 1 : (array);			\
	if (p >= (array) + ARRAY_SIZE(array))				\
		return NULL;						\
	describe(p, desc);						\
	return p;							\
}

/* Memory that is freed after the test, if not before. */
void *kunit_kmalloc(struct kunit *test, size_t size, gfp_t gfp);
void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t gfp);
void kunit_kfree(struct kunit *test, const void *p);

static inline void *kunit_kcalloc(struct kunit *test, size_t n, size_t size,
				  gfp_t gfp)
{
	return kunit_kzalloc(test, n * size, gfp);
}

void __printf(2, 3) kunit_info(struct kunit *test, const char *fmt, ...);
/* Does not return; kunit_failed() returns unless @fatal. */
void __printf(2, 3) kunit_skip(struct kunit *test, const char *fmt, ...);
void __printf(5, 6) kunit_failed(struct kunit *test, bool fatal,
				 const char *where, const char *what,
				 const char *fmt, ...);

#define KUNIT_WHERE__(file, line)	file ":" #line
#define KUNIT_WHERE_(file, line)	KUNIT_WHERE__(file, line)
#define KUNIT_WHERE			KUNIT_WHERE_(__FILE__, __LINE__)

#define KUNIT_CHECK(test, fatal, condition, what, fmt, ...)		\
do {									\
	if (!(condition))						\
		kunit_failed(test, fatal, KUNIT_WHERE, what,		\
			     fmt, ##__VA_ARGS__);			\
} while (0)

#define KUNIT_FAIL(test, fmt, ...)					\
	KUNIT_CHECK(test, false, false, "", fmt, ##__VA_ARGS__)

#define KUNIT_EXPECT_TRUE_MSG(test, c, fmt, ...)			\
	KUNIT_CHECK(test, false, c, #c, fmt, ##__VA_ARGS__)
#define KUNIT_EXPECT_FALSE_MSG(test, c, fmt, ...)			\
	KUNIT_CHECK(test, false, !(c), "!(" #c ")", fmt, ##__VA_ARGS__)
#define KUNIT_EXPECT_NULL_MSG(test, p, fmt, ...)			\
	KUNIT_CHECK(test, false, !(p), #p " is NULL", fmt, ##__VA_ARGS__)
#define KUNIT_EXPECT_EQ_MSG(test, a, b, fmt, ...)			\
	KUNIT_CHECK(test, false, (a) == (b), #a " == " #b, fmt, ##__VA_ARGS__)
#define KUNIT_EXPECT_LE_MSG(test, a, b, fmt, ...)			\
	KUNIT_CHECK(test, false, (a) <= (b), #a " <= " #b, fmt, ##__VA_ARGS__)

#define KUNIT_EXPECT_TRUE(test, c)	KUNIT_EXPECT_TRUE_MSG(test, c, " ")
#define KUNIT_EXPECT_FALSE(test, c)	KUNIT_EXPECT_FALSE_MSG(test, c, " ")
#define KUNIT_EXPECT_NULL(test, p)	KUNIT_EXPECT_NULL_MSG(test, p, " ")
#define KUNIT_EXPECT_EQ(test, a, b)	KUNIT_EXPECT_EQ_MSG(test, a, b, " ")
#define KUNIT_EXPECT_LE(test, a, b)	KUNIT_EXPECT_LE_MSG(test, a, b, " ")

#define KUNIT_ASSERT_FALSE_MSG(test, c, fmt, ...)			\
	KUNIT_CHECK(test, true, !(c), "!(" #c ")", fmt, ##__VA_ARGS__)
#define KUNIT_ASSERT_FALSE(test, c)	KUNIT_ASSERT_FALSE_MSG(test, c, " ")
#define KUNIT_ASSERT_TRUE(test, c)					\
	KUNIT_CHECK(test, true, c, #c, " ")
#define KUNIT_ASSERT_EQ(test, a, b)					\
	KUNIT_CHECK(test, true, (a) == (b), #a " == " #b, " ")
#define KUNIT_ASSERT_NOT_NULL(test, p)					\
	KUNIT_CHECK(test, true, (p), #p " is not NULL", " ")

/* run.c: shared by all environments */

bool shim_run(struct kunit_suite *suite, unsigned int nr);

/* Defined by each environment */

/* Calls @fn; returns after it or after shim_abort(). */
void shim_try(void (*fn)(struct kunit *test), struct kunit *test);
/* Called within @fn; returns only if called by another thread. */
void shim_abort(void);

#endif /* _MBHASH_SHIM_H */
