// SPDX-License-Identifier: GPL-2.0
/*
 * AF_ALG: the kernel's hashes for programs. Knows nothing about files.
 *
 * The kernel splits the data of a system call into requests of at most 16 pages,
 * one after the other. So calls with much page-aligned data give the driver few,
 * long requests.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/if_alg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "mbsum.h"

static int new_operation(int hash)
{
	return accept4(hash, NULL, NULL, SOCK_CLOEXEC);
}

/**
 * alg_open() - get a hash from the kernel
 * @name: an algorithm, for its driver with the highest priority, or a driver
 * @size: set to the size of a digest, bytes
 *
 * Return: the hash, or -1 after a message
 */
int alg_open(const char *name, size_t *size)
{
	struct sockaddr_alg address = {
		.salg_family = AF_ALG,
		.salg_type = "hash",
	};
	uint8_t digest[MAX_DIGEST + 1];
	int hash = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int err = 0, operation = -1;
	ssize_t n = -1;

	if (strlen(name) >= sizeof(address.salg_name)) {
		errno = ENOENT;
	} else {
		strcpy((char *)address.salg_name, name);
		if (hash >= 0 && !bind(hash, (struct sockaddr *)&address, sizeof(address)))
			operation = new_operation(hash);
	}
	/* Find out by hashing no data. */
	if (operation >= 0)
		n = recv(operation, digest, sizeof(digest), 0);
	if (n < 0)
		err = errno;
	else if (n > MAX_DIGEST)
		err = EMSGSIZE;
	if (operation >= 0)
		close(operation);
	if (!err) {
		*size = n;
		return hash;
	}

	if (hash >= 0)
		close(hash);
	switch (err) {
	case EAFNOSUPPORT:
		report_error("AF_ALG", "this kernel does not offer its hashes to programs");
		break;
	case ENOENT:
		report_error(name, "this kernel has no such hash or driver");
		break;
	case ENOKEY:
		report_error(name, "this hash needs a key");
		break;
	default:
		report_error(name, strerror(err));
	}
	return -1;
}

/**
 * alg_operation() - get a socket to hash one message after the other
 * @hash: from alg_open()
 *
 * Return: a socket, which the caller closes with close(), or -1 and errno
 */
int alg_operation(int hash)
{
	return new_operation(hash);
}

/**
 * alg_update() - hash more of a message
 * @operation: from alg_operation()
 * @data: makes the fewest requests if it is page-aligned
 * @size: bytes
 *
 * Return: 0, or errno
 */
int alg_update(int operation, const uint8_t *data, size_t size)
{
	while (size) {
		ssize_t n = send(operation, data, size, MSG_MORE);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? errno : EIO;
		data += n;
		size -= n;
	}
	return 0;
}

/**
 * alg_final() - end a message; also required after an error, before the next one
 * @operation: from alg_operation()
 * @digest: MAX_DIGEST bytes
 *
 * Return: 0, or errno
 */
int alg_final(int operation, uint8_t *digest)
{
	return recv(operation, digest, MAX_DIGEST, 0) < 0 ? errno : 0;
}

/**
 * alg_splices() - tell whether spliced data makes requests of many pages
 *
 * Before Linux 6.5 each page was a request.
 *
 * Return: whether it does
 */
bool alg_splices(void)
{
	struct utsname kernel;
	int version, patchlevel;

	return !uname(&kernel) &&
	       sscanf(kernel.release, "%d.%d", &version, &patchlevel) == 2 &&
	       (version > 6 || (version == 6 && patchlevel >= 5));
}
