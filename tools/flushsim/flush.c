// SPDX-License-Identifier: GPL-2.0
/*
 * A queue and its flushes, as in driver/queue.c and driver/flush.c. The engine is
 * simplified: jobs share lanes block by block, at the plan's cost, whether or not their
 * lengths are equal; and each job completes when it is hashed, possibly before an
 * earlier one.
 */
#include <linux/minmax.h>
#include <linux/types.h>

#include "policy.h"
#include "sim.h"

/* As in driver/section.c and driver/flush.c, which reads the clock more often at first */
#define SECTION_PS	25000000ULL
#define FLUSH_NS	200000
#define COMPLETIONS	16

static void section(struct sim *sim, void *arg);

static struct request **end_of(struct request **list)
{
	while (*list)
		list = &(*list)->next;
	return list;
}

static struct request *take_first(struct request **list)
{
	struct request *first = *list;

	*list = first->next;
	first->next = NULL;
	return first;
}

void queue_put(struct sim *sim, struct request *request)
{
	struct driver *driver = &sim->driver;

	*driver->end = request;
	driver->end = &request->next;
	driver->n++;
}

/* Take all queued requests, behind those already in the flush. */
static void take_all(struct driver *driver)
{
	struct flush *flush = &driver->flush;

	if (!driver->jobs)
		return;
	*flush->end = driver->jobs;
	flush->end = driver->end;
	driver->jobs = NULL;
	driver->end = &driver->jobs;
}

/* Put the rest back at the head of the queue. */
static void put_back(struct driver *driver)
{
	struct flush *flush = &driver->flush;

	take_all(driver);
	*end_of(&flush->done) = flush->todo;
	while (flush->n) {
		struct request *request = flush->job[--flush->n];

		request->next = flush->done;
		flush->done = request;
	}
	driver->jobs = flush->done;
	driver->end = end_of(&driver->jobs);
	driver->flushing = false;
}

static void end_flush(struct sim *sim)
{
	struct flush *flush = &sim->driver.flush;

	put_back(&sim->driver);
	if (sim->driver.policy->served)
		sim->driver.policy->served(sim, flush->reason);
	flush->then(sim, flush->arg);
}

static bool time_is_up(const struct sim *sim)
{
	const struct flush *flush = &sim->driver.flush;

	return !flush->backlog && sim->now - flush->start > FLUSH_NS;
}

static bool goes_on(const struct sim *sim)
{
	const struct driver *driver = &sim->driver;

	return driver->n && !time_is_up(sim);
}

/* Time of up to COMPLETIONS completions */
static u64 completions_ns(const struct sim *sim)
{
	const struct request *request = sim->driver.flush.done;
	u64 ns = 0;

	for (unsigned int n = 0; request && n < COMPLETIONS; n++) {
		ns += sim->costs.complete +
		      client_done_cost(sim, request->client);
		request = request->next;
	}
	return ns;
}

static void complete(struct sim *sim, struct request *request, u64 when)
{
	struct driver *driver = &sim->driver;

	driver->n--;
	if (driver->flush.backlog)
		driver->flush.backlog--;
	client_done(sim, request, when);
}

/* The completions were spread over this stretch of time. */
static void completed(struct sim *sim, void *arg)
{
	struct flush *flush = &sim->driver.flush;
	u64 when = sim->now - completions_ns(sim);

	(void)arg;
	for (unsigned int n = 0; flush->done && n < COMPLETIONS; n++) {
		struct request *request = take_first(&flush->done);

		when += sim->costs.complete +
			client_done_cost(sim, request->client);
		complete(sim, request, min(when, sim->now));
	}
	if (flush->done && !time_is_up(sim)) {
		cpu_run(sim, completions_ns(sim), completed, NULL);
	} else if (!flush->done && goes_on(sim)) {
		take_all(&sim->driver);
		cpu_run(sim, sim->costs.section, section, NULL);
	} else {
		end_flush(sim);
	}
}

static void hashed(struct sim *sim, void *arg)
{
	(void)arg;
	cpu_run(sim, completions_ns(sim), completed, NULL);
}

/* Assign lanes to waiting requests. */
static void fill_lanes(struct flush *flush)
{
	while (flush->n < MAX_LANES && flush->todo) {
		flush->job[flush->n++] = take_first(&flush->todo);
		if (!flush->todo)
			flush->end = &flush->todo;
	}
}

static unsigned int shortest(const struct flush *flush)
{
	unsigned int left = flush->job[0]->left;

	for (unsigned int i = 1; i < flush->n; i++)
		left = min(left, flush->job[i]->left);
	return left;
}

/* Hash @blocks of each. Return: how many are done. */
static unsigned int hash(struct flush *flush, unsigned int blocks)
{
	struct request **end = end_of(&flush->done);
	unsigned int kept = 0, done;

	for (unsigned int i = 0; i < flush->n; i++) {
		struct request *request = flush->job[i];

		request->left -= blocks;
		if (request->left) {
			flush->job[kept++] = request;
			continue;
		}
		*end = request;
		end = &request->next;
	}
	done = flush->n - kept;
	flush->n = kept;
	return done;
}

/* One section: at least a block of each, and not much more than SECTION_PS */
static void section(struct sim *sim, void *arg)
{
	const struct plan *plan = &sim->costs.plan[sim->load->hash];
	struct flush *flush = &sim->driver.flush;
	u64 ps = 0, more = 0;

	(void)arg;
	do {
		unsigned int blocks, fit;

		fill_lanes(flush);
		if (!flush->n)
			break;
		more = plan->step[flush->n];
		fit = (SECTION_PS - min(ps, SECTION_PS)) / more;
		blocks = min(shortest(flush), max(fit, 1U));
		ps += blocks * more;
		ps += 1000 * sim->costs.job * hash(flush, blocks);
	} while (ps + more < SECTION_PS);
	cpu_run(sim, ps / 1000, hashed, NULL);
}

/* Called by what runs, with BH disabled: on one CPU no other flush is in progress. */
void flush_start(struct sim *sim, enum mbhash_reason reason,
		 void (*then)(struct sim *sim, void *arg), void *arg)
{
	struct driver *driver = &sim->driver;
	struct flush *flush = &driver->flush;
	const unsigned int n = driver->n;

	if (!n) {
		cpu_run(sim, 0, then, arg);
		return;
	}
	driver->flushing = true;
	*flush = (struct flush){
		.reason = reason,
		.start = sim->now,
		.backlog = n - min(n, (unsigned int)MBHASH_LONG_QUEUE),
		.end = &flush->todo,
		.then = then,
		.arg = arg,
	};
	take_all(driver);
	driver->flushes[flush->reason]++;
	driver->taken += n;
	if (driver->policy->taken)
		driver->policy->taken(sim, n, flush->reason);
	cpu_run(sim, sim->costs.flush + sim->costs.section, section, NULL);
}
