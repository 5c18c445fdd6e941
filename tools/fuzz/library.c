// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the library through its public interface: streams are begun, get pieces, are
 * finished, reset and wiped in any order and number, also wrongly, between messages that are
 * there as a whole. Each digest must equal OpenSSL's, and each call must return what
 * mbhash.h says.
 */
#include <errno.h>
#include <string.h>

#include "../../kunit/reference.h"
#include "../../libmbhash/mbhash.h"
#include "input.h"

#define STREAMS	70
#define LONGEST	3000
#define POOL	(1 << 14)

enum state { NONE, BEGUN, FINISHED };

static struct {
	struct mbhash_stream stream;
	enum state state;
	size_t size;
	u8 text[LONGEST];
} model[STREAMS];

static struct mbhash *hashers[2 * MBHASH_NR_HASHES], *hasher;
static u8 pool[POOL];
static const char key[] = "a key";

/* What is passed to a call */
static size_t chosen[STREAMS];
static struct mbhash_stream *streams[STREAMS];
static const void *data[STREAMS];
static size_t sizes[STREAMS];
static u8 digests[STREAMS * MBHASH_MAX_SIZE];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char *const names[] = { "md5", "sha256", "hmac(md5)", "hmac(sha256)" };
	unsigned int i;

	(void)argc;
	(void)argv;
	fill_pool(pool, POOL);
	for (i = 0; i < 2 * MBHASH_NR_HASHES; i++)
		hashers[i] = mbhash_new(names[i], i < 2 ? NULL : key, i < 2 ? 0 : sizeof(key));
	return 0;
}

static void is_right(const void *text, size_t size, const u8 *digest)
{
	u8 want[MBHASH_MAX_SIZE];

	if (hasher == hashers[MBHASH_MD5] || hasher == hashers[MBHASH_SHA256])
		reference_hash(hasher == hashers[MBHASH_SHA256], text, size, want);
	else
		reference_hmac(hasher == hashers[2 + MBHASH_SHA256], (const u8 *)key, sizeof(key),
			       text, size, want);
	MUST(!memcmp(digest, want, mbhash_size(hasher)));
}

/* Choose some streams of a state, or any. Return: their number. */
static size_t choose(struct input *in, enum state wanted, bool any)
{
	const size_t first = take_u8(in) % STREAMS, most = take_u8(in) % (STREAMS + 1);
	size_t i, n = 0;

	for (i = 0; i < STREAMS && n < most; i++) {
		const size_t c = (first + i * 3) % STREAMS;

		if (any || model[c].state == wanted) {
			streams[n] = &model[c].stream;
			chosen[n++] = c;
		}
	}
	return n;
}

static bool all_in(size_t n, enum state wanted)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (model[chosen[i]].state != wanted)
			return false;
	return true;
}

static void became(size_t n, enum state now)
{
	size_t i;

	for (i = 0; i < n; i++) {
		model[chosen[i]].state = now;
		model[chosen[i]].size = 0;
	}
}

static void update(struct input *in, bool any)
{
	const size_t n = choose(in, BEGUN, any);
	const bool good = all_in(n, BEGUN);
	size_t i;

	for (i = 0; i < n; i++) {
		const size_t c = chosen[i];

		sizes[i] = take_u16(in) % (LONGEST - model[c].size + 1);
		data[i] = sizes[i] ? pool + take_u16(in) % (POOL - LONGEST) : NULL;
	}
	MUST(mbhash_update(hasher, n, streams, data, sizes) == (good ? 0 : -EINVAL));
	for (i = 0; good && i < n; i++) {
		if (sizes[i])
			memcpy(model[chosen[i]].text + model[chosen[i]].size, data[i], sizes[i]);
		model[chosen[i]].size += sizes[i];
	}
}

static void finish(struct input *in, bool any)
{
	const size_t n = choose(in, BEGUN, any);
	const bool good = all_in(n, BEGUN);
	size_t i;

	MUST(mbhash_finish(hasher, n, streams, digests) == (good ? 0 : -EINVAL));
	for (i = 0; good && i < n; i++)
		is_right(model[chosen[i]].text, model[chosen[i]].size,
			 digests + i * mbhash_size(hasher));
	if (good)
		became(n, FINISHED);
}

static void reset(struct input *in, bool any)
{
	const size_t n = choose(in, FINISHED, any);
	bool good = true;
	size_t i;

	for (i = 0; i < n; i++)
		good &= model[chosen[i]].state != NONE;
	MUST(mbhash_reset(hasher, n, streams) == (good ? 0 : -EINVAL));
	if (good)
		became(n, BEGUN);
}

static void twice(struct input *in)
{
	const size_t n = choose(in, BEGUN, false);

	if (n < 2)
		return;
	streams[n - 1] = streams[take_u8(in) % (n - 1)];
	MUST(mbhash_finish(hasher, n, streams, digests) == -EINVAL);
}

static void whole(struct input *in)
{
	const size_t n = take_u8(in) % (STREAMS + 1);
	const bool equal = take_u8(in) & 1;
	size_t i;

	for (i = 0; i < n; i++) {
		sizes[i] = equal && i ? sizes[0] : take_u16(in) % LONGEST;
		data[i] = pool + take_u8(in);
	}
	MUST(!mbhash_digest(hasher, n, data, sizes, digests));
	for (i = 0; i < n; i++)
		is_right(data[i], sizes[i], digests + i * mbhash_size(hasher));
}

static void act(struct input *in)
{
	const u8 what = take_u8(in);
	const bool any = what & 64;
	size_t n;

	switch (what % 8) {
	case 0:
		n = choose(in, NONE, any);
		MUST(!mbhash_begin(hasher, n, streams));
		became(n, BEGUN);
		break;
	case 1:
		finish(in, any);
		break;
	case 2:
		reset(in, any);
		break;
	case 3:
		n = choose(in, BEGUN, any);
		mbhash_wipe(n, streams);
		became(n, NONE);
		break;
	case 4:
		whole(in);
		break;
	case 5:
		twice(in);
		break;
	default:
		update(in, any);
	}
}

int LLVMFuzzerTestOneInput(const u8 *bytes, size_t size)
{
	struct input in = { bytes, size };
	size_t i;

	hasher = hashers[take_u8(&in) % 4];
	for (i = 0; i < STREAMS; i++) {
		memset(&model[i].stream, 0, sizeof(model[i].stream));
		model[i].state = NONE;
		model[i].size = 0;
	}
	while (in.left)
		act(&in);
	return 0;
}
