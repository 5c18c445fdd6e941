/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the suites that use the module as its users do: through the crypto API.
 * mbhash.ko has to be loaded.
 */
#ifndef _MBHASH_API_H
#define _MBHASH_API_H

#include <crypto/hash.h>

#include "mbhash_test.h"

/**
 * struct api_driver - one of the module's drivers, or a template that uses one
 * @name: its driver name
 * @id: the hash function
 * @hmac: it is hmac
 * @async: requests may complete later
 * @template: it is the kernel's hmac template with one of the module's drivers
 */
struct api_driver {
	const char *name;
	enum mbhash_hash_id id;
	bool hmac;
	bool async;
	bool template;
};

#define API_DRIVERS	8
#define API_TEMPLATES	4

extern const struct api_driver api_drivers[API_DRIVERS];
extern const struct api_driver api_templates[API_TEMPLATES];

int api_init(struct kunit_suite *suite);
void api_exit(struct kunit_suite *suite);
void api_driver_name(const struct api_driver *driver, char *desc);
void api_reference(const struct api_driver *driver, const u8 *key,
		   unsigned int keylen, const u8 *data, unsigned int len,
		   u8 *digest);

/* reference.c */
struct crypto_shash *reference_tfm(enum mbhash_hash_id id, bool hmac);

#endif /* _MBHASH_API_H */
