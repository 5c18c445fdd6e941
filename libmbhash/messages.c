// SPDX-License-Identifier: GPL-2.0
/*
 * Messages that are in memory as a whole. Those of one length go straight to the engine.
 * Others become streams: as many as the hasher has are hashed at a time, and the next
 * messages take their place as soon as some are done.
 */
#include "lib.h"

/* How long to hash before further messages may replace those that are done, nanoseconds */
#define TURN_NS		(50 * NSEC_PER_USEC)

static int check(const struct mbhash *hasher, size_t n, const void *const *messages,
		 const size_t *sizes)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (!messages[i] && sizes[i])
			return -EINVAL;
		if (sizes[i] > MAX_BYTES - (hasher->key ? MBHASH_BLOCK : 0))
			return -EMSGSIZE;
	}
	return 0;
}

/*
 * Return: how many messages, from the first one on, are of one length that the engine takes
 * at once; up to one that is missing. They are given to it.
 */
static __always_inline size_t give_alike(struct mbhash *hasher, size_t n,
					 const void *const *messages, const size_t *sizes,
					 u8 *digest)
{
	const size_t digest_size = mbhash_digest_size(hasher->hash), size = *sizes;
	const size_t most = min_t(size_t, n, MBHASH_MAX_LANES);
	struct mbhash_many *many = &hasher->many;
	size_t i;

	if (size > UINT_MAX)
		return 0;
	for (i = 0; i < most && sizes[i] == size && (messages[i] || !size); i++) {
		many->data[i] = messages[i];
		many->digest[i] = digest;
		digest += digest_size;
	}
	return i;
}

/* Hash those of one length that were given. Return: false if streams are faster. */
static bool hash_alike(struct mbhash *hasher, size_t n, size_t size)
{
	hasher->section.simd = true;
	return mbhash_many_run(&hasher->many, hasher->hash, hasher->key, n, size,
			       &hasher->section);
}

static void set(struct mbhash *hasher, struct stream *stream, const void *message, size_t size,
		u8 *digest)
{
	run_begin(hasher, stream);
	stream->data = message;
	stream->size = size;
	stream->digest = digest;
}

/* Hash each as a stream. */
static void hash_streams(struct mbhash *hasher, size_t n, const void *const *messages,
			 const size_t *sizes, u8 *digest)
{
	const size_t digest_size = mbhash_digest_size(hasher->hash);
	bool more = true;
	size_t i = 0;

	if (n == 1) {
		set(hasher, hasher->own, *messages, *sizes, digest);
		run_alone(hasher, hasher->own);
		return;
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
}

/*
 * Hash messages, the first @alike of which were given to the engine. If others follow, only
 * as many of these as fill all lanes are hashed together: the remaining ones can share lanes
 * with those.
 */
static noinline int hash_mixed(struct mbhash *hasher, size_t n, const void *const *messages,
			       const size_t *sizes, u8 *digest, size_t alike)
{
	const int err = check(hasher, n, messages, sizes);

	if (err)
		return err;
	while (n) {
		if (alike < n && alike < MBHASH_MAX_LANES)
			alike -= alike % READ_ONCE(hasher->hash->plan[true].widest);
		if (!alike || !hash_alike(hasher, alike, *sizes)) {
			hash_streams(hasher, n, messages, sizes, digest);
			break;
		}
		n -= alike;
		messages += alike;
		sizes += alike;
		digest += alike * mbhash_digest_size(hasher->hash);
		alike = n ? give_alike(hasher, n, messages, sizes, digest) : 0;
	}
	return 0;
}

int mbhash_digest(struct mbhash *hasher, size_t n, const void *const *messages,
		  const size_t *sizes, void *digests)
{
	size_t alike = 0;

	if (!n)
		return 0;
	if (!hasher || !messages || !sizes || !digests)
		return -EINVAL;
	/* A single message gains only if the implementation writes digests. */
	if (n > 1 || READ_ONCE(hasher->hash->plan[true].impl[1])->digest)
		alike = give_alike(hasher, n, messages, sizes, digests);
	if (alike == n && hash_alike(hasher, n, *sizes))
		return 0;
	return hash_mixed(hasher, n, messages, sizes, digests, alike);
}
