// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the suites in user space. Prints KTAP; the exit status is 1 if a test failed.
 *
 *	run [PARAMETER=VALUE...] [SUITE...]
 *
 * By default all suites.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <harness/claims.h>
#include <linux/bitops.h>
#include <linux/vmalloc.h>

#include "../../../kunit/shim/test.h"

#define NR_SUITES	((unsigned int)(__stop_kunit_suites - __start_kunit_suites))

static struct {
	const char *name;
	u64 *value;
} params[4];

static unsigned int nr_params;
static jmp_buf abort_test;

__thread int vector_claims;

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

/* vmalloc: with an inaccessible page on either side; the first one has the size. */

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

void shim_abort(void)
{
	longjmp(abort_test, 1);
}

void shim_try(void (*fn)(struct kunit *test), struct kunit *test)
{
	if (!setjmp(abort_test))
		fn(test);
	if (vector_claims) {
		KUNIT_FAIL(test, "the vector registers are claimed %d times",
			   vector_claims);
		vector_claims = 0;
	}
}

/* Return: false if it is not a parameter, but the name of a suite. */
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

/* Return: the number of the suite with this name. */
static unsigned int suite_named(const char *name)
{
	unsigned int i;

	for (i = 0; i < NR_SUITES; i++)
		if (!strcmp(name, __start_kunit_suites[i]->name))
			return i;
	give_up("usage: run [PARAMETER=VALUE...] [SUITE...]");
}

int main(int argc, char **argv)
{
	unsigned int i, n = 0, chosen = 0;
	bool good = true;
	int arg;

	/* Output must not be lost if an implementation crashes. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (arg = 1; arg < argc; arg++)
		if (!set_param(argv[arg]))
			chosen |= BIT(suite_named(argv[arg]));
	chosen = chosen ?: BIT(NR_SUITES) - 1;

	printf("KTAP version 1\n1..%u\n", hweight32(chosen));
	for (i = 0; i < NR_SUITES; i++)
		if (chosen & BIT(i))
			good &= shim_run(__start_kunit_suites[i], ++n);
	return !good;
}
