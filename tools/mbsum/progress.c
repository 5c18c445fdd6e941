// SPDX-License-Identifier: GPL-2.0
/*
 * The progress bar, on standard error if that is a terminal. The walk counts files as
 * it finds them, far ahead of the hashing; after it has found all, the bar shows how
 * much is left.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mbsum.h"

#define WIDTH		30
#define REDRAW_NS	(100 * 1000 * 1000)
#define ERASE_LINE	"\r\033[K"

static struct {
	bool on;
	bool drawn;
	bool ending;
	pthread_t thread;
	pthread_mutex_t lock;	/* held while another thread writes lines */
	pthread_cond_t ended;
	struct timespec since;
	atomic_bool found_all;
	atomic_ulong total_files;
	atomic_ullong total_bytes;
	atomic_ulong files;
	atomic_ullong bytes;
} progress = { .lock = PTHREAD_MUTEX_INITIALIZER };

static double seconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - then->tv_sec + (now.tv_nsec - then->tv_nsec) / 1e9;
}

static void draw(void)
{
	unsigned long files = progress.files;
	double mb = progress.bytes / 1e6;
	double part = 0;

	fputs(ERASE_LINE, stderr);
	if (progress.found_all && progress.total_bytes) {
		part = (double)progress.bytes / progress.total_bytes;
		if (part > 1)	/* files that grew, or whose size was unknown */
			part = 1;
		fputc('[', stderr);
		for (int i = 0; i < WIDTH; i++)
			fputc(i < part * WIDTH ? '#' : '.', stderr);
		fprintf(stderr, "] %3.0f%%  ", part * 100);
	}
	fprintf(stderr, "%lu", files);
	if (progress.total_files)
		fprintf(stderr, "/%lu%s", (unsigned long)progress.total_files,
			progress.found_all ? "" : "+");
	fprintf(stderr, " files  %.0f MB  %.0f MB/s", mb,
		mb / seconds_since(&progress.since));
	fflush(stderr);
	progress.drawn = true;
}

static void erase(void)
{
	if (!progress.drawn)
		return;
	fputs(ERASE_LINE, stderr);
	fflush(stderr);
	progress.drawn = false;
}

static void *progress_main(void *arg)
{
	struct timespec next;

	pthread_mutex_lock(&progress.lock);
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (;;) {
		next.tv_nsec += REDRAW_NS;
		if (next.tv_nsec >= 1000 * 1000 * 1000) {
			next.tv_nsec -= 1000 * 1000 * 1000;
			next.tv_sec++;
		}
		while (!progress.ending &&
		       !pthread_cond_timedwait(&progress.ended, &progress.lock, &next))
			;
		if (progress.ending)
			break;
		draw();
	}
	pthread_mutex_unlock(&progress.lock);
	return arg;
}

/**
 * progress_start() - start to draw the bar
 */
void progress_start(void)
{
	pthread_condattr_t monotonic;

	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&progress.ended, &monotonic);
	pthread_condattr_destroy(&monotonic);
	clock_gettime(CLOCK_MONOTONIC, &progress.since);
	progress.on = !pthread_create(&progress.thread, NULL, progress_main, NULL);
}

/**
 * progress_found() - count a file that will be hashed
 * @name: its name, for its size
 */
void progress_found(const char *name)
{
	struct stat st;

	if (!progress.on)
		return;
	if (strcmp(name, "-") && !stat(name, &st) && S_ISREG(st.st_mode))
		progress.total_bytes += st.st_size;
	progress.total_files++;
}

/**
 * progress_found_all() - all files have been counted
 */
void progress_found_all(void)
{
	progress.found_all = true;
}

void progress_bytes(size_t bytes)
{
	progress.bytes += bytes;
}

void progress_file(void)
{
	progress.files++;
}

/**
 * progress_hide() - clear the bar's line and leave it to the caller
 */
void progress_hide(void)
{
	if (!progress.on)
		return;
	pthread_mutex_lock(&progress.lock);
	erase();
}

/**
 * progress_show() - undo progress_hide(), after the caller has written whole lines
 */
void progress_show(void)
{
	if (!progress.on)
		return;
	pthread_mutex_unlock(&progress.lock);
}

void progress_stop(void)
{
	if (!progress.on)
		return;
	/* Wake the thread: a short run takes less time than its interval. */
	pthread_mutex_lock(&progress.lock);
	progress.ending = true;
	pthread_cond_signal(&progress.ended);
	pthread_mutex_unlock(&progress.lock);
	pthread_join(progress.thread, NULL);
	erase();
}
