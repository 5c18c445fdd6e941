// SPDX-License-Identifier: GPL-2.0
/*
 * What is hashed, and what the digests should be.
 */
#include <linux/minmax.h>
#include <linux/slab.h>

#include "torture.h"

static u8 *chunk[CHUNKS];

/**
 * data_init() - make random bytes
 *
 * Return: 0 or -ENOMEM; data_exit() is due in either case.
 */
int data_init(void)
{
	struct rng rng = { .state = torture_seed };
	unsigned int i, k;

	for (i = 0; i < CHUNKS; i++) {
		chunk[i] = kmalloc(CHUNK_SIZE, GFP_KERNEL);
		if (!chunk[i])
			return -ENOMEM;
		for (k = 0; k < CHUNK_SIZE; k += sizeof(u64))
			*(u64 *)(chunk[i] + k) = rng_u64(&rng);
	}
	return 0;
}

/**
 * data_exit() - the opposite
 */
void data_exit(void)
{
	unsigned int i;

	for (i = 0; i < CHUNKS; i++)
		kfree(chunk[i]);
}

/**
 * data_at() - some of the bytes, anywhere; at the end of their memory often
 * @rng: random numbers
 * @len: how many, at most CHUNK_SIZE
 *
 * Return: where they are.
 */
const u8 *data_at(struct rng *rng, unsigned int len)
{
	const u8 *from = chunk[rng_below(rng, CHUNKS)];
	const unsigned int last = CHUNK_SIZE - max(len, 1U);

	switch (rng_below(rng, 4)) {
	case 0:
		return from + last;
	case 1:
		return from + round_down(rng_below(rng, last + 1), 64);
	default:
		return from + rng_below(rng, last + 1);
	}
}

/**
 * data_length() - a length, beside a boundary often
 * @rng: random numbers
 * @most: no more than this
 *
 * Return: the length.
 */
unsigned int data_length(struct rng *rng, unsigned int most)
{
	static const unsigned int limits[] = {
		MBHASH_BLOCK, 4 * MBHASH_BLOCK, 1500, 1500, 8192, 20000, MAX_BYTES,
	};
	unsigned int len;

	switch (rng_below(rng, 4)) {
	case 0:	/* Padding begins at 55 or 56 bytes of a block. */
		len = MBHASH_BLOCK * rng_below(rng, 5) + 54 + rng_below(rng, 13);
		break;
	case 1:	/* Blocks, and pages */
		len = (MBHASH_BLOCK << rng_below(rng, 8)) - 2 + rng_below(rng, 5);
		break;
	case 2:	/* Equal ones, that go in lockstep */
		len = 1024;
		break;
	default:
		len = rng_below(rng, limits[rng_below(rng, ARRAY_SIZE(limits))] + 1);
		break;
	}
	return min(len, most);
}

/**
 * data_reference() - what a message's digest should be
 * @tfm: the kernel's own driver, with the key
 * @message: the message
 *
 * Return: 0 or -errno.
 */
int data_reference(struct crypto_shash *tfm, struct message *message)
{
	SHASH_DESC_ON_STACK(desc, tfm);
	unsigned int i;
	int err;

	desc->tfm = tfm;
	err = crypto_shash_init(desc);
	for (i = 0; i < message->pieces && !err; i++) {
		const struct piece *piece = &message->piece[i];
		struct scatterlist *sg = piece->sg;
		unsigned int left = piece->nbytes;

		if (piece->virt) {
			err = crypto_shash_update(desc, piece->virt, left);
			left = 0;
		}
		while (left && !err) {
			const unsigned int n = min(left, sg->length);

			err = crypto_shash_update(desc, sg_virt(sg), n);
			left -= n;
			if (left)
				sg = sg_next(sg);
		}
	}
	memset(message->want, FENCE, sizeof(message->want));
	return err ?: crypto_shash_final(desc, message->want);
}
