// SPDX-License-Identifier: GPL-2.0
/*
 * Compares the digests of a run with those of a reference, one of the kernel's own
 * drivers.
 */
#include <linux/err.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "bench.h"

/* About as long as IPsec's keys for hmac-sha-256 and hmac-md5; any length would do. */
static const u8 key[32] = "an hmac key of the benchmark's";

/**
 * bench_set_key() - give a transform a key if it needs one
 * @tfm: the transform under test
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int bench_set_key(struct crypto_ahash *tfm)
{
	if (!(crypto_ahash_get_flags(tfm) & CRYPTO_TFM_NEED_KEY))
		return 0;
	return crypto_ahash_setkey(tfm, key, sizeof(key));
}

static int set_reference_key(struct crypto_shash *tfm)
{
	if (!(crypto_shash_get_flags(tfm) & CRYPTO_TFM_NEED_KEY))
		return 0;
	return crypto_shash_setkey(tfm, key, sizeof(key));
}

static int check_digest(const struct bench_message *message,
			struct crypto_shash *reference)
{
	const struct bench_scenario *scenario = message->submitter->scenario;
	u8 want[BENCH_MAX_DIGEST];
	int err;

	err = crypto_shash_tfm_digest(reference, message->data, scenario->size,
				      want);
	if (err)
		return err;
	if (!memcmp(want, message->digest, crypto_shash_digestsize(reference)))
		return 0;
	pr_err("mbhash_bench: %s: wrong digest of a message of %u bytes: %*phN, not %*phN\n",
	       scenario->driver, scenario->size,
	       crypto_shash_digestsize(reference), message->digest,
	       crypto_shash_digestsize(reference), want);
	return -EBADMSG;
}

/**
 * bench_verify() - compare every message's digest with the reference
 * @submitters: submitters that have finished
 * @scenario: their scenario
 *
 * Context: process, may sleep.
 * Return: 0, -EBADMSG if a digest is wrong, or -errno.
 */
int bench_verify(const struct bench_submitter *submitters,
		 const struct bench_scenario *scenario)
{
	struct crypto_shash *reference;
	unsigned int i, j;
	int err;

	reference = crypto_alloc_shash(scenario->reference, 0, 0);
	if (IS_ERR(reference)) {
		pr_err("mbhash_bench: no reference %s\n", scenario->reference);
		return PTR_ERR(reference);
	}

	err = set_reference_key(reference);
	for (i = 0; !err && i < scenario->threads; i++)
		for (j = 0; !err && j < scenario->inflight; j++)
			err = check_digest(&submitters[i].message[j], reference);

	crypto_free_shash(reference);
	return err;
}
