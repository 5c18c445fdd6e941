// SPDX-License-Identifier: GPL-2.0
/*
 * The interface to the crypto API: turns an ahash_request into a job. It knows
 * nothing about lanes or about when a batch runs.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <crypto/internal/hash.h>
#include <crypto/md5.h>
#include <crypto/sha2.h>
#include <linux/delay.h>
#include <linux/fips.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/string.h>

#include "../compat/ahash.h"
#include "driver.h"

/* Size of a request's context. The kernel's hmac template requires at least this much. */
#define REQSIZE	HASH_MAX_DESCSIZE
static_assert(sizeof(struct mbhash_request) <= REQSIZE);

/* A self-test takes a few milliseconds. */
#define TEST_POLL_MS	10

/**
 * struct driver - one driver
 * @alg: what is registered with the crypto API
 * @hash: the hash function
 * @layout: layout of its exported state
 */
struct driver {
	struct ahash_alg alg;
	const struct mbhash_hash *hash;
	const struct layout *layout;
};

/**
 * struct tfm_ctx - a transform
 * @hash: the hash function
 * @layout: layout of its exported state
 * @async: requests may complete later
 * @key: points to @hmac once an hmac key is set, else NULL
 * @hmac: the key
 */
struct tfm_ctx {
	const struct mbhash_hash *hash;
	const struct layout *layout;
	bool async;
	const struct mbhash_hmac_key *key;
	struct mbhash_hmac_key hmac;
};

/**
 * struct layout - offsets in an exported state, whose format is the kernel's own
 * @count: u64: bytes of the message so far
 * @block: those of them that follow the last whole block
 * @partial: MBHASH_STATE_PARTIAL bytes: the number of bytes in @block. Kernels
 *	     that have this field leave those bytes out of @count.
 *
 * The chaining value comes first; everything is in host byte order.
 */
struct layout {
	u8 count;
	u8 block;
	u8 partial;
};

static const struct layout md5_layout = {
	.count = offsetof(struct md5_state, byte_count),
	.block = offsetof(struct md5_state, block),
	.partial = sizeof(struct md5_state),
};

static const struct layout sha256_layout = {
	.count = offsetof(struct sha256_state, count),
	.block = offsetof(struct sha256_state, buf),
	.partial = sizeof(struct sha256_state),
};

static struct tfm_ctx *tfm_ctx(struct ahash_request *req)
{
	return crypto_ahash_ctx(crypto_ahash_reqtfm(req));
}

static int mbhash_init(struct ahash_request *req)
{
	struct mbhash_request *request = ahash_request_ctx(req);
	const struct tfm_ctx *tfm = tfm_ctx(req);

	mbhash_job_init(&request->job, tfm->hash, tfm->key);
	return 0;
}

static void complete_async(struct mbhash_request *request)
{
	ahash_request_complete(container_of((void *)request,
					    struct ahash_request, __ctx),
			       request->job.error);
}

/*
 * May this context sleep? The flag MAY_SLEEP is not enough: with the kernel's own drivers,
 * which do not wait, nobody notices a caller that sets it by mistake. Kernels that do not
 * count preemption cannot tell all contexts that must not sleep: there the flag has to be
 * set, too.
 */
static bool may_block(bool flag)
{
	if (!IS_ENABLED(CONFIG_PREEMPT_COUNT))
		return flag && !in_interrupt() && !irqs_disabled();
	return preemptible() && !rcu_preempt_depth();
}

static int submit(struct ahash_request *req, unsigned int nbytes, u8 *digest)
{
	struct mbhash_request *request = ahash_request_ctx(req);
	const struct tfm_ctx *tfm = tfm_ctx(req);
	const u8 *virt = mbhash_request_virt(req);
	const u32 flags = req->base.flags;
	const bool may_wait = flags & (CRYPTO_TFM_REQ_MAY_SLEEP |
				       CRYPTO_TFM_REQ_MAY_BACKLOG);
	struct mbhash_caller caller = {
		.may_sleep = flags & CRYPTO_TFM_REQ_MAY_SLEEP && may_block(true),
	};

	if (virt)
		mbhash_job_add_virt(&request->job, virt, nbytes, tfm->key,
				    digest);
	else
		mbhash_job_add(&request->job, req->src, nbytes, tfm->key,
			       digest);
	if (tfm->async) {
		request->complete = complete_async;
		request->job.ordered = !may_wait;
		/* The caller is in crypto_wait_req(). */
		caller.blocking = req->base.complete == crypto_req_done;
		return mbhash_submit(request, caller);
	}
	/* A caller that allows a backlog is ready to block, if its context permits. */
	caller.blocking = caller.may_sleep || (may_wait && may_block(false));
	return mbhash_submit_sync(request, caller);
}

static int mbhash_update(struct ahash_request *req)
{
	return submit(req, req->nbytes, NULL);
}

static int mbhash_final(struct ahash_request *req)
{
	return submit(req, 0, req->result);
}

