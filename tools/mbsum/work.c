// SPDX-License-Identifier: GPL-2.0
/*
 * The threads. By libmbhash each hashes many files side by side, and takes others, its share
 * of those that wait, as soon as some are done. In the kernel each takes the next file,
 * waits for its hash, and so keeps one in flight.
 *
 * The files are in a ring in the order in which they were added: those from head to
 * next are taken or done, those from next to tail wait for a thread. The thread that
 * finishes the file at the head reports it and all finished ones behind it, so results
 * are in order without a thread for reporting.
 *
 * Number of threads in the kernel: for short files one for each CPU, since another thread costs
 * more than lanes save. When a file turns out to be long, one more thread takes the
 * next file, until there are enough to fill the lanes. A thread that has finished a
 * short file rests if there are more threads than CPUs. After a short file a thread
 * takes a batch of files. A file that the batch leaves, because it is long, for
 * example, goes to the next thread that takes a file.
 *
 * If there can be no thread at all, the main one does a thread's work whenever it would wait.
 *
 * If the user gives a number of threads, there are that many, and each takes one file
 * at a time: the kernel hashes the files of a batch one after the other.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mbsum.h"

/*
 * Bounds the memory. It is much larger than the number of threads, so that they stay
 * busy while one long file holds up the reports.
 */
#define RING	4096

/* Smaller batches do not save the cost of starting with batches. */
#define FEW	8

struct worker {
	pthread_t thread;
	struct lanes *lanes;	/* by libmbhash; else: */
	struct hash *hash;
	struct batch *batch;	/* allocated when needed */
	bool one_by_one;	/* there can be no batch */
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t called;
	pthread_cond_t reported;
	struct item ring[RING];
	unsigned long head, next, tail;
	struct item *left;	/* left by batches; they are between head and next */
	bool closing;
	bool here;		/* there is no thread */
	report_fn report;
	const char *algorithm;	/* libmbhash's, or NULL: */
	int alg;
	unsigned int files;	/* that the threads hash at once */
	unsigned int threads;	/* among which they are divided */
	struct worker *workers;
	unsigned int started;	/* threads */
	unsigned int resting;	/* threads, without those that were called */
	unsigned int calls;	/* that no resting thread has taken yet */
	unsigned int least;	/* threads that work as long as there is a file */
	unsigned int most;
	bool no_batches;
	bool alone;		/* the last file is read alone */
} work = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.called = PTHREAD_COND_INITIALIZER,
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
	report_flush();
	progress_show();
	/* Not for each file: wake work_add() when it can add many. */
	if (work.tail - work.head <= RING / 2)
		pthread_cond_signal(&work.reported);
}

static unsigned int working(void)
{
	return work.started - work.resting;
}

/* Is this the work of a thread that does not rest? */
static bool is_last_turn(void)
{
	return work.closing || work.here;
}

static void rest(void)
{
	work.resting++;
	while (!work.calls && !work.closing)
		pthread_cond_wait(&work.called, &work.lock);
	if (work.calls)
		work.calls--;
	else
		work.resting--;
}

static bool nothing_to_do(void)
{
	return work.next == work.tail && !work.left;
}

/* Take one file, or this thread's share of those that wait. Leftovers go first. */
static unsigned int take(struct item **items, bool many)
{
	unsigned long share = (work.tail - work.next) / working();
	unsigned int n = 0;

	if (work.left) {
		items[n++] = work.left;
		work.left = work.left->next;
		return n;
	}
	if (!many || share < FEW)
		share = 1;
	while (n < share && n < BATCH)
		items[n++] = slot(work.next++);
	return n;
}

/* Take this thread's share of those that wait, up to @room. */
static unsigned int take_share(struct item **items, unsigned int room)
{
	unsigned long share = (work.tail - work.next) / working();
	unsigned int n = 0;

	while (n < room && n <= share && work.next != work.tail)
		items[n++] = slot(work.next++);
	return n;
}

