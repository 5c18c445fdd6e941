// SPDX-License-Identifier: GPL-2.0
/*
 * The threads: each takes the next file, waits for the kernel to hash it, and
 * so keeps one hash in flight.
 *
 * The files stand in a ring in the order in which they were added: those from
 * head to next are taken or done, those from next to tail wait for a thread.
 * Whoever finishes the one at the head reports it and all that are done
 * behind it, so results come out in order without a thread of their own.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "mbsum.h"

/*
 * Bounds the memory. Much larger than the number of threads, so that they stay
 * busy while one long file holds up the reports.
 */
#define RING	4096

struct worker {
	pthread_t thread;
	struct kcapi_handle *hash;
	uint8_t *buffer;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t added;
	pthread_cond_t reported;
	struct item ring[RING];
	unsigned long head, next, tail;
	bool closing;
	report_fn report;
	struct worker *workers;
	unsigned int nr_workers;
} work = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.added = PTHREAD_COND_INITIALIZER,
	.reported = PTHREAD_COND_INITIALIZER,
};

static struct item *slot(unsigned long n)
{
	return &work.ring[n % RING];
}

static void report_done(void)
{
	if (!slot(work.head)->done)
		return;

	progress_hide();
	while (work.head != work.next && slot(work.head)->done) {
		struct item *item = slot(work.head);

		work.report(item);
		free(item->name);
		memset(item, 0, sizeof(*item));
		work.head++;
	}
	progress_show();
	pthread_cond_signal(&work.reported);
}

static void *worker_main(void *arg)
{
	struct worker *worker = arg;

	pthread_mutex_lock(&work.lock);
	for (;;) {
		struct item *item;

		while (work.next == work.tail && !work.closing)
			pthread_cond_wait(&work.added, &work.lock);
		if (work.next == work.tail)
			break;
		item = slot(work.next++);
		pthread_mutex_unlock(&work.lock);

		hash_file(worker->hash, worker->buffer, item);

		pthread_mutex_lock(&work.lock);
		item->done = true;
		report_done();
	}
	pthread_mutex_unlock(&work.lock);
	return NULL;
}

static void start_worker(struct worker *worker, struct kcapi_handle *hash)
{
	int err = ENOMEM;

	worker->hash = hash_clone(hash);
	if (!worker->hash)
		exit(EXIT_UNUSABLE);
	worker->buffer = hash_buffer();
	if (worker->buffer)
		err = pthread_create(&worker->thread, NULL, worker_main, worker);
	if (err) {
		report_error("thread", strerror(err));
		exit(EXIT_UNUSABLE);
	}
}

/**
 * work_start() - start the threads; exits if that is not possible
 * @hash: what to hash with; each thread gets a handle of its own
 * @threads: how many
 * @report: called for each file in the order of work_add(), never by two
 *	    threads at a time
 */
void work_start(struct kcapi_handle *hash, unsigned int threads,
		report_fn report)
{
	work.report = report;
	work.nr_workers = threads;
	work.workers = calloc(threads, sizeof(*work.workers));
	if (!work.workers) {
		report_error("thread", strerror(ENOMEM));
		exit(EXIT_UNUSABLE);
	}
	for (unsigned int i = 0; i < threads; i++)
		start_worker(&work.workers[i], hash);
}

/**
 * work_add() - have a file hashed, once there is room in the ring
 * @name: its name
 * @want: the digest it should have, MAX_DIGEST bytes, or NULL
 */
void work_add(const char *name, const uint8_t *want)
{
	struct item *item;

	/* Standard input named twice: the second reads what the first left. */
	if (!strcmp(name, "-"))
		work_drain();

	pthread_mutex_lock(&work.lock);
	while (work.tail - work.head == RING)
		pthread_cond_wait(&work.reported, &work.lock);
	item = slot(work.tail);
	item->name = strdup(name);
	if (!item->name) {
		report_error(name, strerror(ENOMEM));
		exit(EXIT_UNUSABLE);
	}
	if (want)
		memcpy(item->want, want, sizeof(item->want));
	work.tail++;
	pthread_cond_signal(&work.added);
	pthread_mutex_unlock(&work.lock);
}

/**
 * work_drain() - wait until all that was added is reported
 */
void work_drain(void)
{
	pthread_mutex_lock(&work.lock);
	while (work.head != work.tail)
		pthread_cond_wait(&work.reported, &work.lock);
	pthread_mutex_unlock(&work.lock);
}

/**
 * work_stop() - work_drain(), then end the threads
 */
void work_stop(void)
{
	pthread_mutex_lock(&work.lock);
	work.closing = true;
	pthread_cond_broadcast(&work.added);
	pthread_mutex_unlock(&work.lock);

	for (unsigned int i = 0; i < work.nr_workers; i++) {
		struct worker *worker = &work.workers[i];

		pthread_join(worker->thread, NULL);
		hash_close(worker->hash);
		free(worker->buffer);
	}
	free(work.workers);
}