static int mbhash_finup(struct ahash_request *req)
{
	return submit(req, req->nbytes, req->result);
}

static int mbhash_digest(struct ahash_request *req)
{
	return mbhash_init(req) ?: mbhash_finup(req);
}

static void put_core(struct ahash_request *req, u64 count, u8 *out)
{
	const struct mbhash_request *request = ahash_request_ctx(req);
	const struct mbhash_job *job = &request->job;

	memcpy(out, job->state, job->hash->words * sizeof(u32));
	memcpy(out + tfm_ctx(req)->layout->count, &count, sizeof(count));
}

/* Begin a message with an exported state. Return: the state's count. */
static u64 get_core(struct ahash_request *req, const u8 *in)
{
	struct mbhash_request *request = ahash_request_ctx(req);
	struct mbhash_job *job = &request->job;
	u64 count;

	mbhash_init(req);
	memcpy(job->state, in, job->hash->words * sizeof(u32));
	memcpy(&count, in + tfm_ctx(req)->layout->count, sizeof(count));
	return count;
}

static int mbhash_export(struct ahash_request *req, void *to)
{
	const struct mbhash_request *request = ahash_request_ctx(req);
	const struct mbhash_job *job = &request->job;
	const struct layout *layout = tfm_ctx(req)->layout;
	const u8 partial = job->count % MBHASH_BLOCK;
	u64 count = job->count;
	u8 *out = to;

	if (MBHASH_STATE_PARTIAL) {
		count -= partial;
		out[layout->partial] = partial;
	}
	put_core(req, count, out);
	memset(out + layout->block, 0, MBHASH_BLOCK);
	memcpy(out + layout->block, job->block, partial);
	return 0;
}

static int mbhash_import(struct ahash_request *req, const void *from)
{
	struct mbhash_request *request = ahash_request_ctx(req);
	struct mbhash_job *job = &request->job;
	const struct layout *layout = tfm_ctx(req)->layout;
	const u8 *in = from;

	job->count = get_core(req, in);
	if (MBHASH_STATE_PARTIAL)
		job->count += in[layout->partial];
	memcpy(job->block, in + layout->block, job->count % MBHASH_BLOCK);
	job->dirty = 1;
	return 0;
}

/* The core state lacks the block, so its count covers whole blocks only. */
static int mbhash_export_core(struct ahash_request *req, void *out)
{
	const struct mbhash_request *request = ahash_request_ctx(req);

	put_core(req, round_down(request->job.count, MBHASH_BLOCK), out);
	return 0;
}

static int mbhash_import_core(struct ahash_request *req, const void *in)
{
	struct mbhash_request *request = ahash_request_ctx(req);

	request->job.count = round_down(get_core(req, in), MBHASH_BLOCK);
	return 0;
}

static int mbhash_setkey(struct crypto_ahash *ahash, const u8 *key,
			 unsigned int keylen)
{
	struct tfm_ctx *tfm = crypto_ahash_ctx(ahash);

	if (keylen < mbhash_min_keylen())
		return -EINVAL;
	mbhash_hmac_setkey(tfm->hash, &tfm->hmac, key, keylen);
	tfm->key = &tfm->hmac;
	return 0;
}

static int mbhash_init_tfm(struct crypto_ahash *ahash)
{
	const struct driver *driver =
		container_of(__crypto_ahash_alg(crypto_ahash_tfm(ahash)->__crt_alg),
			     struct driver, alg);
	struct tfm_ctx *tfm = crypto_ahash_ctx(ahash);

	tfm->hash = driver->hash;
	tfm->layout = driver->layout;
	tfm->async = driver->alg.halg.base.cra_flags & CRYPTO_ALG_ASYNC;
	tfm->key = NULL;
	crypto_ahash_set_reqsize(ahash, REQSIZE);
	return 0;
}

static void mbhash_exit_tfm(struct crypto_ahash *ahash)
{
	struct tfm_ctx *tfm = crypto_ahash_ctx(ahash);

	memzero_explicit(&tfm->hmac, sizeof(tfm->hmac));
}

static int mbhash_clone_tfm(struct crypto_ahash *to, struct crypto_ahash *from)
{
	const struct tfm_ctx *old = crypto_ahash_ctx(from);
	struct tfm_ctx *new = crypto_ahash_ctx(to);

	*new = *old;
	if (old->key)
		new->key = &new->hmac;
	return 0;
}

static const struct mbhash_alg_extra extra = {
	.reqsize = REQSIZE,
	.export_core = mbhash_export_core,
	.import_core = mbhash_import_core,
	.clone_tfm = mbhash_clone_tfm,
};

/*
 * Some drivers for hardware, such as Rockchip's and Allwinner's on Linux 6.1 and 6.12, hand
 * what the hardware cannot do to the first driver without this flag, and call it as if it
 * were synchronous: without a completion. Newer kernels set it for all that are not.
 */
