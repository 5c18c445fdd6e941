// SPDX-License-Identifier: GPL-2.0
/*
 * The hash "sha256-as-ahash": the kernel's own SHA-256 driver behind the interface of
 * asynchronous drivers. dm-integrity and dm-verity call these in another way; a
 * comparison with this hash leaves out what that costs.
 */
#include <crypto/internal/hash.h>
#include <crypto/sha2.h>
#include <linux/err.h>
#include <linux/module.h>

#include "load.h"

/* More than any driver of SHA-256 exports */
#define STATE_SIZE	256

static struct crypto_shash **own_driver(struct crypto_ahash *tfm)
{
	return crypto_ahash_ctx(tfm);
}

static struct shash_desc *desc_of(struct ahash_request *req)
{
	struct shash_desc *desc = ahash_request_ctx(req);

	desc->tfm = *own_driver(crypto_ahash_reqtfm(req));
	return desc;
}

static int init(struct ahash_request *req)
{
	return crypto_shash_init(desc_of(req));
}

static int update(struct ahash_request *req)
{
	return shash_ahash_update(req, desc_of(req));
}

static int final(struct ahash_request *req)
{
	return crypto_shash_final(desc_of(req), req->result);
}

static int finup(struct ahash_request *req)
{
	return shash_ahash_finup(req, desc_of(req));
}

static int digest(struct ahash_request *req)
{
	return shash_ahash_digest(req, desc_of(req));
}

static int export(struct ahash_request *req, void *out)
{
	return crypto_shash_export(desc_of(req), out);
}

static int import(struct ahash_request *req, const void *in)
{
	return crypto_shash_import(desc_of(req), in);
}

/* The best driver of this type: mbhash's are of the other one. */
static int init_tfm(struct crypto_ahash *tfm)
{
	struct crypto_shash *own = crypto_alloc_shash("sha256", 0, 0);

	if (IS_ERR(own))
		return PTR_ERR(own);
	*own_driver(tfm) = own;
	crypto_ahash_set_reqsize(tfm, sizeof(struct shash_desc) +
				      crypto_shash_descsize(own));
	return 0;
}

static void exit_tfm(struct crypto_ahash *tfm)
{
	crypto_free_shash(*own_driver(tfm));
}

static struct ahash_alg alg = {
	.init = init,
	.update = update,
	.final = final,
	.finup = finup,
	.digest = digest,
	.export = export,
	.import = import,
	.init_tfm = init_tfm,
	.exit_tfm = exit_tfm,
	.halg.digestsize = SHA256_DIGEST_SIZE,
	.halg.statesize = STATE_SIZE,
	.halg.base.cra_name = "sha256",
	.halg.base.cra_driver_name = "sha256-as-ahash",
	.halg.base.cra_flags = CRYPTO_ALG_ASYNC,
	.halg.base.cra_blocksize = SHA256_BLOCK_SIZE,
	.halg.base.cra_ctxsize = sizeof(struct crypto_shash *),
	.halg.base.cra_module = THIS_MODULE,
};

/**
 * hash_register() - register the hash with the crypto API
 *
 * Return: 0 or -errno.
 */
int hash_register(void)
{
	return crypto_register_ahash(&alg);
}

/**
 * hash_unregister() - unregister it
 */
void hash_unregister(void)
{
	crypto_unregister_ahash(&alg);
}
