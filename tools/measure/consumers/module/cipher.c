// SPDX-License-Identifier: GPL-2.0
/*
 * The cipher "null-iv": an IV of 16 bytes, as XTS has, and no encryption.
 *
 * In User Mode Linux AES is portable C and takes much longer than the hash; with
 * AES-NI it takes less. The kernel's own "cipher_null" has no IV, and without an IV
 * authenc leaks a preempt count in dm-crypt. With aes_rounds= each 16 bytes pass
 * through so many AESENC, eight blocks at a time, which takes as long as AES with
 * AES-NI. The results of these are discarded.
 */
#include <crypto/internal/skcipher.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "load.h"

#define STRIDE	128

static unsigned int aes_rounds;
module_param(aes_rounds, uint, 0644);
MODULE_PARM_DESC(aes_rounds, "AESENC for each 16 bytes, AES-256 has 14 (default 0)");

/* SSE registers may be used freely: User Mode Linux preserves those of its programs. */
static void spend(const u8 *data, unsigned int len, unsigned int rounds)
{
	unsigned int i;

	for (; len >= STRIDE; data += STRIDE, len -= STRIDE) {
		asm volatile("movdqu (%0), %%xmm0\n\t"
			     "movdqu 16(%0), %%xmm1\n\t"
			     "movdqu 32(%0), %%xmm2\n\t"
			     "movdqu 48(%0), %%xmm3\n\t"
			     "movdqu 64(%0), %%xmm4\n\t"
			     "movdqu 80(%0), %%xmm5\n\t"
			     "movdqu 96(%0), %%xmm6\n\t"
			     "movdqu 112(%0), %%xmm7\n\t"
			     "movdqu (%0), %%xmm8"
			     : : "r" (data) : "memory");
		for (i = 0; i < rounds; i++)
			asm volatile("aesenc %%xmm8, %%xmm0\n\t"
				     "aesenc %%xmm8, %%xmm1\n\t"
				     "aesenc %%xmm8, %%xmm2\n\t"
				     "aesenc %%xmm8, %%xmm3\n\t"
				     "aesenc %%xmm8, %%xmm4\n\t"
				     "aesenc %%xmm8, %%xmm5\n\t"
				     "aesenc %%xmm8, %%xmm6\n\t"
				     "aesenc %%xmm8, %%xmm7"
				     : : : "memory");
	}
}

static int crypt(struct skcipher_request *req)
{
	unsigned int rounds = READ_ONCE(aes_rounds);
	struct skcipher_walk walk;
	int err;

	if (req->src == req->dst && !rounds)
		return 0;
	err = skcipher_walk_virt(&walk, req, false);
	while (walk.nbytes) {
		if (walk.src.virt.addr != walk.dst.virt.addr)
			memcpy(walk.dst.virt.addr, walk.src.virt.addr,
			       walk.nbytes);
		spend(walk.dst.virt.addr, rounds ? walk.nbytes : 0, rounds);
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
