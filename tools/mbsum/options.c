// SPDX-License-Identifier: GPL-2.0
/*
 * Options, and what is wrong with them, in coreutils' words.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "mbsum.h"

#define DEFAULT_HASH	"sha256"
#define MAX_JOBS	1024

static const char usage[] =
"Write or check digests of files, many at once.\n"
"With no FILE, or when FILE is -, read standard input.\n"
"\n"
"  -a, --algorithm=NAME  md5, sha256 (the default) or another hash of the kernel\n"
"      --af-alg          hash in the kernel, with the algorithm's driver that has\n"
"                        the highest priority; so are hashes other than these two\n"
"      --driver=NAME     hash in the kernel with this driver\n"
"  -j, --jobs=N          keep N files in flight (default: depends on the files)\n"
"  -r, --recursive       hash the files below directories, sorted by path\n"
"  -c, --check           read digests from the FILEs and check them\n"
"  -b, --binary          mark the files as binary, which changes nothing else\n"
"  -t, --text            do not mark them (the default)\n"
"      --tag             write lines in BSD's format, with the hash's name\n"
"  -z, --zero            end lines by NUL, and write names as they are\n"
"  -v, --verbose         say what hashes\n"
"  -h, --help            show this text\n"
"      --version         show the version\n"
"\n"
"Only when checking:\n"
"      --ignore-missing  do not mind files that are not there\n"
"      --quiet           do not report files that are right\n"
"      --status          only report files that cannot be read\n"
"      --strict          fail if a line is improperly formatted\n"
"  -w, --warn            report each improperly formatted line\n"
"\n"
"Output and --check's input have the format of md5sum and sha256sum. The exit\n"
"status is 0 if all is right, 1 if a file was not read or is wrong, or 2 if there\n"
"is no such hash or an option is wrong. Called md5sum or sha256sum, it takes the\n"
"place of that program: the hash is that one's, and the status for wrong options\n"
"is 1.\n";

enum {
	OPT_AF_ALG = 256,
	OPT_DRIVER,
	OPT_IGNORE_MISSING,
	OPT_QUIET,
	OPT_STATUS,
	OPT_STRICT,
	OPT_TAG,
	OPT_VERSION,
};

static const struct option long_options[] = {
	{ "af-alg", no_argument, NULL, OPT_AF_ALG },
	{ "algorithm", required_argument, NULL, 'a' },
	{ "binary", no_argument, NULL, 'b' },
	{ "check", no_argument, NULL, 'c' },
	{ "driver", required_argument, NULL, OPT_DRIVER },
	{ "help", no_argument, NULL, 'h' },
	{ "ignore-missing", no_argument, NULL, OPT_IGNORE_MISSING },
	{ "jobs", required_argument, NULL, 'j' },
	{ "quiet", no_argument, NULL, OPT_QUIET },
	{ "recursive", no_argument, NULL, 'r' },
	{ "status", no_argument, NULL, OPT_STATUS },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "tag", no_argument, NULL, OPT_TAG },
	{ "text", no_argument, NULL, 't' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "warn", no_argument, NULL, 'w' },
	{ "zero", no_argument, NULL, 'z' },
	{ }
};

/* In place of another program, wrong options have its exit status. */
static void __attribute__((noreturn)) bad_usage(const char *what)
{
	if (what)
		fprintf(stderr, "%s: %s\n", program, what);
	fprintf(stderr, "Try '%s --help' for more information.\n", program);
	exit(tag_hash_of_program(program) ? EXIT_FAILED : EXIT_UNUSABLE);
}

static unsigned int parse_jobs(const char *text)
{
	char *end;
	unsigned long jobs;

	errno = 0;
	jobs = strtoul(text, &end, 10);
	if (!errno && !*end && *text >= '0' && *text <= '9' && jobs && jobs <= MAX_JOBS)
		return jobs;
	report_error(text, "not a number of jobs from 1 to 1024");
	bad_usage(NULL);
}

