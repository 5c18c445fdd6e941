// SPDX-License-Identifier: GPL-2.0
/*
 * mbsum: options, and writing digests.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mbsum.h"

#define DEFAULT_HASH	"sha256"
#define MAX_JOBS	1024

static const char usage[] =
"Usage: mbsum [OPTION]... [FILE]...\n"
"Write or check digests of files, hashed by the kernel, many at once.\n"
"With no FILE, or when FILE is -, read standard input.\n"
"\n"
"  -a, --algorithm=NAME  md5, sha256 (the default) or another hash of the kernel\n"
"      --driver=NAME     hash with this driver of the kernel (default: that of\n"
"                        the algorithm with the highest priority)\n"
"  -j, --jobs=N          keep N files in flight (default: depends on the files)\n"
"  -r, --recursive       hash the files below directories, sorted by path\n"
"  -c, --check           read digests from the FILEs and check them\n"
"      --quiet           when checking, do not report files that are right\n"
"      --status          when checking, only report files that cannot be read\n"
"  -h, --help            show this text\n"
"      --version         show the version\n"
"\n"
"Output and --check's input have the format of md5sum and sha256sum. The exit\n"
"status is 0 if all is right, 1 if a file was not read or is wrong, or 2 if the\n"
"kernel has no such hash or an option is wrong.\n";

static size_t digest_size;

static void sum_report(const struct item *item)
{
	static const char digits[] = "0123456789abcdef";
	bool escape = name_needs_escape(item->name);

	if (item->err) {
		report_failure(item);
		return;
	}
	if (escape)
		putchar('\\');
	for (size_t i = 0; i < digest_size; i++) {
		putchar(digits[item->digest[i] >> 4]);
		putchar(digits[item->digest[i] & 15]);
	}
	fputs("  ", stdout);
	name_print(item->name, escape);
	putchar('\n');
}

static void sum_file(const char *name, bool is_regular)
{
	progress_found(name);
	work_add(name, is_regular, NULL);
}

static void __attribute__((noreturn)) bad_usage(const char *what, const char *value)
{
	if (what)
		fprintf(stderr, "mbsum: %s: %s\n", what, value);
	fputs("Try 'mbsum --help' for more information.\n", stderr);
	exit(EXIT_UNUSABLE);
}

static unsigned int parse_jobs(const char *text)
{
	char *end;
	unsigned long jobs;

	errno = 0;
	jobs = strtoul(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || !jobs || jobs > MAX_JOBS)
		bad_usage("not a number of jobs from 1 to 1024", text);
	return jobs;
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

/* Some file systems report only now that there is no room. */
static int finish(int status)
{
	const bool failed = ferror(stdout);

	if (!fclose(stdout) && !failed)
		return status;
	report_error("standard output", strerror(errno));
	return EXIT_FAILED;
}

int main(int argc, char **argv)
{
	enum { OPT_DRIVER = 256, OPT_QUIET, OPT_STATUS, OPT_VERSION };
	static const struct option options[] = {
		{ "algorithm", required_argument, NULL, 'a' },
		{ "check", no_argument, NULL, 'c' },
		{ "driver", required_argument, NULL, OPT_DRIVER },
		{ "help", no_argument, NULL, 'h' },
		{ "jobs", required_argument, NULL, 'j' },
		{ "quiet", no_argument, NULL, OPT_QUIET },
		{ "recursive", no_argument, NULL, 'r' },
		{ "status", no_argument, NULL, OPT_STATUS },
		{ "version", no_argument, NULL, OPT_VERSION },
		{ }
	};
	char dash[] = "-", *standard_input[2] = { dash };
	const char *algorithm = DEFAULT_HASH, *driver = NULL;
	unsigned int jobs = 0, most;
	bool check = false, quiet = false, status = false, recurse = false;
	bool terminal = isatty(STDERR_FILENO), good = true;
	char **args;
	int opt, alg;

	keep_standard_files();
	while ((opt = getopt_long(argc, argv, "a:chj:r", options, NULL)) != -1) {
		switch (opt) {
		case 'a':
			algorithm = optarg;
			break;
		case 'c':
			check = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return finish(EXIT_OK);
		case 'j':
			jobs = parse_jobs(optarg);
			break;
		case 'r':
			recurse = true;
			break;
		case OPT_DRIVER:
			driver = optarg;
			break;
		case OPT_QUIET:
			quiet = true;
			break;
		case OPT_STATUS:
			status = true;
			break;
		case OPT_VERSION:
			puts("mbsum (mbhash) " VERSION);
			return finish(EXIT_OK);
		default:
			bad_usage(NULL, NULL);
		}
	}
	if ((quiet || status) && !check)
		bad_usage(quiet ? "--quiet" : "--status", "only with --check");
	if (recurse && check)
		bad_usage("--recursive", "not with --check");
	args = optind < argc ? argv + optind : standard_input;

	alg = alg_open(driver ? driver : algorithm, &digest_size);
	if (alg < 0)
		return EXIT_UNUSABLE;

	most = most_jobs(jobs, driver ? driver : algorithm);
	work_start(alg, jobs || jobs_least() > most ? most : jobs_least(), most,
		   !jobs && jobs_batch(most), check ? check_report : sum_report);
	if (terminal)
		progress_start();

	if (check) {
		good = check_lists(args, algorithm, digest_size, quiet, status);
	} else {
		walk(args, recurse, sum_file);
		progress_found_all();
	}

	work_stop();
	progress_stop();
	close(alg);

	return finish(good && !report_failed() ? EXIT_OK : EXIT_FAILED);
}