static void hash_items(struct worker *worker, struct item *const *items, unsigned int n)
{
	if (n > 1 && !worker->batch) {
		worker->batch = batch_new(work.alg);
		worker->one_by_one = !worker->batch;
	}
	if (n > 1 && worker->batch) {
		batch_hash(worker->batch, items, n);
		return;
	}
	for (unsigned int i = 0; i < n; i++) {
		hash_file(worker->hash, items[i]);
		items[i]->is_left = false;
	}
}

/* Return: bytes of the longest file, counting one that was left as SHORT */
static uint64_t finish_items(struct item *const *items, unsigned int n)
{
	uint64_t longest = 0;

	for (unsigned int i = 0; i < n; i++) {
		uint64_t bytes = items[i]->is_left ? SHORT : items[i]->bytes;

		if (bytes > longest)
			longest = bytes;
		if (items[i]->is_left) {
			items[i]->next = work.left;
			work.left = items[i];
		} else {
			items[i]->done = true;
		}
	}
	report_done();
	return longest;
}

static void *worker_main(void *arg)
{
	struct worker *worker = arg;
	struct item *items[BATCH];
	uint64_t last = LONG;	/* bytes; LONG if not known */
	unsigned int n;

	pthread_mutex_lock(&work.lock);
	for (;;) {
		while (nothing_to_do() || (last < LONG && working() > work.least)) {
			if (is_last_turn() && nothing_to_do())
				goto out;
			if (is_last_turn())
				break;
			rest();
			last = LONG;
		}
		n = take(items, last < SHORT && !worker->one_by_one);
		pthread_mutex_unlock(&work.lock);

		hash_items(worker, items, n);

		pthread_mutex_lock(&work.lock);
		last = finish_items(items, n);
	}
out:
	pthread_mutex_unlock(&work.lock);
	return NULL;
}

static void *lanes_main(void *arg)
{
	struct worker *worker = arg;
	struct item *items[LANES];
	unsigned int n;

	pthread_mutex_lock(&work.lock);
	for (;;) {
		n = take_share(items, lanes_room(worker->lanes));
		if (!n && lanes_idle(worker->lanes)) {
			if (is_last_turn())
				break;
			rest();
			continue;
		}
		pthread_mutex_unlock(&work.lock);

		n = lanes_turn(worker->lanes, items, n);

		pthread_mutex_lock(&work.lock);
		finish_items(items, n);
	}
	pthread_mutex_unlock(&work.lock);
	return NULL;
}

static void *run(void *worker)
{
	return work.algorithm ? lanes_main(worker) : worker_main(worker);
}

/* Wait until more files are reported, or without a thread hash all that were added. */
static void wait_for_reports(void)
{
	if (!work.here) {
		pthread_cond_wait(&work.reported, &work.lock);
		return;
	}
	pthread_mutex_unlock(&work.lock);
	run(work.workers);
	pthread_mutex_lock(&work.lock);
}

/* How many of the files a thread hashes: the first ones one more, if they cannot be divided */
static unsigned int share_of(const struct worker *worker)
{
	const unsigned int index = worker - work.workers;

	return work.files / work.threads + (index < work.files % work.threads);
}

static bool get_ready(struct worker *worker)
{
	if (work.algorithm)
		worker->lanes = lanes_new(work.algorithm, share_of(worker));
	else
		worker->hash = hash_new(work.alg);
	return worker->lanes || worker->hash;
}

static void clean_up(struct worker *worker)
{
	lanes_free(worker->lanes);
	batch_free(worker->batch);
	hash_free(worker->hash);
}

/* If this fails, report it and go on with fewer threads, or here; without memory exit. */
static void start_worker(void)
{
	struct worker *worker = &work.workers[work.started];
	int err;

	worker->one_by_one = work.no_batches;
	err = get_ready(worker) ? 0 : errno;
	if (!err) {
		work.started++;
		err = pthread_create(&worker->thread, NULL, run, worker);
		if (!err)
			return;
		work.here = work.started == 1;
		if (!work.here) {
			work.started--;
			clean_up(worker);
		}
	}
	if (!work.started) {
		report_error("thread", strerror(err));
		exit(EXIT_UNUSABLE);
	}
	report_note("one job more", strerror(err));
	work.most = work.started;
	if (work.least > work.most)
		work.least = work.most;
}

