// SPDX-License-Identifier: GPL-2.0
/*
 * Takes the name of the driver that mbhash registers last, so that this one
 * fails, with all others there and their self-tests maybe still running.
 */
#include <linux/crypto.h>
#include <linux/module.h>
#include <crypto/algapi.h>

static struct crypto_alg squatter = {
	/* Linux 6.1 does not compare the drivers' names with each other. */
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
MODULE_DESCRIPTION("Has mbhash's last registration fail");
