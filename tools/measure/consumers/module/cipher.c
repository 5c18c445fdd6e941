// SPDX-License-Identifier: GPL-2.0
/*
 * The cipher "null-iv": an IV of 16 bytes, as XTS has, and no encryption, so that a hash is
 * seen alone. The kernel's own "cipher_null" has no IV, and without an IV authenc leaks a
 * preempt count in dm-crypt.
 */
#include <crypto/internal/skcipher.h>
#include <linux/module.h>
#include <linux/string.h>

#include "load.h"

static int crypt(struct skcipher_request *req)
{
	struct skcipher_walk walk;
	int err;

	if (req->src == req->dst)
		return 0;
	err = skcipher_walk_virt(&walk, req, false);
	while (walk.nbytes) {
		if (walk.src.virt.addr != walk.dst.virt.addr)
			memcpy(walk.dst.virt.addr, walk.src.virt.addr,
			       walk.nbytes);
		err = skcipher_walk_done(&walk, 0);
	}
	return err;
}

static int setkey(struct crypto_skcipher *tfm, const u8 *key, unsigned int len)
{
	return 0;
}

static struct skcipher_alg alg = {
	.base.cra_name = "null-iv",
	.base.cra_driver_name = "null-iv",
	.base.cra_priority = 100,
	.base.cra_blocksize = 16,
	.base.cra_module = THIS_MODULE,
	.max_keysize = 128,
	.ivsize = 16,
	.setkey = setkey,
	.encrypt = crypt,
	.decrypt = crypt,
};

/**
 * cipher_register() - register the cipher with the crypto API
 *
 * Return: 0 or -errno.
 */
int cipher_register(void)
{
	return crypto_register_skcipher(&alg);
}

/**
 * cipher_unregister() - unregister it
 */
void cipher_unregister(void)
{
	crypto_unregister_skcipher(&alg);
}
