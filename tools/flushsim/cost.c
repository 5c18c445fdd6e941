// SPDX-License-Identifier: GPL-2.0
/*
 * Reads a file of costs: lines "NAME VALUE", "baseline HASH IMPLEMENTATION" for the
 * implementation in the kernel's own driver, "plan FILE" for a dump of debugfs's
 * mbhash/plan in the same folder. A '#' begins a comment.
 */
#include <linux/kernel.h>
#include <linux/types.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cost.h"

const char *const hash_names[NR_HASHES] = { "md5", "sha256" };

#define COST(name)	{ #name, offsetof(struct costs, name) }

static const struct {
	const char *name;
	size_t offset;
} table[] = {
	COST(switch_task),
	COST(switch_kthread),
	COST(leave_idle),
	COST(wake_up),
	COST(sleep),
	COST(timer),
	COST(late),
	COST(arm),
	COST(irq),
	COST(softirq),
	COST(plain),
	COST(request),
	COST(queue),
	COST(raise),
	COST(flush),
	COST(section),
	COST(job),
	COST(complete),
	COST(hz),
	COST(latency),
	COST(granularity),
	COST(wakeup_granularity),
};

static __attribute__((__noreturn__, __format__(printf, 1, 2)))
void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("flushsim: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	exit(2);
}

static FILE *open_file(const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file)
		die("cannot open %s", path);
	return file;
}

static struct plan *find_plan(struct costs *costs, const char *hash)
{
	for (unsigned int i = 0; i < NR_HASHES; i++)
		if (!strcmp(hash, hash_names[i]))
			return &costs->plan[i];
	die("no hash function %s", hash);
}

/* Read the implementations that the plan's dump lists as usable. */
static void read_plan(struct costs *costs, const char *path)
{
	char line[256], word[64], name[16], state[16];
	struct plan *plan = NULL;
	FILE *file = open_file(path);
	unsigned int width;
	u64 ps;

	while (fgets(line, sizeof(line), file)) {
		if (line[0] != ' ') {
			plan = NULL;
			if (sscanf(line, "%63s implementations:", word) == 1 &&
			    strstr(line, " implementations:"))
				plan = find_plan(costs, word);
		} else if (plan && plan->n < 16 &&
			   sscanf(line, "%15s %u %llu %15s", name, &width, &ps,
				  state) == 4 && !strcmp(state, "usable")) {
			strcpy(plan->impl[plan->n].name, name);
			plan->impl[plan->n].width = width;
			plan->impl[plan->n++].ps = ps;
		}
	}
	fclose(file);
}

/* As engine/plan.c: the cheapest for n jobs that may move between lanes */
static void make_plan(struct plan *plan, const char *hash)
{
	for (unsigned int n = 1; n <= MAX_LANES; n++) {
		for (unsigned int i = 0; i < plan->n; i++) {
			const unsigned int width = plan->impl[i].width;
			u64 ps = plan->impl[i].ps;

			if (n == 1 && width > 1)
				continue;
			if (n > width)
				ps = ps * n / width;
			if (!plan->step[n] || ps < plan->step[n])
				plan->step[n] = ps;
		}
	}
	if (!plan->step[1] || !plan->plain)
		die("no plan for %s", hash);
}

/* @impl: an implementation's name, or picoseconds for a block */
static void set_plain(struct plan *plan, const char *impl)
{
	for (unsigned int i = 0; i < plan->n; i++)
		if (!strcmp(plan->impl[i].name, impl))
			plan->plain = plan->impl[i].ps;
	if (!plan->plain)
		plan->plain = strtoull(impl, NULL, 10);
}

static bool set_cost(struct costs *costs, const char *name, const char *value)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(table); i++) {
		u64 *cost = (u64 *)((char *)costs + table[i].offset);

		if (strcmp(name, table[i].name))
			continue;
		*cost = strtoull(value, NULL, 10);
		return true;
	}
	return false;
}

static void parse_line(struct costs *costs, const char *path, const char *line)
{
	char word[3][64], plan[512];
	const char *slash = strrchr(path, '/');
	const int n = sscanf(line, "%63s %63s %63s", word[0], word[1], word[2]);

	if (n <= 0 || word[0][0] == '#')
		return;
	if (n >= 2 && !strcmp(word[0], "plan")) {
		snprintf(plan, sizeof(plan), "%.*s%s",
			 slash ? (int)(slash - path + 1) : 0, path, word[1]);
		read_plan(costs, plan);
	} else if (n == 3 && !strcmp(word[0], "baseline")) {
		set_plain(find_plan(costs, word[1]), word[2]);
	} else if (n < 2 || !set_cost(costs, word[0], word[1])) {
		die("%s: %s", path, line);
	}
}

/* Exits on errors. */
void costs_read(struct costs *costs, const char *path)
{
	FILE *file = open_file(path);
	char line[256];

	memset(costs, 0, sizeof(*costs));
	while (fgets(line, sizeof(line), file))
		parse_line(costs, path, line);
	fclose(file);
	for (unsigned int i = 0; i < NR_HASHES; i++)
		make_plan(&costs->plan[i], hash_names[i]);
	if (!costs->hz || !costs->latency)
		die("%s: no scheduler", path);
}
