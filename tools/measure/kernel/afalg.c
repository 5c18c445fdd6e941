// SPDX-License-Identifier: GPL-2.0
/*
 * Several processes hash through AF_ALG, with libkcapi: each sends a message and reads
 * its digest before it sends the next.
 *
 *	afalg REFERENCE SIZE PROCESSES MILLISECONDS DRIVER...
 *
 * prints "ready" when every process has compared each driver's digest of its message
 * with REFERENCE's. Each line on stdin is the number of a driver, counted from 0: the
 * program measures that driver and prints one line of JSON.
 */
#include <errno.h>
#include <kcapi.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_DIGEST	64
#define MAX_PROCESSES	1024
#define MAX_SIZE	65536
#define MAX_DRIVERS	16
/* Instead of a driver's number: no more rounds */
#define NO_DRIVER	UINT_MAX

/* Reading the clock may cost as much as a message: only one of so many is timed. */
#define TIMED_EVERY	16
/* Times that a process records per round */
#define MAX_TIMES	512

/**
 * struct message - the message of one process
 * @data: the message
 * @digest: the right digest
 */
struct message {
	_Alignas(4096) uint8_t data[MAX_SIZE];
	uint8_t digest[MAX_DIGEST];
};

/**
 * struct result - one process's results of a round
 * @from: when the round began, nanoseconds
 * @until: when it ended, likewise
 * @messages: number of messages hashed
 * @times: number of messages timed
 * @ns: how long each of these took, nanoseconds
 */
struct result {
	uint64_t from;
	uint64_t until;
	uint64_t messages;
	unsigned int times;
	uint64_t ns[MAX_TIMES];
};

/**
 * struct shared - memory that all processes share
 * @meet: barrier for them and their parent, before and after a round
 * @driver: the round's driver
 * @stop: ends the round
 * @result: results by process
 */
struct shared {
	pthread_barrier_t meet;
	unsigned int driver;
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
 * Splicing is off, because it passes pages to the kernel one by one: a message is one
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

/*
 * A message for each process, and its digest by the reference. The kernel writes both,
 * so that it also maps their pages: in User Mode Linux the first access to each page
 * costs a program half a millisecond.
 */
static struct message *make_messages(unsigned int n, const char *reference,
				     size_t size)
{
	struct kcapi_handle *hash = open_hash(reference);
	struct message *messages;

	messages = aligned_alloc(_Alignof(struct message),
				 n * sizeof(*messages));
	if (!messages)
		die("memory", ENOMEM);
	for (unsigned int i = 0; i < n; i++) {
		if (getrandom(messages[i].data, size, 0) != (ssize_t)size)
			die("random data", errno);
		digest(hash, messages[i].data, size, messages[i].digest);
	}
	kcapi_md_destroy(hash);
	return messages;
}

static void digest_and_check(struct kcapi_handle *hash,
			     const struct message *message, size_t size)
{
	uint8_t have[MAX_DIGEST];

	digest(hash, message->data, size, have);
	if (memcmp(have, message->digest, kcapi_md_digestsize(hash)))
		die("wrong digest", EBADMSG);
}

static void hash_until_stopped(struct kcapi_handle *hash,
			       const struct message *message, size_t size,
			       struct result *result, const atomic_bool *stop)
{
	uint64_t from = 0;

