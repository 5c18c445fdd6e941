// SPDX-License-Identifier: GPL-2.0
/*
 * Calls one implementation once, or Linux's code, or lets the engine hash some messages with
 * an implementation, so that run can count the instructions.
 *
 *	count			lists all implementations: hash, name, width, and how many
 *				instructions the table has for a block in all lanes; and
 *				Linux's drivers, whose name begins with that of the hash
 *	count HASH NAME BLOCKS	calls one and prints its address
 *	count HASH NAME JOBS BYTES
 *				prints the addresses of two functions that are called
 *				before and after JOBS messages of BYTES each are hashed;
 *				not the first nor the second ones, so their common
 *				padding is there, of a single one, too
 *	count SETS		prints the implementation for one message of SHA-256 on a CPU
 *				with these sets of instructions, unless this one has less
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/list.h>

#include "../../../engine/internal.h"
#include "../../../engine/job.h"
#include "../peers/linux61.h"

#define MAX_BLOCKS	64

/* Any time will do. */
#define SECTION_NS	1000000

__thread int vector_claims;

static u32 states[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
static u8 data[MBHASH_MAX_LANES][MAX_BLOCKS * MBHASH_BLOCK];
static u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);

/* Tell ./step; QEMU traces all of it. */
static void trace_from_here(void)
{
#ifdef __x86_64__
	asm volatile("int3");
#endif
}

static void call(const struct mbhash_impl *impl, size_t nblocks)
{
	const u8 *from[MBHASH_MAX_LANES];
	u32 *state[MBHASH_MAX_LANES];
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		state[i] = states[i];
		from[i] = data[i];
	}
	printf("%lx\n", (unsigned long)impl->fn);
	trace_from_here();
	impl->fn(state, from, nblocks, scratch);
}

static void call_linux(linux61_fn fn, size_t nblocks)
{
	static struct sha256_state state;

	printf("%lx\n", (unsigned long)fn);
	trace_from_here();
	fn(&state, data[0], nblocks);
}

/* Make a plan that has @impl for any number of jobs. */
static void use(struct mbhash_hash *hash, const struct mbhash_impl *impl)
{
	struct mbhash_plan *plan = &hash->plan[true];
	unsigned int n;

	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		plan->impl[n] = impl;
		plan->group[n] = impl;
	}
	plan->widest = impl->width;
	plan->isa = impl->isa;
}

/* The driver's work for one request, or for several in flight, as in ../engine/bench.c */
static void hash_messages(const struct mbhash_hash *hash, unsigned int n, size_t bytes)
{
	static struct mbhash_padding padding;
	static struct mbhash_simd_section section = {
		.scratch = scratch, .padding = &padding, .ns = SECTION_NS, .simd = true,
	};
	static u8 digests[MBHASH_MAX_LANES][MBHASH_MAX_DIGEST];
	static u64 filled[MBHASH_MAX_LANES + 1];
	static struct mbhash_job jobs[MBHASH_MAX_LANES];
	static struct mbhash_batch batch;
	unsigned int i;

	for (i = 0; i < n; i++) {
		mbhash_job_init(&jobs[i], hash, NULL);
		mbhash_job_add_virt(&jobs[i], data[i], bytes, NULL, digests[i]);
	}
	if (n == 1) {
		mbhash_job_run(&jobs[0], &section);
		return;
	}
	mbhash_batch_init(&batch, hash, filled);
	for (i = 0; i < n; i++)
		list_add_tail(&jobs[i].node, &batch.todo);
	mbhash_batch_run(&batch, &section);
}

static noinline void begin(void)
{
	barrier();
}

static noinline void end(void)
{
	barrier();
}

static void count_messages(struct mbhash_hash *hash, const struct mbhash_impl *impl,
			   unsigned int n, size_t bytes)
{
	use(hash, impl);
	hash_messages(hash, n, bytes);
	hash_messages(hash, n, bytes);
	printf("%lx %lx\n", (unsigned long)begin, (unsigned long)end);
	trace_from_here();
	begin();
	hash_messages(hash, n, bytes);
	end();
}

static void list(void)
{
	const struct mbhash_impl *impl;
	unsigned int i;

	for (i = 0; i < MBHASH_NR_HASHES; i++)
		for (impl = mbhash_hashes[i].impls; impl->name; impl++)
			printf("%s %s %u %u\n", mbhash_hashes[i].name, impl->name,
			       impl->width, impl->instructions);
	for (i = 0; linux61[i].hash; i++)
		printf("%s %s 1 0\n", linux61[i].hash, linux61[i].driver);
}

static int print_planned(const char *sets)
{
	u32 mask;

	if (mbhash_isa_parse(sets, &mask))
		return 1;
	if (mask & ~mbhash_isa_available())
		return 0;
	if (mbhash_plan_init(mask))
		return 1;
	puts(mbhash_hashes[MBHASH_SHA256].plan[true].impl[1]->name);
	return 0;
}

int main(int argc, char **argv)
{
	const struct mbhash_impl *impl;
	struct mbhash_hash *hash = mbhash_hashes;

	if (argc == 1) {
		list();
		return 0;
	}
	if (argc == 2)
		return print_planned(argv[1]);
	if (argc < 4)
		return 2;
	if (argc == 4 && linux61_driver(argv[2])) {
		call_linux(linux61_driver(argv[2]), strtoul(argv[3], NULL, 0));
		return 0;
	}
	while (strcmp(hash->name, argv[1]))
		if (++hash == mbhash_hashes + MBHASH_NR_HASHES)
			return 1;
	for (impl = hash->impls; strcmp(impl->name, argv[2]); impl++)
		if (!impl[1].name)
			return 1;
	if (argc == 4)
		call(impl, strtoul(argv[3], NULL, 0));
	else
		count_messages(hash, impl, strtoul(argv[3], NULL, 0),
			       strtoul(argv[4], NULL, 0));
	return 0;
}
