// SPDX-License-Identifier: GPL-2.0
/*
 * Which lane kernel serves n jobs. At load each kernel that the CPU and isa=
 * allow is checked against the portable C in every lane, then timed.
 *
 * Jobs may move between lanes from call to call (see mbhash_lanes.c), so n jobs
 * keep a kernel of width w as busy as min(n, w) lanes can be, all the way. The
 * cheapest way to serve n jobs is therefore the one kernel with the lowest
 * cost / min(n, w): no mixture of kernels can do better than the best of them.
 *
 * Moving is not worth its bookkeeping for short jobs. Those are served in groups
 * that stay in their lanes; which groups is a small dynamic program: the
 * cheapest way to make up n from the widths of kernels.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat/compat.h"
#include "mbhash.h"

/* RFC 1321, 3.3 */
static const u32 md5_iv[MBHASH_STATE_WORDS] = {
	0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
};

/* FIPS 180-4, 5.3.3 */
static const u32 sha256_iv[MBHASH_STATE_WORDS] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

struct mbhash_hash mbhash_hashes[MBHASH_NR_HASHES] = {
	[MBHASH_MD5] = {
		.name = "md5",
		.id = MBHASH_MD5,
		.words = 4,
		.iv = md5_iv,
		.schedule = mbhash_md5_schedule,
		.kernels = mbhash_md5_kernels,
	},
	[MBHASH_SHA256] = {
		.name = "sha256",
		.id = MBHASH_SHA256,
		.words = 8,
		.big_endian = true,
		.iv = sha256_iv,
		.schedule = mbhash_sha256_schedule,
		.kernels = mbhash_sha256_kernels,
	},
};

/* The words that isa= knows besides the names of instruction sets. */
#define ISA_ALL		"all"
#define ISA_NONE	"generic"

static bool is_word(const char *list, size_t len, const char *word)
{
	return strlen(word) == len && !strncmp(list, word, len);
}

/* The bits that the first @len bytes of @list stand for; -1 if unknown. */
static s64 isa_bits(const char *list, size_t len)
{
	unsigned int i;

	if (is_word(list, len, ISA_ALL))
		return mbhash_isa_default();
	if (is_word(list, len, ISA_NONE))
		return 0;
	for (i = 0; mbhash_isa_names[i]; i++)
		if (is_word(list, len, mbhash_isa_names[i]))
			return BIT(i);
	return -1;
}

/**
 * mbhash_isa_parse() - parse a list of instruction sets
 * @list: names with commas between them: "all" (that are good for this CPU),
 *	  "generic" (none), or what mbhash_isa_names[] has
 * @mask: the sets named
 *
 * Context: process. Says in the log which name is unknown, and which exist.
 * Return: 0 or -EINVAL.
 */
int mbhash_isa_parse(const char *list, u32 *mask)
{
	u32 bits = 0;

	for (;;) {
		size_t len = strcspn(list, ",\n");
		s64 more = isa_bits(list, len);

		if (more < 0) {
			char known[128] = ISA_ALL " " ISA_NONE;
			unsigned int i;

			for (i = 0; mbhash_isa_names[i]; i++) {
				strlcat(known, " ", sizeof(known));
				strlcat(known, mbhash_isa_names[i],
					sizeof(known));
			}
			pr_err("mbhash: isa=: unknown \"%.*s\"; known: %s\n",
			       (int)len, list, known);
			return -EINVAL;
		}
		bits |= more;
		if (list[len] != ',')
			break;
		list += len + 1;
	}
	*mask = bits;
	return 0;
}

/*
 * The load-time check. Each lane has a state and, from its own offset in one
 * buffer on, data of its own, at every alignment.
 */
#define CHECK_BLOCKS	33
#define CHECK_STRIDE	(MBHASH_BLOCK + 3)
#define CHECK_DATA	(MBHASH_MAX_LANES * CHECK_STRIDE + \
			 CHECK_BLOCKS * MBHASH_BLOCK)

/*
 * Kernels are timed in rounds over all of them, so that whatever slows down the
 * CPU for a while (its other thread, the host) does so to all alike; of the
 * rounds the shortest time counts. A round takes TIME_CALLS calls with
 * TIME_BLOCKS in each lane: some microseconds, for clocks with coarse steps (256
 * ns under User Mode Linux). As many rounds are made as TIME_NS has room for,
 * but not less than TIME_ROUNDS.
 */
#define TIME_BLOCKS	8
#define TIME_CALLS	16
#define TIME_ROUNDS	3
#define TIME_NS		(6 * NSEC_PER_MSEC)

