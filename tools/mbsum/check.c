// SPDX-License-Identifier: GPL-2.0
/*
 * Passes on the files that are in lists of digests, and reports the results of these
 * files with coreutils' words.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mbsum.h"

static struct {
	const struct check_options *options;
	const char *tag;
	size_t size;		/* of a digest */
} check;

/* What there was in a list */
static struct {
	unsigned long formed;	/* lines */
	unsigned long malformed;
	unsigned long right;	/* digests */
	unsigned long wrong;
	unsigned long unread;	/* files */
} count;

/* Cut off the end of the line, be it LF or CR LF. Return: what is left, bytes. */
static size_t cut_end(char *line, size_t n)
{
	n -= n && line[n - 1] == '\n';
	n -= n && line[n - 1] == '\r';
	line[n] = '\0';
	return n;
}

/* Once all files of the list are reported */
static void warn_count(unsigned long n, const char *one, const char *many)
{
	if (n)
		fprintf(stderr, "%s: WARNING: %lu %s\n", program, n, n == 1 ? one : many);
}

static void warn_line(const char *list, unsigned long number)
{
	char text[MAX_NAME + 80];

	snprintf(text, sizeof(text), "%lu: improperly formatted %s checksum line", number,
		 check.tag);
	report_warning(list, text);
}

static bool is_regular(FILE *list)
{
	struct stat st;

	return !fstat(fileno(list), &st) && S_ISREG(st.st_mode);
}

/*
 * Standard input cannot be both the list and a file in it. By another name it can: if @shared,
 * the file is what has not been read of the list, which goes on after it.
 */
static bool add_line(char *line, bool is_stdin, bool shared)
{
	uint8_t want[MAX_DIGEST] = { 0 };
	const char *name = list_parse(line, want);

	if (!name || (is_stdin && !strcmp(name, "-")))
		return false;
	if (work_add(name, false, want) && shared)
		work_drain();
	return true;
}

/* Return: 0, or errno of a read that failed */
static int add_lines(FILE *list, const char *shown, bool is_stdin)
{
	const bool shared = !is_regular(list);
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	int err;

	errno = 0;
	for (unsigned long number = 1; (n = getline(&line, &room, list)) >= 0; number++) {
		if (*line == '#' || !cut_end(line, n))
			continue;
		if (add_line(line, is_stdin, shared)) {
			count.formed++;
		} else {
			count.malformed++;
			if (check.options->warn)
				warn_line(shown, number);
		}
		errno = 0;
	}
	err = ferror(list) ? errno : 0;
	free(line);
	return err;
}

static void warn_all(const char *shown)
{
	progress_hide();
	warn_count(count.malformed, "line is improperly formatted",
		   "lines are improperly formatted");
	warn_count(count.unread, "listed file could not be read",
		   "listed files could not be read");
	warn_count(count.wrong, "computed checksum did NOT match",
		   "computed checksums did NOT match");
	progress_show();
	if (check.options->ignore_missing && !count.right)
		report_warning(shown, "no file was verified");
}

static bool check_list(const char *path)
{
	const bool is_stdin = !strcmp(path, "-");
	FILE *list = is_stdin ? stdin : fopen(path, "re");
	const char *shown = is_stdin ? "standard input" : path;
	int err;

	if (!list) {
		report_error(path, strerror(errno));
		return false;
	}
	memset(&count, 0, sizeof(count));
	err = add_lines(list, shown, is_stdin);
	if (!is_stdin)
		fclose(list);
	work_drain();

	if (err) {
		report_error(shown, strerror(err));
		return false;
	}
	if (!count.formed) {
		report_error(shown, "no properly formatted checksum lines found");
		return false;
	}
	if (!check.options->status)
		warn_all(shown);
	return count.right && !count.wrong && !count.unread &&
	       !(check.options->strict && count.malformed);
}

/**
 * check_report() - report whether a file has the digest in its list
 * @item: the file
 */
void check_report(const struct item *item)
{
	const bool escape = name_needs_escape(item->name);
	const char *verdict = "OK";

	if (item->err == ENOENT && !item->in_kernel && check.options->ignore_missing)
		return;
	if (item->err) {
		report_failure(item);
		count.unread++;
		verdict = "FAILED open or read";
	} else if (memcmp(item->digest, item->want, check.size)) {
		count.wrong++;
		verdict = "FAILED";
	} else {
		count.right++;
		if (check.options->quiet)
			return;
	}
	if (check.options->status)
		return;

	report_room(sizeof("\\: FAILED open or read\n") + 2 * strlen(item->name));
	if (escape)
		putchar('\\');
	name_print(item->name, escape);
	printf(": %s\n", verdict);
}

/**
 * check_start() - say what the lists are of
 * @options: what to report; used from now on
 * @hash: what the kernel calls the hash
 * @size: bytes of a digest
 */
void check_start(const struct check_options *options, const char *hash, size_t size)
{
	check.options = options;
	check.tag = tag_of_hash(hash);
	check.size = size;
	list_start(check.tag, size);
}

/**
 * check_lists() - check the files of all lists
 * @lists: names of the lists, ended by NULL; "-" is standard input
 *
 * Return: whether all lists were read and all files are right
 */
bool check_lists(char *const *lists)
{
	bool good = true;

	for (; *lists; lists++)
		good &= check_list(*lists);
	return good;
}
