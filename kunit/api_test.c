// SPDX-License-Identifier: GPL-2.0
/*
 * The drivers as seen through the crypto API: every operation, every way to split a
 * message, and errors for invalid arguments.
 */
#include <linux/err.h>
#include <linux/rcupdate.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "api.h"
#include "compat/ahash_user.h"
#include "reference.h"
#include "vectors.h"

#define KEYLEN		40
#define DATA_SIZE	(64 << 10)
#define MAX_STATE	512
#define FENCE		0x5a

/**
 * struct client - a user of one driver
 * @driver: the driver
 * @rng: random numbers
 * @tfm: the driver's transform, with @key if it is hmac
 * @req: a request
 * @wait: waits for @req
 * @sg: its source
 * @data: DATA_SIZE random bytes
 * @key: a key of KEYLEN bytes: the first of @data
 * @size: bytes in a digest
 * @digest: its result, and bytes that must not change
 * @want: the expected contents of @digest
 */
struct client {
	const struct api_driver *driver;
	struct rng rng;
	struct crypto_ahash *tfm;
	struct ahash_request *req;
	struct crypto_wait wait;
	struct scatterlist sg[2];
	u8 *data;
	const u8 *key;
	unsigned int size;
	u8 digest[MBHASH_MAX_DIGEST + 16];
	u8 want[MBHASH_MAX_DIGEST + 16];
};

static int client_init(struct kunit *test)
{
	struct client *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);

	test->priv = NULL;
	if (!c)
		return -ENOMEM;
	c->data = kunit_kmalloc(test, DATA_SIZE, GFP_KERNEL);
	if (!c->data)
		return -ENOMEM;
	rng_init(&c->rng);
	rng_bytes(&c->rng, c->data, DATA_SIZE);
	crypto_init_wait(&c->wait);
	test->priv = c;
	return 0;
}

static void client_exit(struct kunit *test)
{
	struct client *c = test->priv;

	if (!c)
		return;
	ahash_request_free(c->req);
	if (!IS_ERR_OR_NULL(c->tfm))
		crypto_free_ahash(c->tfm);
}

/* A transform without a key, and a request. */
static struct client *open_keyless(struct kunit *test)
{
	struct client *c = test->priv;

	c->driver = test->param_value;
	if (c->driver->template && !mbhash_has_hmac_of_ahash())
		kunit_skip(test, "this kernel's hmac takes no ahash");
	c->tfm = crypto_alloc_ahash(c->driver->name, 0, 0);
	KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(c->tfm), "%s: is mbhash.ko loaded?",
			       c->driver->name);
	c->req = ahash_request_alloc(c->tfm, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, c->req);
	ahash_request_set_callback(c->req, CRYPTO_TFM_REQ_MAY_SLEEP |
					   CRYPTO_TFM_REQ_MAY_BACKLOG,
				   crypto_req_done, &c->wait);
	c->size = crypto_ahash_digestsize(c->tfm);
	return c;
}

static struct client *open(struct kunit *test)
{
	struct client *c = open_keyless(test);

	c->key = c->data;
	if (c->driver->hmac)
		KUNIT_ASSERT_EQ(test, crypto_ahash_setkey(c->tfm, c->key,
							  KEYLEN), 0);
	return c;
}

/* Expect the digest of these bytes. */
static void want(struct client *c, const u8 *data, unsigned int len)
{
	memset(c->digest, FENCE, sizeof(c->digest));
	memset(c->want, FENCE, sizeof(c->want));
	api_reference(c->driver, c->key, KEYLEN, data, len, c->want);
}

static void source(struct client *c, const u8 *data, unsigned int len)
{
	sg_init_one(c->sg, data, len);
	ahash_request_set_crypt(c->req, c->sg, c->digest, len);
}

/* @err: what an operation has returned. Return: its result, once it is done. */
static int wait(struct client *c, int err)
{
	return crypto_wait_req(err, &c->wait);
}

/* Operations on the given bytes, if they take any; these return when they are done. */

static int init(struct client *c)
{
	return wait(c, crypto_ahash_init(c->req));
}

