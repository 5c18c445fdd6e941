// SPDX-License-Identifier: GPL-2.0
/*
 * Names in messages: quoted for a shell where they have to be, as coreutils does, so that
 * no name looks like the rest of a message or controls a terminal.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "mbsum.h"

/* What a byte, or a character of several bytes, needs */
enum need {
	NOTHING,
	QUOTES,			/* of any kind */
	SINGLE_QUOTES,		/* within others it would mean something */
	ESCAPE,			/* by a backslash */
};

/* The first character of @at: how many bytes it has, and what it needs */
static size_t look(const char *at, bool is_first, enum need *need)
{
	const size_t left = strnlen(at, MB_LEN_MAX);
	mbstate_t state = { };
	wchar_t wide;
	size_t n = mbrtowc(&wide, at, left, &state);

	if (n == 0 || n > left || !iswprint(wide)) {
		*need = ESCAPE;
		return n == 0 || n > left ? 1 : n;
	}
	if (isalnum((unsigned char)*at) || n > 1 || strchr("%+,-./@]_", *at))
		*need = NOTHING;
	else if (strchr(" ':", *at))
		*need = QUOTES;
	else if (strchr("#~", *at))
		*need = is_first ? QUOTES : NOTHING;
	else if (strchr("{}", *at))
		*need = is_first && left == 1 ? QUOTES : NOTHING;
	else
		*need = SINGLE_QUOTES;
	return n;
}

static enum need most_needed(const char *name)
{
	enum need most = *name ? NOTHING : SINGLE_QUOTES, need;

	for (const char *at = name; *at;) {
		at += look(at, at == name, &need);
		if (need > most)
			most = need;
	}
	return most;
}

static void put_escape(FILE *to, unsigned char byte)
{
	static const char letters[] = "abtnvfr";

	if (byte >= '\a' && byte <= '\r')
		fprintf(to, "\\%c", letters[byte - '\a']);
	else
		fprintf(to, "\\%03o", byte);
}

/* 'like this'$'\n''and this': with escapes in quotes of their own */
static void put_quoted(FILE *to, const char *name)
{
	bool escaping = false;

	putc('\'', to);
	for (const char *at = name; *at;) {
		enum need need;
		size_t n = look(at, false, &need);

		if (need == ESCAPE) {
			fputs(escaping ? "" : "'$'", to);
			escaping = true;
			for (size_t i = 0; i < n; i++)
				put_escape(to, at[i]);
		} else if (*at == '\'') {
			fputs("'\\''", to);
			escaping = false;
		} else {
			fputs(escaping ? "''" : "", to);
			escaping = false;
			fwrite(at, 1, n, to);
		}
		at += n;
	}
	putc('\'', to);
}

/**
 * quote() - quote a name if it needs it
 * @name: the name
 *
 * Return: what the caller frees, or NULL without memory
 */
char *quote(const char *name)
{
	const enum need most = most_needed(name);
	char *quoted = NULL;
	size_t size;
	FILE *to;

	if (most == NOTHING)
		return strdup(name);
	to = open_memstream(&quoted, &size);
	if (!to)
		return NULL;
	if (most == QUOTES && strchr(name, '\''))
		fprintf(to, "\"%s\"", name);
	else
		put_quoted(to, name);
	fclose(to);
	return quoted;
}
