// SPDX-License-Identifier: GPL-2.0
/*
 * The implementations, each called directly: right results in every lane, and no
 * access to memory outside of their arguments.
 */
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "../compat/compat.h"
#include "mbhash_test.h"
#include "vectors.h"

/* More than any unrolled loop and any prefetch distance covers. */
#define MAX_BLOCKS	40
#define MAX_BYTES	(MAX_BLOCKS * MBHASH_BLOCK)

/* A separate state for each lane. */
struct states {
	u32 word[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
};

/*
 * @page: a page for each lane, with unmapped memory before and after it
 * @scratch: MBHASH_SCRATCH bytes at the end of their own pages, likewise
 * @schedule_page: a page with a schedule at its end, likewise
 */
static struct {
	u8 *page[MBHASH_MAX_LANES];
	u8 *scratch_pages;
	void *scratch;
	u8 *schedule_page;
} mem;

static int lanes_init(struct kunit_suite *suite)
{
	unsigned int i;

	mem.scratch_pages = vmalloc(PAGE_ALIGN(MBHASH_SCRATCH));
	if (!mem.scratch_pages)
		return -ENOMEM;
	mem.scratch = mem.scratch_pages + PAGE_ALIGN(MBHASH_SCRATCH) -
		      MBHASH_SCRATCH;
	mem.schedule_page = vmalloc(PAGE_SIZE);
	if (!mem.schedule_page)
		return -ENOMEM;
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		mem.page[i] = vmalloc(PAGE_SIZE);
		if (!mem.page[i])
			return -ENOMEM;
	}
	return mbhash_test_init(suite);
}

static void lanes_exit(struct kunit_suite *suite)
{
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++)
		vfree(mem.page[i]);
	vfree(mem.schedule_page);
	vfree(mem.scratch_pages);
}

/* Fill every lane's page with random bytes. */
static void fill_pages(struct rng *rng)
{
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++)
		rng_bytes(rng, mem.page[i], PAGE_SIZE);
}

/* The parameter of each test: which of an implementation's functions to test. */
struct entry {
	const char *name;
	enum mbhash_hash_id id;
	bool end;
	bool digest;
};

static const struct entry entries[] = {
	{ "md5", MBHASH_MD5 },
	{ "md5, a last block for all lanes", MBHASH_MD5, true },
	{ "sha256", MBHASH_SHA256 },
	{ "sha256, a last block for all lanes", MBHASH_SHA256, true },
	{ "sha256, digests", MBHASH_SHA256, false, true },
	{ "sha256, a last block for all lanes, digests", MBHASH_SHA256, true, true },
};

static void entry_name(const struct entry *entry, char *name)
{
	strscpy(name, entry->name, KUNIT_PARAM_DESC_SIZE);
}

/* mbhash_impl.digest is tested, with and without a last block. */
static bool to_digests;

/*
 * @on: mbhash_impl.finup is tested, not mbhash_impl.fn
 * @block: the last block for all lanes
 * @schedule: its schedule for the function, followed by unmapped memory
 */
static struct {
	bool on;
	u8 block[MBHASH_BLOCK];
	u32 *schedule;
} last;

static void set_last(const struct mbhash_hash *hash, const u8 *block)
{
	memcpy(last.block, block, MBHASH_BLOCK);
	hash->schedule(last.schedule, block);
}

static const struct mbhash_impl *
next_tested(const struct mbhash_hash *hash, const struct mbhash_impl *impl)
{
	do
		impl = mbhash_test_next_impl(hash, impl);
	while (impl && ((last.on && !impl->finup) || (to_digests && !impl->digest)));
	return impl;
}

