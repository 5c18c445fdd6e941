// SPDX-License-Identifier: GPL-2.0
/*
 * Checks that the kernel preserves a program's vector registers while it hashes.
 *
 * Several processes have known values in all of them, and in the control registers,
 * during system calls: while they hash through AF_ALG, while they write to a file whose
 * driver hashes at once, and while they yield.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/if_alg.h>

#include "registers.h"

#define PROCESSES	4
#define MESSAGE		(16 * 1024)
#define MAX_DIGEST	64

static const char *program;

static noreturn void give_up(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program, what, strerror(errno));
	exit(2);
}

static void fill(struct registers *r)
{
	size_t i;

	memset(r, 0, sizeof(*r));
	for (i = 0; i < registers_info.bytes; i++)
		r->vector[i] = random();
	for (i = 0; i < NR_CONTROLS; i++)
		r->control[i] = registers_info.ones[i] |
				((unsigned long)random() & registers_info.any[i]);
}

static bool same(const struct registers *before, const struct registers *after,
		 const char *during)
{
	bool good = true;
	size_t i;

	for (i = 0; i < registers_info.bytes && good; i++)
		if (before->vector[i] != after->vector[i]) {
			printf("byte %zu of the vector registers changed: %s\n",
			       i, during);
			good = false;
		}
	for (i = 0; i < NR_CONTROLS; i++)
		if ((before->control[i] ^ after->control[i]) &
		    (registers_info.ones[i] | registers_info.any[i])) {
			printf("control register %zu was %#lx, is %#lx: %s\n", i,
			       before->control[i], after->control[i], during);
			good = false;
		}
	return good;
}

/* A system call, each time with other values in the registers */
static long call(const char *during, long nr, long a, long b, long c)
{
	const long args[6] = { a, b, c };
	struct registers before, after;
	long ret;

	fill(&before);
	memset(&after, 0, sizeof(after));
	ret = call_with_registers(&before, &after, nr, args);
	if (!same(&before, &after, during))
		exit(1);
	return ret;
}

static int hash_open(const char *name)
{
	struct sockaddr_alg address = {
		.salg_family = AF_ALG,
		.salg_type = "hash",
	};
	int tfm, op;

	strncpy((char *)address.salg_name, name, sizeof(address.salg_name) - 1);
	tfm = socket(AF_ALG, SOCK_SEQPACKET, 0);
	if (tfm < 0 || bind(tfm, (struct sockaddr *)&address, sizeof(address)))
		give_up(name);
	op = accept(tfm, NULL, NULL);
	if (op < 0)
		give_up(name);
	return op;
}

/* Also checks that the digest is the same each time. */
static void hash(const char *name, int op, const unsigned char *message,
		 unsigned char *first)
{
	unsigned char digest[MAX_DIGEST] = { 0 };

	if (call(name, SYS_write, op, (long)message, MESSAGE) != MESSAGE ||
	    call(name, SYS_read, op, (long)digest, sizeof(digest)) <= 0) {
		printf("%s: cannot hash\n", name);
		exit(1);
	}
	if (!*first)
		memcpy(first, digest, sizeof(digest));
	if (memcmp(first, digest, sizeof(digest))) {
		printf("%s: another digest than before\n", name);
		exit(1);
	}
}

static void write_file(const char *name, int file)
{
	if (call(name, SYS_write, file, (long)"1", 1) != 1) {
		printf("%s: cannot write\n", name);
		exit(1);
	}
}

/* One of the processes. */
static noreturn void run(char **names, int n, int seconds)
{
	unsigned char message[MESSAGE], first[n][MAX_DIGEST];
	time_t end = time(NULL) + seconds;
	int i, fd[n];

	srandom(getpid());
	for (i = 0; i < MESSAGE; i++)
		message[i] = random();
	memset(first, 0, sizeof(first));
	for (i = 0; i < n; i++) {
		fd[i] = *names[i] == '/' ? open(names[i], O_WRONLY) :
					   hash_open(names[i]);
		if (fd[i] < 0)
			give_up(names[i]);
	}
	do {
		for (i = 0; i < n; i++) {
			if (*names[i] == '/')
				write_file(names[i], fd[i]);
			else
				hash(names[i], fd[i], message, first[i]);
			call("yielding", SYS_sched_yield, 0, 0, 0);
		}
	} while (time(NULL) < end);
	exit(0);
}

int main(int argc, char **argv)
{
	int i, status, failed = 0;

	program = argv[0];
	/* A process's output must not be lost, or printed twice after fork(). */
	setvbuf(stdout, NULL, _IONBF, 0);
	if (argc < 3) {
		fprintf(stderr, "usage: %s SECONDS DRIVER|/FILE...\n", program);
		return 2;
	}
	for (i = 0; i < PROCESSES; i++)
		switch (fork()) {
		case -1:
			give_up("fork");
		case 0:
			run(argv + 2, argc - 2, atoi(argv[1]));
		}
	while (wait(&status) > 0)
		failed |= status;
	return !!failed;
}
