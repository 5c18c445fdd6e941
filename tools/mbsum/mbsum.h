/* SPDX-License-Identifier: GPL-2.0 */
/*
 * mbsum: md5sum and sha256sum that keep many hashes in flight in the kernel.
 * What its files share, file by file.
 *
 * Names flow from walk.c or check.c into work.c, whose threads hash them with
 * hash.c and alg.c; the results come back in the order of the names.
 */
#ifndef MBSUM_H
#define MBSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* The longest digest of any hash the kernel has, SHA-512's. */
#define MAX_DIGEST	64

/* Exit statuses */
enum {
	EXIT_OK,
	EXIT_FAILED,		/* a file was not read, or a digest is wrong */
	EXIT_UNUSABLE,		/* bad usage, or the kernel has no such hash */
};

struct hash;

/**
 * struct item - a file on its way through the threads
 * @name: its name, "-" for standard input; freed once it is reported
 * @want: the digest it should have, when checking
 * @digest: the digest it has, if @err is 0
 * @err: errno, or 0
 * @is_long: it takes longer than it takes to wake another thread
 * @in_kernel: @err came from the kernel's hash rather than from the file
 * @done: it may be reported as soon as those before it are
 */
struct item {
	char *name;
	uint8_t want[MAX_DIGEST];
	uint8_t digest[MAX_DIGEST];
	int err;
	bool is_long;
	bool in_kernel;
	bool done;
};

/* report.c: messages of what goes wrong */

void report_note(const char *name, const char *what);
void report_error(const char *name, const char *what);
void report_failure(const struct item *item);
bool report_failed(void);

/* walk.c: arguments into names of files */

typedef void (*walk_fn)(const char *name);

void walk(char *const *args, bool recurse, walk_fn fn);

/* check.c: lists of digests into names of files, and the verdicts */

bool check_lists(char *const *lists, size_t size, bool quiet, bool status);
void check_report(const struct item *item);

/* work.c: the threads */

typedef void (*report_fn)(const struct item *item);

void work_start(int alg, unsigned int least, unsigned int most, report_fn report);
void work_add(const char *name, const uint8_t *want);
void work_more(void);
void work_drain(void);
void work_stop(void);

/* jobs.c: how many threads are good */

unsigned int jobs_least(void);
unsigned int jobs_most(const char *name);
unsigned int jobs_fit(unsigned int jobs);

/* hash.c: one file */

struct hash *hash_new(int alg);
void hash_free(struct hash *hash);
void hash_file(struct hash *hash, struct item *item);

/* alg.c: AF_ALG */

int alg_open(const char *name, size_t *size);
int alg_operation(int hash);
int alg_update(int operation, const uint8_t *data, size_t size);
int alg_final(int operation, uint8_t *digest);
bool alg_splices(void);

/* name.c: names that would break a line */

bool name_needs_escape(const char *name);
void name_print(const char *name, bool escape);
bool name_unescape(char *name);

/* progress.c: the bar */

void progress_start(void);
void progress_found(const char *name);
void progress_found_all(void);
void progress_bytes(size_t bytes);
void progress_file(void);
void progress_hide(void);
void progress_show(void);
void progress_stop(void);

#endif /* MBSUM_H */