/* Get one more thread to work, if there is one. */
static void call_worker(void)
{
	if (work.resting) {
		work.resting--;
		work.calls++;
		pthread_cond_signal(&work.called);
	} else if (work.started < work.most) {
		start_worker();
	}
}

/**
 * work_more() - tell that a file is long, so that another thread takes the next one
 */
void work_more(void)
{
	pthread_mutex_lock(&work.lock);
	if (!nothing_to_do() && working() < work.most)
		call_worker();
	pthread_mutex_unlock(&work.lock);
}

static void start(unsigned int least, unsigned int most, report_fn report)
{
	work.report = report;
	work.least = least;
	work.most = most;
	work.workers = calloc(work.most, sizeof(*work.workers));
	if (!work.workers) {
		report_error("thread", strerror(ENOMEM));
		exit(EXIT_UNUSABLE);
	}
}

/**
 * work_start() - get ready to hash files by libmbhash; exits on error
 * @algorithm: that it has
 * @threads: how many threads, if there are as many files
 * @files: how many they hash at once, up to LANES each
 * @report: called for each file in the order of work_add(), by one thread at a time
 */
void work_start(const char *algorithm, unsigned int threads, unsigned int files,
		report_fn report)
{
	work.algorithm = algorithm;
	work.files = files;
	work.threads = threads;
	start(threads, threads, report);
}

/**
 * work_start_in_kernel() - get ready to hash files in the kernel; exits on error
 * @alg: what to hash with, from alg_open()
 * @least: how many threads work as long as there is a file
 * @most: how many threads work while files are long
 * @batches: whether they may hash short files many at a time
 * @report: called for each file in the order of work_add(), by one thread at a time
 */
void work_start_in_kernel(int alg, unsigned int least, unsigned int most, bool batches,
			  report_fn report)
{
	work.alg = alg;
	work.no_batches = !batches;
	start(least, most, report);
}

/* One that is not there holds up nothing. */
static bool is_read_alone(const char *name)
{
	struct stat st;

	return !strcmp(name, "-") || (!stat(name, &st) && !S_ISREG(st.st_mode));
}

/**
 * work_add() - add a file; waits for room in the ring
 * @name: its name
 * @is_regular: it is known to be a regular file
 * @want: the digest it should have, MAX_DIGEST bytes, or NULL
 *
 * Return: whether it is read alone, as those are that are not regular
 */
bool work_add(const char *name, bool is_regular, const uint8_t *want)
{
	const bool alone = !is_regular && is_read_alone(name);
	struct item *item;

	/*
	 * A pipe may have several names, such as - and /dev/stdin: the second one reads
	 * what the first has left. And it may hold up the other files of a batch.
	 */
	if (alone || work.alone)
		work_drain();
	work.alone = alone;

	pthread_mutex_lock(&work.lock);
	while (work.tail - work.head == RING)
		wait_for_reports();
	item = slot(work.tail);
	item->name = strdup(name);
	if (!item->name) {
		report_error(name, strerror(ENOMEM));
		exit(EXIT_UNUSABLE);
	}
	item->alone = alone;
	if (want)
		memcpy(item->want, want, sizeof(item->want));
	work.tail++;
	if (working() < work.least)
		call_worker();
	pthread_mutex_unlock(&work.lock);
	return alone;
}

/**
 * work_drain() - wait until all added files are reported
 */
void work_drain(void)
{
	pthread_mutex_lock(&work.lock);
	while (work.head != work.tail)
		wait_for_reports();
	pthread_mutex_unlock(&work.lock);
}

/**
 * work_stop() - work_drain(), then end the threads
 */
void work_stop(void)
{
	pthread_mutex_lock(&work.lock);
	work.closing = true;
	pthread_cond_broadcast(&work.called);
	pthread_mutex_unlock(&work.lock);

	for (unsigned int i = 0; i < work.started; i++) {
		struct worker *worker = &work.workers[i];

		if (work.here)
			run(worker);
		else
			pthread_join(worker->thread, NULL);
		clean_up(worker);
	}
	free(work.workers);
}
