// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments into names of files: directories are walked in the order in which
 * LC_ALL=C sort would put the paths, holding no more than the directories on
 * the way down in memory.
 */
#include <errno.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>

#include "mbsum.h"

/* A directory sorts by the paths below it, so as if its name ended in '/'. */
static unsigned char sort_char(const FTSENT *entry, size_t i)
{
	if (i == entry->fts_namelen && entry->fts_info == FTS_D)
		return '/';
	return entry->fts_name[i];
}

static int by_path(const FTSENT **a, const FTSENT **b)
{
	size_t i = 0;

	while ((*a)->fts_name[i] && (*a)->fts_name[i] == (*b)->fts_name[i])
		i++;
	return sort_char(*a, i) - sort_char(*b, i);
}

static void walk_directory(char *path, bool complain, walk_fn fn)
{
	char *const roots[] = { path, NULL };
	FTS *fts = fts_open(roots, FTS_COMFOLLOW | FTS_NOCHDIR | FTS_PHYSICAL,
			    by_path);
	FTSENT *entry;

	/* At the end of the walk errno is 0. */
	while (fts && (entry = fts_read(fts))) {
		switch (entry->fts_info) {
		case FTS_F:
			fn(entry->fts_path, entry->fts_statp->st_size);
			break;
		case FTS_DNR:
		case FTS_ERR:
		case FTS_NS:
			if (complain)
				report_error(entry->fts_path,
					     strerror(entry->fts_errno));
			break;
		}
	}
	if (errno && complain)
		report_error(path, strerror(errno));
	if (fts)
		fts_close(fts);
}

/**
 * walk() - call a function for each file that the arguments stand for
 * @args: names, ended by NULL; "-" is standard input
 * @recurse: a directory stands for the regular files below it, symbolic links
 *	     not followed; else it is passed on as a name
 * @complain: report what cannot be walked
 * @fn: gets the name, and the size or 0 if that is unknown
 */
void walk(char *const *args, bool recurse, bool complain, walk_fn fn)
{
	for (; *args; args++) {
		struct stat st = { 0 };

		if (strcmp(*args, "-") && stat(*args, &st))
			st.st_size = 0;
		if (recurse && S_ISDIR(st.st_mode))
			walk_directory(*args, complain, fn);
		else
			fn(*args, S_ISREG(st.st_mode) ? st.st_size : 0);
	}
}