static int update(struct client *c, const u8 *data, unsigned int len)
{
	source(c, data, len);
	return wait(c, crypto_ahash_update(c->req));
}

static int final(struct client *c)
{
	ahash_request_set_crypt(c->req, NULL, c->digest, 0);
	return wait(c, crypto_ahash_final(c->req));
}

static int finup(struct client *c, const u8 *data, unsigned int len)
{
	source(c, data, len);
	return wait(c, crypto_ahash_finup(c->req));
}

static int digest(struct client *c, const u8 *data, unsigned int len)
{
	source(c, data, len);
	return wait(c, crypto_ahash_digest(c->req));
}

#define EXPECT_DIGEST(test, c, fmt, ...)				\
	expect_same(test, (c)->digest, (c)->want, sizeof((c)->want),	\
		    fmt, ##__VA_ARGS__)

static void known_answers(struct kunit *test)
{
	struct client *c = open_keyless(test);
	const struct vectors *vectors = &mbhash_vectors[c->driver->id];
	const struct vector *v = c->driver->hmac ? vectors->hmac : vectors->hash;
	unsigned int nr = c->driver->hmac ? vectors->nr_hmac : vectors->nr_hash;

	for (; nr--; v++) {
		unsigned int len = text_size(&v->message);
		u8 *text = kunit_kmalloc(test, len + 1, GFP_KERNEL);

		KUNIT_ASSERT_NOT_NULL(test, text);
		if (c->driver->hmac) {
			text_write(&v->key, c->data);
			KUNIT_EXPECT_EQ(test, 0,
					crypto_ahash_setkey(c->tfm, c->data,
							    text_size(&v->key)));
		}
		text_write(&v->message, text);
		memset(c->digest, FENCE, sizeof(c->digest));
		KUNIT_EXPECT_EQ(test, digest(c, text, len), 0);
		expect_same(test, c->digest, v->digest, v->truncated ?: c->size,
			    "%u bytes", len);
		kunit_kfree(test, text);
	}
}

static void every_operation_at_every_length(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int max_len = 300;
	unsigned int len;

	for (len = 0; len <= max_len; len++) {
		want(c, c->data, len);
		KUNIT_EXPECT_EQ(test, digest(c, c->data, len), 0);
		if (!EXPECT_DIGEST(test, c, "digest of %u bytes", len))
			return;

		memset(c->digest, FENCE, sizeof(c->digest));
		KUNIT_EXPECT_EQ(test, init(c) ?: finup(c, c->data, len), 0);
		if (!EXPECT_DIGEST(test, c, "init, finup of %u bytes", len))
			return;

		memset(c->digest, FENCE, sizeof(c->digest));
		KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, len) ?:
				      final(c), 0);
		if (!EXPECT_DIGEST(test, c, "init, update, final of %u bytes",
				   len))
			return;
	}
}

static void pieces_may_have_any_length(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int rounds = 100, max_len = 5000;
	unsigned int round, done, len, n;

	for (round = 0; round < rounds; round++) {
		len = rng_below(&c->rng, max_len);
		want(c, c->data, len);
		KUNIT_EXPECT_EQ(test, init(c), 0);
		for (done = 0; done < len; done += n) {
			n = rng_below(&c->rng, len - done + 1);
			KUNIT_EXPECT_EQ(test, update(c, c->data + done, n), 0);
		}
		KUNIT_EXPECT_EQ(test, final(c), 0);
		if (!EXPECT_DIGEST(test, c, "%u bytes in pieces", len))
			return;
	}
}