struct mbhash_check {
	u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);
	u8 data[CHECK_DATA];
	/* A last block for all lanes: the schedule of the first of @data. */
	u32 schedule[MBHASH_STEPS];
	/*
	 * The states after 0, 1, 2.. blocks, without and with the last block,
	 * by the portable C.
	 */
	u32 want[2][CHECK_BLOCKS + 1][MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 have[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 *state[MBHASH_MAX_LANES];
	const u8 *lane[MBHASH_MAX_LANES];
};

/*
 * Any bytes do, as long as lanes and blocks differ: a linear congruential
 * generator (Knuth, TAOCP 2, 3.3.4: MMIX).
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

/* to = from, one block further */
static void check_want(const struct mbhash_hash *hash, u32 *to, const u32 *from,
		       const u8 *block)
{
	memcpy(to, from, MBHASH_STATE_WORDS * sizeof(u32));
	hash->kernels[0].fn(&to, &block, 1, NULL);
}

static void check_prepare(struct mbhash_check *check,
			  const struct mbhash_hash *hash)
{
	unsigned int i, b;

	fill(check->data, sizeof(check->data));
	fill(check->want[false][0], sizeof(check->want[false][0]));
	hash->schedule(check->schedule, check->data);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		check->state[i] = check->have[i];
		check->lane[i] = check->data + i * CHECK_STRIDE;
		for (b = 0; b <= CHECK_BLOCKS; b++) {
			const u32 *state = check->want[false][b][i];

			check_want(hash, check->want[true][b][i], state,
				   check->data);
			if (b < CHECK_BLOCKS)
				check_want(hash, check->want[false][b + 1][i],
					   state,
					   check->lane[i] + b * MBHASH_BLOCK);
		}
	}
}

/* Vector registers for one call; false if they cannot be had. */
static bool call_begin(const struct mbhash_kernel *kernel)
{
	return !(kernel->isa & mbhash_isa_vector) || mbhash_simd_begin();
}

static void call_end(const struct mbhash_kernel *kernel)
{
	if (kernel->isa & mbhash_isa_vector)
		mbhash_simd_end(kernel->isa & mbhash_isa_vector, NULL, 0);
}

/* @end: check the function that has a last block for all lanes */
static bool check_call(struct mbhash_check *check,
		       const struct mbhash_hash *hash,
		       const struct mbhash_kernel *kernel, unsigned int blocks,
		       bool end)
{
	unsigned int i;

	memcpy(check->have, check->want[false][0], sizeof(check->have));
	if (!call_begin(kernel))
		return false;
	if (end)
		kernel->end(check->state, check->lane, blocks, check->scratch,
			    check->schedule);
	else
		kernel->fn(check->state, check->lane, blocks, check->scratch);
	call_end(kernel);
	for (i = 0; i < kernel->width; i++)
		if (memcmp(check->have[i], check->want[end][blocks][i],
			   hash->words * sizeof(u32)))
			return false;
	return true;
}

static bool check_kernel(struct mbhash_check *check,
			 const struct mbhash_hash *hash,
			 const struct mbhash_kernel *kernel)
{
	unsigned int b;

	for (b = 1; b <= CHECK_BLOCKS; b++)
		if (!check_call(check, hash, kernel, b, false))
			return false;
	for (b = 0; kernel->end && b <= CHECK_BLOCKS; b++)
		if (!check_call(check, hash, kernel, b, true))
			return false;
	return true;
}

/**
 * mbhash_kernel_check() - compare a lane kernel with the portable C
 * @hash: its hash function
 * @kernel: the kernel; the CPU must have its instruction sets
 *
 * In every lane, with states, data and alignments that all differ, for every
 * number of blocks up to a few dozen.
 *
 * Context: process, may sleep.
 * Return: 0, -EBADMSG if the kernel is wrong (or the vector registers cannot be
 * had), -ENOMEM.
 */
int mbhash_kernel_check(const struct mbhash_hash *hash,
			const struct mbhash_kernel *kernel)
{
	struct mbhash_check *check = kvmalloc(sizeof(*check), GFP_KERNEL);
	bool good;

	if (!check)
		return -ENOMEM;
	check_prepare(check, hash);
	good = check_kernel(check, hash, kernel);
	kvfree(check);
	return good ? 0 : -EBADMSG;
}

/* @kernel's cost is what it took in the fastest round so far. */
static void time_kernel(struct mbhash_check *check, struct mbhash_kernel *kernel)
{
	unsigned int i;
	u64 ns;

	if (!call_begin(kernel))
		return;
	/* Code and data into the cache. */
	kernel->fn(check->state, check->lane, TIME_BLOCKS, check->scratch);
	ns = ktime_get_ns();
	for (i = 0; i < TIME_CALLS; i++)
		kernel->fn(check->state, check->lane, TIME_BLOCKS,
			   check->scratch);
	ns = ktime_get_ns() - ns;
	call_end(kernel);

	ns = min_t(u64, ns, U32_MAX) * 1000;
	ns = div_u64(ns, TIME_CALLS * TIME_BLOCKS);
	kernel->cost = clamp_t(u64, ns, 1, kernel->cost);
}

