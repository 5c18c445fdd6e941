// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of lists, in coreutils' formats. Knows nothing about files.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mbsum.h"

static struct {
	const char *tag;
	size_t size;		/* of a digest */
	/* Has the first line with a digest in front one character before the name, or two? */
	enum { UNKNOWN, ONE, TWO } between;
} format;

/**
 * list_start() - say what the lists are of
 * @tag: the hash in lines with a tag
 * @size: bytes of a digest
 */
void list_start(const char *tag, size_t size)
{
	format.tag = tag;
	format.size = size;
	format.between = UNKNOWN;
}

static bool parse_digest(const char *hex, uint8_t *digest)
{
	for (size_t i = 0; i < format.size; i++, hex += 2) {
		const char byte[] = { hex[0], hex[0] ? hex[1] : '\0', '\0' };

		if (!isxdigit((unsigned char)byte[0]) || !isxdigit((unsigned char)byte[1]))
			return false;
		digest[i] = strtoul(byte, NULL, 16);
	}
	return true;
}

/*
 * What follows the tag: a space or none, the name in parentheses, an equals sign, and
 * the digest. Returns the name within the line, or NULL.
 */
static char *parse_tagged(char *line, uint8_t *digest)
{
	char *end = strrchr(line, ')'), *hex;

	line += *line == ' ';
	if (*line != '(' || !end)
		return NULL;
	hex = end + 1 + strspn(end + 1, " \t");
	if (*hex != '=')
		return NULL;
	hex += 1 + strspn(hex + 1, " \t");
	if (!parse_digest(hex, digest) || hex[2 * format.size])
		return NULL;
	*end = '\0';
	return line + 1;
}

/*
 * What follows the digest: a space or TAB; in coreutils' own lists then a space or (for
 * binary mode, which is the same) an asterisk; and the name. All lists of a run have the
 * format of the first line: else one that says which file it means could be read as
 * another one, whose name begins with a space or an asterisk.
 */
static char *parse_name(char *line)
{
	if (*line != ' ' && *line != '\t')
		return NULL;
	line++;
	if (!*line)
		return NULL;
	if (!line[1] || (*line != ' ' && *line != '*')) {
		if (format.between == TWO)
			return NULL;
		format.between = ONE;
	} else if (format.between != ONE) {
		format.between = TWO;
		line++;
	}
	return line;
}

/**
 * list_parse() - read a line, which may begin with spaces and, if the name is escaped,
 *		  a backslash
 * @line: without its end; changed
 * @digest: set
 *
 * Return: the name within the line, or NULL if it has another format
 */
char *list_parse(char *line, uint8_t *digest)
{
	const size_t tag = strlen(format.tag);
	bool escaped;

	line += strspn(line, " \t");
	escaped = *line == '\\';
	line += escaped;
	if (!strncmp(line, format.tag, tag))
		line = parse_tagged(line + tag, digest);
	else if (parse_digest(line, digest))
		line = parse_name(line + 2 * format.size);
	else
		return NULL;
	if (!line || (escaped && !name_unescape(line)))
		return NULL;
	return line;
}
