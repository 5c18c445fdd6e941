// SPDX-License-Identifier: GPL-2.0
/*
 * Wrong arguments give an error code, and change nothing.
 */
#include <errno.h>
#include <string.h>

#include "test.h"

static bool refuses_new(const char *algorithm, const void *key, size_t size, int err)
{
	errno = 0;
	return !mbhash_new(algorithm, key, size) && errno == err;
}

bool bad_arguments(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	const bool keyed = algorithm[0] == 'h';
	const void *messages[] = { "a", NULL };
	size_t sizes[] = { 1, 0 };
	uint8_t digests[2 * MBHASH_MAX_SIZE], before[sizeof(digests)];

	CHECK(hasher, algorithm);
	CHECK(refuses_new(NULL, NULL, 0, EINVAL), algorithm);
	CHECK(refuses_new("", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("sha1", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("md5 ", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("hmac()", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("hmac(", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("hmac(md5", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("hmac(md5]", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new("hmac(hmac(md5))", NULL, 0, ENOENT), algorithm);
	CHECK(refuses_new(algorithm, NULL, 1, EINVAL), algorithm);
	CHECK(keyed || refuses_new(algorithm, "key", 3, EINVAL), algorithm);

	memset(digests, 0xa5, sizeof(digests));
	memcpy(before, digests, sizeof(digests));
	CHECK(mbhash_digest(NULL, 1, messages, sizes, digests) == -EINVAL, algorithm);
	CHECK(mbhash_digest(hasher, 1, NULL, sizes, digests) == -EINVAL, algorithm);
	CHECK(mbhash_digest(hasher, 1, messages, NULL, digests) == -EINVAL, algorithm);
	CHECK(mbhash_digest(hasher, 1, messages, sizes, NULL) == -EINVAL, algorithm);
	sizes[1] = 1;
	CHECK(mbhash_digest(hasher, 2, messages, sizes, digests) == -EINVAL, algorithm);
	CHECK(!memcmp(digests, before, sizeof(digests)), algorithm);
	sizes[1] = 0;
	CHECK(!mbhash_digest(hasher, 2, messages, sizes, digests), algorithm);
	CHECK(!mbhash_digest(hasher, 0, NULL, NULL, NULL), algorithm);
	CHECK(!mbhash_digest(NULL, 0, NULL, NULL, NULL), algorithm);

	CHECK(!mbhash_size(NULL), algorithm);
	CHECK(!mbhash_plan(NULL, 1) && !mbhash_plan(hasher, 0), algorithm);
	CHECK(mbhash_plan(hasher, 1) && mbhash_plan(hasher, -1), algorithm);
	mbhash_free(NULL);
	mbhash_free(hasher);
	return true;
}

bool bad_streams(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	struct mbhash *other = mbhash_new(algorithm, NULL, 0);
	struct mbhash_stream a, b, never = { { 0 } };
	struct mbhash_stream *both[] = { &a, &b }, *twice[] = { &a, &b, &a };
	struct mbhash_stream *none[] = { &a, NULL }, *unknown[] = { &b, &never };
	const void *data[] = { "x", "y", "z" };
	size_t sizes[] = { 1, 1, 1 };
	uint8_t digests[3 * MBHASH_MAX_SIZE];

	CHECK(hasher && other, algorithm);
	CHECK(mbhash_begin(NULL, 1, both) == -EINVAL, algorithm);
	CHECK(mbhash_begin(hasher, 2, NULL) == -EINVAL, algorithm);
	CHECK(mbhash_begin(hasher, 2, none) == -EINVAL, algorithm);
	CHECK(!mbhash_begin(hasher, 2, both), algorithm);

	CHECK(mbhash_update(NULL, 2, both, data, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_update(hasher, 2, NULL, data, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_update(hasher, 2, both, NULL, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_update(hasher, 2, both, data, NULL) == -EINVAL, algorithm);
	CHECK(mbhash_update(hasher, 2, none, data, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_update(hasher, 3, twice, data, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_update(hasher, 2, unknown, data, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_update(other, 2, both, data, sizes) == -EINVAL, algorithm);
	data[1] = NULL;
	CHECK(mbhash_update(hasher, 2, both, data, sizes) == -EINVAL, algorithm);
	data[1] = "y";
	CHECK(mbhash_finish(NULL, 2, both, digests) == -EINVAL, algorithm);
	CHECK(mbhash_finish(hasher, 2, both, NULL) == -EINVAL, algorithm);
	CHECK(mbhash_finish(hasher, 2, none, digests) == -EINVAL, algorithm);
	CHECK(mbhash_finish(hasher, 3, twice, digests) == -EINVAL, algorithm);
	CHECK(mbhash_finish(hasher, 2, unknown, digests) == -EINVAL, algorithm);
	CHECK(mbhash_finish(other, 2, both, digests) == -EINVAL, algorithm);
	CHECK(mbhash_reset(NULL, 2, both) == -EINVAL, algorithm);
	CHECK(mbhash_reset(hasher, 2, unknown) == -EINVAL, algorithm);
	CHECK(mbhash_reset(other, 2, both) == -EINVAL, algorithm);

	/* Nothing of that was hashed. */
	CHECK(!mbhash_update(hasher, 2, both, data, sizes), algorithm);
	CHECK(!mbhash_finish(hasher, 2, both, digests), algorithm);
	CHECK(!memcmp(digests, reference(algorithm, NULL, 0, "x", 1), mbhash_size(hasher)),
	      algorithm);
	CHECK(!memcmp(digests + mbhash_size(hasher), reference(algorithm, NULL, 0, "y", 1),
		      mbhash_size(hasher)), algorithm);

	/* They are finished now. */
	CHECK(mbhash_update(hasher, 2, both, data, sizes) == -EINVAL, algorithm);
	CHECK(mbhash_finish(hasher, 2, both, digests) == -EINVAL, algorithm);
	CHECK(!mbhash_reset(hasher, 2, both), algorithm);
	CHECK(!mbhash_finish(hasher, 2, both, digests), algorithm);

	CHECK(!mbhash_begin(hasher, 0, NULL) && !mbhash_reset(hasher, 0, NULL), algorithm);
	CHECK(!mbhash_update(hasher, 0, NULL, NULL, NULL), algorithm);
	CHECK(!mbhash_finish(hasher, 0, NULL, NULL), algorithm);
	mbhash_wipe(1, NULL);
	mbhash_wipe(2, none);
	mbhash_free(hasher);
	mbhash_free(other);
	return true;
}

/* Which hasher's memory the next one has is malloc()'s choice: often that of the last. */
bool freed_owner(const char *algorithm)
{
	struct mbhash_stream stream, *streams[] = { &stream };
	const void *data[] = { "x" };
	size_t sizes[] = { 1 };
	uint8_t digest[MBHASH_MAX_SIZE];

	for (unsigned int i = 0; i < 10; i++) {
		struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);

		CHECK(hasher, algorithm);
		if (i) {
			CHECK(mbhash_update(hasher, 1, streams, data, sizes) == -EINVAL, algorithm);
			CHECK(mbhash_finish(hasher, 1, streams, digest) == -EINVAL, algorithm);
			CHECK(mbhash_reset(hasher, 1, streams) == -EINVAL, algorithm);
		}
		CHECK(!mbhash_begin(hasher, 1, streams), algorithm);
		mbhash_free(hasher);
	}
	mbhash_wipe(1, streams);
	return true;
}

/*
 * The longest messages that there may be are not refused for their length, but, as nobody
 * has the memory to hash them, for the NULL after them.
 */
bool longest(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	struct mbhash_stream a, b, *both[] = { &a, &b };
	const void *data[] = { "x", NULL };
	/* hmac hashes a block more. */
	size_t sizes[] = { ((size_t)1 << 61) - 1 - (algorithm[0] == 'h' ? 64 : 0), 1 };
	uint8_t digests[2 * MBHASH_MAX_SIZE];

	CHECK(hasher, algorithm);
	CHECK(mbhash_digest(hasher, 2, data, sizes, digests) == -EINVAL, algorithm);
	CHECK(!mbhash_begin(hasher, 2, both), algorithm);
	CHECK(mbhash_update(hasher, 2, both, data, sizes) == -EINVAL, algorithm);
	mbhash_wipe(2, both);
	mbhash_free(hasher);
	return true;
}

bool too_long(const char *algorithm)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	struct mbhash_stream stream, *streams[] = { &stream };
	const void *data[] = { "x" };
	size_t sizes[] = { (size_t)1 << 61 };
	uint8_t digest[MBHASH_MAX_SIZE];

	CHECK(hasher, algorithm);
	CHECK(mbhash_digest(hasher, 1, data, sizes, digest) == -EMSGSIZE, algorithm);
	/* hmac hashes a block more. */
	sizes[0] -= 64;
	CHECK(algorithm[0] != 'h' ||
	      mbhash_digest(hasher, 1, data, sizes, digest) == -EMSGSIZE, algorithm);
	sizes[0] += 64;
	CHECK(!mbhash_begin(hasher, 1, streams), algorithm);
	CHECK(mbhash_update(hasher, 1, streams, data, sizes) == -EMSGSIZE, algorithm);
	sizes[0] = 1;
	CHECK(!mbhash_update(hasher, 1, streams, data, sizes), algorithm);
	sizes[0] = ((size_t)1 << 61) - 1;
	CHECK(mbhash_update(hasher, 1, streams, data, sizes) == -EMSGSIZE, algorithm);
	sizes[0] = SIZE_MAX;
	CHECK(mbhash_update(hasher, 1, streams, data, sizes) == -EMSGSIZE, algorithm);
	CHECK(!mbhash_finish(hasher, 1, streams, digest), algorithm);
	CHECK(!memcmp(digest, reference(algorithm, NULL, 0, "x", 1), mbhash_size(hasher)),
	      algorithm);
	mbhash_free(hasher);
	return true;
}
