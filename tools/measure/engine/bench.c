// SPDX-License-Identifier: GPL-2.0
/*
 * Measures the engine and its implementations in user space.
 */
#include <stdio.h>
#include <linux/string.h>

#include "engine/internal.h"
#include "measure.h"

/* The length of a section in driver/section.c */
#define SECTION_NS	25000

/*
 * The data of a raw call overlap, so that even the widest implementation has long runs
 * in 20 KiB: this leaves room in a cache of 32 KiB for scratch and states.
 */
#define RAW_BYTES	(12 * 1024)
#define RAW_STRIDE	(2 * MBHASH_BLOCK)

/* The test harness's headers count claims of the vector registers. */
__thread int vector_claims;

static u8 scratch[MBHASH_SCRATCH] __aligned(MBHASH_BLOCK);

/* State of a measurement besides its point */
static const struct mbhash_hash *hash;
static const struct mbhash_impl *raw_impl;
static const struct mbhash_hmac_key *key;
static struct mbhash_hmac_key hmac_key;
/* Messages, used in turn, prepared like those of a client */
static struct scatterlist messages[BUFFERS];

static void raw_call(const struct point *point)
{
	static u32 states[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	u32 *state[MBHASH_MAX_LANES];
	const u8 *data[MBHASH_MAX_LANES];

	for (unsigned int i = 0; i < point->jobs; i++) {
		state[i] = states[i];
		data[i] = measure_buffer(point, 0) + i * RAW_STRIDE;
	}
	raw_impl->fn(state, data, point->size / MBHASH_BLOCK, scratch);
}

/* The next message becomes a job, as the driver makes it of a request. */
static void prepare(struct mbhash_job *job, const struct point *point, u8 *digest)
{
	static unsigned int message;

	mbhash_job_init(job, hash, key);
	mbhash_job_add(job, &messages[message++ % BUFFERS], point->size, key, digest);
}

static struct mbhash_simd_section *section_get(void)
{
	static struct mbhash_padding padding;
	static struct mbhash_simd_section section = {
		.scratch = scratch, .padding = &padding, .ns = SECTION_NS,
	};

	section.simd = true;
	return &section;
}

/* The driver's work for a request that is hashed inline */
static void single_call(const struct point *point)
{
	static struct mbhash_job job;
	static u8 digest[MBHASH_MAX_DIGEST];
	struct mbhash_simd_section *section = section_get();

	prepare(&job, point, digest);
	while (mbhash_job_run(&job, section))
		;
}

/* The driver's work for requests that are in flight together */
static void batch_call(const struct point *point)
{
	static u64 filled[MBHASH_MAX_LANES + 1];
	static struct mbhash_job jobs[BUFFERS];
	static struct mbhash_batch batch;
	static u8 digests[BUFFERS][MBHASH_MAX_DIGEST];
	struct mbhash_simd_section *section = section_get();

	mbhash_batch_init(&batch, hash, filled);
	for (unsigned int i = 0; i < point->jobs; i++) {
		prepare(&jobs[i], point, digests[i]);
		list_add_tail(&jobs[i].node, &batch.todo);
	}
	while (mbhash_batch_run(&batch, section))
		;
}

static void engine(struct point *point, bool hmac)
{
	key = hmac ? &hmac_key : NULL;
	if (!strcmp(hash->name, "md5"))
		point->algorithm = hmac ? "hmac(md5)" : "md5";
	else
		point->algorithm = hmac ? "hmac(sha256)" : "sha256";
	point->what = "engine";
	for (unsigned int i = 0; i < BUFFERS; i++)
		sg_init_one(&messages[i], measure_buffer(point, i), point->size);
	if (!strcmp(point->pick, "plan"))
		point->impl = hash->plan[true].impl[point->jobs]->name;
	measure(point, point->jobs == 1 ? single_call : batch_call);
}

static void use_hash(enum mbhash_hash_id id)
{
	hash = &mbhash_hashes[id];
	mbhash_hmac_setkey(hash, &hmac_key, (const u8 *)"key", 3);
}

/* The instruction sets of an implementation, as in isa= */
static const char *isa_of(const struct mbhash_impl *impl)
{
	static char list[64];

	strscpy(list, impl->isa ? "" : "generic", sizeof(list));
	for (unsigned int i = 0; mbhash_isa_names[i]; i++) {
		if (!(impl->isa & BIT(i)))
			continue;
		if (*list)
			strlcat(list, ",", sizeof(list));
		strlcat(list, mbhash_isa_names[i], sizeof(list));
	}
	return list;
}

static void raw_impls(void)
{
	for (raw_impl = hash->impls; raw_impl->name; raw_impl++) {
		struct point point = {
			.algorithm = hash->name,
			.what = "raw",
			.impl = raw_impl->name,
			.isa = isa_of(raw_impl),
			.pick = "hand",
			.size = RAW_BYTES,
			.jobs = raw_impl->width,
		};

		if (raw_impl->usable)
			measure(&point, raw_call);
	}
}

/* Every size, number of jobs and layout, with the plan's choice, in the peers' order */
static void full_engine(bool hmac)
{
	struct point point = { .isa = "all", .pick = "plan" };

	for (const size_t *size = measure_sizes; *size; size++) {
		for (const unsigned int *jobs = measure_jobs; *jobs; jobs++) {
			point.size = *size;
			point.jobs = *jobs;
			for (point.layout = 0; point.layout < NR_LAYOUTS; point.layout++)
				if (!hmac || point.layout == LAYOUT_ALIGNED)
					engine(&point, hmac);
		}
	}
}

/* Messages of some sizes, with the plan's choice */
static void short_engine(const char *isa)
{
	static const size_t sizes[] = { 64, 1500, 4096 };

	for (unsigned int i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct point point = { .isa = isa, .pick = "plan", .size = sizes[i] };

		for (const unsigned int *jobs = measure_jobs; *jobs; jobs++) {
			point.jobs = *jobs;
			engine(&point, false);
		}
	}
}

/* Make a plan with only one implementation. */
static void plan_by_hand(struct mbhash_plan *plan,
			 const struct mbhash_impl *impl)
{
	plan->widest = impl->width;
	plan->isa = impl->isa;
	for (unsigned int n = 1; n <= MBHASH_MAX_LANES; n++) {
		unsigned int width = min_t(unsigned int, n, impl->width);

		plan->impl[n] = impl;
		plan->group[n] = impl;
		plan->loss[n] = impl->cost * DIV_ROUND_UP(n, impl->width) -
				(u64)impl->cost * n / width;
	}
}

/* Messages of 4 KiB, with each implementation in turn for any number of jobs */
static void hand_picked_engine(const char *isa)
{
	struct mbhash_plan *plan = &mbhash_hashes[hash->id].plan[true];
	const struct mbhash_plan saved = *plan;
	const struct mbhash_impl *k;

	for (k = hash->impls; k->name; k++) {
		struct point point = {
			.isa = isa, .pick = "hand", .impl = k->name, .size = 4096,
		};

		if (!k->usable)
			continue;
		plan_by_hand(plan, k);
		for (const unsigned int *jobs = measure_jobs; *jobs; jobs++) {
			point.jobs = *jobs;
			/* A single job uses only implementations with one lane. */
			if (*jobs > 1 || k->width == 1)
				engine(&point, false);
		}
	}
	*plan = saved;
}

static bool plan_for(const char *isa)
{
	u32 mask;

	return !mbhash_isa_parse(isa, &mask) && !mbhash_plan_init(mask);
}

/* Keep a thread that shares this one's core busy: what others measure is then contested. */
static void neighbour(void)
{
	const struct point point = { .size = 4096, .jobs = 16 };

	use_hash(MBHASH_MD5);
	for (unsigned int i = 0; i < BUFFERS; i++)
		sg_init_one(&messages[i], measure_buffer(&point, i), point.size);
	for (;;)
		batch_call(&point);
}

/*
 * Without arguments everything is measured with all instruction sets. Each argument is
 * a value of isa= with which a part is measured in addition. "neighbour" measures nothing.
 */
int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!plan_for("all"))
		return 1;
	if (argc == 2 && !strcmp(argv[1], "neighbour"))
		neighbour();
	for (int hmac = 0; hmac < 2; hmac++) {
		for (enum mbhash_hash_id id = 0; id < MBHASH_NR_HASHES; id++) {
			use_hash(id);
			full_engine(hmac);
		}
	}
	for (enum mbhash_hash_id id = 0; id < MBHASH_NR_HASHES; id++) {
		use_hash(id);
		raw_impls();
		hand_picked_engine("all");
	}
	for (int i = 1; i < argc; i++) {
		if (!plan_for(argv[i]))
			return 1;
		for (enum mbhash_hash_id id = 0; id < MBHASH_NR_HASHES; id++) {
			use_hash(id);
			short_engine(argv[i]);
		}
	}
	return 0;
}
