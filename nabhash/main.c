// SPDX-License-Identifier: GPL-2.0
/*
 * nabhash: a fast checksum for dm-integrity, against accidents only. See nabhash(4).
 * The module: a driver for the kernel crypto API, and its self-test.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <crypto/algapi.h>
#include <crypto/internal/hash.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "../driver/fips.h"
#include "nabhash.h"

static bool portable;
module_param(portable, bool, 0444);
MODULE_PARM_DESC(portable, "use portable C only (default N)");

/* The CPU's own implementation, or NULL */
static const struct nabhash_impl *fast;

static const char *name_of_impl(void)
{
	return fast ? fast->name : nabhash_portable.name;
}

static int init(struct shash_desc *desc)
{
	nabhash_init(shash_desc_ctx(desc));
	return 0;
}

static int update(struct shash_desc *desc, const u8 *data, unsigned int n)
{
	nabhash_add(shash_desc_ctx(desc), fast, data, n, NULL);
	return 0;
}

static int finup(struct shash_desc *desc, const u8 *data, unsigned int n, u8 *digest)
{
	nabhash_add(shash_desc_ctx(desc), fast, data, n, digest);
	return 0;
}

static int final(struct shash_desc *desc, u8 *digest)
{
	return finup(desc, NULL, 0, digest);
}

static int digest(struct shash_desc *desc, const u8 *data, unsigned int n, u8 *out)
{
	return init(desc) ?: finup(desc, data, n, out);
}

/* Exports the whole context; bytes of it that were never written are zeroed. */
static int export(struct shash_desc *desc, void *out)
{
	const struct nabhash_message *message = shash_desc_ctx(desc);
	struct nabhash_message *to = out;
	const size_t have = message->bytes % NABHASH_BLOCK;

	memcpy(to, message, sizeof(*to));
	memset(to->block + have, 0, NABHASH_BLOCK - have);
	return 0;
}

static int import(struct shash_desc *desc, const void *in)
{
	memcpy(shash_desc_ctx(desc), in, sizeof(struct nabhash_message));
	return 0;
}

static struct shash_alg alg = {
	.digestsize = NABHASH_DIGEST,
	.descsize = sizeof(struct nabhash_message),
	.statesize = sizeof(struct nabhash_message),
	.init = init,
	.update = update,
	.final = final,
	.finup = finup,
	.digest = digest,
	.export = export,
	.import = import,
	.base = {
		.cra_name = "nabhash",
		.cra_driver_name = "nabhash-aes",
		.cra_priority = 100,
		/* As for other checksums: the hmac template refuses it. */
		.cra_blocksize = 1,
		.cra_module = THIS_MODULE,
	},
};

/* Digests of the bytes 0, 1, 2 and so on up to 255, and again from 0 */
static const struct {
	unsigned int n;
	u8 digest[NABHASH_DIGEST];
} answers[] = {
	{ 0, { 0xe9, 0x97, 0x22, 0xeb, 0x55, 0xb3, 0xdf, 0x5f,
		0x30, 0x7c, 0x5e, 0x8e, 0x54, 0x9d, 0xd4, 0x4a } },
	{ 1, { 0x74, 0x18, 0x92, 0x77, 0x0d, 0x81, 0xd6, 0x44,
		0x51, 0x9a, 0x99, 0xa6, 0xbd, 0xfe, 0x07, 0x2a } },
	{ 2, { 0x95, 0xa8, 0x5a, 0x5b, 0x60, 0xf2, 0x9b, 0x9e,
		0xc5, 0x85, 0x69, 0xf9, 0x2e, 0xbe, 0xa6, 0x0e } },
	{ 64, { 0x78, 0xa2, 0x5e, 0xdd, 0x8c, 0xd5, 0x74, 0xea,
		0x63, 0x12, 0x0b, 0x88, 0x7b, 0x6f, 0xb3, 0x83 } },
	{ 65, { 0xfa, 0x97, 0x80, 0x44, 0x32, 0x01, 0x9b, 0x26,
		0xf2, 0xab, 0xd0, 0x77, 0x62, 0x51, 0x28, 0x09 } },
	{ 1000, { 0x20, 0xe4, 0x54, 0x3f, 0x77, 0x78, 0x24, 0xb9,
		0x59, 0xd3, 0x5e, 0xdc, 0x3b, 0x26, 0x43, 0xd0 } },
};

static int self_test(void)
{
	static u8 data[1000];
	struct nabhash_message message;
	u8 found[NABHASH_DIGEST];
	unsigned int i;

	for (i = 0; i < sizeof(data); i++)
		data[i] = i;
	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		nabhash_init(&message);
		nabhash_add(&message, fast, data, answers[i].n, found);
		if (memcmp(found, answers[i].digest, sizeof(found))) {
			pr_err("%s computes wrong digests\n", name_of_impl());
			return -EIO;
		}
	}
	return 0;
}

static int __init nabhash_module_init(void)
{
	int err = mbhash_check_fips();

	if (err)
		return err;
	nabhash_portable_init();
	err = self_test();
	if (!err && !portable) {
		fast = nabhash_fast();
		err = self_test();
	}
	if (err)
		return err;
	pr_info("by %s\n", name_of_impl());
	return crypto_register_shash(&alg);
}

static void __exit nabhash_module_exit(void)
{
	crypto_unregister_shash(&alg);
}

module_init(nabhash_module_init);
module_exit(nabhash_module_exit);

MODULE_AUTHOR("The mbhash project");
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("NABHash, a checksum of AES rounds; not cryptographic");
MODULE_VERSION(MBHASH_VERSION);
MODULE_ALIAS_CRYPTO("nabhash");
MODULE_ALIAS_CRYPTO("nabhash-aes");