/* The test's hash function. */
static const struct mbhash_hash *tested(struct kunit *test)
{
	const struct entry *entry = test->param_value;
	const struct mbhash_hash *hash = &mbhash_hashes[entry->id];
	u8 block[MBHASH_BLOCK];
	struct rng rng;

	rng_init(&rng);
	rng_bytes(&rng, block, sizeof(block));
	last.on = entry->end;
	to_digests = entry->digest;
	last.schedule = (u32 *)(mem.schedule_page + PAGE_SIZE) - MBHASH_STEPS;
	set_last(hash, block);
	if (!next_tested(hash, NULL))
		kunit_skip(test, "no implementation has such a function");
	return hash;
}

/* All implementations that have the function under test. */
#define for_each_tested(impl, hash)					\
	for (impl = next_tested(hash, NULL); impl;			\
	     impl = next_tested(hash, impl))

/* Between digests, which have any alignment, is a byte that must not change. */
#define DIGEST_STRIDE	(MBHASH_MAX_DIGEST + 1)

/*
 * SHA-256's digests, which then become the states: so they are compared like those. If
 * other bytes or the states themselves were changed, they do not.
 */
static void call_digest(const struct mbhash_impl *impl, u32 *const *state,
			const u8 *const *data, size_t nblocks, void *scratch)
{
	static u32 before[MBHASH_MAX_LANES][MBHASH_STATE_WORDS];
	static u8 bytes[MBHASH_MAX_LANES * DIGEST_STRIDE + 1];
	u8 *digest[MBHASH_MAX_LANES];
	unsigned int i, w;

	memset(bytes, 0x5a, sizeof(bytes));
	for (i = 0; i < impl->width; i++) {
		memcpy(before[i], state[i], sizeof(before[i]));
		digest[i] = bytes + 1 + i * DIGEST_STRIDE;
	}
	impl->digest(state, data, nblocks, scratch, last.on ? last.schedule : NULL,
		     digest);
	for (i = 0; i < impl->width; i++)
		if (memcmp(before[i], state[i], sizeof(before[i])) ||
		    digest[i][-1] != 0x5a || digest[i][MBHASH_MAX_DIGEST] != 0x5a)
			return;
	for (i = 0; i < impl->width; i++)
		for (w = 0; w < MBHASH_STATE_WORDS; w++)
			state[i][w] = get_unaligned_be32(digest[i] + 4 * w);
}

static void call(const struct mbhash_impl *impl, u32 *const *state,
		 const u8 *const *data, size_t nblocks, void *scratch)
{
	u32 vector = impl->isa & mbhash_isa_vector;

	if (vector && !mbhash_simd_begin())
		return;
	if (to_digests)
		call_digest(impl, state, data, nblocks, scratch);
	else if (last.on)
		impl->finup(state, data, nblocks, scratch, last.schedule);
	else
		impl->fn(state, data, nblocks, scratch);
	if (vector)
		mbhash_simd_end(vector, NULL, 0);
}

/* Call @impl with a copy of @start, and with @data. */
static void call_copy(const struct mbhash_impl *impl,
		      struct states *states, const struct states *start,
		      const u8 *const *data, size_t nblocks)
{
	u32 *state[MBHASH_MAX_LANES];
	unsigned int i;

	*states = *start;
	for (i = 0; i < impl->width; i++)
		state[i] = states->word[i];
	call(impl, state, data, nblocks, mem.scratch);
}

static void generic(const struct mbhash_hash *hash, u32 *state, const u8 *data,
		    size_t nblocks)
{
	hash->impls[0].fn(&state, &data, nblocks, NULL);
}

/* The same for one lane, with portable C. */
static void portable(const struct mbhash_hash *hash, u32 *state,
		     const u8 *data, size_t nblocks)
{
	generic(hash, state, data, nblocks);
	if (last.on)
		generic(hash, state, last.block, 1);
}