static void time_kernels(struct mbhash_check *check)
{
	const u64 end = ktime_get_ns() + TIME_NS;
	unsigned int rounds = 0;

	while (rounds++ < TIME_ROUNDS || ktime_get_ns() < end) {
		struct mbhash_hash *hash = mbhash_hashes;
		struct mbhash_kernel *k;

		for (; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++)
			for (k = hash->kernels; k->name; k++)
				if (k->usable)
					time_kernel(check, k);
	}
}

/* Is @kernel cheaper for @n jobs than @than? */
static bool cheaper(const struct mbhash_kernel *kernel,
		    const struct mbhash_kernel *than, unsigned int n)
{
	return (u64)kernel->cost * min_t(unsigned int, n, than->width) <
	       (u64)than->cost * min_t(unsigned int, n, kernel->width);
}

static bool in_plan(const struct mbhash_kernel *kernel, bool simd)
{
	return kernel->usable && (simd || !(kernel->isa & mbhash_isa_vector));
}

/*
 * Where there are kernels of several lanes, portable C competes for one job only.
 * A CPU does not run it faster than those; an emulator does, and there lanes are
 * to be seen and tested.
 */
static bool competes(const struct mbhash_kernel *kernel,
		     const struct mbhash_kernel *kernels, bool simd,
		     unsigned int n)
{
	const struct mbhash_kernel *k;

	if (!in_plan(kernel, simd))
		return false;
	if (kernel != kernels || n == 1)
		return true;
	for (k = kernels; k->name; k++)
		if (k->width > 1 && in_plan(k, simd))
			return false;
	return true;
}

static void plan_moving(struct mbhash_plan *plan, struct mbhash_kernel *kernels,
			bool simd, unsigned int n)
{
	const struct mbhash_kernel *k, *best = NULL;

	for (k = kernels; k->name; k++)
		if (competes(k, kernels, simd, n) && (n > 1 || k->width == 1) &&
		    (!best || cheaper(k, best, n)))
			best = k;
	plan->kernel[n] = best;
	plan->widest = max_t(unsigned int, plan->widest, best->width);
	plan->isa |= best->isa;
}

/* @cost: of fewer than @n jobs in groups, ps for a block of each; sets @n's. */
static void plan_group(struct mbhash_plan *plan, struct mbhash_kernel *kernels,
		       bool simd, unsigned int n, u64 *cost)
{
	const struct mbhash_kernel *k, *moving = plan->kernel[n];
	u64 moving_cost = div_u64((u64)moving->cost * n,
				  min_t(unsigned int, n, moving->width));

	cost[n] = U64_MAX;
	for (k = kernels; k->name; k++) {
		u64 c;

		if (!competes(k, kernels, simd, n))
			continue;
		c = k->cost + cost[n - min_t(unsigned int, n, k->width)];
		if (c < cost[n]) {
			cost[n] = c;
			plan->group[n] = k;
		}
	}
	plan->loss[n] = cost[n] > moving_cost ? cost[n] - moving_cost : 0;
	plan->isa |= plan->group[n]->isa;
}

static void make_plan(struct mbhash_hash *hash, bool simd)
{
	struct mbhash_plan *plan = &hash->plan[simd];
	u64 cost[MBHASH_MAX_LANES + 1] = {};
	unsigned int n;

	memset(plan, 0, sizeof(*plan));
	for (n = 1; n <= MBHASH_MAX_LANES; n++) {
		plan_moving(plan, hash->kernels, simd, n);
		plan_group(plan, hash->kernels, simd, n, cost);
	}
}

/**
 * mbhash_plan_init() - check and time the lane kernels, and make the plans
 * @isa: the instruction sets that may be used, bits of mbhash_isa_names[]
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int mbhash_plan_init(u32 isa)
{
	struct mbhash_check *check = kvmalloc(sizeof(*check), GFP_KERNEL);
	struct mbhash_hash *hash;

	if (!check)
		return -ENOMEM;

	isa &= mbhash_isa_available();
	for (hash = mbhash_hashes; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++) {
		struct mbhash_kernel *k;

		check_prepare(check, hash);
		for (k = hash->kernels; k->name; k++) {
			k->usable = !(k->isa & ~isa);
			if (!k->usable)
				continue;
			k->cost = U32_MAX;
			if (!check_kernel(check, hash, k)) {
				k->usable = false;
				pr_warn("mbhash: %s %s computes wrong results here and is not used\n",
					hash->name, k->name);
			}
		}
	}
	time_kernels(check);
	kvfree(check);

	for (hash = mbhash_hashes; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++) {
		make_plan(hash, false);
		make_plan(hash, true);
	}
	return 0;
}
