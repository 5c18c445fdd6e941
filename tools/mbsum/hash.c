// SPDX-License-Identifier: GPL-2.0
/*
 * Passes one file to a hash of the kernel: by splicing if the kernel then hashes the
 * page cache in place, else by reading it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mbsum.h"

/*
 * Size of each read() and send(), or of both splice(). Measured: with less there are
 * more system calls, and more does not fit into the caches as well. It is also the
 * total that 128 pipes of an ordinary user may have.
 */
#define CHUNK		(512 * 1024)

struct hash {
	int operation;
	int pipe[2];		/* { -1, -1 }: read, do not splice */
	uint8_t *buffer;	/* allocated when needed */
};

static void close_pipe(struct hash *hash)
{
	for (int i = 0; i < 2; i++) {
		if (hash->pipe[i] >= 0)
			close(hash->pipe[i]);
		hash->pipe[i] = -1;
	}
}

static void open_pipe(struct hash *hash)
{
	if (pipe2(hash->pipe, O_CLOEXEC)) {
		hash->pipe[0] = -1;
		hash->pipe[1] = -1;
	} else {
		fcntl(hash->pipe[1], F_SETPIPE_SZ, CHUNK);
	}
}

/**
 * hash_new() - allocate what one thread needs
 * @alg: from alg_open()
 *
 * Return: the handle, or NULL and errno
 */
struct hash *hash_new(int alg)
{
	struct hash *hash = calloc(1, sizeof(*hash));

	if (!hash)
		return NULL;
	hash->pipe[0] = -1;
	hash->pipe[1] = -1;
	hash->operation = alg_operation(alg);
	if (hash->operation < 0) {
		free(hash);
		return NULL;
	}
	if (alg_splices())
		open_pipe(hash);
	return hash;
}

/**
 * hash_free() - free it
 * @hash: from hash_new(), or NULL
 */
void hash_free(struct hash *hash)
{
	if (!hash)
		return;
	close_pipe(hash);
	close(hash->operation);
	if (hash->buffer)
		munmap(hash->buffer, CHUNK);
	free(hash);
}

/**
 * hash_open() - open a file
 * @item: its name is read, its error is set
 *
 * Return: a descriptor for hash_close(), or -1
 */
int hash_open(struct item *item)
{
	int fd = STDIN_FILENO;

	if (strcmp(item->name, "-")) {
		fd = open(item->name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (fd < 0)
			item->err = errno;
	}
	return fd;
}

/**
 * hash_close() - close a file
 * @fd: from hash_open()
 */
void hash_close(int fd)
{
	if (fd != STDIN_FILENO)
		close(fd);
}

/**
 * hash_read() - fill a buffer, unless the file ends first
 * @fd: the file
 * @buffer: the buffer
 * @size: its bytes
 *
 * Return: bytes, or -1 and errno
 */
ssize_t hash_read(int fd, uint8_t *buffer, size_t size)
{
	size_t have = 0;

	while (have < size) {
		ssize_t n = read(fd, buffer + have, size - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (!n)
			break;
		have += n;
	}
	return have;
}

/* Count @n bytes read since the last call. */
static void account(struct item *item, size_t n)
{
	if (item->bytes < LONG && item->bytes + n >= LONG)
		work_more();
	item->bytes += n;
	progress_bytes(n);
}

/* Populate all pages at once: a fault for each one takes much longer. */
static bool get_buffer(struct hash *hash)
{
	void *buffer = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (buffer != MAP_FAILED)
		hash->buffer = buffer;
	return hash->buffer;
}

static void hash_by_reading(struct hash *hash, int fd, struct item *item)
{
	ssize_t n;

	if (!hash->buffer && !get_buffer(hash)) {
		item->err = errno;
		return;
	}
	do {
		n = hash_read(fd, hash->buffer, CHUNK);
		if (n < 0)
			item->err = errno;
		if (n <= 0)
			return;
		account(item, n);
		item->err = alg_update(hash->operation, hash->buffer, n);
		item->in_kernel = item->err;
	} while (n == CHUNK && !item->err);
}

/* Move the pipe's data to the hash. After an error, replace the pipe to empty it. */
static int empty_pipe(struct hash *hash, size_t left)
{
	while (left) {
		ssize_t n = splice(hash->pipe[0], NULL, hash->operation, NULL, left,
				   SPLICE_F_MORE);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			int err = n ? errno : EIO;

			close_pipe(hash);
			open_pipe(hash);
			return err;
		}
		left -= n;
	}
	return 0;
}

/* Return: false if this file cannot be spliced; nothing has been done then */
static bool hash_by_splicing(struct hash *hash, int fd, struct item *item)
{
	bool begun = false;

	if (hash->pipe[0] < 0)
		return false;
	for (;;) {
		ssize_t n = splice(fd, NULL, hash->pipe[1], NULL, CHUNK, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			if (!begun)
				return false;
			item->err = errno;
		}
		if (n <= 0)
			return true;
		begun = true;
		account(item, n);
		item->err = empty_pipe(hash, n);
		item->in_kernel = item->err;
		if (item->err)
			return true;
	}
}

/**
 * hash_file() - hash one file
 * @hash: handle that no other thread uses meanwhile
 * @item: its name is read, its digest and error are set
 */
void hash_file(struct hash *hash, struct item *item)
{
	int fd = hash_open(item), err;

	if (fd < 0)
		return;
	if (!hash_by_splicing(hash, fd, item))
		hash_by_reading(hash, fd, item);
	err = alg_final(hash->operation, item->digest);
	if (err && !item->err) {
		item->err = err;
		item->in_kernel = true;
	}
	progress_file();
	hash_close(fd);
}
