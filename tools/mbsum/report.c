// SPDX-License-Identifier: GPL-2.0
/*
 * Messages about errors, and whether there were any; and lines of output that stay whole.
 */
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "mbsum.h"

const char *program = "mbsum";

static atomic_bool failed;

/**
 * report_start() - choose the program's name
 * @path: what it was called by: the name of a program of coreutils counts, or else ours
 */
void report_start(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	const char *name = slash ? slash + 1 : path;

	if (name && tag_hash_of_program(name))
		program = name;
}

/**
 * report_note() - write a message that is not about a name
 * @topic: what it is about
 * @what: the message
 *
 * Hides the progress bar meanwhile. Not for a report_fn.
 */
void report_note(const char *topic, const char *what)
{
	progress_hide();
	fprintf(stderr, "%s: %s: %s\n", program, topic, what);
	progress_show();
}

/* With the name quoted */
static void report_name(const char *name, const char *part, const char *what)
{
	char *quoted = quote(name);

	fprintf(stderr, "%s: %s: %s%s\n", program, quoted ? quoted : "", part, what);
	free(quoted);
}

/**
 * report_warning() - write a message about a name
 * @name: the name
 * @what: the message
 *
 * For the main thread.
 */
void report_warning(const char *name, const char *what)
{
	progress_hide();
	report_name(name, "", what);
	progress_show();
}

/**
 * report_error() - write an error message; report_failed() is true from then on
 * @name: what it is about
 * @what: what is wrong with it
 *
 * For the main thread.
 */
void report_error(const char *name, const char *what)
{
	report_warning(name, what);
	failed = true;
}

/**
 * report_failure() - write why a file was not hashed; for a report_fn
 * @item: the file
 *
 * The lines before it come first, also where both go to one place.
 */
void report_failure(const struct item *item)
{
	report_flush();
	report_name(item->name, item->in_kernel ? "the kernel's hash failed: " : "",
		    strerror(item->err));
	failed = true;
}

/**
 * report_failed() - tell whether any error has been reported so far
 *
 * Return: whether it has
 */
bool report_failed(void)
{
	return failed;
}

static size_t waiting;	/* bytes in the buffer, at most */

/**
 * report_room() - begin a line of standard output; for a report_fn
 * @size: its bytes, at most
 *
 * A pipe keeps what is written at once together, if it is no more than PIPE_BUF, so
 * that several programs can write to it.
 */
void report_room(size_t size)
{
	if (waiting + size > PIPE_BUF)
		report_flush();
	waiting += size;
}

/**
 * report_flush() - write the lines that wait
 *
 * Return: 0, or errno of the first time that it failed
 */
int report_flush(void)
{
	static int err;

	errno = 0;
	if ((fflush(stdout) || ferror(stdout)) && !err)
		err = errno ?: EIO;
	waiting = 0;
	return err;
}