/* Two chained arrays of segments, with empty segments in between. */
static void scatterlists_may_be_chained(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int nr = 8, rounds = 50, max_segment = 300;
	struct scatterlist *sg = kunit_kcalloc(test, 2 * nr + 1, sizeof(*sg),
					       GFP_KERNEL);
	unsigned int i, round, len;

	KUNIT_ASSERT_NOT_NULL(test, sg);
	for (round = 0; round < rounds; round++) {
		sg_init_table(sg, nr + 1);
		sg_init_table(sg + nr + 1, nr);
		sg_chain(sg, nr + 1, sg + nr + 1);
		for (i = 0, len = 0; i < 2 * nr; i++) {
			unsigned int n = 0;

			if (rng_below(&c->rng, 4))
				n = rng_below(&c->rng, max_segment);
			sg_set_buf(&sg[i < nr ? i : i + 1], c->data + len, n);
			len += n;
		}
		want(c, c->data, len);
		ahash_request_set_crypt(c->req, sg, c->digest, len);
		KUNIT_EXPECT_EQ(test, 0,
				wait(c, crypto_ahash_digest(c->req)));
		if (!EXPECT_DIGEST(test, c, "%u bytes in %u segments", len,
				   2 * nr))
			return;
	}
}

/* Export here, import into the kernel's own driver, and vice versa. */
static void exports_are_exchanged_with_the_kernels_driver(struct kunit *test)
{
	struct client *c = open(test);
	struct crypto_shash *other = reference_tfm(c->driver->id,
						   c->driver->hmac);
	const unsigned int len = 200;
	u8 *state = kunit_kzalloc(test, MAX_STATE, GFP_KERNEL);
	struct shash_desc *desc;
	unsigned int cut;

	desc = kunit_kzalloc(test, sizeof(*desc) + crypto_shash_descsize(other),
			     GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, state);
	KUNIT_ASSERT_NOT_NULL(test, desc);
	desc->tfm = other;
	if (c->driver->hmac)
		KUNIT_ASSERT_EQ(test, crypto_shash_setkey(other, c->key,
							  KEYLEN), 0);
	KUNIT_ASSERT_EQ(test, crypto_ahash_statesize(c->tfm),
			crypto_shash_statesize(other));
	KUNIT_ASSERT_TRUE(test, crypto_ahash_statesize(c->tfm) < MAX_STATE);

	for (cut = 0; cut <= len; cut++) {
		want(c, c->data, len);
		memset(state, FENCE, MAX_STATE);
		KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, cut) ?:
				      crypto_ahash_export(c->req, state), 0);
		KUNIT_EXPECT_NULL(test, memchr_inv(state +
					crypto_ahash_statesize(c->tfm), FENCE,
					MAX_STATE -
					crypto_ahash_statesize(c->tfm)));
		KUNIT_EXPECT_EQ(test, crypto_shash_import(desc, state) ?:
				      crypto_shash_finup(desc, c->data + cut,
							 len - cut, c->digest),
				0);
		if (!EXPECT_DIGEST(test, c, "exported after %u bytes", cut))
			return;

		memset(c->digest, FENCE, sizeof(c->digest));
		KUNIT_EXPECT_EQ(test, crypto_shash_init(desc) ?:
				      crypto_shash_update(desc, c->data, cut) ?:
				      crypto_shash_export(desc, state), 0);
		KUNIT_EXPECT_EQ(test, crypto_ahash_import(c->req, state) ?:
				      finup(c, c->data + cut, len - cut), 0);
		if (!EXPECT_DIGEST(test, c, "imported after %u bytes", cut))
			return;
	}
}

/* The core is the beginning of the whole export, up to the block. */
static void a_message_continues_from_an_exported_core(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int core = crypto_ahash_statesize(c->tfm) -
				  MBHASH_BLOCK - sizeof(u8);
	const unsigned int len = 500;
	u8 *state = kunit_kzalloc(test, 2 * MAX_STATE, GFP_KERNEL);
	u8 *whole = state + MAX_STATE;
	unsigned int cut;

	KUNIT_ASSERT_NOT_NULL(test, state);
	for (cut = 0; cut <= len; cut += MBHASH_BLOCK) {
		want(c, c->data, len);
		memset(state, FENCE, MAX_STATE);
		KUNIT_ASSERT_EQ(test, init(c) ?: update(c, c->data, cut) ?:
				      crypto_ahash_export(c->req, whole), 0);
		if (mbhash_export_core_of(c->req, state) == -EOPNOTSUPP)
			kunit_skip(test, "this kernel knows no core");
		expect_same(test, state, whole, core, "after %u bytes", cut);
		KUNIT_EXPECT_NULL(test, memchr_inv(state + core, FENCE,
						   MAX_STATE - core));
		/* Buffered bytes of another message have no effect. */
		KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, 1) ?:
				      mbhash_import_core_of(c->req, state) ?:
				      finup(c, c->data + cut, len - cut), 0);
		if (!EXPECT_DIGEST(test, c, "after %u bytes", cut))
			return;
	}
}

