// SPDX-License-Identifier: GPL-2.0
/*
 * Messages that are there as a whole.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "test.h"

#define MOST	300		/* messages at once: more than the library takes at once */
#define LONGEST	20000
#define SEVERAL	7

static bool has_key(const char *algorithm)
{
	return algorithm[0] == 'h';
}

/* Each length up to some blocks, alone and with others of that length and of another */
bool every_length(const char *algorithm)
{
	static const unsigned int counts[] = { 1, 2, 5, SEVERAL };
	uint8_t data[SEVERAL][400], key[7], digests[SEVERAL * MBHASH_MAX_SIZE];
	const void *messages[SEVERAL];
	size_t sizes[SEVERAL];
	struct mbhash *hasher;

	fill(data, sizeof(data));
	fill(key, sizeof(key));
	hasher = mbhash_new(algorithm, has_key(algorithm) ? key : NULL,
			    has_key(algorithm) ? sizeof(key) : 0);
	CHECK(hasher, algorithm);
	for (size_t size = 0; size < 390; size++) {
		for (size_t c = 0; c < ARRAY_SIZE(counts); c++) {
			const size_t n = counts[c], d = mbhash_size(hasher);

			for (size_t i = 0; i < n; i++) {
				messages[i] = data[i] + size % 9;
				sizes[i] = c == 2 ? size / (i + 1) : size;
				if (!sizes[i])
					messages[i] = NULL;
			}
			CHECK(!mbhash_digest(hasher, n, messages, sizes, digests), algorithm);
			for (size_t i = 0; i < n; i++)
				CHECK(!memcmp(digests + i * d,
					      reference(algorithm, key, sizeof(key),
							data[i] + size % 9, sizes[i]), d),
				      algorithm);
		}
	}
	mbhash_free(hasher);
	return true;
}

/* Any number of them, of any lengths, of one, or several of each, with keys of any length */
bool many_messages(const char *algorithm)
{
	static uint8_t data[2 * LONGEST], digests[MOST * MBHASH_MAX_SIZE + 1];
	static const void *messages[MOST];
	static size_t sizes[MOST];
	uint8_t key[200];

	fill(data, sizeof(data));
	fill(key, sizeof(key));
	for (unsigned int round = 0; round < 40; round++) {
		const size_t key_size = has_key(algorithm) ? some(sizeof(key)) : 0;
		const size_t n = some(MOST + 1), same = round % 4 ? 0 : some(2000);
		struct mbhash *hasher = mbhash_new(algorithm, key_size ? key : NULL, key_size);
		size_t d;

		CHECK(hasher, algorithm);
		d = mbhash_size(hasher);
		for (size_t i = 0; i < n; i++) {
			messages[i] = data + some(LONGEST);
			if (same)
				sizes[i] = same;
			else if (round % 4 == 1 && i && some(100))
				sizes[i] = sizes[i - 1];
			else
				sizes[i] = some(some(8) ? 500 : LONGEST);
		}
		memset(digests, 0xa5, sizeof(digests));
		CHECK(!mbhash_digest(hasher, n, messages, sizes, digests), algorithm);
		for (size_t i = 0; i < n; i++)
			CHECK(!memcmp(digests + i * d, reference(algorithm, key, key_size,
								 messages[i], sizes[i]), d),
			      algorithm);
		CHECK(digests[n * d] == 0xa5, algorithm);
		mbhash_free(hasher);
	}
	return true;
}

/* The library could change it, as far as the compiler knows. */
double kept[8];

/*
 * The compiler keeps such numbers in vector registers that a function has to preserve, where
 * there are any.
 */
bool preserves_registers(const char *algorithm)
{
	double a = some(1000), b = some(1000), c = some(1000), d = some(1000);
	double e = some(1000), f = some(1000), g = some(1000), h = some(1000);
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	static uint8_t text[16 * 200], digests[16 * MBHASH_MAX_SIZE];
	const void *messages[16];
	size_t sizes[16];

	CHECK(hasher, algorithm);
	kept[0] = a, kept[1] = b, kept[2] = c, kept[3] = d;
	kept[4] = e, kept[5] = f, kept[6] = g, kept[7] = h;
	for (size_t i = 0; i < 16; i++) {
		messages[i] = text + 200 * i;
		sizes[i] = 200;
	}
	for (size_t n = 1; n <= 16; n++) {
		CHECK(!mbhash_digest(hasher, n, messages, sizes, digests), algorithm);
		CHECK(a == kept[0] && b == kept[1] && c == kept[2] && d == kept[3],
		      algorithm);
		CHECK(e == kept[4] && f == kept[5] && g == kept[6] && h == kept[7],
		      algorithm);
	}
	mbhash_free(hasher);
	return true;
}

/* The engine's lengths are 32-bit numbers: such a message goes to it in pieces. */
bool huge_message(const char *algorithm)
{
	const size_t size = ((size_t)1 << 32) + 12345;
	uint8_t *data = mmap(NULL, size, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	const void *messages[] = { data, data + 1 };
	const size_t sizes[] = { size, ((size_t)1 << 30) + 1 };
	uint8_t digests[2][2 * MBHASH_MAX_SIZE];
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);

	CHECK(data != MAP_FAILED && hasher, algorithm);
	data[size - 1] = 1;
	data[((size_t)1 << 30) + 1] = 2;
	/* Alone, and two of them */
	for (size_t n = 1; n <= 2; n++)
		CHECK(!mbhash_digest(hasher, n, messages, sizes, digests[n - 1]), algorithm);
	CHECK(!memcmp(digests[0], reference(algorithm, NULL, 0, data, size), mbhash_size(hasher)),
	      algorithm);
	CHECK(!memcmp(digests[1], digests[0], mbhash_size(hasher)), algorithm);
	CHECK(!memcmp(digests[1] + mbhash_size(hasher),
		      reference(algorithm, NULL, 0, messages[1], sizes[1]), mbhash_size(hasher)),
	      algorithm);
	mbhash_free(hasher);
	munmap(data, size);
	return true;
}
