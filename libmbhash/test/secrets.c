// SPDX-License-Identifier: GPL-2.0
/*
 * Nothing of a message or a key stays in memory of the library.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* Is a word of @size bytes at @secret anywhere in memory? */
static bool has_word(const void *memory, size_t room, const void *secret, size_t size)
{
	for (size_t at = 0; at + 8 <= room; at++)
		for (size_t i = 0; i + 8 <= size; i += 8)
			if (!memcmp((const char *)memory + at, (const char *)secret + i, 8))
				return true;
	return false;
}

bool streams_are_wiped(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	struct mbhash_stream streams[3], empty = { { 0 } };
	struct mbhash_stream *all[] = { &streams[0], &streams[1], &streams[2] };
	uint8_t text[3][56], digests[3 * MBHASH_MAX_SIZE];
	const void *data[] = { text[0], text[1], text[2] };
	size_t sizes[] = { 56, 40, 17 };

	CHECK(hasher, algorithm);
	fill(text, sizeof(text));
	memset(streams, 0, sizeof(streams));
	CHECK(!mbhash_begin(hasher, 3, all), algorithm);
	CHECK(!mbhash_update(hasher, 3, all, data, sizes), algorithm);
	CHECK(has_word(streams, sizeof(streams), text[0], 56), algorithm);
	CHECK(has_word(&streams[2], sizeof(*streams), text[2], 16), algorithm);
	CHECK(!mbhash_reset(hasher, 1, all + 2), algorithm);
	CHECK(!has_word(&streams[2], sizeof(*streams), text[2], 16), algorithm);
	mbhash_wipe(1, all);
	CHECK(!memcmp(&streams[0], &empty, sizeof(empty)), algorithm);
	CHECK(!mbhash_finish(hasher, 2, all + 1, digests), algorithm);
	CHECK(!has_word(streams, sizeof(streams), text, sizeof(text)), algorithm);
	CHECK(!has_word(streams, sizeof(streams), digests, 2 * mbhash_size(hasher)), algorithm);
	mbhash_free(hasher);
	return true;
}

static const void *watched;
static bool was_clean;

void __real_free(void *p);
void __wrap_free(void *p);

/* The linker gives the library this one. */
void __wrap_free(void *p)
{
	if (p && p == watched) {
		static const char zeros[1 << 12];

		/* It has at least so much, the key and what was hashed among it. */
		was_clean = !memcmp(p, zeros, sizeof(zeros));
		watched = NULL;
	}
	__real_free(p);
}

bool hasher_is_wiped(const char *algorithm)
{
	const bool keyed = algorithm[0] == 'h';
	struct mbhash *hasher = mbhash_new(algorithm, keyed ? "secret" : NULL, keyed ? 6 : 0);
	const void *data[] = { "a", "b" };
	const size_t sizes[] = { 1, 1 };
	uint8_t digests[2 * MBHASH_MAX_SIZE];

	CHECK(hasher, algorithm);
	CHECK(!mbhash_digest(hasher, 2, data, sizes, digests), algorithm);
	watched = hasher;
	was_clean = false;
	mbhash_free(hasher);
	CHECK(was_clean, algorithm);
	return true;
}
