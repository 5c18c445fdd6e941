// SPDX-License-Identifier: GPL-2.0
/*
 * Parses isa=, a list of names of instruction sets.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "internal.h"

/* The words that isa= knows besides the names of instruction sets. */
#define ISA_ALL		"all"
#define ISA_NONE	"generic"

/* What messages call the list; programs have an environment variable. */
#ifndef ISA_LIST
#define ISA_LIST	"isa"
#endif

static bool is_word(const char *list, size_t len, const char *word)
{
	return strlen(word) == len && !strncmp(list, word, len);
}

/* Return: the mask for the name in the first @len bytes of @list; -1 if unknown. */
static s64 isa_bits(const char *list, size_t len)
{
	unsigned int i;

	if (is_word(list, len, ISA_ALL))
		return mbhash_isa_default();
	if (is_word(list, len, ISA_NONE))
		return 0;
	for (i = 0; mbhash_isa_names[i]; i++)
		if (is_word(list, len, mbhash_isa_names[i]))
			return BIT(i);
	return -1;
}

/**
 * mbhash_isa_parse() - parse a list of instruction sets
 * @list: names separated by commas: "all" (the default sets of this CPU),
 *	  "generic" (none), or those in mbhash_isa_names[]
 * @mask: set to the mask of the named sets
 *
 * Context: process. Logs an unknown name together with the known ones.
 * Return: 0 or -EINVAL.
 */
int mbhash_isa_parse(const char *list, u32 *mask)
{
	u32 bits = 0;

	for (;;) {
		size_t len = strcspn(list, ",\n");
		s64 more = isa_bits(list, len);

		if (more < 0) {
			char known[128] = ISA_ALL " " ISA_NONE;
			unsigned int i;

			for (i = 0; mbhash_isa_names[i]; i++) {
				strlcat(known, " ", sizeof(known));
				strlcat(known, mbhash_isa_names[i],
					sizeof(known));
			}
			pr_err(ISA_LIST "=: unknown \"%.*s\"; known: %s\n",
			       (int)len, list, known);
			return -EINVAL;
		}
		bits |= more;
		if (list[len] != ',')
			break;
		list += len + 1;
	}
	*mask = bits;
	return 0;
}
