// SPDX-License-Identifier: GPL-2.0
/*
 * Hashers, and the names of algorithms.
 */
#include "lib.h"

/* "hmac(" NAME ")": the crypto API's names */
#define HMAC		"hmac("

static struct mbhash_hash *find(const char *name, size_t len)
{
	struct mbhash_hash *hash = mbhash_hashes;

	for (; hash < mbhash_hashes + MBHASH_NR_HASHES; hash++)
		if (strlen(hash->name) == len && !strncmp(hash->name, name, len))
			return hash;
	return NULL;
}

/* Return: the hash of an algorithm, and whether it has a key; or NULL. */
static struct mbhash_hash *parse(const char *algorithm, bool *keyed)
{
	const size_t len = strlen(algorithm), hmac = strlen(HMAC);

	*keyed = len > hmac && !strncmp(algorithm, HMAC, hmac) && algorithm[len - 1] == ')';
	return *keyed ? find(algorithm + hmac, len - hmac - 1) : find(algorithm, len);
}

static struct mbhash *create(const struct mbhash_hash *hash)
{
	/* As wide as every CPU can count at once; 0 is no hasher's number. */
	static unsigned long last;
	struct mbhash *hasher = aligned_alloc(MBHASH_BLOCK, sizeof(*hasher));
	unsigned int i;

	if (!hasher)
		return NULL;
	memset(hasher, 0, sizeof(*hasher));
	hasher->number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
	hasher->hash = hash;
	hasher->section.scratch = hasher->scratch;
	hasher->section.padding = &hasher->padding;
	mbhash_batch_init(&hasher->batch, hash, hasher->filled);
	mbhash_many_init(&hasher->many);
	INIT_LIST_HEAD(&hasher->idle);
	for (i = 0; i < OWN_STREAMS; i++)
		list_add_tail(&hasher->own[i].job.node, &hasher->idle);
	return hasher;
}

struct mbhash *mbhash_new(const char *algorithm, const void *key, size_t key_size)
{
	struct mbhash_hash *hash;
	struct mbhash *hasher;
	bool keyed;
	int err;

	if (!algorithm || (!key && key_size) || key_size > UINT_MAX) {
		errno = EINVAL;
		return NULL;
	}
	hash = parse(algorithm, &keyed);
	err = !hash ? -ENOENT : key && !keyed ? -EINVAL : plan_once(hash);
	if (err) {
		errno = -err;
		return NULL;
	}
	hasher = create(hash);
	if (hasher && keyed) {
		mbhash_hmac_setkey(hash, &hasher->hmac, key ? key : "", key_size);
		hasher->key = &hasher->hmac;
	}
	return hasher;
}

void mbhash_free(struct mbhash *hasher)
{
	if (!hasher)
		return;
	memzero_explicit(hasher, sizeof(*hasher));
	free(hasher);
}

size_t mbhash_size(const struct mbhash *hasher)
{
	return hasher ? mbhash_digest_size(hasher->hash) : 0;
}

const char *mbhash_plan(const struct mbhash *hasher, size_t n)
{
	if (!hasher || !n)
		return NULL;
	n = min_t(size_t, n, MBHASH_MAX_LANES);
	return READ_ONCE(hasher->hash->plan[true].impl[n])->name;
}