/* Of --quiet, --status and --warn the last one counts. */
static void set_talk(struct check_options *check, int opt)
{
	check->quiet = opt == OPT_QUIET;
	check->status = opt == OPT_STATUS;
	check->warn = opt == 'w';
}

/* Of --tag, --binary and --text the last one counts, except that --tag stays. */
static void set_form(struct options *options, int opt)
{
	options->tag |= opt == OPT_TAG;
	options->binary = opt != 't';
	options->text = opt == 't';
}

static void set(struct options *options, int opt)
{
	switch (opt) {
	case 'a':
		options->algorithm = optarg;
		break;
	case 'c':
		options->checks = true;
		break;
	case 'j':
		options->jobs = parse_jobs(optarg);
		break;
	case 'r':
		options->recurse = true;
		break;
	case 'z':
		options->zero = true;
		break;
	case 'b':
	case 't':
	case OPT_TAG:
		set_form(options, opt);
		break;
	case 'w':
	case OPT_QUIET:
	case OPT_STATUS:
		set_talk(&options->check, opt);
		break;
	case 'v':
		options->verbose = true;
		break;
	case OPT_AF_ALG:
		options->in_kernel = true;
		break;
	case OPT_DRIVER:
		options->driver = optarg;
		options->in_kernel = true;
		break;
	case OPT_IGNORE_MISSING:
		options->check.ignore_missing = true;
		break;
	case OPT_STRICT:
		options->check.strict = true;
		break;
	default:
		bad_usage(NULL);
	}
}

/* What cannot be combined; the first that applies is reported. */
static void refuse(const struct options *options)
{
	const struct check_options *check = &options->check;
	const struct {
		bool applies;
		const char *what;
	} wrong[] = {
		{ options->tag && options->text, "--tag does not support --text mode" },
		{ options->zero && options->checks,
		  "the --zero option is not supported when verifying checksums" },
		{ options->tag && options->checks,
		  "the --tag option is meaningless when verifying checksums" },
		{ (options->binary || options->text) && options->checks,
		  "the --binary and --text options are meaningless when verifying checksums" },
		{ options->recurse && options->checks,
		  "the --recursive option is meaningless when verifying checksums" },
		{ check->ignore_missing && !options->checks,
		  "the --ignore-missing option is meaningful only when verifying checksums" },
		{ check->status && !options->checks,
		  "the --status option is meaningful only when verifying checksums" },
		{ check->warn && !options->checks,
		  "the --warn option is meaningful only when verifying checksums" },
		{ check->quiet && !options->checks,
		  "the --quiet option is meaningful only when verifying checksums" },
		{ check->strict && !options->checks,
		  "the --strict option is meaningful only when verifying checksums" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		if (wrong[i].applies)
			bad_usage(wrong[i].what);
}

/**
 * options_parse() - read the command line; exits if it is wrong
 * @argc: of main()
 * @argv: of main()
 * @options: set
 *
 * Return: false if nothing is left to do, after --help or --version
 */
bool options_parse(int argc, char **argv, struct options *options)
{
	static char dash[2] = { '-' }, *standard_input[] = { dash, NULL };
	int opt;

	*options = (struct options) { };
	while ((opt = getopt_long(argc, argv, "a:bchj:rtvwz", long_options, NULL)) != -1) {
		switch (opt) {
		case 'h':
			printf("Usage: %s [OPTION]... [FILE]...\n%s", program, usage);
			return false;
		case OPT_VERSION:
			printf("%s (mbhash) " VERSION "\n", program);
			return false;
		default:
			set(options, opt);
		}
	}
	refuse(options);
	options->files = optind < argc ? argv + optind : standard_input;
	if (!options->algorithm && !options->driver) {
		options->algorithm = tag_hash_of_program(program);
		if (!options->algorithm)
			options->algorithm = DEFAULT_HASH;
	}
	return true;
}