	result->messages = 0;
	result->times = 0;
	result->from = now_ns();
	while (!*stop) {
		bool timed = result->messages % TIMED_EVERY == 0 &&
			     result->times < MAX_TIMES;

		if (timed)
			from = now_ns();
		digest_and_check(hash, message, size);
		if (timed)
			result->ns[result->times++] = now_ns() - from;
		result->messages++;
	}
	result->until = now_ns();
}

/* One of the processes. Returns after the last round. */
static void hash_messages(struct shared *shared, struct result *result,
			  const struct message *message, size_t size,
			  char *const *drivers, unsigned int nr_drivers)
{
	struct kcapi_handle *hash[MAX_DRIVERS];

	for (unsigned int i = 0; i < nr_drivers; i++) {
		hash[i] = open_hash(drivers[i]);
		digest_and_check(hash[i], message, size);
	}

	pthread_barrier_wait(&shared->meet);
	for (;;) {
		pthread_barrier_wait(&shared->meet);
		if (shared->driver == NO_DRIVER)
			break;
		hash_until_stopped(hash[shared->driver], message, size, result,
				   &shared->stop);
		pthread_barrier_wait(&shared->meet);
	}

	for (unsigned int i = 0; i < nr_drivers; i++)
		kcapi_md_destroy(hash[i]);
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void print(const struct shared *shared, unsigned int processes,
		  size_t size)
{
	uint64_t from = UINT64_MAX, until = 0, ns, messages = 0, *times;
	size_t n = 0;

	times = calloc(processes, sizeof(shared->result[0].ns));
	if (!times)
		die("memory", ENOMEM);
	for (unsigned int i = 0; i < processes; i++) {
		const struct result *result = &shared->result[i];

		/* From the first one's beginning to the last one's end */
		if (result->from < from)
			from = result->from;
		if (result->until > until)
			until = result->until;
		messages += result->messages;
		memcpy(times + n, result->ns, result->times * sizeof(*times));
		n += result->times;
	}
	ns = until - from;
	qsort(times, n, sizeof(*times), compare);
	printf("{\"messages\": %ju, \"bytes\": %ju, \"ns\": %ju, \"bytes_per_s\": %ju, ",
	       (uintmax_t)messages, (uintmax_t)(messages * size), (uintmax_t)ns,
	       (uintmax_t)(messages * size * 1e9 / ns));
	printf("\"ns_p50\": %ju, \"ns_p99\": %ju}\n",
	       (uintmax_t)(n ? times[n / 2] : 0),
	       (uintmax_t)(n ? times[n * 99 / 100] : 0));
	fflush(stdout);
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

static struct shared *make_shared(unsigned int processes)
{
	pthread_barrierattr_t between_processes;
	struct shared *shared;

	shared = mmap(NULL, sizeof(*shared) + processes * sizeof(struct result),
		      PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die("memory", errno);
	pthread_barrierattr_init(&between_processes);
	pthread_barrierattr_setpshared(&between_processes,
				       PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&shared->meet, &between_processes, processes + 1);
	return shared;
}

/* The parent ends the rounds, so it must not wait for the processes to yield the CPU. */
static void go_first(void)
{
	const struct sched_param param = { .sched_priority = 1 };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		die("priority", errno);
}

/* It has printed the reason. The others would wait for it forever. */
static void child_died(int signal)
{
	(void)signal;
	_exit(1);
}

/* Measure a driver. */
static void run_round(struct shared *shared, unsigned int driver,
		      unsigned int processes, size_t size, unsigned long ms)
{
	shared->driver = driver;
	shared->stop = false;
	pthread_barrier_wait(&shared->meet);
	sleep_ms(ms);
	shared->stop = true;
	pthread_barrier_wait(&shared->meet);
	print(shared, processes, size);
}

int main(int argc, char **argv)
{
	unsigned long size, processes, ms;
	unsigned int driver, nr_drivers = argc - 5;
	struct message *messages;
	struct shared *shared;

	if (argc < 6 || nr_drivers > MAX_DRIVERS) {
		fprintf(stderr, "Usage: afalg REFERENCE SIZE PROCESSES MILLISECONDS DRIVER...\n");
		return 2;
	}
	size = parse(argv[2], MAX_SIZE);
	processes = parse(argv[3], MAX_PROCESSES);
	ms = parse(argv[4], 3600000);

	shared = make_shared(processes);
	messages = make_messages(processes, argv[1], size);
	signal(SIGCHLD, child_died);
	for (unsigned int i = 0; i < processes; i++) {
		switch (fork()) {
		case -1:
			die("fork", errno);
		case 0:
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			hash_messages(shared, &shared->result[i], &messages[i],
				      size, argv + 5, nr_drivers);
			exit(0);
		}
	}

	go_first();
	pthread_barrier_wait(&shared->meet);
	puts("ready");
	fflush(stdout);
	while (scanf("%u", &driver) == 1 && driver < nr_drivers)
		run_round(shared, driver, processes, size, ms);

	signal(SIGCHLD, SIG_DFL);
	shared->driver = NO_DRIVER;
	pthread_barrier_wait(&shared->meet);
	while (wait(NULL) > 0)
		;
	free(messages);
	return 0;
}
