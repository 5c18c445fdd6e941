// SPDX-License-Identifier: GPL-2.0
/*
 * What /proc/crypto tells about the kernel's hashes: an entry has lines "FIELD : VALUE"
 * and ends in an empty one.
 */
#include <stdlib.h>
#include <string.h>

#include "mbsum.h"

static void set_field(struct crypto_entry *entry, const char *line)
{
	char field[16], value[MAX_NAME];
	const struct {
		const char *field;
		char *value;
	} fields[] = {
		{ "name", entry->name },
		{ "driver", entry->driver },
		{ "type", entry->type },
	};

	if (sscanf(line, "%15s : %127s", field, value) != 2)
		return;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (!strcmp(field, fields[i].field))
			strcpy(fields[i].value, value);
}

static bool is_hash(const struct crypto_entry *entry)
{
	return !strcmp(entry->type, "shash") || !strcmp(entry->type, "ahash");
}

/**
 * crypto_find() - look for a hash that the kernel has loaded
 * @fn: whether it is this one
 * @arg: passed to @fn
 * @found: set to that hash
 *
 * Return: whether there is one
 */
bool crypto_find(crypto_fn fn, const void *arg, struct crypto_entry *found)
{
	FILE *file = fopen("/proc/crypto", "re");
	bool is_found = false;
	size_t room = 0;
	char *line = NULL;

	if (!file)
		return false;
	*found = (struct crypto_entry) { };
	while (!is_found && getline(&line, &room, file) >= 0) {
		set_field(found, line);
		if (*line != '\n')
			continue;
		is_found = is_hash(found) && fn(found, arg);
		if (!is_found)
			*found = (struct crypto_entry) { };
	}
	free(line);
	fclose(file);
	return is_found;
}
