// SPDX-License-Identifier: GPL-2.0
/*
 * What coreutils calls the kernel's hashes: in lines with a tag, and as programs.
 */
#include <ctype.h>
#include <string.h>

#include "mbsum.h"

static const struct {
	const char *hash, *tag, *program;
} names[] = {
	{ "md5", "MD5", "md5sum" },
	{ "sha1", "SHA1", "sha1sum" },
	{ "sha224", "SHA224", "sha224sum" },
	{ "sha256", "SHA256", "sha256sum" },
	{ "sha384", "SHA384", "sha384sum" },
	{ "sha512", "SHA512", "sha512sum" },
	{ "blake2b-512", "BLAKE2b", "b2sum" },
};

#define NAMES	(sizeof(names) / sizeof(*names))

/**
 * tag_hash_of_program() - tell which hash a program of coreutils writes
 * @program: its name
 *
 * Return: what the kernel calls the hash, or NULL if there is no such program
 */
const char *tag_hash_of_program(const char *program)
{
	for (size_t i = 0; i < NAMES; i++)
		if (!strcmp(program, names[i].program))
			return names[i].hash;
	return NULL;
}

/**
 * tag_of_hash() - tell how a hash is called in lines with a tag
 * @hash: what the kernel calls it
 *
 * Return: the tag; of a hash that coreutils does not have, its name in capitals
 */
const char *tag_of_hash(const char *hash)
{
	static char capitals[MAX_NAME];
	size_t n = 0;

	for (size_t i = 0; i < NAMES; i++)
		if (!strcmp(hash, names[i].hash))
			return names[i].tag;
	for (; hash[n] && n < sizeof(capitals) - 1; n++)
		capitals[n] = toupper((unsigned char)hash[n]);
	capitals[n] = '\0';
	return capitals;
}
