// SPDX-License-Identifier: GPL-2.0
/*
 * Writes digests, in coreutils' formats.
 */
#include <string.h>

#include "mbsum.h"

static struct {
	size_t size;		/* of a digest */
	const char *tag;	/* NULL: none */
	bool binary;
	bool zero;
} sum;

/* How much a line has besides the digest and the name */
#define LINE_REST	(sizeof("\\ () = ") + MAX_NAME)

static void put_digest(const uint8_t *digest)
{
	static const char digits[] = "0123456789abcdef";
	char hex[2 * MAX_DIGEST];

	for (size_t i = 0; i < sum.size; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	fwrite(hex, 2, sum.size, stdout);
}

/**
 * sum_start() - choose the format
 * @options: the user's
 * @hash: what the kernel calls the hash
 * @size: bytes of a digest
 */
void sum_start(const struct options *options, const char *hash, size_t size)
{
	sum.size = size;
	sum.tag = options->tag ? tag_of_hash(hash) : NULL;
	sum.binary = options->binary;
	sum.zero = options->zero;
}

/**
 * sum_report() - write the digest of a file, or why there is none
 * @item: the file
 */
void sum_report(const struct item *item)
{
	const bool escape = !sum.zero && name_needs_escape(item->name);

	if (item->err) {
		report_failure(item);
		return;
	}
	report_room(LINE_REST + 2 * sum.size + 2 * strlen(item->name));
	if (escape)
		putchar('\\');
	if (sum.tag) {
		printf("%s (", sum.tag);
		name_print(item->name, escape);
		fputs(") = ", stdout);
		put_digest(item->digest);
	} else {
		put_digest(item->digest);
		fputs(sum.binary ? " *" : "  ", stdout);
		name_print(item->name, escape);
	}
	putchar(sum.zero ? '\0' : '\n');
}
