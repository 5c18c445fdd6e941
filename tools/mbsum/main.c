// SPDX-License-Identifier: GPL-2.0
/*
 * mbsum: puts the parts together.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mbhash.h>

#include "mbsum.h"

static void sum_file(const char *name, bool is_regular)
{
	progress_found(name);
	work_add(name, is_regular, NULL);
}

/* As many jobs as the limit allows. @asked: the user wants so many */
static unsigned int fitting_jobs(unsigned int wanted, unsigned int each, bool asked)
{
	unsigned int most = jobs_fit(wanted, each);
	char text[80];

	if (asked && most < wanted) {
		snprintf(text, sizeof(text),
			 "%u rather than %u: no more files may be open at a time",
			 most, wanted);
		report_note("jobs", text);
	}
	return most;
}

/*
 * So that no file or socket becomes one of them. Using one that was closed still fails, also by
 * a name such as /dev/stdin.
 */
static void keep_standard_files(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/", O_PATH);
}

/* Some file systems report only at the end that there is no room. */
static int finish(int status)
{
	int err = report_flush();

	if (fclose(stdout) && !err)
		err = errno;
	if (!err)
		return status;
	report_note("write error", strerror(err));
	return EXIT_FAILED;
}

/* One that understands the bar's escape sequences */
static bool has_terminal(void)
{
	const char *type = getenv("TERM");

	return isatty(STDERR_FILENO) && !(type && !strcmp(type, "dumb"));
}

/* With the threads started; return whether all lists are right */
static bool sum_or_check(const struct options *options)
{
	if (options->checks)
		return check_lists(options->files);
	walk(options->files, options->recurse, sum_file);
	progress_found_all();
	return true;
}

static void start(const struct options *options, const char *hash, size_t size)
{
	sum_start(options, hash, size);
	check_start(&options->check, hash, size);
}

static report_fn report_of(const struct options *options)
{
	return options->checks ? check_report : sum_report;
}

/* Start to hash by libmbhash. */
static void start_library(const struct options *options, struct mbhash *hasher)
{
	const unsigned int cpus = jobs_least();
	unsigned int files, threads;

	files = fitting_jobs(options->jobs ? options->jobs : cpus * LANES, 1, options->jobs);
	threads = files < cpus ? files : cpus;
	if (files > threads * LANES)
		threads = (files + LANES - 1) / LANES;
	if (options->verbose)
		report_note("libmbhash", mbhash_plan(hasher, (files + threads - 1) / threads));
	start(options, options->algorithm, mbhash_size(hasher));
	mbhash_free(hasher);
	work_start(options->algorithm, threads, files, report_of(options));
}

/* Start to hash in the kernel. Return: false after a message, if that cannot be done. */
static bool start_in_kernel(const struct options *options, int *alg)
{
	char hash[MAX_NAME];
	unsigned int most;
	size_t size;

	*alg = alg_open(options->algorithm, options->driver, hash, &size);
	if (*alg < 0)
		return false;
	if (options->verbose)
		report_note("AF_ALG", options->driver ? options->driver : hash);
	most = fitting_jobs(options->jobs ? options->jobs : jobs_most(hash), jobs_files_each(),
			    options->jobs);
	start(options, hash, size);
	work_start_in_kernel(*alg, options->jobs || jobs_least() > most ? most : jobs_least(),
			     most, !options->jobs && jobs_batch(most), report_of(options));
	return true;
}

/*
 * By libmbhash, if it has that hash and the user does not want the kernel's; and if it needs no
 * key, for which the library would take an empty one, and the kernel asks.
 */
static bool start_either(const struct options *options, int *alg)
{
	struct mbhash *hasher;

	*alg = -1;
	if (options->in_kernel || strchr(options->algorithm, '('))
		return start_in_kernel(options, alg);
	hasher = mbhash_new(options->algorithm, NULL, 0);
	if (hasher) {
		start_library(options, hasher);
		return true;
	}
	if (errno == ENOENT)
		return start_in_kernel(options, alg);
	report_note("libmbhash", strerror(errno));
	return false;
}

int main(int argc, char **argv)
{
	const bool terminal = has_terminal();
	struct options options;
	bool good;
	int alg;

	keep_standard_files();
	setlocale(LC_CTYPE, "");
	report_start(argv[0]);
	if (!options_parse(argc, argv, &options))
		return finish(EXIT_OK);

	if (!start_either(&options, &alg))
		return EXIT_UNUSABLE;
	if (terminal)
		progress_start();
	good = sum_or_check(&options);
	work_stop();
	progress_stop();
	if (alg >= 0)
		close(alg);

	return finish(good && !report_failed() ? EXIT_OK : EXIT_FAILED);
}