/* No byte of it stays as it was. */
static void an_export_is_complete(struct kunit *test)
{
	struct client *c = open(test);
	u8 *state = kunit_kzalloc(test, 2 * MAX_STATE, GFP_KERNEL);
	const unsigned int max_len = 3 * MBHASH_BLOCK;
	u8 *again = state + MAX_STATE;
	unsigned int len;

	KUNIT_ASSERT_NOT_NULL(test, state);
	for (len = 0; len <= max_len; len++) {
		memset(state, FENCE, MAX_STATE);
		memset(again, ~FENCE, MAX_STATE);
		KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, len) ?:
				      crypto_ahash_export(c->req, state) ?:
				      crypto_ahash_export(c->req, again), 0);
		if (!expect_same(test, again, state, crypto_ahash_statesize(c->tfm),
				 "%u bytes", len))
			return;
	}
}

/* An exported state may be imported for any number of messages. */
static void an_exported_state_can_be_imported_again(struct kunit *test)
{
	struct client *c = open(test);
	u8 *state = kunit_kzalloc(test, MAX_STATE, GFP_KERNEL);
	const unsigned int cut = 77, max_len = 200;
	unsigned int len;

	KUNIT_ASSERT_NOT_NULL(test, state);
	KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, cut) ?:
			      crypto_ahash_export(c->req, state), 0);
	for (len = cut; len < max_len; len++) {
		want(c, c->data, len);
		KUNIT_EXPECT_EQ(test, crypto_ahash_import(c->req, state) ?:
				      finup(c, c->data + cut, len - cut), 0);
		if (!EXPECT_DIGEST(test, c, "%u bytes", len))
			return;
	}
}

static void no_digest_before_final(struct kunit *test)
{
	struct client *c = open(test);
	u8 *state = kunit_kzalloc(test, MAX_STATE, GFP_KERNEL);
	const unsigned int len = 500;

	KUNIT_ASSERT_NOT_NULL(test, state);
	want(c, c->data, len);
	KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, len) ?:
			      crypto_ahash_export(c->req, state) ?:
			      crypto_ahash_import(c->req, state), 0);
	KUNIT_EXPECT_NULL(test, memchr_inv(c->digest, FENCE,
					   sizeof(c->digest)));
	KUNIT_EXPECT_EQ(test, final(c), 0);
	EXPECT_DIGEST(test, c, "%u bytes", len);
}

/* Are 16 bytes from there on in the request's memory? */
static bool holds(struct client *c, const u8 *bytes)
{
	const u8 *at = ahash_request_ctx(c->req);
	const u8 *end = at + crypto_ahash_reqsize(c->tfm) - 16;

	for (; at <= end; at++)
		if (!memcmp(at, bytes, 16))
			return true;
	return false;
}

static void a_finished_request_keeps_no_secrets(struct kunit *test)
{
	struct client *c = open(test);
	u8 *state = kunit_kzalloc(test, MAX_STATE, GFP_KERNEL);
	const unsigned int len = 100, part = MBHASH_BLOCK;
	unsigned int imported;

	KUNIT_ASSERT_NOT_NULL(test, state);
	for (imported = 0; imported < 2; imported++) {
		want(c, c->data, len);
		if (imported)
			KUNIT_EXPECT_EQ(test, crypto_ahash_import(c->req, state), 0);
		else
			KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, len) ?:
					      crypto_ahash_export(c->req, state), 0);
		KUNIT_EXPECT_TRUE(test, holds(c, c->data + part));
		KUNIT_EXPECT_TRUE(test, holds(c, state));
		KUNIT_EXPECT_EQ(test, final(c), 0);
		EXPECT_DIGEST(test, c, "imported %u", imported);
		KUNIT_EXPECT_FALSE(test, holds(c, c->data + part));
		KUNIT_EXPECT_FALSE(test, holds(c, state));
	}

	/* The same after an error: the source is too short. */
	KUNIT_EXPECT_EQ(test, crypto_ahash_import(c->req, state), 0);
	source(c, c->data + len, 1);
	c->req->nbytes = len;
	KUNIT_EXPECT_EQ(test, wait(c, crypto_ahash_finup(c->req)), -EINVAL);
	KUNIT_EXPECT_FALSE(test, holds(c, c->data + part));
	KUNIT_EXPECT_FALSE(test, holds(c, state));
}

