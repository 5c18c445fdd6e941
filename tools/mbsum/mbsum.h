/* SPDX-License-Identifier: GPL-2.0 */
/*
 * mbsum: md5sum and sha256sum that hash many files at once.
 * Declarations that its files share, grouped by file.
 *
 * walk.c or check.c passes file names to work.c, whose threads hash the files with lanes.c,
 * by libmbhash; or in the kernel with hash.c or, many short ones at a time, with batch.c and
 * ring.c, both of which use alg.c. Results are reported in the order of the names.
 */
#ifndef MBSUM_H
#define MBSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* The longest digest of any hash in the kernel, that of SHA-512 */
#define MAX_DIGEST	64

/* Room for the name of any hash or driver: the kernel's CRYPTO_MAX_ALG_NAME */
#define MAX_NAME	128

/* Exit statuses */
enum {
	EXIT_OK,
	EXIT_FAILED,		/* a file was not read, or a digest is wrong */
	EXIT_UNUSABLE,		/* bad usage, or there is no such hash */
};

/* How many files a thread hashes side by side: as many as the widest code has lanes */
#define LANES		64

/*
 * How many short files are hashed at a time, and what is short. Measured: more save
 * little. All their buffers together are as large as that of one long file.
 */
#define BATCH		32
#define SHORT		((size_t)16 * 1024)

/* From this size on, hashing a file takes longer than waking another thread. */
#define LONG		((size_t)64 * 1024)

struct batch;
struct hash;
struct lanes;
struct ring;

/**
 * struct check_options - how to check
 * @quiet: report only what is wrong
 * @status: report only what cannot be read
 * @warn: report each line that is improperly formatted
 * @strict: one of these is a failure
 * @ignore_missing: a file that is not there is none
 */
struct check_options {
	bool quiet;
	bool status;
	bool warn;
	bool strict;
	bool ignore_missing;
};

/**
 * struct options - what the user wants
 * @algorithm: the hash, or NULL if only a driver is given
 * @driver: the kernel's driver, or NULL
 * @in_kernel: hash in the kernel
 * @verbose: say what hashes
 * @jobs: how many files are in flight, 0 if that is left to us
 * @checks: check lists rather than write one
 * @recurse: hash the files below directories
 * @tag: lines have the name of the hash
 * @binary: files are marked so
 * @text: they must not be
 * @zero: lines end in NUL
 * @check: how to check
 * @files: the files or lists, ended by NULL
 */
struct options {
	const char *algorithm;
	const char *driver;
	bool in_kernel;
	bool verbose;
	unsigned int jobs;
	bool checks;
	bool recurse;
	bool tag;
	bool binary;
	bool text;
	bool zero;
	struct check_options check;
	char *const *files;
};

/**
 * struct item - a file on its way through the threads
 * @name: its name, "-" for standard input; freed once it is reported
 * @want: the digest it should have, when checking
 * @digest: the digest it has, if @err is 0
 * @bytes: bytes hashed so far
 * @err: errno, or 0
 * @in_kernel: @err came from the kernel's hash rather than from the file
 * @alone: no other file is read meanwhile
 * @is_left: a batch has left it to hash.c
 * @done: it is reported as soon as those before it are
 * @next: the next item that a batch has left
 */
struct item {
	char *name;
	uint8_t want[MAX_DIGEST];
	uint8_t digest[MAX_DIGEST];
	uint64_t bytes;
	int err;
	bool in_kernel;
	bool alone;
	bool is_left;
	bool done;
	struct item *next;
};

/* options.c: the command line */

bool options_parse(int argc, char **argv, struct options *options);

/* tag.c: coreutils' names of hashes */

const char *tag_hash_of_program(const char *program);
const char *tag_of_hash(const char *hash);

/* report.c: messages and output */

extern const char *program;

void report_start(const char *path);
void report_note(const char *topic, const char *what);
void report_warning(const char *name, const char *what);
void report_error(const char *name, const char *what);
void report_failure(const struct item *item);
bool report_failed(void);
void report_room(size_t size);
int report_flush(void);

/* quote.c: names in messages */

char *quote(const char *name);

/* walk.c: from arguments to file names */

typedef void (*walk_fn)(const char *name, bool is_regular);

void walk(char *const *args, bool recurse, walk_fn fn);

/* sum.c: lists of digests, written */

void sum_start(const struct options *options, const char *hash, size_t size);
void sum_report(const struct item *item);

/* list.c: lists of digests, read */

void list_start(const char *tag, size_t size);
char *list_parse(char *line, uint8_t *digest);

/* check.c: from lists of digests to file names, and the results */

void check_start(const struct check_options *options, const char *hash, size_t size);
bool check_lists(char *const *lists);
void check_report(const struct item *item);

/* work.c: the threads */

typedef void (*report_fn)(const struct item *item);

void work_start(const char *algorithm, unsigned int threads, unsigned int files,
		report_fn report);
void work_start_in_kernel(int alg, unsigned int least, unsigned int most, bool batches,
			  report_fn report);
bool work_add(const char *name, bool is_regular, const uint8_t *want);
void work_more(void);
void work_drain(void);
void work_stop(void);

/* jobs.c: the best number of threads */

unsigned int jobs_least(void);
unsigned int jobs_most(const char *name);
unsigned int jobs_fit(unsigned int jobs, unsigned int each);
unsigned int jobs_files_each(void);
bool jobs_batch(unsigned int jobs);

/* lanes.c: many files, by libmbhash */

struct lanes *lanes_new(const char *algorithm, unsigned int most);
void lanes_free(struct lanes *lanes);
unsigned int lanes_room(const struct lanes *lanes);
bool lanes_idle(const struct lanes *lanes);
unsigned int lanes_turn(struct lanes *lanes, struct item **items, unsigned int n);

/* hash.c: one file, in the kernel */

int hash_open(struct item *item);
void hash_close(int fd);
ssize_t hash_read(int fd, uint8_t *buffer, size_t size);

struct hash *hash_new(int alg);
void hash_free(struct hash *hash);
void hash_file(struct hash *hash, struct item *item);

/* batch.c: many short files, in the kernel */

struct batch *batch_new(int alg);
void batch_free(struct batch *batch);
void batch_hash(struct batch *batch, struct item *const *items, unsigned int n);

/* ring.c: many system calls */

struct ring_call {
	uint8_t opcode;
	int fd;
	const void *data;
	uint32_t size;
	uint64_t offset;
	uint32_t flags;
};

struct ring *ring_new(unsigned int size);
void ring_free(struct ring *ring);
void ring_add(struct ring *ring, const struct ring_call *call, int *result);
void ring_run(struct ring *ring);

/* alg.c: AF_ALG */

int alg_open(const char *algorithm, const char *driver, char *hash, size_t *size);
int alg_bind(int hash, const char *name);
int alg_operation(int hash);
int alg_update(int operation, const uint8_t *data, size_t size);
int alg_final(int operation, uint8_t *digest);
bool alg_splices(void);

/* refusal.c: why the kernel gives no hash */

void refusal_report(int alg, const char *name, bool is_driver, int err);

/* crypto.c: what hashes the kernel has */

struct crypto_entry {
	char name[MAX_NAME];
	char driver[MAX_NAME];
	char type[MAX_NAME];
};

typedef bool (*crypto_fn)(const struct crypto_entry *entry, const void *arg);

bool crypto_find(crypto_fn fn, const void *arg, struct crypto_entry *found);

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
