// SPDX-License-Identifier: GPL-2.0
/*
 * One file through AF_ALG.
 *
 * The kernel makes one request of at most 16 pages after the other from what
 * a system call hands it, so calls with much data at page boundaries give the
 * driver few and long requests.
 */
#include <errno.h>
#include <fcntl.h>
#include <kcapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mbsum.h"

/* Four requests of 16 pages of 4 KiB for each read() and each send. */
#define BUFFER_SIZE	(256 * 1024)

/*
 * libkcapi passes data of 32 KiB up to the size of its pipe by vmsplice(),
 * which older kernels turn into one request for each page. With the smallest
 * pipe everything goes by sendmsg().
 */
static int avoid_splice(struct kcapi_handle *hash)
{
	return kcapi_set_maxsplicesize(hash, sysconf(_SC_PAGESIZE));
}

/**
 * hash_open() - get a hash from the kernel
 * @name: of an algorithm, which gives the driver of the highest priority, or
 *	  of a driver
 *
 * Return: the handle, or NULL after a message
 */
struct kcapi_handle *hash_open(const char *name)
{
	struct kcapi_handle *hash;
	int err;

	kcapi_set_verbosity(KCAPI_LOG_NONE);
	err = kcapi_md_init(&hash, name, 0);
	if (!err && kcapi_md_digestsize(hash) > MAX_DIGEST) {
		kcapi_md_destroy(hash);
		err = -EMSGSIZE;
	}
	if (!err) {
		avoid_splice(hash);
		return hash;
	}

	switch (-err) {
	case EAFNOSUPPORT:
		report_error("AF_ALG", "this kernel does not offer its hashes to programs");
		break;
	case ENOENT:
		report_error(name, "this kernel has no such hash or driver");
		break;
	default:
		report_error(name, strerror(-err));
	}
	return NULL;
}

/**
 * hash_clone() - another handle of the same hash, for another thread
 * @hash: the first handle
 *
 * Return: the handle, or NULL after a message
 */
struct kcapi_handle *hash_clone(struct kcapi_handle *hash)
{
	struct kcapi_handle *clone;
	int err = kcapi_handle_reinit(&clone, hash, 0);

	if (err) {
		report_error("AF_ALG", strerror(-err));
		return NULL;
	}
	avoid_splice(clone);
	return clone;
}

size_t hash_size(struct kcapi_handle *hash)
{
	return kcapi_md_digestsize(hash);
}

void hash_close(struct kcapi_handle *hash)
{
	kcapi_md_destroy(hash);
}

/**
 * hash_buffer() - memory for hash_file()
 *
 * Return: the buffer, to be freed with free(), or NULL
 */
uint8_t *hash_buffer(void)
{
	return aligned_alloc(sysconf(_SC_PAGESIZE), BUFFER_SIZE);
}

/* Fill the buffer, unless the file ends before. Return -1 and errno on error. */
static ssize_t read_full(int fd, uint8_t *buffer)
{
	size_t have = 0;

	while (have < BUFFER_SIZE) {
		ssize_t n = read(fd, buffer + have, BUFFER_SIZE - have);

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

/* libkcapi returns a negative errno in some places and -1 with errno in others. */
static int kernel_error(ssize_t ret)
{
	return errno ? errno : (int)-ret;
}

static void hash_fd(struct kcapi_handle *hash, int fd, uint8_t *buffer,
		    struct item *item)
{
	ssize_t n, ret;

	do {
		n = read_full(fd, buffer);
		if (n < 0)
			item->err = errno;
		if (n <= 0)
			break;

		errno = 0;
		ret = kcapi_md_update(hash, buffer, n);
		if (ret < 0) {
			item->err = kernel_error(ret);
			item->in_kernel = true;
			break;
		}
		progress_bytes(n);
	} while (n == BUFFER_SIZE);

	/* After an error too: it makes the handle ready for the next file. */
	errno = 0;
	ret = kcapi_md_final(hash, item->digest, sizeof(item->digest));
	if (ret < 0 && !item->err) {
		item->err = kernel_error(ret);
		item->in_kernel = true;
	}
}

/**
 * hash_file() - hash one file
 * @hash: handle that no other thread uses meanwhile
 * @buffer: from hash_buffer()
 * @item: its name is read, its digest and error are set
 */
void hash_file(struct kcapi_handle *hash, uint8_t *buffer, struct item *item)
{
	int fd = STDIN_FILENO;

	if (strcmp(item->name, "-")) {
		fd = open(item->name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (fd < 0) {
			item->err = errno;
			return;
		}
		posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	}

	hash_fd(hash, fd, buffer, item);
	progress_file();
	if (fd != STDIN_FILENO)
		close(fd);
}
