// SPDX-License-Identifier: GPL-2.0
/*
 * Programs of several kinds that hash through AF_ALG on one CPU, each one message at
 * a time:
 *
 *	clients MILLISECONDS DRIVER COUNT:SIZE:NICE:THINK_US...
 *
 * NICE may be "fifo". Prints one line of JSON: the messages of each kind.
 *
 *	clients MILLISECONDS costs
 *
 * prints the costs of a system call, of a switch between programs and of a sleep on
 * this kernel.
 */
#include <errno.h>
#include <linux/if_alg.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_SIZE	65536
#define MAX_KINDS	4
#define MAX_CLIENTS	256

struct kind {
	unsigned int n;
	unsigned int size;
	int nice;
	bool fifo;
	unsigned int think_us;
};

/* Memory shared by all processes */
struct shared {
	atomic_bool stop;
	uint64_t from;
	atomic_ullong messages[MAX_CLIENTS];
};

static __attribute__((__noreturn__)) void die(const char *what)
{
	fprintf(stderr, "clients: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * UINT64_C(1000000000) + t.tv_nsec;
}

static void sleep_us(unsigned long us)
{
	const struct timespec time = {
		.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000,
	};

	nanosleep(&time, NULL);
}

static void set_fifo(int priority)
{
	const struct sched_param param = { .sched_priority = priority };

	if (sched_setscheduler(0, SCHED_FIFO, &param))
		die("priority");
}

static int open_hash(const char *driver)
{
	struct sockaddr_alg address = {
		.salg_family = AF_ALG, .salg_type = "hash",
	};
	int transform, hash;

	strncpy((char *)address.salg_name, driver,
		sizeof(address.salg_name) - 1);
	transform = socket(AF_ALG, SOCK_SEQPACKET, 0);
	if (transform < 0 ||
	    bind(transform, (struct sockaddr *)&address, sizeof(address)))
		die(driver);
	hash = accept(transform, NULL, NULL);
	if (hash < 0)
		die(driver);
	return hash;
}

static void digest(int hash, const void *message, size_t size)
{
	uint8_t result[64];

	if (send(hash, message, size, 0) != (ssize_t)size ||
	    read(hash, result, sizeof(result)) <= 0)
		die("hash");
}

static void client(struct shared *shared, atomic_ullong *messages,
		   const struct kind *kind, const char *driver, int start)
{
	const int hash = open_hash(driver);
	uint8_t *message = aligned_alloc(4096, MAX_SIZE);
	char go;

	if (!message)
		die("memory");
	memset(message, 1, MAX_SIZE);
	digest(hash, message, kind->size);
	if (setpriority(PRIO_PROCESS, 0, kind->nice))
		die("nice");
	if (kind->fifo)
		set_fifo(1);
	/* All of them start at once, when the other end is closed. */
	if (read(start, &go, 1))
		die("start");
	while (!shared->stop) {
		digest(hash, message, kind->size);
		++*messages;
		if (kind->think_us)
			sleep_us(kind->think_us);
	}
	exit(0);
}

static bool parse(struct kind *kind, const char *text)
{
	char nice[8];

	if (sscanf(text, "%u:%u:%7[^:]:%u", &kind->n, &kind->size, nice,
		   &kind->think_us) != 4)
		return false;
	kind->fifo = !strcmp(nice, "fifo");
	kind->nice = atoi(nice);
	return kind->n && kind->size && kind->size <= MAX_SIZE;
}

static struct shared *share(void)
{
	struct shared *shared = mmap(NULL, sizeof(*shared),
				     PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		die("memory");
	memset(shared, 0, sizeof(*shared));
	return shared;
}

static void run(unsigned long ms, const char *driver, const struct kind *kinds,
		unsigned int nr_kinds)
{
	uint64_t messages[MAX_CLIENTS], ns;
	struct shared *shared = share();
	unsigned int n = 0, k = 0;
	int start[2];

	if (pipe(start))
		die("pipe");
	for (unsigned int i = 0; i < nr_kinds; i++) {
		for (unsigned int j = 0; j < kinds[i].n; j++, n++) {
			if (n == MAX_CLIENTS || fork())
				continue;
			prctl(PR_SET_PDEATHSIG, 9);
			close(start[1]);
			client(shared, &shared->messages[n], &kinds[i], driver,
			       start[0]);
		}
	}
	/* The process that ends the measurement must not wait for the clients. */
	set_fifo(2);
	sleep_us(200000);
	ns = now_ns();
	close(start[1]);
	sleep_us(ms * 1000);
	shared->stop = true;
	ns = now_ns() - ns;
	for (unsigned int i = 0; i < n && i < MAX_CLIENTS; i++)
		messages[i] = shared->messages[i];
	printf("{\"ns\": %ju, \"messages\": [", (uintmax_t)ns);
	for (unsigned int i = 0; i < nr_kinds; i++) {
		printf("%s[", i ? ", " : "");
		for (unsigned int j = 0; j < kinds[i].n; j++)
			printf("%s%ju", j ? ", " : "",
			       (uintmax_t)messages[k++]);
		printf("]");
	}
	printf("]}\n");
	fflush(stdout);
	while (wait(NULL) > 0)
		;
}

/* Return: the time for each of the calls that @n processes make in @ms. */
static double each_ns(unsigned long ms, unsigned int n, void (*what)(void))
{
	struct shared *shared = share();
	uint64_t ns, done = 0;

	for (unsigned int i = 0; i < n; i++) {
		if (fork())
			continue;
		prctl(PR_SET_PDEATHSIG, 9);
		while (!shared->stop) {
			what();
			++shared->messages[i];
		}
		exit(0);
	}
	sleep_us(10000);
	for (unsigned int i = 0; i < n; i++)
		done -= shared->messages[i];
	ns = now_ns();
	sleep_us(ms * 1000);
	ns = now_ns() - ns;
	for (unsigned int i = 0; i < n; i++)
		done += shared->messages[i];
	shared->stop = true;
	while (wait(NULL) > 0)
		;
	munmap(shared, sizeof(*shared));
	return (double)ns / (done ? done : 1);
}

static void call(void)
{
	getppid();
}

static void yield(void)
{
	sched_yield();
}

static void nap(void)
{
	sleep_us(100);
}

static void measure_costs(unsigned long ms)
{
	double none, one, two, sleep;

	set_fifo(2);
	sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){});
	none = each_ns(ms, 1, call);
	one = each_ns(ms, 1, yield);
	two = each_ns(ms, 2, yield);
	sleep = each_ns(ms, 1, nap);
	printf("{\"call\": %.0f, \"yield\": %.0f, \"yield_2\": %.0f, \"sleep_100\": %.0f}\n",
	       none, one, two, sleep);
}

int main(int argc, char **argv)
{
	struct kind kinds[MAX_KINDS];
	unsigned int n = 0;

	if (argc == 3 && !strcmp(argv[2], "costs")) {
		measure_costs(atoi(argv[1]));
		return 0;
	}
	while (n < MAX_KINDS && argc > (int)n + 3 &&
	       parse(&kinds[n], argv[n + 3]))
		n++;
	if (!n || argc != (int)n + 3) {
		fprintf(stderr, "Usage: clients MILLISECONDS DRIVER COUNT:SIZE:NICE:THINK_US...\n"
			"       clients MILLISECONDS costs\n");
		return 2;
	}
	run(atoi(argv[1]), argv[2], kinds, n);
	return 0;
}