/* An address instead of a scatterlist, in memory that a scatterlist cannot describe. */
static void the_source_may_be_a_virtual_address(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int max_len = 1000;
	unsigned int len;
	u8 *data;

	if (mbhash_set_virt(c->req, NULL, c->digest, 0))
		kunit_skip(test, "this kernel needs scatterlists");
	data = vmalloc(DATA_SIZE);
	KUNIT_ASSERT_NOT_NULL(test, data);
	memcpy(data, c->data, DATA_SIZE);
	for (len = 0; len <= max_len; len += 1 + len / 300) {
		const unsigned int at = rng_below(&c->rng, DATA_SIZE - len);
		const unsigned int cut = rng_below(&c->rng, len + 1);

		want(c, data + at, len);
		mbhash_set_virt(c->req, data + at, c->digest, len);
		KUNIT_EXPECT_EQ(test, 0, wait(c, crypto_ahash_digest(c->req)));
		if (!EXPECT_DIGEST(test, c, "digest of %u bytes", len))
			break;

		memset(c->digest, FENCE, sizeof(c->digest));
		mbhash_set_virt(c->req, data + at, NULL, cut);
		KUNIT_EXPECT_EQ(test, 0, init(c) ?:
				wait(c, crypto_ahash_update(c->req)));
		mbhash_set_virt(c->req, data + at + cut, c->digest, len - cut);
		KUNIT_EXPECT_EQ(test, 0, wait(c, crypto_ahash_finup(c->req)));
		if (!EXPECT_DIGEST(test, c, "%u and %u bytes", cut, len - cut))
			break;
	}
	vfree(data);
}

/* A user without a request gets one on the stack. */
static void a_request_may_be_on_the_stack(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int rounds = 100, max_len = 5000;
	unsigned int round, len;
	int err;

	for (round = 0; round < rounds; round++) {
		len = rng_below(&c->rng, max_len);
		want(c, c->data, len);
		err = mbhash_digest_on_stack(c->tfm, c->data, len, c->digest);
		if (err == -EOPNOTSUPP)
			kunit_skip(test, "this kernel has none on the stack");
		KUNIT_EXPECT_EQ(test, err, 0);
		if (!EXPECT_DIGEST(test, c, "%u bytes", len))
			return;
	}
}

/* TCP signatures have a transform for each connection. */
static void a_clone_has_a_key_of_its_own(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int len = 1000;
	struct crypto_ahash *old = c->tfm;

	c->tfm = mbhash_clone(old);
	if (PTR_ERR(c->tfm) == -EOPNOTSUPP) {
		c->tfm = old;
		kunit_skip(test, "this kernel knows no clones");
	}
	if (c->driver->hmac)
		KUNIT_EXPECT_EQ(test, 0, crypto_ahash_setkey(old, c->data + 1,
							     KEYLEN));
	crypto_free_ahash(old);
	KUNIT_ASSERT_FALSE(test, IS_ERR(c->tfm));
	ahash_request_set_tfm(c->req, c->tfm);
	want(c, c->data, len);
	KUNIT_EXPECT_EQ(test, digest(c, c->data, len), 0);
	EXPECT_DIGEST(test, c, "by the clone");
}

