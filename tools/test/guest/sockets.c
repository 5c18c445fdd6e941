// SPDX-License-Identifier: GPL-2.0
/*
 * Many sockets of a first user, and one of another: how fast is the latter?
 *
 * Usage: sockets DRIVER SOCKETS SIZE MILLISECONDS [NICE OTHERS_NICE]
 *
 * Both users hash messages of SIZE bytes through AF_ALG and wait for each, at these nice
 * values. Prints the number of messages that the other user has hashed, the median and the
 * longest of their times in microseconds, the number that the first user has hashed
 * meanwhile, and the number of wrong digests of both.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/if_alg.h>

#define DIGEST		32
#define MESSAGES	64	/* different ones; the last is the other user's */
#define MAX_SIZE	65536
#define MAX_TIMES	(1 << 20)
#define STACK		65536

enum { FIRST = 1001, OTHER };	/* users */

/**
 * struct shared - memory that the processes of both users share
 * @ready: the first user has started to hash
 * @stop: tells it to stop
 * @hashed: number of messages that it has hashed
 * @wrong: number of wrong digests of both users
 */
static struct shared {
	atomic_bool ready;
	atomic_bool stop;
	atomic_ulong hashed;
	atomic_ulong wrong;
} *shared;

static const char *driver;
static size_t size;
static pthread_barrier_t barrier;
static uint8_t data[MESSAGES][MAX_SIZE], digest[MESSAGES][DIGEST];

static noreturn void give_up(const char *what)
{
	fprintf(stderr, "sockets: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* Return: a socket, or -1 if there is no such driver. */
static int find_driver(const char *name)
{
	struct sockaddr_alg address = { .salg_family = AF_ALG, .salg_type = "hash" };
	int transform = socket(AF_ALG, SOCK_SEQPACKET, 0), fd;

	if (transform < 0)
		give_up("socket");
	strncpy((char *)address.salg_name, name, sizeof(address.salg_name) - 1);
	if (bind(transform, (struct sockaddr *)&address, sizeof(address))) {
		close(transform);
		return -1;
	}
	fd = accept(transform, NULL, NULL);
	if (fd < 0)
		give_up("accept");
	close(transform);
	return fd;
}

static int open_driver(const char *name)
{
	int fd = find_driver(name);

	if (fd < 0)
		give_up(name);
	return fd;
}

/* The kernel's portable C, by the name that it has up to Linux 6.12 or later */
static int open_reference(void)
{
	int fd = find_driver("sha256-generic");

	return fd < 0 ? open_driver("sha256-lib") : fd;
}

static void hash(int fd, unsigned int message, uint8_t *to)
{
	if (send(fd, data[message], size, 0) != (ssize_t)size ||
	    read(fd, to, DIGEST) != DIGEST)
		give_up("hash");
}

static void check_hash(int fd, unsigned int message)
{
	uint8_t have[DIGEST];

	hash(fd, message, have);
	if (memcmp(have, digest[message], DIGEST))
		shared->wrong++;
}

static void *hash_on_one_socket(void *number)
{
	const unsigned int message = (uintptr_t)number % (MESSAGES - 1);
	int fd = open_driver(driver);

	pthread_barrier_wait(&barrier);
	while (!shared->stop) {
		check_hash(fd, message);
		shared->hashed++;
	}
	return NULL;
}

static void first(unsigned int sockets)
{
	pthread_attr_t attr;
	pthread_t thread;
	uintptr_t i;

	pthread_barrier_init(&barrier, NULL, sockets + 1);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (i = 0; i < sockets; i++) {
		errno = pthread_create(&thread, &attr, hash_on_one_socket, (void *)i);
		if (errno)
			give_up("thread");
	}
	pthread_barrier_wait(&barrier);
	shared->ready = true;
	/* The end of the process ends its threads, even while they wait. */
	while (!shared->stop)
		usleep(1000);
}

static int compare(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void other(unsigned int ms)
{
	uint32_t *us = malloc(MAX_TIMES * sizeof(*us));
	int fd = open_driver(driver);
	unsigned long n = 0, hashed;
	uint64_t start, end, before, now;

	if (!us)
		give_up("memory");
	while (!shared->ready)
		usleep(1000);
	hashed = shared->hashed;
	start = now_ns();
	end = start + ms * 1000000ULL;
	for (now = start; now < end && n < MAX_TIMES; n++) {
		before = now;
		check_hash(fd, MESSAGES - 1);
		now = now_ns();
		us[n] = (now - before) / 1000;
	}
	hashed = shared->hashed - hashed;
	shared->stop = true;
	qsort(us, n, sizeof(*us), compare);
	printf("%lu %u %u %lu %lu\n", n, us[n / 2], us[n - 1], hashed,
	       (unsigned long)shared->wrong);
}

static pid_t as_user(uid_t user, int nice)
{
	pid_t child = fork();

	if (child < 0)
		give_up("fork");
	if (!child && (setpriority(PRIO_PROCESS, 0, nice) || setuid(user)))
		give_up("user");
	return child;
}

int main(int argc, char **argv)
{
	int reference, status, failed = 0, nice = 0, others_nice = 0;
	unsigned int i;

	if (argc != 5 && argc != 7) {
		fprintf(stderr,
			"Usage: sockets DRIVER SOCKETS SIZE MILLISECONDS [NICE OTHERS_NICE]\n");
		return 2;
	}
	if (argc == 7) {
		nice = atoi(argv[5]);
		others_nice = atoi(argv[6]);
	}
	driver = argv[1];
	size = strtoul(argv[3], NULL, 0);
	if (!size || size > MAX_SIZE) {
		fprintf(stderr, "sockets: 1 to %d bytes\n", MAX_SIZE);
		return 2;
	}
	reference = open_reference();
	for (i = 0; i < MESSAGES; i++) {
		memset(data[i], i, size);
		hash(reference, i, digest[i]);
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		give_up("memory");
	if (!as_user(FIRST, nice)) {
		first(strtoul(argv[2], NULL, 0));
		return 0;
	}
	if (!as_user(OTHER, others_nice)) {
		other(strtoul(argv[4], NULL, 0));
		return 0;
	}
	while (wait(&status) > 0)
		failed |= status;
	return !!failed;
}