/* RFC 1321, 3.1 and 3.2; FIPS 180-4, 5.1.1. Returns the number of blocks. */
static unsigned int pad(const struct mbhash_hash *hash, u8 *message,
			unsigned int size)
{
	unsigned int end = (size + 8) / MBHASH_BLOCK * MBHASH_BLOCK + 56;

	memset(message + size, 0, end - size);
	message[size] = 0x80;
	if (hash->big_endian)
		put_unaligned_be64(8 * (u64)size, message + end);
	else
		put_unaligned_le64(8 * (u64)size, message + end);
	return (end + 8) / MBHASH_BLOCK;
}

static void put_state(const struct mbhash_hash *hash, const u32 *state, u8 *to)
{
	unsigned int i;

	for (i = 0; i < hash->words; i++, to += sizeof(u32)) {
		if (hash->big_endian)
			put_unaligned_be32(state[i], to);
		else
			put_unaligned_le32(state[i], to);
	}
}

static void known_answer(struct kunit *test, const struct mbhash_hash *hash,
			 const struct vector *vector, u8 *message)
{
	unsigned int size = text_size(&vector->message), nblocks, i;
	struct states *states = kunit_kmalloc(test, sizeof(*states), GFP_KERNEL);
	struct states *start = kunit_kmalloc(test, sizeof(*start), GFP_KERNEL);
	const u8 *data[MBHASH_MAX_LANES];
	const struct mbhash_impl *impl;
	u8 digest[MBHASH_MAX_DIGEST];

	KUNIT_ASSERT_NOT_NULL(test, states);
	KUNIT_ASSERT_NOT_NULL(test, start);
	text_write(&vector->message, message);
	nblocks = pad(hash, message, size);
	if (last.on)
		set_last(hash, message + --nblocks * MBHASH_BLOCK);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		memcpy(start->word[i], hash->iv, hash->words * sizeof(u32));
		data[i] = message;
	}

	for_each_tested(impl, hash) {
		call_copy(impl, states, start, data, nblocks);
		for (i = 0; i < impl->width; i++) {
			put_state(hash, states->word[i], digest);
			expect_same(test, digest, vector->digest,
				    mbhash_digest_size(hash),
				    "%s: %u bytes in lane %u",
				    impl->name, size, i);
		}
	}
	kunit_kfree(test, start);
	kunit_kfree(test, states);
}

/* Here all lanes hash the same bytes. */
static void known_answers_in_every_lane(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	const struct vectors *vectors = &mbhash_vectors[hash->id];
	unsigned int i;

	for (i = 0; i < vectors->nr_hash; i++) {
		const struct vector *vector = &vectors->hash[i];
		u8 *message = vmalloc(text_size(&vector->message) +
				      2 * MBHASH_BLOCK);

		KUNIT_ASSERT_NOT_NULL(test, message);
		known_answer(test, hash, vector, message);
		vfree(message);
	}
}

/* Used by most tests: random states, and pointers to each lane's data. */
struct lanes {
	struct rng rng;
	struct states start;
	struct states want;
	struct states have;
	const u8 *data[MBHASH_MAX_LANES];
};

static struct lanes *lanes_alloc(struct kunit *test)
{
	struct lanes *lanes = kunit_kzalloc(test, sizeof(*lanes), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, lanes);
	rng_init(&lanes->rng);
	rng_bytes(&lanes->rng, &lanes->start, sizeof(lanes->start));
	fill_pages(&lanes->rng);
	return lanes;
}

/* Hash @lanes->data from @lanes->start on. Return: is the result that of portable C? */
static bool right(struct kunit *test, struct lanes *lanes,
		  const struct mbhash_hash *hash,
		  const struct mbhash_impl *impl, unsigned int nblocks)
{
	unsigned int i;

	lanes->want = lanes->start;
	for (i = 0; i < impl->width; i++)
		portable(hash, lanes->want.word[i], lanes->data[i], nblocks);
	call_copy(impl, &lanes->have, &lanes->start, lanes->data, nblocks);
	for (i = 0; i < impl->width; i++)
		if (!expect_same(test, lanes->have.word[i], lanes->want.word[i],
				 sizeof(lanes->want.word[i]),
				 "%s: %u blocks in lane %u",
				 impl->name, nblocks, i))
			return false;
	return true;
}

