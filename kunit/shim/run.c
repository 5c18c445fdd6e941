// SPDX-License-Identifier: GPL-2.0
/*
 * Runs suites without KUnit, with the same behaviour and output (KTAP). How to abort
 * a test is defined elsewhere, see test.h.
 */
#include <linux/printk.h>

#include "test.h"

/* Print whole lines, because the kernel's log needs them. */
static void __printf(1, 2) say(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
}

/* Memory that the test does not have to free: kept on a list. */

struct allocation {
	struct list_head node;
	void *p;
};

/**
 * kunit_kmalloc() - memory that is freed after the test
 * @test: the test
 * @size: bytes
 * @gfp: as for kmalloc()
 *
 * Return: the memory, or NULL.
 */
void *kunit_kmalloc(struct kunit *test, size_t size, gfp_t gfp)
{
	struct allocation *a = kmalloc(sizeof(*a), gfp);

	if (!a)
		return NULL;
	a->p = kmalloc(size, gfp);
	list_add(&a->node, &test->memory);
	return a->p;
}

/**
 * kunit_kzalloc() - the same, zeroed
 * @test: the test
 * @size: bytes
 * @gfp: as for kmalloc()
 *
 * Return: the memory, or NULL.
 */
void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t gfp)
{
	void *p = kunit_kmalloc(test, size, gfp);

	return p ? memset(p, 0, size) : NULL;
}

static void allocation_free(struct allocation *a)
{
	list_del(&a->node);
	kfree(a->p);
	kfree(a);
}

/**
 * kunit_kfree() - free such memory before the test ends
 * @test: the test
 * @p: the memory
 */
void kunit_kfree(struct kunit *test, const void *p)
{
	struct allocation *a, *next;

	list_for_each_entry_safe(a, next, &test->memory, node)
		if (a->p == p)
			allocation_free(a);
}

static void free_all(struct kunit *test)
{
	struct allocation *a, *next;

	list_for_each_entry_safe(a, next, &test->memory, node)
		allocation_free(a);
}

/**
 * kunit_info() - print information
 * @test: the test
 * @fmt: the text, with a newline at its end
 */
void kunit_info(struct kunit *test, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	say("    # %s: %s", test->name, text);
}

/**
 * kunit_skip() - end a test that is not applicable
 * @test: the test
 * @fmt: why
 */
void kunit_skip(struct kunit *test, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(test->skipped, sizeof(test->skipped), fmt, args);
	va_end(args);
	shim_abort();
}

/**
 * kunit_failed() - note that a test has failed
 * @test: the test
 * @fatal: the test cannot continue
 * @where: file and line
 * @what: the failed expectation
 * @fmt: details
 */
void kunit_failed(struct kunit *test, bool fatal, const char *where,
		  const char *what, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	test->failed = true;
	say("    # %s: failed at %s: %s: %s\n", test->name, where, what, text);
	if (fatal)
		shim_abort();
}

static void run_test(struct kunit *test)
{
	if (test->suite->init && test->suite->init(test))
		test->failed = true;
	else
		test->test_case->run_case(test);
}

static void run_once(struct kunit *test)
{
	test->failed = false;
	*test->skipped = '\0';
	test->priv = NULL;
	shim_try(run_test, test);
	if (test->suite->exit)
		test->suite->exit(test);
	free_all(test);
}

static void say_result(const char *indent, bool failed, unsigned int nr,
		       const char *name, const char *skipped)
{
	say("%s%s %u %s%s%s\n", indent, failed ? "not ok" : "ok", nr, name,
	    *skipped ? " # SKIP " : "", skipped);
}

/* Run the test for each parameter. Return: false if it has failed for one. */
static bool run_params(struct kunit *test)
{
	const struct kunit_case *c = test->test_case;
	char desc[KUNIT_PARAM_DESC_SIZE];
	unsigned int nr = 0;
	bool good = true;

	say("        KTAP version 1\n");
	say("        # Subtest: %s\n", c->name);
	while ((test->param_value = c->generate_params(test->param_value, desc))) {
		run_once(test);
		say_result("        ", test->failed, ++nr, desc, test->skipped);
		good &= !test->failed;
	}
	return good;
}

static bool run_case(const struct kunit_suite *suite,
		     const struct kunit_case *c, unsigned int nr)
{
	struct kunit test = {
		.name = c->name,
		.suite = suite,
		.test_case = c,
	};
	const char *skipped = "";
	bool good;

	INIT_LIST_HEAD(&test.memory);
	if (c->generate_params) {
		good = run_params(&test);
	} else {
		run_once(&test);
		good = !test.failed;
		skipped = test.skipped;
	}
	say_result("    ", !good, nr, c->name, skipped);
	return good;
}

static bool run_cases(const struct kunit_suite *suite)
{
	const struct kunit_case *c;
	bool good = true;

	for (c = suite->test_cases; c->run_case; c++)
		good &= run_case(suite, c, c - suite->test_cases + 1);
	return good;
}

/**
 * shim_run() - run a suite
 * @suite: the suite
 * @nr: its number, from 1 on
 *
 * Return: false if a test has failed.
 */
bool shim_run(struct kunit_suite *suite, unsigned int nr)
{
	const struct kunit_case *c;
	unsigned int cases = 0;
	bool good = false;

	for (c = suite->test_cases; c->run_case; c++)
		cases++;
	if (suite->suite_init && suite->suite_init(suite)) {
		say("    # suite_init of %s failed\n", suite->name);
	} else {
		say("    KTAP version 1\n");
		say("    # Subtest: %s\n", suite->name);
		say("    1..%u\n", cases);
		good = run_cases(suite);
	}
	if (suite->suite_exit)
		suite->suite_exit(suite);
	say_result("", !good, nr, suite->name, "");
	return good;
}
