// SPDX-License-Identifier: GPL-2.0
/*
 * Shared by the suites that test the interface to the crypto API, see api.h.
 */
#include "api.h"
#include "reference.h"

const struct api_driver api_drivers[API_DRIVERS] = {
#include "drivers.inc"
};

const struct api_driver api_templates[API_TEMPLATES] = {
	{ "hmac(md5-mb)", MBHASH_MD5, true, true, true },
	{ "hmac(md5-mb-sync)", MBHASH_MD5, true, false, true },
	{ "hmac(sha256-mb)", MBHASH_SHA256, true, true, true },
	{ "hmac(sha256-mb-sync)", MBHASH_SHA256, true, false, true },
};

/**
 * api_init() - initialize a suite
 * @suite: the suite
 *
 * Return: 0 or -errno.
 */
int api_init(struct kunit_suite *suite)
{
	int err = reference_init();

	return err ?: mbhash_test_init(suite);
}

/**
 * api_exit() - undo api_init()
 * @suite: the suite
 */
void api_exit(struct kunit_suite *suite)
{
	reference_exit();
}

/**
 * api_driver_name() - describe a parameter from one of the tables
 * @driver: the parameter
 * @desc: where its name goes
 */
void api_driver_name(const struct api_driver *driver, char *desc)
{
	strscpy(desc, driver->name, KUNIT_PARAM_DESC_SIZE);
}

/**
 * api_reference() - compute the expected result of a driver
 * @driver: the driver
 * @key: the key, not used for plain hashes
 * @keylen: its length in bytes
 * @data: the message
 * @len: its length in bytes
 * @digest: where the digest goes
 */
void api_reference(const struct api_driver *driver, const u8 *key,
		   unsigned int keylen, const u8 *data, unsigned int len,
		   u8 *digest)
{
	if (driver->hmac)
		reference_hmac(driver->id, key, keylen, data, len, digest);
	else
		reference_hash(driver->id, data, len, digest);
}
