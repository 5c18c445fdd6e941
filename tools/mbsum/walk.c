// SPDX-License-Identifier: GPL-2.0
/*
 * From arguments to file names. Directories are walked in the order in which
 * LC_ALL=C sort would put the paths; only the directories on the way down are in
 * memory. fts(3) would stat() each file.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mbsum.h"

struct entry {
	bool is_directory;
	char name[];		/* a directory's ends in '/', to sort like its paths */
};

struct entries {
	struct entry **list;
	size_t number, room;
};

static void out_of_memory(const char *path)
{
	report_error(path, strerror(ENOMEM));
	exit(EXIT_UNUSABLE);
}

static int by_name(const void *a, const void *b)
{
	return strcmp((*(struct entry *const *)a)->name,
		      (*(struct entry *const *)b)->name);
}

static void add_entry(struct entries *entries, const char *path, const char *name,
		      bool is_directory)
{
	size_t length = strlen(name);
	struct entry *entry = malloc(sizeof(*entry) + length + 2);

	if (entries->number == entries->room) {
		entries->room = 2 * entries->room + 16;
		entries->list = realloc(entries->list,
					entries->room * sizeof(*entries->list));
	}
	if (!entry || !entries->list)
		out_of_memory(path);
	entry->is_directory = is_directory;
	memcpy(entry->name, name, length);
	strcpy(entry->name + length, is_directory ? "/" : "");
	entries->list[entries->number++] = entry;
}

/* path and name with a slash between them, unless path ends in one */
static char *join(const char *path, const char *name)
{
	size_t length = strlen(path);
	char *joined = malloc(length + strlen(name) + 2);

	if (!joined)
		out_of_memory(path);
	memcpy(joined, path, length);
	if (length && path[length - 1] != '/')
		joined[length++] = '/';
	strcpy(joined + length, name);
	return joined;
}

/* Some file systems do not set d_type. */
static unsigned char type_of(const char *path, const struct dirent *entry)
{
	unsigned char type = entry->d_type;
	struct stat st;
	char *full;

	if (type != DT_UNKNOWN)
		return type;
	full = join(path, entry->d_name);
	if (lstat(full, &st))
		report_error(full, strerror(errno));
	else
		type = IFTODT(st.st_mode);
	free(full);
	return type;
}

/* Only regular files and directories, sorted */
static void read_entries(const char *path, struct entries *entries)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir) {
		report_error(path, strerror(errno));
		return;
	}
	while (errno = 0, (entry = readdir(dir))) {
		unsigned char type;

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		type = type_of(path, entry);
		if (type == DT_REG || type == DT_DIR)
			add_entry(entries, path, entry->d_name, type == DT_DIR);
	}
	if (errno)
		report_error(path, strerror(errno));
	closedir(dir);
	if (entries->number)
		qsort(entries->list, entries->number, sizeof(*entries->list), by_name);
}

static void walk_directory(const char *path, walk_fn fn)
{
	struct entries entries = { 0 };

	read_entries(path, &entries);
	for (size_t i = 0; i < entries.number; i++) {
		struct entry *entry = entries.list[i];
		char *full = join(path, entry->name);

		if (entry->is_directory) {
			full[strlen(full) - 1] = '\0';
			walk_directory(full, fn);
		} else {
			fn(full, true);
		}
		free(full);
		free(entry);
	}
	free(entries.list);
}

/**
 * walk() - call a function for each file that the arguments name
 * @args: names, ended by NULL; "-" is standard input
 * @recurse: for a directory, pass the regular files below it, not following symbolic
 *	     links; else pass its own name
 * @fn: gets the name, and whether the walk has found a regular file there
 *
 * Errors are reported.
 */
void walk(char *const *args, bool recurse, walk_fn fn)
{
	for (; *args; args++) {
		struct stat st;

		if (recurse && strcmp(*args, "-") && !stat(*args, &st) &&
		    S_ISDIR(st.st_mode))
			walk_directory(*args, fn);
		else
			fn(*args, false);
	}
}
