// SPDX-License-Identifier: GPL-2.0
/*
 * Names that would break a line: coreutils writes them with \\, \n and \r, and marks
 * the line by a backslash at its beginning.
 */
#include <string.h>

#include "mbsum.h"

bool name_needs_escape(const char *name)
{
	return strpbrk(name, "\\\n\r");
}

/**
 * name_print() - write a name to standard output
 * @name: the name
 * @escape: the line began with a backslash
 */
void name_print(const char *name, bool escape)
{
	if (!escape) {
		fputs(name, stdout);
		return;
	}
	for (; *name; name++) {
		switch (*name) {
		case '\\':
			fputs("\\\\", stdout);
			break;
		case '\n':
			fputs("\\n", stdout);
			break;
		case '\r':
			fputs("\\r", stdout);
			break;
		default:
			putchar(*name);
		}
	}
}

/**
 * name_unescape() - undo the escapes in place
 * @name: the name as in a line that began with a backslash
 *
 * Return: false if name_print() would not write it like this
 */
bool name_unescape(char *name)
{
	char *to = name;

	for (; *name; name++) {
		if (*name != '\\') {
			*to++ = *name;
			continue;
		}
		switch (*++name) {
		case '\\':
			*to++ = '\\';
			break;
		case 'n':
			*to++ = '\n';
			break;
		case 'r':
			*to++ = '\r';
			break;
		default:
			return false;
		}
	}
	*to = '\0';
	return true;
}
