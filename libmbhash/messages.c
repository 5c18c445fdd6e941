// SPDX-License-Identifier: GPL-2.0
/*
 * Messages that are there as a whole. Some of them are in lanes at a time; the next ones
 * follow as soon as others are done.
 */
#include "lib.h"

/* How long to hash before others may follow, nanoseconds */
#define TURN_NS		(50 * NSEC_PER_USEC)

static int check(const struct mbhash *hasher, size_t n, const void *const *messages,
		 const size_t *sizes, const void *digests)
{
	size_t i;

	if (!hasher || !messages || !sizes || !digests)
		return -EINVAL;
	for (i = 0; i < n; i++) {
		if (!messages[i] && sizes[i])
			return -EINVAL;
		if (sizes[i] > MAX_BYTES - (hasher->key ? MBHASH_BLOCK : 0))
			return -EMSGSIZE;
	}
	return 0;
}

static void set(struct mbhash *hasher, struct stream *stream, const void *message, size_t size,
		u8 *digest)
{
	run_begin(hasher, stream);
	stream->data = message;
	stream->size = size;
	stream->digest = digest;
}

int mbhash_digest(struct mbhash *hasher, size_t n, const void *const *messages,
		  const size_t *sizes, void *digests)
{
	const size_t digest_size = mbhash_size(hasher);
	u8 *digest = digests;
	bool more = true;
	size_t i = 0;
	int err;

	if (!n)
		return 0;
	err = check(hasher, n, messages, sizes, digests);
	if (err)
		return err;
	if (n == 1) {
		set(hasher, hasher->own, *messages, *sizes, digest);
		run_alone(hasher, hasher->own);
		return 0;
	}
	while (more || i < n) {
		for (; i < n && !list_empty(&hasher->idle); i++) {
			struct stream *stream = list_first_entry(&hasher->idle, struct stream,
								 job.node);

			list_del(&stream->job.node);
			set(hasher, stream, messages[i], sizes[i], digest);
			run_add(hasher, stream);
			digest += digest_size;
		}
		more = run_batch(hasher, TURN_NS, &hasher->idle);
	}
	return 0;
}
