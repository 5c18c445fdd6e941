// SPDX-License-Identifier: GPL-2.0
/*
 * mbsum: puts the parts together.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "mbsum.h"

static void sum_file(const char *name, bool is_regular)
{
	progress_found(name);
	work_add(name, is_regular, NULL);
}

/* The maximum of threads: what the user wants, if anything, within the limits */
static unsigned int most_jobs(unsigned int wanted, const char *name)
{
	unsigned int most = jobs_fit(wanted ? wanted : jobs_most(name));
	char text[80];

	if (wanted && most < wanted) {
		snprintf(text, sizeof(text),
			 "%u rather than %u: no more files may be open at a time",
			 most, wanted);
		report_note("jobs", text);
	}
	return most;
}

/* So that no file or socket becomes one of them. Using one that was closed still fails. */
static void keep_standard_files(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
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

/* With the threads started; return whether all lists are right */
static bool sum_or_check(const struct options *options)
{
	if (options->checks)
		return check_lists(options->files);
	walk(options->files, options->recurse, sum_file);
	progress_found_all();
	return true;
}

int main(int argc, char **argv)
{
	const bool terminal = isatty(STDERR_FILENO);
	struct options options;
	char hash[MAX_NAME];
	unsigned int most;
	size_t size;
	bool good;
	int alg;

	keep_standard_files();
	setlocale(LC_CTYPE, "");
	report_start(argv[0]);
	if (!options_parse(argc, argv, &options))
		return finish(EXIT_OK);

	alg = alg_open(options.algorithm, options.driver, hash, &size);
	if (alg < 0)
		return EXIT_UNUSABLE;

	most = most_jobs(options.jobs, hash);
	sum_start(&options, hash, size);
	check_start(&options.check, hash, size);
	work_start(alg, options.jobs || jobs_least() > most ? most : jobs_least(), most,
		   !options.jobs && jobs_batch(most),
		   options.checks ? check_report : sum_report);
	if (terminal)
		progress_start();
	good = sum_or_check(&options);
	work_stop();
	progress_stop();
	close(alg);

	return finish(good && !report_failed() ? EXIT_OK : EXIT_FAILED);
}
