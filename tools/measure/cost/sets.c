// SPDX-License-Identifier: GPL-2.0
/*
 * For each set of instructions that CPUs have, ../sets: SHA-256 of one job must not need
 * more instructions for a block than Linux's own code for that set; nor may either hash in
 * portable C. Needs no timing: a child is stepped through its code.
 *
 *	sets < ../sets		prints a test in TAP for each set, and for portable C
 *
 * Instructions are not time, and the plan goes by time: this finds a set that was
 * forgotten, on a machine that has more.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../engine/internal.h"
#include "../peers/linux61.h"

/* How many more instructions than Linux's code are accepted, per cent */
#define MORE		3

/*
 * A count is the difference between calls of these two numbers of blocks, so it excludes
 * the constant part. Both even: some code takes two blocks at once.
 */
#define FEW_BLOCKS	2
#define MANY_BLOCKS	18

__thread int vector_claims;

static u8 data[MANY_BLOCKS * MBHASH_BLOCK];
static u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);

/* Code to count: ours or Linux's. */
struct code {
	const struct mbhash_impl *impl;
	linux61_fn peer;
};

static void call(const struct code *code, size_t blocks)
{
	struct sha256_state state = {};
	u32 *states = state.state;
	const u8 *from = data;

	if (code->impl)
		code->impl->fn(&states, &from, blocks, scratch);
	else
		code->peer(&state, data, blocks);
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* Return: how many instructions a call takes, and the stops before and after it. */
static u64 count_call(const struct code *code, size_t blocks)
{
	const pid_t child = fork();
	u64 count = 0;
	int status;

	if (child < 0)
		fail("fork");
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		call(code, blocks);
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(child, &status, 0);
	if (!WIFSTOPPED(status))
		fail("a child");
	do {
		count++;
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL))
			fail("single step");
		waitpid(child, &status, 0);
	} while (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
	ptrace(PTRACE_CONT, child, NULL, NULL);
	waitpid(child, &status, 0);
	return count;
}

static double count_block(struct code code)
{
	return (double)(count_call(&code, MANY_BLOCKS) - count_call(&code, FEW_BLOCKS)) /
	       (MANY_BLOCKS - FEW_BLOCKS);
}

/* Is @impl no worse than Linux's @driver, whose code is @peer? As test number @n, @name */
static bool test_code(unsigned int n, const char *name, const struct mbhash_impl *impl,
		      const char *driver, linux61_fn peer)
{
	const double ours = count_block((struct code){ .impl = impl });
	const double theirs = count_block((struct code){ .peer = peer });
	const bool good = ours <= theirs * (100 + MORE) / 100;

	printf("%sok %u - %s: %s: %.1f instructions for a block, %s: %.1f\n",
	       good ? "" : "not ", n, name, impl->name, ours, driver, theirs);
	return good;
}

static bool test_portable(unsigned int n, enum mbhash_hash_id id, const char *driver)
{
	const struct mbhash_hash *hash = &mbhash_hashes[id];

	return test_code(n, hash->name, &hash->impls[0], driver, linux61_driver(driver));
}

/* Test number @n: the set @name, isa=@isa, where Linux has @driver. Return: it is good. */
static bool test_set(unsigned int n, const char *name, const char *isa, const char *driver)
{
	const struct mbhash_hash *hash = &mbhash_hashes[MBHASH_SHA256];
	const linux61_fn peer = linux61_driver(driver);
	const struct mbhash_impl *impl;
	u32 mask;

	if (!peer || mbhash_isa_parse(isa, &mask)) {
		printf("not ok %u - %s: isa=%s and %s are known\n", n, name, isa, driver);
		return false;
	}
	if (mask & ~mbhash_isa_available()) {
		printf("ok %u - %s # SKIP this CPU has less\n", n, name);
		return true;
	}
	if (mbhash_plan_init(mask))
		fail("plan");
	impl = hash->plan[true].impl[1];
	if (impl == hash->impls) {
		printf("not ok %u - %s: has code of its own\n", n, name);
		return false;
	}
	return test_code(n, name, impl, driver, peer);
}

int main(void)
{
	char line[256], name[64], isa[128], driver[64];
	unsigned int n = 0, bad = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		if (*line == '#' || sscanf(line, "%63s %127s %63s", name, isa, driver) != 3)
			continue;
		n++;
		bad += !test_set(n, name, isa, driver);
	}
	bad += !n;
	bad += !test_portable(++n, MBHASH_MD5, "md5-generic");
	bad += !test_portable(++n, MBHASH_SHA256, "sha256-generic");
	printf("1..%u\n", n);
	return bad != 0;
}
