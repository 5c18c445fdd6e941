// SPDX-License-Identifier: GPL-2.0
/*
 * Messages that come in pieces. The arguments are checked before anything is done.
 */
#include "lib.h"

_Static_assert(sizeof(struct stream) <= sizeof(struct mbhash_stream), "opaque is too short");

static struct stream *stream_of(struct mbhash_stream *stream)
{
	return (struct stream *)stream;
}

static bool have_all(struct mbhash_stream *const *streams, size_t n)
{
	size_t i;

	for (i = 0; streams && i < n; i++)
		if (!streams[i])
			return false;
	return streams;
}

static void release(struct mbhash_stream *const *streams, size_t n, unsigned int is)
{
	size_t i;

	for (i = 0; i < n; i++)
		stream_of(streams[i])->is = is;
}

/* Mark all streams, so that one that is there twice is found. Return: 0 or -EINVAL. */
static int claim(const struct mbhash *hasher, struct mbhash_stream *const *streams, size_t n)
{
	size_t i;

	if (!hasher || !have_all(streams, n))
		return -EINVAL;
	for (i = 0; i < n; i++) {
		struct stream *stream = stream_of(streams[i]);

		if (stream->owner != hasher || stream->is != BEGUN) {
			release(streams, i, BEGUN);
			return -EINVAL;
		}
		stream->is = IN_CALL;
	}
	return 0;
}

/* Hash what was set in all of them. */
static void hash_all(struct mbhash *hasher, struct mbhash_stream *const *streams, size_t n)
{
	struct list_head done;
	size_t i;

	if (n == 1) {
		run_alone(hasher, stream_of(streams[0]));
		return;
	}
	INIT_LIST_HEAD(&done);
	for (i = 0; i < n; i++)
		run_add(hasher, stream_of(streams[i]));
	while (run_batch(hasher, U32_MAX, &done))
		;
}

int mbhash_begin(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	if (!n)
		return 0;
	if (!hasher || !have_all(streams, n))
		return -EINVAL;
	for (i = 0; i < n; i++)
		run_begin(hasher, stream_of(streams[i]));
	return 0;
}

int mbhash_reset(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	if (!n)
		return 0;
	if (!hasher || !have_all(streams, n))
		return -EINVAL;
	for (i = 0; i < n; i++)
		if (stream_of(streams[i])->owner != hasher)
			return -EINVAL;
	mbhash_wipe(n, streams);
	return mbhash_begin(hasher, n, streams);
}

/* Return: 0, or what is wrong with a piece of claimed streams. */
static int check_pieces(struct mbhash_stream *const *streams, size_t n,
			const void *const *data, const size_t *sizes)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (!data[i] && sizes[i])
			return -EINVAL;
		if (sizes[i] > MAX_BYTES - stream_of(streams[i])->job.count)
			return -EMSGSIZE;
	}
	return 0;
}

int mbhash_update(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		  const void *const *data, const size_t *sizes)
{
	size_t i;
	int err;

	if (!n)
		return 0;
	if (!data || !sizes)
		return -EINVAL;
	err = claim(hasher, streams, n);
	if (err)
		return err;
	err = check_pieces(streams, n, data, sizes);
	for (i = 0; !err && i < n; i++) {
		struct stream *stream = stream_of(streams[i]);

		stream->data = data[i];
		stream->size = sizes[i];
		stream->digest = NULL;
	}
	if (!err)
		hash_all(hasher, streams, n);
	release(streams, n, BEGUN);
	return err;
}

int mbhash_finish(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		  void *digests)
{
	size_t i;
	int err;

	if (!n)
		return 0;
	if (!digests)
		return -EINVAL;
	err = claim(hasher, streams, n);
	if (err)
		return err;
	for (i = 0; i < n; i++) {
		struct stream *stream = stream_of(streams[i]);

		stream->data = NULL;
		stream->size = 0;
		stream->digest = (u8 *)digests + i * mbhash_size(hasher);
	}
	hash_all(hasher, streams, n);
	release(streams, n, FINISHED);
	return 0;
}

void mbhash_wipe(size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	for (i = 0; streams && i < n; i++)
		if (streams[i])
			memzero_explicit(streams[i], sizeof(struct stream));
}
