// SPDX-License-Identifier: GPL-2.0
/* One simulation: clients, driver and CPU, from beginning to end. */
#include <linux/minmax.h>
#include <linux/types.h>
#include <string.h>

#include "sim.h"

/* After clients stop, their requests have this much time to complete. */
#define END_NS		NSEC_PER_SEC

/*
 * Each task runs about this often while shares are measured: in less time, they show
 * which tasks happened to run.
 */
#define MANY_TURNS	10

static void run_until(struct sim *sim, u64 end)
{
	struct event *event;

	while ((event = sim->events.first) && event->when <= end) {
		event_cancel(&sim->events, event);
		sim->now = event->when;
		event->fire(sim, event);
	}
	sim->now = end;
}

/* How long to measure. A task that does not sleep keeps the CPU until a tick. */
static u64 measured_ns(const struct sim *sim)
{
	const u64 turns = sim->cpu.nr_tasks * NSEC_PER_SEC / sim->costs.hz;

	return max(sim->load->ms * NSEC_PER_MSEC,
		   MANY_TURNS * max(turns, sim->costs.latency));
}

/* @sim: initialized here; call measure_print() and sim_free() afterwards. */
void sim_run(struct sim *sim, const struct load *load,
	     const struct policy *policy, const struct costs *costs)
{
	const u64 from = load->from_ms * NSEC_PER_MSEC;
	u64 end;

	memset(sim, 0, sizeof(*sim));
	sim->load = load;
	sim->costs = *costs;
	sim->dice.state = load->seed;
	cpu_init(sim);
	driver_init(sim, policy);
	clients_start(sim);
	if (load->steal_permille)
		cpu_steal(sim);

	run_until(sim, from);
	measure_begin(sim);
	end = from + measured_ns(sim);
	run_until(sim, end);
	measure_end(sim);
	sim->ending = true;
	run_until(sim, end + END_NS);
	sim->measure.lost = sim->submitted - sim->completed;
}

void sim_free(struct sim *sim)
{
	measure_free(&sim->measure);
	clients_free(sim);
}
