// SPDX-License-Identifier: GPL-2.0
/*
 * Messages that come in pieces.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define STREAMS	150		/* more than there are lanes */
#define LONGEST	5000

static struct {
	uint8_t data[LONGEST];
	size_t size, hashed;
} model[STREAMS];

static struct mbhash_stream memory[STREAMS];

/* Some of the streams that are not at their end, in any order. Return: their number. */
static size_t choose(size_t *chosen, size_t most, bool at_end)
{
	size_t n = 0;

	for (size_t i = 0; i < STREAMS; i++)
		if (at_end == !(model[i].size - model[i].hashed))
			chosen[n++] = i;
	for (size_t i = 0; i < n; i++) {
		const size_t j = i + some(n - i), swap = chosen[i];

		chosen[i] = chosen[j];
		chosen[j] = swap;
	}
	return n < most ? n : most;
}

static void new_message(size_t i)
{
	model[i].size = some(some(4) ? 300 : LONGEST + 1);
	model[i].hashed = 0;
	fill(model[i].data, model[i].size);
}

bool any_pieces(const char *algorithm)
{
	static struct mbhash_stream *streams[STREAMS];
	static uint8_t digests[STREAMS * MBHASH_MAX_SIZE], key[100];
	static const void *data[STREAMS];
	static size_t sizes[STREAMS], chosen[STREAMS];
	const bool keyed = algorithm[0] == 'h';
	struct mbhash *hasher;
	size_t n;

	fill(key, sizeof(key));
	hasher = mbhash_new(algorithm, keyed ? key : NULL, keyed ? sizeof(key) : 0);
	CHECK(hasher, algorithm);
	fill(memory, sizeof(memory));
	for (size_t i = 0; i < STREAMS; i++) {
		streams[i] = &memory[i];
		new_message(i);
	}
	CHECK(!mbhash_begin(hasher, STREAMS, streams), algorithm);
	for (unsigned int round = 0; round < 400; round++) {
		n = choose(chosen, 1 + some(STREAMS), false);
		for (size_t i = 0; i < n; i++) {
			const size_t c = chosen[i], left = model[c].size - model[c].hashed;

			sizes[i] = some(3) ? some(left + 1) : some(2) ? left :
				   some(70) % (left + 1);
			data[i] = sizes[i] ? model[c].data + model[c].hashed : NULL;
			model[c].hashed += sizes[i];
			streams[i] = &memory[c];
		}
		CHECK(!mbhash_update(hasher, n, streams, data, sizes), algorithm);
		n = choose(chosen, some(STREAMS), true);
		for (size_t i = 0; i < n; i++)
			streams[i] = &memory[chosen[i]];
		CHECK(!mbhash_finish(hasher, n, streams, digests), algorithm);
		for (size_t i = 0; i < n; i++) {
			const size_t c = chosen[i], d = mbhash_size(hasher);

			CHECK(!memcmp(digests + i * d,
				      reference(algorithm, key, sizeof(key), model[c].data,
						model[c].size), d), algorithm);
			new_message(c);
		}
		CHECK(!(some(2) ? mbhash_reset : mbhash_begin)(hasher, n, streams), algorithm);
	}
	mbhash_free(hasher);
	return true;
}

/* With calls for other messages in between */
bool lone_stream(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	struct mbhash_stream stream, *streams[] = { &stream };
	uint8_t text[1000], digest[MBHASH_MAX_SIZE], other[MBHASH_MAX_SIZE];

	CHECK(hasher, algorithm);
	fill(text, sizeof(text));
	for (size_t step = 1; step < sizeof(text); step += step / 3 + 1) {
		const void *data[1];
		size_t sizes[1];

		CHECK(!mbhash_begin(hasher, 1, streams), algorithm);
		for (size_t at = 0; at < sizeof(text); at += step) {
			data[0] = text + at;
			sizes[0] = step < sizeof(text) - at ? step : sizeof(text) - at;
			CHECK(!mbhash_update(hasher, 1, streams, data, sizes), algorithm);
			CHECK(!mbhash_digest(hasher, 1, data, sizes, other), algorithm);
			CHECK(!memcmp(other, reference(algorithm, NULL, 0, data[0], sizes[0]),
				      mbhash_size(hasher)), algorithm);
		}
		CHECK(!mbhash_finish(hasher, 1, streams, digest), algorithm);
		CHECK(!memcmp(digest, reference(algorithm, NULL, 0, text, sizeof(text)),
			      mbhash_size(hasher)), algorithm);
	}
	mbhash_free(hasher);
	return true;
}

bool abandoned(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	struct mbhash_stream stream, *streams[] = { &stream };
	uint8_t text[100], digest[MBHASH_MAX_SIZE];
	const void *data[] = { text };
	size_t sizes[] = { sizeof(text) };

	CHECK(hasher, algorithm);
	fill(text, sizeof(text));
	CHECK(!mbhash_begin(hasher, 1, streams), algorithm);
	for (unsigned int i = 0; i < 3; i++) {
		CHECK(!mbhash_update(hasher, 1, streams, data, sizes), algorithm);
		CHECK(!mbhash_reset(hasher, 1, streams), algorithm);
	}
	CHECK(!mbhash_finish(hasher, 1, streams, digest), algorithm);
	CHECK(!memcmp(digest, reference(algorithm, NULL, 0, text, 0), mbhash_size(hasher)),
	      algorithm);
	mbhash_free(hasher);
	return true;
}