/*
 * Every lane hashes every number of blocks at every alignment, next to lanes with
 * other alignments.
 */
static bool every_count(struct kunit *test, struct lanes *lanes,
			const struct mbhash_hash *hash,
			const struct mbhash_impl *impl, unsigned int align)
{
	unsigned int i, n;

	for (i = 0; i < impl->width; i++)
		lanes->data[i] = mem.page[i] + (align + i) % MBHASH_BLOCK;

	lanes->want = lanes->start;
	for (n = !last.on; n <= MAX_BLOCKS; n++) {
		call_copy(impl, &lanes->have, &lanes->start, lanes->data, n);
		for (i = 0; i < impl->width; i++) {
			u32 want[MBHASH_STATE_WORDS];

			if (n)
				generic(hash, lanes->want.word[i],
					lanes->data[i] + (n - 1) * MBHASH_BLOCK,
					1);
			memcpy(want, lanes->want.word[i], sizeof(want));
			portable(hash, want, NULL, 0);
			if (!expect_same(test, lanes->have.word[i], want,
					 sizeof(want),
					 "%s: %u blocks in lane %u, %u bytes off a line",
					 impl->name, n, i,
					 (align + i) % MBHASH_BLOCK))
				return false;
		}
	}
	return true;
}

static void every_count_at_every_alignment(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	unsigned int align;

	for_each_tested(impl, hash)
		for (align = 0; align < MBHASH_BLOCK; align++)
			if (!every_count(test, lanes, hash, impl, align))
				break;
}

/* Runs as long as those of a large message. */
static void long_runs(struct kunit *test)
{
	static const unsigned int counts[] = { 255, 256, 257, 1024, 1025, 4096 };
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	unsigned int i, size;
	u8 *data;

	/* Each lane's data begins elsewhere; the rest overlaps. */
	size = counts[ARRAY_SIZE(counts) - 1] * MBHASH_BLOCK +
	       MBHASH_MAX_LANES * (MBHASH_BLOCK + 1);
	data = vmalloc(size);
	KUNIT_ASSERT_NOT_NULL(test, data);
	rng_bytes(&lanes->rng, data, size);
	for (i = 0; i < MBHASH_MAX_LANES; i++)
		lanes->data[i] = data + i * (MBHASH_BLOCK + 1);

	for_each_tested(impl, hash)
		for (i = 0; i < ARRAY_SIZE(counts); i++)
			if (!right(test, lanes, hash, impl, counts[i]))
				break;
	vfree(data);
}

/* All lanes use the same set of the cache. */
static void power_of_two_strides(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	const unsigned int max_shift = 15;
	unsigned int i, shift, size;
	u8 *data;

	size = (MBHASH_MAX_LANES << max_shift) + MAX_BYTES;
	data = vmalloc(size);
	KUNIT_ASSERT_NOT_NULL(test, data);
	rng_bytes(&lanes->rng, data, size);

	for (shift = 6; shift <= max_shift; shift++) {
		for (i = 0; i < MBHASH_MAX_LANES; i++)
			lanes->data[i] = data + (i << shift);
		for_each_tested(impl, hash)
			right(test, lanes, hash, impl, MAX_BLOCKS);
	}
	vfree(data);
}

