// SPDX-License-Identifier: GPL-2.0
/*
 * Messages that come in pieces. All arguments are checked before anything is hashed.
 */
#include "lib.h"

_Static_assert(sizeof(struct stream) <= sizeof(struct mbhash_stream), "opaque is too short");

static struct stream *stream_of(struct mbhash_stream *stream)
{
	return (struct stream *)stream;
}

static bool have_all(const struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	if (!n)
		return true;
	for (i = 0; streams && i < n; i++)
		if (!streams[i])
			return false;
	return hasher && streams;
}

/* Return: 0, or what is wrong with a stream or its next piece. */
static int check(const struct mbhash *hasher, const struct stream *stream, const void *data,
		 size_t size)
{
	if (!stream || stream->owner != hasher->number || stream->is != BEGUN || (!data && size))
		return -EINVAL;
	return size > MAX_BYTES - stream->job.count ? -EMSGSIZE : 0;
}

static void release(struct mbhash_stream *const *streams, size_t n, unsigned int is)
{
	size_t i;

	for (i = 0; i < n; i++)
		stream_of(streams[i])->is = is;
}

/*
 * Hash the next piece of each, or with @digests finish them. They are marked during this
 * call, so that a stream that is given twice is found.
 */
static int hash(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		const void *const *data, const size_t *sizes, u8 *digests)
{
	const size_t digest_size = mbhash_size(hasher);
	struct list_head done;
	size_t i;

	for (i = 0; i < n; i++) {
		struct stream *stream = stream_of(streams[i]);
		int err;

		err = check(hasher, stream, data ? data[i] : NULL, data ? sizes[i] : 0);
		if (err) {
			run_drop(hasher);
			release(streams, i, BEGUN);
			return err;
		}
		stream->is = IN_CALL;
		stream->data = data ? data[i] : NULL;
		stream->size = data ? sizes[i] : 0;
		stream->digest = digests ? digests + i * digest_size : NULL;
		if (n > 1)
			run_add(hasher, stream);
	}
	INIT_LIST_HEAD(&done);
	if (n > 1)
		while (run_batch(hasher, U32_MAX, &done))
			;
	else
		run_alone(hasher, stream_of(*streams));
	release(streams, n, digests ? FINISHED : BEGUN);
	return 0;
}

static void begin(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	for (i = 0; i < n; i++)
		run_begin(hasher, stream_of(streams[i]));
}

int mbhash_begin(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams)
{
	if (!have_all(hasher, n, streams))
		return -EINVAL;
	begin(hasher, n, streams);
	return 0;
}

int mbhash_reset(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	if (!have_all(hasher, n, streams))
		return -EINVAL;
	for (i = 0; i < n; i++)
		if (stream_of(streams[i])->owner != hasher->number)
			return -EINVAL;
	mbhash_wipe(n, streams);
	begin(hasher, n, streams);
	return 0;
}

int mbhash_update(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		  const void *const *data, const size_t *sizes)
{
	if (!n)
		return 0;
	if (!hasher || !streams || !data || !sizes)
		return -EINVAL;
	return hash(hasher, n, streams, data, sizes, NULL);
}

int mbhash_finish(struct mbhash *hasher, size_t n, struct mbhash_stream *const *streams,
		  void *digests)
{
	if (!n)
		return 0;
	if (!hasher || !streams || !digests)
		return -EINVAL;
	return hash(hasher, n, streams, NULL, NULL, digests);
}

void mbhash_wipe(size_t n, struct mbhash_stream *const *streams)
{
	size_t i;

	for (i = 0; streams && i < n; i++)
		if (streams[i])
			memzero_explicit(streams[i], sizeof(struct stream));
}