/* Accepts the keys that the kernel's own driver accepts: a plain hash accepts none. */
static void keys_may_have_any_length(struct kunit *test)
{
	struct client *c = open_keyless(test);
	const unsigned int max_keylen = 200, huge_keylen = 5000, len = 100;
	unsigned int keylen;

	for (keylen = 0; keylen <= max_keylen + 1; keylen++) {
		unsigned int n = keylen > max_keylen ? huge_keylen : keylen;
		struct crypto_shash *other = reference_tfm(c->driver->id,
							   c->driver->hmac);
		int err = crypto_shash_setkey(other, c->data, n);

		KUNIT_EXPECT_EQ_MSG(test, crypto_ahash_setkey(c->tfm, c->data, n),
				    err, "%u bytes", n);
		memset(c->want, FENCE, sizeof(c->want));
		if (!c->driver->hmac)
			want(c, c->data, len);
		else if (!err)
			reference_hmac(c->driver->id, c->data, n, c->data, len,
				       c->want);
		else
			continue;
		memset(c->digest, FENCE, sizeof(c->digest));
		KUNIT_EXPECT_EQ(test, digest(c, c->data, len), 0);
		if (!EXPECT_DIGEST(test, c, "a key of %u bytes", n))
			return;
	}
}

/* An error for hmac; plain hashes work as usual. */
static void only_hmac_needs_a_key(struct kunit *test)
{
	struct client *c = open_keyless(test);
	const int err = c->driver->hmac ? -ENOKEY : 0;
	u8 *state = kunit_kzalloc(test, MAX_STATE, GFP_KERNEL);
	const unsigned int len = 100;

	KUNIT_ASSERT_NOT_NULL(test, state);
	memset(c->digest, FENCE, sizeof(c->digest));
	KUNIT_EXPECT_EQ(test, digest(c, c->data, len), err);
	KUNIT_EXPECT_EQ(test, !memchr_inv(c->digest, FENCE, sizeof(c->digest)),
			!!err);
	KUNIT_EXPECT_EQ(test, init(c), err);
	KUNIT_EXPECT_EQ(test, crypto_ahash_import(c->req, state), err);

	if (c->driver->hmac) {
		c->key = c->data;
		KUNIT_ASSERT_EQ(test, crypto_ahash_setkey(c->tfm, c->key, KEYLEN), 0);
	}
	want(c, c->data, len);
	KUNIT_EXPECT_EQ(test, digest(c, c->data, len), 0);
	EXPECT_DIGEST(test, c, "with the key it needs");
}

/* A source that ends too early, then a complete one. */
static void after_an_error_the_next_digest_is_right(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int len = 1000, rounds = 30;
	unsigned int round;

	for (round = 0; round < rounds; round++) {
		want(c, c->data, len);
		source(c, c->data, rng_below(&c->rng, len));
		c->req->nbytes = len;
		KUNIT_EXPECT_EQ(test, -EINVAL,
				wait(c, crypto_ahash_digest(c->req)));
		KUNIT_EXPECT_NULL(test, memchr_inv(c->digest, FENCE,
						   sizeof(c->digest)));
		KUNIT_EXPECT_EQ(test, digest(c, c->data, len), 0);
		if (!EXPECT_DIGEST(test, c, "round %u", round))
			return;
	}
}

/* Import random states: the digest has no meaning then, but nothing else may break. */
static void after_a_random_import_the_next_digest_is_right(struct kunit *test)
{
	struct client *c = open(test);
	u8 *state = kunit_kzalloc(test, MAX_STATE, GFP_KERNEL);
	const unsigned int rounds = 100, max_len = 300;
	unsigned int round, len;

	KUNIT_ASSERT_NOT_NULL(test, state);
	for (round = 0; round < rounds; round++) {
		len = rng_below(&c->rng, max_len);
		rng_bytes(&c->rng, state, MAX_STATE);
		want(c, c->data, len);
		if (!crypto_ahash_import(c->req, state)) {
			KUNIT_EXPECT_EQ(test, finup(c, c->data, len), 0);
			KUNIT_EXPECT_NULL(test,
					  memchr_inv(c->digest + c->size, FENCE,
						     sizeof(c->digest) - c->size));
		}
		KUNIT_EXPECT_EQ(test, digest(c, c->data, len), 0);
		if (!EXPECT_DIGEST(test, c, "round %u", round))
			return;
	}
}

