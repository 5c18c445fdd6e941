// SPDX-License-Identifier: GPL-2.0
/*
 * flushsim [-r COUNT] [-s SEED] [-c PART/PARTS] [-l] [LOAD...]
 *
 * Simulates each load with each policy, and prints a line of JSON for each pair.
 */
#include <linux/types.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim.h"

static const char usage[] =
	"Usage: flushsim [-r COUNT] [-s SEED] [-c PART/PARTS] [-l] [LOAD...]\n"
	"\n"
	"  -r COUNT   so many random loads as well (0)\n"
	"  -s SEED    the first one's seed (1)\n"
	"  -c PART/PARTS  every PARTSth load, from the one numbered PART on (0/1)\n"
	"  -l         list the loads' names, and simulate none\n"
	"  LOAD       a named load, or one for each that begins so; without any, all\n";

static unsigned int part, parts = 1;
static bool list;
static struct sim sim;

static bool is_wanted(const struct load *load, char *const *wanted,
		      unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		if (!strncmp(load->name, wanted[i], strlen(wanted[i])))
			return true;
	return !n;
}

static void simulate(const struct load *load)
{
	for (unsigned int i = 0; policies[i]; i++) {
		sim_run(&sim, load, policies[i], costs_of(load->machine));
		measure_print(&sim);
		sim_free(&sim);
	}
}

static void do_load(const struct load *load)
{
	static unsigned int number;

	if (number++ % parts != part)
		return;
	if (list)
		puts(load->name);
	else
		simulate(load);
}

static unsigned long number(const char *text)
{
	char *end;
	const unsigned long value = strtoul(text, &end, 10);

	if (end == text || *end) {
		fprintf(stderr, "flushsim: %s: not a number\n", text);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	unsigned long nr_random = 0, seed = 1;
	int option;

	while ((option = getopt(argc, argv, "r:s:c:lh")) != -1) {
		switch (option) {
		case 'r':
			nr_random = number(optarg);
			break;
		case 's':
			seed = number(optarg);
			break;
		case 'c':
			if (sscanf(optarg, "%u/%u", &part, &parts) != 2 || !parts)
				goto usage;
			break;
		case 'l':
			list = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return 0;
		default:
			goto usage;
		}
	}
	for (unsigned int i = 0; i < nr_loads; i++)
		if (is_wanted(&loads[i], argv + optind, argc - optind))
			do_load(&loads[i]);
	for (unsigned long i = 0; i < nr_random; i++) {
		struct load load;

		load_random(&load, seed + i);
		do_load(&load);
	}
	return 0;

usage:
	fputs(usage, stderr);
	return 2;
}
