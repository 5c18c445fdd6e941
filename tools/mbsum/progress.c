// SPDX-License-Identifier: GPL-2.0
/*
 * The progress bar, on standard error if that is a terminal. The walk counts files as
 * it finds them, far ahead of the hashing; after it has found all, the bar shows how
 * much is left.
 *
 * It is no wider than the terminal, which is asked each time: a longer line would leave
 * a row of it there. The cursor waits at its beginning, since a terminal that is made
 * narrower may break the line into several, and then keeps the cursor where it began.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "mbsum.h"

#define REDRAW_NS	(100 * 1000 * 1000)

/* Columns of the bar itself */
#define MOST		30
#define LEAST		5

/* Columns of a part of the text */
#define PART		80

/* Columns of a terminal that does not tell */
#define USUAL		80

/* The cursor's line */
#define ERASE_LINE	"\r\033[K"

/*
 * And all lines below. Not from the first column on, since some terminals keep what was
 * on a screen that is cleared as a whole.
 */
#define ERASE_REST	ERASE_LINE "\033[C\033[J\r"

/* For a terminal that has been made narrower since it was asked: end at its margin. */
#define NO_WRAP		"\033[?7l"
#define WRAP		"\033[?7h"

static struct {
	bool on;
	int drawn;		/* columns */
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

/* As much of a line as there is room for */
struct line {
	char text[4 * PART];
	int used, room;		/* columns */
};

/* Add a part, unless it or one before it does not fit. */
static void __attribute__((format(printf, 2, 3)))
add(struct line *line, const char *format, ...)
{
	char part[PART];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(part, sizeof(part), format, args);
	va_end(args);
	if (n < 0 || n >= (int)sizeof(part) || line->used + n > line->room) {
		line->room = 0;
		return;
	}
	memcpy(line->text + line->used, part, n + 1);
	line->used += n;
}

static int columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? USUAL :
	       size.ws_col;
}

/* Bytes are written one by one unless they are written in one call. */
static const char *bar(double part, int width)
{
	static char text[sizeof("[]") + MOST];

	if (width > MOST)
		width = MOST;
	if (width < LEAST)
		return "";
	for (int i = 0; i < width; i++)
		text[1 + i] = i < part * width ? '#' : '.';
	text[0] = '[';
	strcpy(text + 1 + width, "]");
	return text;
}

static void add_counts(struct line *line)
{
	unsigned long files = progress.files, total = progress.total_files;
	double mb = progress.bytes / 1e6;

	if (total)
		add(line, "%lu/%lu%s files", files, total, progress.found_all ? "" : "+");
	else
		add(line, "%lu files", files);
	add(line, "  %.0f MB", mb);
	add(line, "  %.0f MB/s", mb / seconds_since(&progress.since));
}

/* What was drawn may be several lines by now. */
static const char *eraser(int columns)
{
	return progress.drawn > columns ? ERASE_REST : ERASE_LINE;
}

static void erase(void)
{
	if (!progress.drawn)
		return;
	fputs(eraser(columns()), stderr);
	progress.drawn = 0;
}

/* The bar has a few columns, and what the text leaves; the last one is the cursor's. */
static void draw(void)
{
	const int all = columns(), room = all - 1 - (int)strlen("[]");
	struct line line = { .room = all - 1 };
	const char *before = "";

	if (progress.found_all && progress.total_bytes) {
		double part = (double)progress.bytes / progress.total_bytes;

		if (part > 1)	/* files that grew, or whose size was unknown */
			part = 1;
		line.room = room - LEAST;
		add(&line, " %3.0f%%  ", part * 100);
		add_counts(&line);
		before = bar(part, room - line.used);
	} else {
		add_counts(&line);
	}
	fprintf(stderr, "%s" NO_WRAP "%s%s" WRAP "\r", eraser(all), before, line.text);
	progress.drawn = line.used + strlen(before);
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

/**
 * progress_bytes() - count bytes that were hashed
 * @bytes: how many
 */
void progress_bytes(size_t bytes)
{
	progress.bytes += bytes;
}

/**
 * progress_file() - count a file that was hashed
 */
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

/**
 * progress_stop() - remove the bar, for good
 */
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