/* Reused in the middle of a message, or for a message of another transform. */
static void a_request_can_be_used_again(struct kunit *test)
{
	struct client *c = open(test);
	const unsigned int rounds = 100, max_len = 1000;
	unsigned int round, len;

	for (round = 0; round < rounds; round++) {
		len = rng_below(&c->rng, max_len);
		KUNIT_EXPECT_EQ(test, init(c) ?: update(c, c->data, len), 0);
		len = rng_below(&c->rng, max_len);
		want(c, c->data, len);
		KUNIT_EXPECT_EQ(test, init(c) ?: finup(c, c->data, len), 0);
		if (!EXPECT_DIGEST(test, c, "%u bytes", len))
			return;
	}
}

/* The same pages many times: megabytes in one request. */
static void a_message_may_have_hundreds_of_segments(struct kunit *test)
{
	struct client *c = open(test);
	struct crypto_shash *other = reference_tfm(c->driver->id,
						   c->driver->hmac);
	const unsigned int nr = part_of(300);
	struct scatterlist *sg = kunit_kcalloc(test, nr, sizeof(*sg),
					       GFP_KERNEL);
	struct shash_desc *desc;
	unsigned int i;

	desc = kunit_kzalloc(test, sizeof(*desc) + crypto_shash_descsize(other),
			     GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, sg);
	KUNIT_ASSERT_NOT_NULL(test, desc);
	want(c, c->data, 0);
	desc->tfm = other;
	KUNIT_EXPECT_EQ(test, crypto_shash_init(desc), 0);
	sg_init_table(sg, nr);
	for (i = 0; i < nr; i++) {
		sg_set_buf(&sg[i], c->data, DATA_SIZE - 1);
		KUNIT_EXPECT_EQ(test, crypto_shash_update(desc, c->data,
							  DATA_SIZE - 1), 0);
	}
	KUNIT_EXPECT_EQ(test, crypto_shash_final(desc, c->want), 0);
	ahash_request_set_crypt(c->req, sg, c->digest, nr * (DATA_SIZE - 1));
	KUNIT_EXPECT_EQ(test, wait(c, crypto_ahash_digest(c->req)), 0);
	EXPECT_DIGEST(test, c, "%u bytes", nr * (DATA_SIZE - 1));
}

/* Only synchronous drivers lack the flags of @mask. */
static void expect_found_if_sync(struct kunit *test, const struct client *c, u32 mask)
{
	struct crypto_ahash *found = crypto_alloc_ahash(c->driver->name, 0, mask);

	KUNIT_EXPECT_EQ(test, IS_ERR(found), c->driver->async);
	if (!IS_ERR(found))
		crypto_free_ahash(found);
}

static int digest_under_rcu(struct ahash_request *req)
{
	int err;

	rcu_read_lock();
	err = crypto_ahash_digest(req);
	rcu_read_unlock();
	return err;
}

/*
 * A user that asks for a driver that is not async gets one; it never returns early. (If it
 * waits in an RCU read-side section, the kernel warns.)
 */
static void sync_drivers_are_sync(struct kunit *test)
{
	struct client *c = open(test);
	static const struct {
		u32 flags;
		int (*digest)(struct ahash_request *req);
	} ways[] = {
		{ 0, crypto_ahash_digest },
		{ CRYPTO_TFM_REQ_MAY_SLEEP, crypto_ahash_digest },
		{ CRYPTO_TFM_REQ_MAY_BACKLOG, crypto_ahash_digest },
		{ CRYPTO_TFM_REQ_MAY_BACKLOG, digest_under_rcu },
	};
	const unsigned int rounds = 100, max_len = 5000;
	unsigned int round, way, len;

	expect_found_if_sync(test, c, CRYPTO_ALG_ASYNC);
	if (c->driver->async)
		return;
	for (round = 0; round < rounds; round++) {
		way = round % ARRAY_SIZE(ways);
		len = rng_below(&c->rng, max_len);
		want(c, c->data, len);
		source(c, c->data, len);
		ahash_request_set_callback(c->req, ways[way].flags, NULL, NULL);
		KUNIT_EXPECT_EQ(test, ways[way].digest(c->req), 0);
		if (!EXPECT_DIGEST(test, c, "%u bytes", len))
			return;
	}
}

