/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the engine's suites: messages with known digests, and a batch that hashes
 * them with any implementation.
 */
#ifndef _MBHASH_ENGINE_FIXTURE_H
#define _MBHASH_ENGINE_FIXTURE_H

#include <linux/scatterlist.h>

#include "mbhash_test.h"
#include "reference.h"

/* More than can be active at once with the widest implementation. */
#define ENGINE_MESSAGES		(MBHASH_MAX_ACTIVE + 32)
#define MESSAGE_SEGMENTS	16
/* Random bytes from which messages are taken. */
#define POOL_SIZE		(64 << 10)

/**
 * struct message - a message and its expected digest
 * @job: its job
 * @sg: its content
 * @key: hmac's key, NULL for the plain hash
 * @keylen: its length in bytes
 * @hmac: the key as prepared by the engine
 * @digest: where the engine writes the digest, and bytes that must not change
 * @want: the expected contents of @digest
 * @place: 1 if it was the first one to finish, 2.. for later ones, 0 if it has not
 * @finished: how many times it has finished
 */
struct message {
	struct mbhash_job job;
	struct scatterlist sg[MESSAGE_SEGMENTS];
	const u8 *key;
	unsigned int keylen;
	struct mbhash_hmac_key hmac;
	u8 digest[MBHASH_MAX_DIGEST + 16];
	u8 want[MBHASH_MAX_DIGEST + 16];
	unsigned int place;
	unsigned int finished;
};

/**
 * struct engine - a batch, and messages for it
 * @rng: random numbers
 * @id: the hash function
 * @hash: a copy of the hash function, with a plan that a test may choose
 * @server: what serves jobs, for failure messages
 * @batch: the batch
 * @section: the section of each mbhash_batch_run()
 * @padding: for the section
 * @filled: counts lanes
 * @finished: number of jobs that have finished
 * @pool: POOL_SIZE random bytes
 * @flat: POOL_SIZE bytes to join a message's segments
 * @message: messages
 */
struct engine {
	struct rng rng;
	enum mbhash_hash_id id;
	struct mbhash_hash hash;
	const char *server;
	struct mbhash_batch batch;
	struct mbhash_simd_section section;
	struct mbhash_padding padding;
	u64 filled[MBHASH_MAX_LANES + 1];
	unsigned int finished;
	u8 *pool;
	u8 *flat;
	struct message message[ENGINE_MESSAGES];
};

/* Expect that a message's digest is right; the text describes @e and @m. */
#define EXPECT_RIGHT(test, e, m, fmt, ...)				\
	expect_same(test, (m)->digest, (m)->want, sizeof((m)->want),	\
		    "%s: " fmt, (e)->server, ##__VA_ARGS__)

int engine_init(struct kunit_suite *suite);
void engine_exit(struct kunit_suite *suite);

void engine_plan(struct mbhash_plan *plan, const struct mbhash_impl *impl);
struct engine *engine_alloc(struct kunit *test);
void engine_serve(struct engine *e, const struct mbhash_impl *impl);
void engine_each(struct kunit *test,
		 void (*fn)(struct kunit *test, struct engine *e));
unsigned int engine_width(const struct engine *e);
const u8 *engine_bytes(struct engine *e, unsigned int len);

void message_init(struct engine *e, struct message *m);
void message_key(struct engine *e, struct message *m, const u8 *key,
		 unsigned int keylen);
void message_flat(struct engine *e, struct message *m, const u8 *data,
		  unsigned int len);
void message_headed(struct engine *e, struct message *m, unsigned int head,
		    unsigned int len);
void message_crumbled(struct engine *e, struct message *m, unsigned int first);
void message_split(struct engine *e, struct message *m, unsigned int len);

void engine_submit(struct engine *e, struct message *m);
void engine_collect(struct engine *e);
void engine_run(struct kunit *test, struct engine *e);

#endif /* _MBHASH_ENGINE_FIXTURE_H */