#define ASYNC	(CRYPTO_ALG_ASYNC | CRYPTO_ALG_NEED_FALLBACK)

#define DRIVER(id, lower, cra, drv, is_hmac, is_async) {			\
	.hash = &mbhash_hashes[MBHASH_##id],				\
	.layout = &lower##_layout,					\
	.alg = {							\
		.init = mbhash_init,					\
		.update = mbhash_update,				\
		.final = mbhash_final,					\
		.finup = mbhash_finup,					\
		.digest = mbhash_digest,				\
		.export = mbhash_export,				\
		.import = mbhash_import,				\
		.setkey = (is_hmac) ? mbhash_setkey : NULL,		\
		.init_tfm = mbhash_init_tfm,				\
		.exit_tfm = mbhash_exit_tfm,				\
		.halg = {						\
			.digestsize = id##_DIGEST_SIZE,			\
			.statesize = sizeof(struct lower##_state) +	\
				     MBHASH_STATE_PARTIAL,		\
			.base = {					\
				.cra_name = cra,			\
				.cra_driver_name = drv,			\
				.cra_flags = (is_async) ? ASYNC : 0,	\
				.cra_blocksize = MBHASH_BLOCK,		\
				.cra_ctxsize = sizeof(struct tfm_ctx),	\
				.cra_module = THIS_MODULE,		\
			},						\
		},							\
	},								\
}

static struct driver drivers[] = {
	DRIVER(MD5, md5, "md5", "md5-mb", false, true),
	DRIVER(MD5, md5, "md5", "md5-mb-sync", false, false),
	DRIVER(MD5, md5, "hmac(md5)", "hmac-md5-mb", true, true),
	DRIVER(MD5, md5, "hmac(md5)", "hmac-md5-mb-sync", true, false),
	DRIVER(SHA256, sha256, "sha256", "sha256-mb", false, true),
	DRIVER(SHA256, sha256, "sha256", "sha256-mb-sync", false, false),
	DRIVER(SHA256, sha256, "hmac(sha256)", "hmac-sha256-mb", true, true),
	DRIVER(SHA256, sha256, "hmac(sha256)", "hmac-sha256-mb-sync", true, false),
};

/* In FIPS mode the crypto API refuses MD5. */
static bool is_refused(const struct driver *driver)
{
	return fips_enabled && driver->hash->id == MBHASH_MD5;
}

/*
 * Newer kernels test an algorithm after it was registered. It cannot be unregistered
 * before the test has ended and all users have released it. This matters if registration
 * fails half-way. While a module is being removed, no new users can get the algorithm: a
 * task may at most hold a reference for the moment until it finds that out.
 */
static void wait_for_users(const struct crypto_alg *alg, unsigned int unused_refs)
{
	while (refcount_read(&alg->cra_refcnt) > unused_refs)
		msleep(TEST_POLL_MS);
}

static void unregister_first(unsigned int n)
{
	while (n--) {
		const struct crypto_alg *base = &drivers[n].alg.halg.base;

		if (is_refused(&drivers[n]))
			continue;
		wait_for_users(base, 1);
		crypto_unregister_ahash(&drivers[n].alg);
		/* A user may have found it just before. */
		wait_for_users(base, MBHASH_UNREGISTERED_REFS);
	}
	/*
	 * A submitter may have been preempted just before it returns from this
	 * module. Once its request is completed it holds no reference. This waits
	 * for it, if the kernel has TASKS_RCU, which tracing selects and so the
	 * kernels of distributions have.
	 */
	synchronize_rcu_tasks();
}

/**
 * mbhash_ahash_register() - register all drivers with the crypto API
 *
 * From then on requests arrive, the first ones from the API's self-tests.
 *
 * Context: process, may sleep.
 * Return: 0 or -errno.
 */
int mbhash_ahash_register(void)
{
	unsigned int i;
	int err;

	if (fips_enabled)
		pr_info("fips=1: without md5 and hmac(md5), which the kernel refuses\n");
	for (i = 0; i < ARRAY_SIZE(drivers); i++) {
		struct crypto_alg *base = &drivers[i].alg.halg.base;

		if (is_refused(&drivers[i]))
			continue;
		mbhash_alg_add(&drivers[i].alg, &extra);
		base->cra_priority = drivers[i].alg.setkey ? mbhash_hmac_priority :
							     mbhash_priority;
		if (!(base->cra_flags & CRYPTO_ALG_ASYNC))
			base->cra_priority--;
		err = crypto_register_ahash(&drivers[i].alg);
		if (err) {
			pr_err("cannot register %s: error %d\n",
			       base->cra_driver_name, err);
			unregister_first(i);
			return err;
		}
	}
	return 0;
}

/**
 * mbhash_ahash_unregister() - unregister all drivers
 *
 * Afterwards no request is in flight, and no submitter is inside the module.
 *
 * Context: process, may sleep.
 */
void mbhash_ahash_unregister(void)
{
	unregister_first(ARRAY_SIZE(drivers));
}