/* The lanes in @busy have jobs, the others share a state. */
static bool share(struct kunit *test, struct lanes *lanes,
		  const struct mbhash_hash *hash,
		  const struct mbhash_impl *impl, u64 busy)
{
	u32 spare[MBHASH_STATE_WORDS] = {}, *state[MBHASH_MAX_LANES];
	const unsigned int nblocks = 3;
	unsigned int i;

	lanes->have = lanes->start;
	lanes->want = lanes->start;
	for (i = 0; i < impl->width; i++) {
		if (busy & BIT_ULL(i)) {
			state[i] = lanes->have.word[i];
			lanes->data[i] = mem.page[i];
			portable(hash, lanes->want.word[i], lanes->data[i],
				 nblocks);
		} else {
			state[i] = spare;
			lanes->data[i] = mem.page[0];
		}
	}
	call(impl, state, lanes->data, nblocks, mem.scratch);
	return expect_same(test, &lanes->have, &lanes->want,
			   sizeof(lanes->want), "%s: lanes %#llx busy",
			   impl->name, (unsigned long long)busy);
}

static void idle_lanes_share_a_state(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	const unsigned int random_masks = 50;
	unsigned int i;

	for_each_tested(impl, hash) {
		for (i = 0; i < impl->width; i++) {
			if (!share(test, lanes, hash, impl, BIT_ULL(i)) ||
			    !share(test, lanes, hash, impl, BIT_ULL(i) - 1))
				break;
		}
		for (i = 0; i < random_masks; i++)
			if (!share(test, lanes, hash, impl,
				   rng_u64(&lanes->rng)))
				break;
	}
}

/* Data that begins or ends at unmapped memory. */
static void reads_nothing_but_data(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	unsigned int i, n, odd;

	for_each_tested(impl, hash) {
		for (n = !last.on; n <= MAX_BLOCKS; n++) {
			for (odd = 0; odd < 2; odd++) {
				for (i = 0; i < impl->width; i++) {
					lanes->data[i] = mem.page[i];
					if (i % 2 == odd)
						lanes->data[i] += PAGE_SIZE -
							n * MBHASH_BLOCK;
				}
				if (!right(test, lanes, hash, impl, n))
					return;
			}
		}
	}
}

/* States that end at unmapped memory: MD5's have half the words. */
static void reads_nothing_but_states(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	size_t size = hash->words * sizeof(u32);
	const struct mbhash_impl *impl;
	u32 *state[MBHASH_MAX_LANES];
	unsigned int i;

	for_each_tested(impl, hash) {
		lanes->want = lanes->start;
		for (i = 0; i < impl->width; i++) {
			state[i] = (u32 *)(mem.page[i] + PAGE_SIZE - size);
			memcpy(state[i], lanes->start.word[i], size);
			lanes->data[i] = mem.page[i];
			portable(hash, lanes->want.word[i], lanes->data[i], 2);
		}
		call(impl, state, lanes->data, 2, mem.scratch);
		for (i = 0; i < impl->width; i++)
			if (!expect_same(test, state[i], lanes->want.word[i],
					 size, "%s: lane %u", impl->name, i))
				break;
	}
}

/*
 * Adjacent states, aligned only to words, with a word between them, before and after,
 * that must not change; and data that must not change.
 */
struct packed_states {
	u32 fence;
	u32 word[MBHASH_MAX_LANES * (MBHASH_STATE_WORDS + 1)];
};

#define FENCE	0xfe11ce

static void writes_nothing_but_states(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct packed_states *packed = kunit_kmalloc(test, sizeof(*packed),
						     GFP_KERNEL);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	u32 *state[MBHASH_MAX_LANES];
	unsigned int i, stride = hash->words + 1;

	KUNIT_ASSERT_NOT_NULL(test, packed);
	for_each_tested(impl, hash) {
		unsigned int used = impl->width * stride;
		u64 sum = 0;

		packed->fence = FENCE;
		for (i = 0; i < ARRAY_SIZE(packed->word); i++)
			packed->word[i] = FENCE;
		for (i = 0; i < impl->width; i++) {
			state[i] = packed->word + i * stride;
			memcpy(state[i], lanes->start.word[i],
			       hash->words * sizeof(u32));
			lanes->data[i] = mem.page[i];
		}
		call(impl, state, lanes->data, 3, mem.scratch);

		for (i = 0; i < ARRAY_SIZE(packed->word); i++)
			if (i >= used || i % stride == hash->words)
				sum += packed->word[i] != FENCE;
		KUNIT_EXPECT_EQ_MSG(test, packed->fence, FENCE, "%s",
				    impl->name);
		KUNIT_EXPECT_EQ_MSG(test, sum, 0, "%s: words written between states",
				    impl->name);
	}
}

