// SPDX-License-Identifier: GPL-2.0
/*
 * Nothing of a message or a key stays in memory of the library.
 */
#define _GNU_SOURCE		/* memfd_create() */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/md5.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

#define KEY	"secret of many bytes"
#define STACK	(1024 * 1024)
#define MOST	70

/* The state after a key's block, which pad is added to. Returns its size. */
static size_t key_state(const char *algorithm, uint8_t pad, void *state)
{
	uint8_t block[64];
	SHA256_CTX sha256;
	MD5_CTX md5;

	memset(block, pad, sizeof(block));
	for (size_t i = 0; i < strlen(KEY); i++)
		block[i] ^= KEY[i];
	if (strstr(algorithm, "md5")) {
		const uint32_t *words[] = { &md5.A, &md5.B, &md5.C, &md5.D };

		MD5_Init(&md5);
		MD5_Update(&md5, block, sizeof(block));
		for (size_t i = 0; i < 4; i++)
			memcpy((uint32_t *)state + i, words[i], sizeof(uint32_t));
		return 16;
	}
	SHA256_Init(&sha256);
	SHA256_Update(&sha256, block, sizeof(block));
	memcpy(state, sha256.h, 32);
	return 32;
}

/* Any number of messages, short ones and those of some blocks, with and without a tail */
static void *hash_all(void *hasher)
{
	static const size_t lengths[] = { 8, 64, 100, 128, 200 };
	static const uint8_t text[200];
	uint8_t digests[MOST * MBHASH_MAX_SIZE];
	struct mbhash_stream streams[MOST] = { 0 }, *all[MOST];
	const void *data[MOST];
	size_t sizes[MOST];

	for (size_t k = 0; k < ARRAY_SIZE(lengths); k++) {
		for (size_t i = 0; i < MOST; i++) {
			all[i] = &streams[i];
			data[i] = text;
			sizes[i] = lengths[k];
		}
		for (size_t n = 1; n <= MOST; n++)
			if (mbhash_digest(hasher, n, data, sizes, digests) ||
			    mbhash_begin(hasher, n, all) ||
			    mbhash_update(hasher, n, all, data, sizes) ||
			    mbhash_finish(hasher, n, all, digests))
				return NULL;
	}
	return hasher;
}

/*
 * The stack is a file's memory, mapped twice: checkers forbid to read below a stack's pointer.
 */
bool stack_is_clean(const char *algorithm)
{
	uint8_t inner[32], outer[32];
	pthread_attr_t attributes;
	struct mbhash *hasher;
	void *stack, *seen, *done;
	pthread_t thread;
	size_t size;
	int file;

	if (algorithm[0] != 'h')
		return true;
	file = memfd_create("stack", MFD_CLOEXEC);
	CHECK(file >= 0 && !ftruncate(file, STACK), algorithm);
	stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	seen = mmap(NULL, STACK, PROT_READ, MAP_SHARED, file, 0);
	close(file);
	CHECK(stack != MAP_FAILED && seen != MAP_FAILED, algorithm);

	size = key_state(algorithm, 0x36, inner);
	key_state(algorithm, 0x5c, outer);
	hasher = mbhash_new(algorithm, KEY, strlen(KEY));
	CHECK(hasher, algorithm);
	pthread_attr_init(&attributes);
	CHECK(!pthread_attr_setstack(&attributes, stack, STACK), algorithm);
	CHECK(!pthread_create(&thread, &attributes, hash_all, hasher), algorithm);
	CHECK(!pthread_join(thread, &done) && done, algorithm);
	CHECK(!has_word(seen, STACK, inner, size), algorithm);
	CHECK(!has_word(seen, STACK, outer, size), algorithm);
	pthread_attr_destroy(&attributes);
	mbhash_free(hasher);
	munmap(seen, STACK);
	munmap(stack, STACK);
	return true;
}
