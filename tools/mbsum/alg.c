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
 * alg_bind() - give a socket a hash
 * @hash: the socket
 * @name: an algorithm, for its driver with the highest priority, or a driver
 *
 * Return: 0, or errno
 */
int alg_bind(int hash, const char *name)
{
	struct sockaddr_alg address = {
		.salg_family = AF_ALG,
		.salg_type = "hash",
	};

	int n = snprintf((char *)address.salg_name, sizeof(address.salg_name), "%s", name);

	errno = ENOENT;
	if (n >= 0 && n < (int)sizeof(address.salg_name) &&
	    !bind(hash, (struct sockaddr *)&address, sizeof(address)))
		return 0;
	return errno;
}

/* Find out by hashing no data. Return: 0, or errno. */
static int find_size(int hash, size_t *size)
{
	uint8_t digest[MAX_DIGEST + 1];
	int operation = new_operation(hash), err = 0;
	ssize_t n;

	if (operation < 0)
		return errno;
	n = recv(operation, digest, sizeof(digest), 0);
	if (n < 0)
		err = errno;
	else if (!n || n > MAX_DIGEST)
		err = EMSGSIZE;
	close(operation);
	*size = n;
	return err;
}

static bool has_driver(const struct crypto_entry *entry, const void *driver)
{
	return !strcmp(entry->driver, driver);
}

static bool has_name(const struct crypto_entry *entry, const void *name)
{
	return !strcmp(entry->name, name);
}

/*
 * Which hash is it that was found by @name? That of the driver, if it is the name of one,
 * or the hash has that name itself. If the kernel's list cannot be read: @otherwise.
 */
static void find_hash(const char *name, const char *otherwise, char *hash)
{
	struct crypto_entry entry;

	if (crypto_find(has_driver, name, &entry) || crypto_find(has_name, name, &entry))
		strcpy(hash, entry.name);
	else
		snprintf(hash, MAX_NAME, "%s", otherwise ? otherwise : name);
}

/**
 * alg_open() - get a hash from the kernel
 * @algorithm: to use its driver with the highest priority; or NULL
 * @driver: to use this one; or NULL
 * @hash: set to what the kernel calls the hash, MAX_NAME bytes
 * @size: set to the size of a digest, bytes
 *
 * Return: the hash, or -1 after a message
 */
int alg_open(const char *algorithm, const char *driver, char *hash, size_t *size)
{
	const char *name = driver ? driver : algorithm;
	int alg = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int err = alg < 0 ? errno : alg_bind(alg, name);

	if (!err)
		err = find_size(alg, size);
	if (err) {
		refusal_report(alg, name, driver, err);
		goto fail;
	}
	find_hash(name, algorithm, hash);
	if (driver && algorithm && strcmp(hash, algorithm)) {
		report_error(driver, "this driver is not of that algorithm");
		goto fail;
	}
	return alg;
fail:
	if (alg >= 0)
		close(alg);
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
