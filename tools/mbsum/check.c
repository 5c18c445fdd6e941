// SPDX-License-Identifier: GPL-2.0
/*
 * Reads file names from lists of digests in coreutils' formats, and reports the
 * results of these files with coreutils' words.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mbsum.h"

static struct {
	const char *algorithm;
	size_t size;		/* of a digest */
	bool quiet;		/* say nothing of files that are right */
	bool status;		/* say nothing of digests at all */
	unsigned long wrong;	/* digests */
	unsigned long unread;	/* files */
	unsigned long malformed;	/* lines */
} check;

static bool parse_digest(const char *hex, uint8_t *digest)
{
	for (size_t i = 0; i < check.size; i++, hex += 2) {
		const char byte[] = { hex[0], hex[0] ? hex[1] : '\0', '\0' };

		if (!isxdigit(byte[0]) || !isxdigit(byte[1]))
			return false;
		digest[i] = strtoul(byte, NULL, 16);
	}
	return true;
}

/*
 * What follows the algorithm in a line with a tag: a space or none, the name in
 * parentheses, an equals sign, and the digest. Returns the name within the line, or NULL.
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
	if (!parse_digest(hex, digest) || hex[2 * check.size])
		return NULL;
	*end = '\0';
	return line + 1;
}

/*
 * A line is a digest, a space, a space or (for binary mode, which is the same)
 * an asterisk, and a name; or it has a tag. All of this comes after a backslash if
 * the name is escaped. Returns the name within the line, or NULL.
 */
static char *parse_line(char *line, uint8_t *digest)
{
	const size_t tag = strlen(check.algorithm);
	bool escaped;

	line += strspn(line, " \t");
	escaped = *line == '\\';
	line += escaped;
	if (!strncasecmp(line, check.algorithm, tag)) {
		line = parse_tagged(line + tag, digest);
	} else if (parse_digest(line, digest)) {
		line += 2 * check.size;
		if (line[0] != ' ' || (line[1] != ' ' && line[1] != '*') || !line[2])
			return NULL;
		line += 2;
	} else {
		return NULL;
	}
	if (!line || (escaped && !name_unescape(line)))
		return NULL;
	return line;
}

/* Cut off the end of the line, be it LF or CR LF. */
static void cut_end(char *line, size_t n)
{
	if (n && line[n - 1] == '\n')
		line[--n] = '\0';
	if (n && line[n - 1] == '\r')
		line[n - 1] = '\0';
}

static void warn_count(unsigned long n, const char *one, const char *many)
{
	if (!n || check.status)
		return;
	progress_hide();
	fprintf(stderr, "mbsum: WARNING: %lu %s\n", n, n == 1 ? one : many);
	progress_show();
}

static bool check_list(const char *path)
{
	bool is_stdin = !strcmp(path, "-");
	FILE *list = is_stdin ? stdin : fopen(path, "re");
	const char *shown = is_stdin ? "standard input" : path;
	unsigned long lines = 0;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	int err = 0;

	if (!list) {
		report_error(path, strerror(errno));
		return false;
	}

	check.wrong = 0;
	check.unread = 0;
	check.malformed = 0;
	errno = 0;
	while ((n = getline(&line, &room, list)) >= 0) {
		uint8_t want[MAX_DIGEST] = { 0 };
		char *name;

		cut_end(line, n);
		if (!*line || *line == '#')
			continue;
		name = parse_line(line, want);
		/* Standard input cannot be both the list and a file in it. */
		if (!name || (is_stdin && !strcmp(name, "-"))) {
			check.malformed++;
			continue;
		}
		work_add(name, false, want);
		lines++;
		errno = 0;
	}
	if (ferror(list))
		err = errno;
	free(line);
	if (!is_stdin)
		fclose(list);
	work_drain();

	if (err) {
		report_error(shown, strerror(err));
		return false;
	}
	if (!lines) {
		report_error(shown, "no properly formatted checksum lines found");
		return false;
	}
	warn_count(check.malformed, "line is improperly formatted",
		   "lines are improperly formatted");
	warn_count(check.unread, "listed file could not be read",
		   "listed files could not be read");
	warn_count(check.wrong, "computed checksum did NOT match",
		   "computed checksums did NOT match");
	return !check.unread && !check.wrong;
}

/**
 * check_report() - report whether a file has the digest in its list
 * @item: the file
 */
void check_report(const struct item *item)
{
	bool escape = strchr(item->name, '\n');
	const char *verdict = "OK";

	if (item->err) {
		report_failure(item);
		check.unread++;
		verdict = "FAILED open or read";
	} else if (memcmp(item->digest, item->want, check.size)) {
		check.wrong++;
		verdict = "FAILED";
	} else if (check.quiet) {
		return;
	}
	if (check.status)
		return;

	if (escape)
		putchar('\\');
	name_print(item->name, escape);
	printf(": %s\n", verdict);
}

/**
 * check_lists() - check the files of all lists
 * @lists: names of the lists, ended by NULL; "-" is standard input
 * @algorithm: its name in lines with a tag, in any case
 * @size: bytes of a digest
 * @quiet: report only what is wrong
 * @status: report only what cannot be read
 *
 * Return: whether all lists were read and all files are right
 */
bool check_lists(char *const *lists, const char *algorithm, size_t size, bool quiet,
		 bool status)
{
	bool good = true;

	check.algorithm = algorithm;
	check.size = size;
	check.quiet = quiet;
	check.status = status;
	for (; *lists; lists++)
		good &= check_list(*lists);
	return good;
}