static void writes_nothing_but_its_scratch(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	const u8 *after;
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++)
		lanes->data[i] = mem.page[i];
	for_each_tested(impl, hash) {
		KUNIT_EXPECT_LE(test, impl->scratch, MBHASH_SCRATCH);
		memset(mem.scratch, 0xa5, MBHASH_SCRATCH);
		right(test, lanes, hash, impl, 5);
		after = mem.scratch + impl->scratch;
		KUNIT_EXPECT_NULL_MSG(test, memchr_inv(after, 0xa5,
						       MBHASH_SCRATCH -
						       impl->scratch),
				      "%s writes more than its %u bytes",
				      impl->name, impl->scratch);
	}
}

/* Contents of scratch from an earlier call have no effect. */
static void old_scratch_changes_nothing(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	const struct mbhash_impl *impl;
	unsigned int i;

	for (i = 0; i < MBHASH_MAX_LANES; i++)
		lanes->data[i] = mem.page[i];
	for_each_tested(impl, hash) {
		memset(mem.scratch, 0xff, MBHASH_SCRATCH);
		right(test, lanes, hash, impl, 5);
		rng_bytes(&lanes->rng, mem.scratch, MBHASH_SCRATCH);
		right(test, lanes, hash, impl, 5);
	}
}

static void writes_no_data(struct kunit *test)
{
	const struct mbhash_hash *hash = tested(test);
	struct lanes *lanes = lanes_alloc(test);
	u8 *copy = kunit_kmalloc(test, PAGE_SIZE, GFP_KERNEL);
	const struct mbhash_impl *impl;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, copy);
	for (i = 0; i < MBHASH_MAX_LANES; i++) {
		memcpy(mem.page[i], mem.page[0], PAGE_SIZE);
		lanes->data[i] = mem.page[i] + i;
	}
	memcpy(copy, mem.page[0], PAGE_SIZE);
	for_each_tested(impl, hash) {
		right(test, lanes, hash, impl, MAX_BLOCKS);
		for (i = 0; i < impl->width; i++)
			expect_same(test, mem.page[i], copy, PAGE_SIZE,
				    "%s: lane %u", impl->name, i);
	}
}

KUNIT_ARRAY_PARAM(entry, entries, entry_name);

static struct kunit_case lanes_cases[] = {
	KUNIT_CASE_PARAM(known_answers_in_every_lane, entry_gen_params),
	KUNIT_CASE_PARAM(every_count_at_every_alignment, entry_gen_params),
	KUNIT_CASE_PARAM(long_runs, entry_gen_params),
	KUNIT_CASE_PARAM(power_of_two_strides, entry_gen_params),
	KUNIT_CASE_PARAM(idle_lanes_share_a_state, entry_gen_params),
	KUNIT_CASE_PARAM(reads_nothing_but_data, entry_gen_params),
	KUNIT_CASE_PARAM(reads_nothing_but_states, entry_gen_params),
	KUNIT_CASE_PARAM(writes_nothing_but_states, entry_gen_params),
	KUNIT_CASE_PARAM(writes_nothing_but_its_scratch, entry_gen_params),
	KUNIT_CASE_PARAM(old_scratch_changes_nothing, entry_gen_params),
	KUNIT_CASE_PARAM(writes_no_data, entry_gen_params),
	{}
};

static struct kunit_suite lanes_suite = {
	.name = "mbhash_lanes",
	.suite_init = lanes_init,
	.suite_exit = lanes_exit,
	.test_cases = lanes_cases,
};

kunit_test_suite(lanes_suite);
