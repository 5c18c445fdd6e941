// SPDX-License-Identifier: GPL-2.0
/*
 * The progress bar, on standard error if that is a terminal.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "mbsum.h"

#define WIDTH		30
#define REDRAW_NS	(100 * 1000 * 1000)
#define ERASE_LINE	"\r\033[K"

static struct {
	bool on;
	bool drawn;
	pthread_t thread;
	pthread_mutex_t lock;	/* held while somebody else writes lines */
	atomic_bool ending;
	struct timespec since;
	unsigned long total_files;
	unsigned long long total_bytes;
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
	if (progress.total_bytes) {
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
		fprintf(stderr, "/%lu", progress.total_files);
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
	const struct timespec pause = { .tv_nsec = REDRAW_NS };

	while (!progress.ending) {
		nanosleep(&pause, NULL);
		pthread_mutex_lock(&progress.lock);
		draw();
		pthread_mutex_unlock(&progress.lock);
	}
	return arg;
}

/**
 * progress_start() - begin to draw, after all calls of progress_total()
 */
void progress_start(void)
{
	clock_gettime(CLOCK_MONOTONIC, &progress.since);
	progress.on = !pthread_create(&progress.thread, NULL, progress_main, NULL);
}

/**
 * progress_total() - count a file that will be hashed; a walk_fn
 * @name: not used
 * @size: its bytes
 */
void progress_total(const char *name, off_t size)
{
	(void)name;
	progress.total_files++;
	progress.total_bytes += size;
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
 * progress_show() - the caller wrote whole lines and is done
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
	progress.ending = true;
	pthread_join(progress.thread, NULL);
	erase();
}
