// SPDX-License-Identifier: GPL-2.0
/*
 * Messages about errors, and whether there were any.
 */
#include <stdatomic.h>
#include <string.h>

#include "mbsum.h"

static atomic_bool failed;

/**
 * report_note() - write a message that is not about an error
 * @name: what it is about
 * @what: the message
 *
 * Hides the progress bar meanwhile. Not for a report_fn.
 */
void report_note(const char *name, const char *what)
{
	progress_hide();
	fprintf(stderr, "mbsum: %s: %s\n", name, what);
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
	report_note(name, what);
	failed = true;
}

/**
 * report_failure() - write why a file was not hashed; for a report_fn
 * @item: the file
 */
void report_failure(const struct item *item)
{
	fprintf(stderr, "mbsum: %s: %s%s\n", item->name,
		item->in_kernel ? "the kernel's hash failed: " : "",
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
