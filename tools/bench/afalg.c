// SPDX-License-Identifier: GPL-2.0
/*
 * A number of processes that hash through AF_ALG, with libkcapi: each message
 * is sent and its digest read before the next one follows.
 *
 *	afalg DRIVER REFERENCE SIZE PROCESSES MILLISECONDS
 *
 * says "ready", waits for a line on stdin, measures and prints one line of JSON.
 * Each process compares its digest with REFERENCE's.
 */
#include <errno.h>
#include <kcapi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_DIGEST	64
#define MAX_PROCESSES	1024

/* A look at the clock may cost as much as a message: this many share one. */
#define TIMED_EVERY	16
/* Times that a process keeps */
#define MAX_TIMES	4096

/**
 * struct result - what one process has to tell
 * @messages: how many it has hashed
 * @times: how many of them it has timed
 * @ns: how long these took, nanoseconds
 */
struct result {
	uint64_t messages;
	unsigned int times;
	uint64_t ns[MAX_TIMES];
};

/**
 * struct shared - what all processes see
 * @ready: processes that wait for the start
 * @stop: time to end
 * @result: by process
 */
struct shared {
	atomic_uint ready;
	atomic_bool stop;
	struct result result[];
};

static __attribute__((__noreturn__)) void die(const char *what, int err)
{
	fprintf(stderr, "afalg: %s: %s\n", what, strerror(err));
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * UINT64_C(1000000000) + t.tv_nsec;
}

/*
 * Without splicing, which hands the kernel page after page: a message is one
 * request, up to 16 pages.
 */
static struct kcapi_handle *open_hash(const char *driver)
{
	static const uint8_t key[] = "an hmac key of the benchmark's";
	struct kcapi_handle *hash;
	int err;

	err = kcapi_md_init(&hash, driver, 0);
	if (err)
		die(driver, -err);
	kcapi_set_maxsplicesize(hash, sysconf(_SC_PAGESIZE));
	if (strstr(driver, "hmac")) {
		err = kcapi_md_setkey(hash, key, sizeof(key));
		if (err)
			die("key", -err);
	}
	return hash;
}

static void digest(struct kcapi_handle *hash, const uint8_t *message,
		   size_t size, uint8_t *to)
{
	ssize_t ret = kcapi_md_digest(hash, message, size, to, MAX_DIGEST);

	if (ret < 0)
		die("hash", -ret);
}

static void check(const char *reference, const uint8_t *message, size_t size,
		  const uint8_t *have)
{
	struct kcapi_handle *hash = open_hash(reference);
	uint8_t want[MAX_DIGEST];

	digest(hash, message, size, want);
	if (memcmp(have, want, kcapi_md_digestsize(hash)))
		die("wrong digest", EBADMSG);
	kcapi_md_destroy(hash);
}

static uint8_t *make_message(size_t size)
{
	uint8_t *message = aligned_alloc(sysconf(_SC_PAGESIZE),
					 (size + 65535) & ~(size_t)65535);

	if (!message)
		die("memory", ENOMEM);
	srand(getpid());
	for (size_t i = 0; i < size; i++)
		message[i] = rand();
	return message;
}

/* One of the processes; returns when it is told to. */
static void hash_messages(struct shared *shared, struct result *result,
			  const char *driver, const char *reference,
			  size_t size, int start)
{
	struct kcapi_handle *hash = open_hash(driver);
	uint8_t *message = make_message(size), have[MAX_DIGEST];
	uint64_t from = 0;

	digest(hash, message, size, have);
	check(reference, message, size, have);

	/* Closed by the parent when all are here. */
	shared->ready++;
	if (read(start, have, 1) < 0)
		die("start", errno);

	while (!shared->stop) {
		bool timed = result->messages % TIMED_EVERY == 0 &&
			     result->times < MAX_TIMES;

		if (timed)
			from = now_ns();
		digest(hash, message, size, have);
		if (timed)
			result->ns[result->times++] = now_ns() - from;
		result->messages++;
	}

	check(reference, message, size, have);
	free(message);
	kcapi_md_destroy(hash);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void print(const struct shared *shared, unsigned int processes,
		  size_t size, uint64_t ns)
{
	uint64_t messages = 0, *times;
	size_t n = 0;

	times = calloc(processes, sizeof(shared->result[0].ns));
	if (!times)
		die("memory", ENOMEM);
	for (unsigned int i = 0; i < processes; i++) {
		const struct result *result = &shared->result[i];

		messages += result->messages;
		memcpy(times + n, result->ns, result->times * sizeof(*times));
		n += result->times;
	}
	qsort(times, n, sizeof(*times), compare);
	printf("{\"messages\": %ju, \"bytes\": %ju, \"ns\": %ju, \"bytes_per_s\": %ju, ",
	       (uintmax_t)messages, (uintmax_t)(messages * size), (uintmax_t)ns,
	       (uintmax_t)(messages * size * 1e9 / ns));
	printf("\"ns_p50\": %ju, \"ns_p99\": %ju}\n",
	       (uintmax_t)(n ? times[n / 2] : 0),
	       (uintmax_t)(n ? times[n * 99 / 100] : 0));
	free(times);
}

static unsigned long parse(const char *text, unsigned long most)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (errno || end == text || *end || !value || value > most) {
		fprintf(stderr, "afalg: %s: not a number from 1 to %lu\n", text,
			most);
		exit(2);
	}
	return value;
}

static void sleep_ms(unsigned long ms)
{
	const struct timespec time = {
		.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000,
	};

	nanosleep(&time, NULL);
}

int main(int argc, char **argv)
{
	unsigned long size, processes, ms;
	struct shared *shared;
	uint64_t from;
	int start[2], status, failed = 0;

	if (argc != 6) {
		fprintf(stderr, "Usage: afalg DRIVER REFERENCE SIZE PROCESSES MILLISECONDS\n");
		return 2;
	}
	size = parse(argv[3], 1 << 20);
	processes = parse(argv[4], MAX_PROCESSES);
	ms = parse(argv[5], 3600000);

	shared = mmap(NULL, sizeof(*shared) + processes * sizeof(struct result),
		      PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die("memory", errno);
	if (pipe(start))
		die("pipe", errno);

	for (unsigned int i = 0; i < processes; i++) {
		switch (fork()) {
		case -1:
			shared->stop = true;
			die("fork", errno);
		case 0:
			close(start[1]);
			hash_messages(shared, &shared->result[i], argv[1],
				      argv[2], size, start[0]);
			exit(0);
		}
	}

	/* One that dies before it is ready has said why. */
	while (shared->ready < processes) {
		sleep_ms(1);
		if (waitpid(-1, &status, WNOHANG) > 0) {
			shared->stop = true;
			exit(1);
		}
	}
	puts("ready");
	fflush(stdout);
	getchar();
	from = now_ns();
	close(start[1]);
	sleep_ms(ms);
	shared->stop = true;
	from = now_ns() - from;

	while (wait(&status) > 0)
		failed |= status;
	if (failed)
		return 1;
	print(shared, processes, size, from);
	return 0;
}
