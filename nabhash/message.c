// SPDX-License-Identifier: GPL-2.0
/*
 * A message: whole blocks are hashed in the caller's memory; the bytes between them are
 * gathered until they are a block.
 */
#include <linux/kmsan-checks.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "nabhash.h"

/**
 * nabhash_init() - begin a message
 * @message: the message
 *
 * Context: any.
 */
void nabhash_init(struct nabhash_message *message)
{
	static const u8 start[16] = {
		0x5a, 0x82, 0x79, 0x99, 0x6e, 0xd9, 0xeb, 0xa1,
		0x8f, 0x1b, 0xbc, 0xdc, 0xca, 0x62, 0xc1, 0xd6,
	};
	unsigned int i;

	for (i = 0; i < NABHASH_LANES; i++)
		memcpy(message->state.lane[i], start, sizeof(start));
	message->bytes = 0;
}

static void add(struct nabhash_message *message, const struct nabhash_impl *impl,
		const u8 *data, size_t n)
{
	const size_t have = message->bytes % NABHASH_BLOCK;

	message->bytes += n;
	if (have) {
		const size_t part = min(n, NABHASH_BLOCK - have);

		memcpy(message->block + have, data, part);
		if (have + part < NABHASH_BLOCK)
			return;
		impl->blocks(&message->state, message->block, 1);
		data += part;
		n -= part;
	}
	if (n >= NABHASH_BLOCK)
		impl->blocks(&message->state, data, n / NABHASH_BLOCK);
	memcpy(message->block, data + round_down(n, NABHASH_BLOCK), n % NABHASH_BLOCK);
}

static void end(struct nabhash_message *message, const struct nabhash_impl *impl, u8 *digest)
{
	const size_t have = message->bytes % NABHASH_BLOCK;

	if (have) {
		memset(message->block + have, 0, NABHASH_BLOCK - have);
		impl->blocks(&message->state, message->block, 1);
	}
	impl->finish(&message->state, message->bytes, digest);
	kmsan_unpoison_memory(digest, NABHASH_DIGEST); /* by assembly */
	memzero_explicit(message, sizeof(*message));
}

/* Is anything to be hashed, or only buffered? */
static bool has_block(const struct nabhash_message *message, size_t n)
{
	return message->bytes % NABHASH_BLOCK + n >= NABHASH_BLOCK;
}

/**
 * nabhash_add() - add data to a message, and end it
 * @message: the message; if it ends, it is wiped
 * @fast: the implementation to use where vector registers may be, or NULL
 * @data: the data; NULL if there is none
 * @n: number of bytes
 * @digest: where to write NABHASH_DIGEST bytes, if the message ends here; else NULL
 *
 * Context: any. Claims the vector registers for NABHASH_SECTION bytes at a time.
 */
void nabhash_add(struct nabhash_message *message, const struct nabhash_impl *fast,
		 const u8 *data, size_t n, u8 *digest)
{
	for (;;) {
		const size_t part = min_t(size_t, n, NABHASH_SECTION);
		const bool last = part == n;
		const bool begun = fast && (has_block(message, part) || (last && digest)) &&
				   fast->begin();
		const struct nabhash_impl *impl = begun ? fast : &nabhash_portable;

		if (part)
			add(message, impl, data, part);
		if (last && digest)
			end(message, impl, digest);
		if (begun)
			fast->end();
		if (last)
			return;
		data += part;
		n -= part;
	}
}
