// SPDX-License-Identifier: GPL-2.0
/*
 * Takes the name of the driver that mbhash registers last, so that this registration
 * fails when all others are done and their self-tests may still be running.
 */
#include <linux/crypto.h>
#include <linux/module.h>
#include <crypto/algapi.h>

static struct crypto_alg squatter = {
	/* Linux 6.1 does not compare drivers' names with each other. */
	.cra_name = "hmac-sha256-mb-sync",
	.cra_driver_name = "mbhash-squatter",
	.cra_flags = CRYPTO_ALG_TYPE_CIPHER,
	.cra_blocksize = 1,
	.cra_module = THIS_MODULE,
};

static int __init squatter_init(void)
{
	return crypto_register_alg(&squatter);
}
module_init(squatter_init);

static void __exit squatter_exit(void)
{
	crypto_unregister_alg(&squatter);
}
module_exit(squatter_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Makes mbhash's last registration fail");
