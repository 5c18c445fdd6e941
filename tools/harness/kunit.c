// SPDX-License-Identifier: GPL-2.0
/*
 * Runs KUnit suites in user space: the results are KTAP, the exit status is 1
 * if a test failed.
 *
 *	run [PARAMETER=VALUE...] [SUITE...]
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <asm/fpu/api.h>
#include <kunit/test.h>
#include <linux/list.h>
#include <linux/vmalloc.h>

static struct {
	const char *name;
	u64 *value;
} params[4];

static struct kunit_suite *suites[16];
static unsigned int nr_params, nr_suites;
static jmp_buf abort_test;

int kernel_fpu_claims;

static void __noreturn give_up(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(2);
}

void module_param_register(const char *name, u64 *value)
{
	if (nr_params == ARRAY_SIZE(params))
		give_up("too many parameters");
	params[nr_params].name = name;
	params[nr_params++].value = value;
}

void kunit_suite_register(struct kunit_suite *suite)
{
	if (nr_suites == ARRAY_SIZE(suites))
		give_up("too many suites");
	suites[nr_suites++] = suite;
}

/* vmalloc: an unmapped page on either side; the size in the one before. */

void *vmalloc(unsigned long size)
{
	size_t map = round_up(size, PAGE_SIZE) + 2 * PAGE_SIZE;
	u8 *p = mmap(NULL, map, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	*(size_t *)p = map;
	if (mprotect(p, PAGE_SIZE, PROT_NONE) ||
	    mprotect(p + map - PAGE_SIZE, PAGE_SIZE, PROT_NONE))
		give_up("mprotect failed");
	return p + PAGE_SIZE;
}

void vfree(const void *p)
{
	u8 *map = (u8 *)p - PAGE_SIZE;

	if (!p)
		return;
	if (mprotect(map, PAGE_SIZE, PROT_READ) ||
	    munmap(map, *(size_t *)map))
		give_up("munmap failed");
}

/* Memory that a test does not free itself: a list beside it. */

struct allocation {
	struct list_head node;
	void *p;
};

void *kunit_kmalloc(struct kunit *test, size_t size, gfp_t gfp)
{
	struct allocation *a = kmalloc(sizeof(*a), gfp);

	if (!a)
		return NULL;
	a->p = kmalloc(size, gfp);
	list_add(&a->node, &test->memory);
	return a->p;
}

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

void kunit_info(struct kunit *test, const char *fmt, ...)
{
	va_list args;

	printf("    # %s: ", test->name);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
}

void kunit_skip(struct kunit *test, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(test->skipped, sizeof(test->skipped), fmt, args);
	va_end(args);
	longjmp(abort_test, 1);
}

void kunit_failed(struct kunit *test, bool fatal, const char *where,
		  const char *what, const char *fmt, ...)
{
	va_list args;

	test->failed = true;
	printf("    # %s: failed at %s: %s: ", test->name, where, what);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	if (fatal)
		longjmp(abort_test, 1);
}

static const char *run_once(struct kunit_suite *suite, struct kunit_case *c,
			    struct kunit *test)
{
	if (!setjmp(abort_test)) {
		if (suite->init && suite->init(test))
			test->failed = true;
		else
			c->run_case(test);
	}
	if (kernel_fpu_claims) {
		printf("    # %s: the FPU is claimed %d times\n", test->name,
		       kernel_fpu_claims);
		kernel_fpu_claims = 0;
		test->failed = true;
	}
	if (suite->exit)
		suite->exit(test);
	free_all(test);
	return test->failed ? "not ok" : "ok";
}

static bool run_case(struct kunit_suite *suite, struct kunit_case *c,
		     unsigned int nr)
{
	struct kunit test = { .name = c->name };
	char desc[KUNIT_PARAM_DESC_SIZE];
	unsigned int param = 0;
	bool failed = false;

	INIT_LIST_HEAD(&test.memory);
	if (c->generate_params) {
		printf("        KTAP version 1\n        # Subtest: %s\n",
		       c->name);
		while ((test.param_value =
			c->generate_params(test.param_value, desc))) {
			const char *result = run_once(suite, c, &test);

			printf("        %s %u %s\n", result, ++param, desc);
			failed |= test.failed;
			test.failed = false;
		}
	} else {
		run_once(suite, c, &test);
		failed = test.failed;
	}
	printf("    %s %u %s%s%s\n", failed ? "not ok" : "ok", nr, c->name,
	       *test.skipped ? " # SKIP " : "", test.skipped);
	return !failed;
}

static bool run_suite(struct kunit_suite *suite, unsigned int nr)
{
	unsigned int cases = 0;
	struct kunit_case *c;
	bool good = true;

	for (c = suite->test_cases; c->run_case; c++)
		cases++;
	printf("    KTAP version 1\n    # Subtest: %s\n    1..%u\n",
	       suite->name, cases);
	if (suite->suite_init && suite->suite_init(suite))
		give_up("suite_init failed");
	for (c = suite->test_cases; c->run_case; c++)
		good &= run_case(suite, c, c - suite->test_cases + 1);
	if (suite->suite_exit)
		suite->suite_exit(suite);
	printf("%s %u %s\n", good ? "ok" : "not ok", nr, suite->name);
	return good;
}

/* False: it is no parameter, but the name of a suite. */
static bool set_param(const char *arg)
{
	unsigned int i;

	for (i = 0; i < nr_params; i++) {
		size_t len = strlen(params[i].name);

		if (!strncmp(arg, params[i].name, len) && arg[len] == '=') {
			*params[i].value = strtoull(arg + len + 1, NULL, 0);
			return true;
		}
	}
	return false;
}

int main(int argc, char **argv)
{
	struct kunit_suite *chosen[ARRAY_SIZE(suites)];
	unsigned int i, n = 0;
	bool good = true;
	int arg;

	/* What was printed is not lost if a kernel crashes. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (arg = 1; arg < argc; arg++) {
		if (set_param(argv[arg]))
			continue;
		for (i = 0; i < nr_suites; i++)
			if (!strcmp(argv[arg], suites[i]->name))
				break;
		if (i == nr_suites || n == ARRAY_SIZE(chosen))
			give_up("usage: run [PARAMETER=VALUE...] [SUITE...]");
		chosen[n++] = suites[i];
	}
	if (!n)
		for (; n < nr_suites; n++)
			chosen[n] = suites[n];

	printf("KTAP version 1\n1..%u\n", n);
	for (i = 0; i < n; i++)
		good &= run_suite(chosen[i], i + 1);
	return !good;
}
