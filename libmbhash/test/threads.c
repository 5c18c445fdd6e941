// SPDX-License-Identifier: GPL-2.0
/*
 * Threads hash at once, each with its own hasher. No two of them share anything but the
 * plan, which the first ones make.
 */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#define THREADS	4
#define N	40

struct thread {
	pthread_t thread;
	const char *algorithm;
	uint8_t seed;
	bool good;
};

static bool hash(const char *algorithm, uint8_t seed)
{
	struct mbhash *hasher = mbhash_new(algorithm, NULL, 0);
	uint8_t text[N][300], digests[N * MBHASH_MAX_SIZE];
	const void *messages[N];
	size_t sizes[N];

	CHECK(hasher, algorithm);
	memset(text, seed, sizeof(text));
	for (size_t i = 0; i < N; i++) {
		messages[i] = text[i];
		sizes[i] = (i * 37 + seed) % sizeof(*text);
	}
	for (unsigned int round = 0; round < 20; round++)
		CHECK(!mbhash_digest(hasher, N, messages, sizes, digests), algorithm);
	for (size_t i = 0; i < N; i++)
		CHECK(!memcmp(digests + i * mbhash_size(hasher),
			      reference(algorithm, NULL, 0, messages[i], sizes[i]),
			      mbhash_size(hasher)), algorithm);
	mbhash_free(hasher);
	return true;
}

static void *make_plan(void *algorithm)
{
	mbhash_free(mbhash_new(algorithm, NULL, 0));
	return NULL;
}

/* Fork while another thread makes the plan, and hash in the child. Return: exit status. */
static int fork_meanwhile(const char *algorithm, unsigned int us)
{
	pthread_t thread;
	int status = 1;
	pid_t child;

	/* Detached: to the child it is one that nobody joins. */
	if (pthread_create(&thread, NULL, make_plan, (void *)algorithm) ||
	    pthread_detach(thread))
		return 1;
	usleep(us);
	child = fork();
	if (!child) {
		alarm(30);
		_exit(!hash(algorithm, 1));
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 1;
	return status;
}

/* Plans are made in children only, so that there is none before. */
bool forked(const char *algorithm)
{
	for (unsigned int us = 0; us < 8000; us += 1000) {
		const pid_t child = fork();
		int status = 1;

		if (!child)
			_exit(!!fork_meanwhile(algorithm, us));
		CHECK(child > 0 && waitpid(child, &status, 0) == child && !status, algorithm);
	}
	return true;
}

/* All hashers have one plan: only the first takes milliseconds. */
bool one_plan(const char *algorithm)
{
	struct timespec from, to;

	mbhash_free(mbhash_new(algorithm, NULL, 0));
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (unsigned int i = 0; i < 30; i++)
		mbhash_free(mbhash_new(algorithm, NULL, 0));
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	CHECK((to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000 < 60,
	      algorithm);
	return true;
}

static void *thread_main(void *arg)
{
	struct thread *thread = arg;

	thread->good = hash(thread->algorithm, thread->seed);
	return NULL;
}

bool at_once(const char *algorithm)
{
	struct thread threads[THREADS];
	bool good = true;

	for (unsigned int i = 0; i < THREADS; i++) {
		/* While one hash is in use, another one's plan is made. */
		threads[i].algorithm = i % 2 ? algorithms[i % ALGORITHMS] : algorithm;
		threads[i].seed = i;
		CHECK(!pthread_create(&threads[i].thread, NULL, thread_main, &threads[i]),
		      algorithm);
	}
	for (unsigned int i = 0; i < THREADS; i++) {
		pthread_join(threads[i].thread, NULL);
		good &= threads[i].good;
	}
	return good;
}