KUNIT_ARRAY_PARAM(driver, api_drivers, api_driver_name);

/* Drivers for hardware look for a fallback so, and some call it without a completion. */
static void async_drivers_are_no_fallback(struct kunit *test)
{
	expect_found_if_sync(test, open(test), CRYPTO_ALG_NEED_FALLBACK);
}

static struct kunit_case api_cases[] = {
	KUNIT_CASE_PARAM(known_answers, driver_gen_params),
	KUNIT_CASE_PARAM(every_operation_at_every_length, driver_gen_params),
	KUNIT_CASE_PARAM(pieces_may_have_any_length, driver_gen_params),
	KUNIT_CASE_PARAM(scatterlists_may_be_chained, driver_gen_params),
	KUNIT_CASE_PARAM(exports_are_exchanged_with_the_kernels_driver, driver_gen_params),
	KUNIT_CASE_PARAM(an_export_is_complete, driver_gen_params),
	KUNIT_CASE_PARAM(an_exported_state_can_be_imported_again,
			 driver_gen_params),
	KUNIT_CASE_PARAM(a_message_continues_from_an_exported_core,
			 driver_gen_params),
	KUNIT_CASE_PARAM(a_finished_request_keeps_no_secrets, driver_gen_params),
	KUNIT_CASE_PARAM(no_digest_before_final, driver_gen_params),
	KUNIT_CASE_PARAM(the_source_may_be_a_virtual_address, driver_gen_params),
	KUNIT_CASE_PARAM(a_request_may_be_on_the_stack, driver_gen_params),
	KUNIT_CASE_PARAM(a_clone_has_a_key_of_its_own, driver_gen_params),
	KUNIT_CASE_PARAM(keys_may_have_any_length, driver_gen_params),
	KUNIT_CASE_PARAM(only_hmac_needs_a_key, driver_gen_params),
	KUNIT_CASE_PARAM(after_an_error_the_next_digest_is_right, driver_gen_params),
	KUNIT_CASE_PARAM(after_a_random_import_the_next_digest_is_right, driver_gen_params),
	KUNIT_CASE_PARAM(a_request_can_be_used_again, driver_gen_params),
	KUNIT_CASE_PARAM(a_message_may_have_hundreds_of_segments, driver_gen_params),
	KUNIT_CASE_PARAM(sync_drivers_are_sync, driver_gen_params),
	KUNIT_CASE_PARAM(async_drivers_are_no_fallback, driver_gen_params),
	{}
};

static struct kunit_suite api_suite = {
	.name = "mbhash_api",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.init = client_init,
	.exit = client_exit,
	.test_cases = api_cases,
};

kunit_test_suite(api_suite);

/* The kernel's own hmac template with the module's plain hashes. */
KUNIT_ARRAY_PARAM(template, api_templates, api_driver_name);

static struct kunit_case template_cases[] = {
	KUNIT_CASE_PARAM(known_answers, template_gen_params),
	KUNIT_CASE_PARAM(every_operation_at_every_length, template_gen_params),
	KUNIT_CASE_PARAM(pieces_may_have_any_length, template_gen_params),
	KUNIT_CASE_PARAM(scatterlists_may_be_chained, template_gen_params),
	KUNIT_CASE_PARAM(exports_are_exchanged_with_the_kernels_driver,
			 template_gen_params),
	KUNIT_CASE_PARAM(a_message_continues_from_an_exported_core,
			 template_gen_params),
	KUNIT_CASE_PARAM(the_source_may_be_a_virtual_address, template_gen_params),
	KUNIT_CASE_PARAM(a_request_may_be_on_the_stack, template_gen_params),
	KUNIT_CASE_PARAM(keys_may_have_any_length, template_gen_params),
	{}
};

static struct kunit_suite template_suite = {
	.name = "mbhash_template",
	.suite_init = api_init,
	.suite_exit = api_exit,
	.init = client_init,
	.exit = client_exit,
	.test_cases = template_cases,
};

kunit_test_suite(template_suite);
