/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A simulation: a load's clients on one CPU, and a driver with some policy that serves
 * their requests. It is deterministic: it does not depend on real time, and all random
 * numbers come from the load's seed.
 */
#ifndef _SIM_H
#define _SIM_H

#include <linux/types.h>

#include "cost.h"
#include "cpu.h"
#include "driver.h"
#include "event.h"
#include "load.h"
#include "measure.h"

struct sim {
	u64 now;
	struct events events;
	struct dice dice;
	const struct load *load;
	struct costs costs;
	struct cpu cpu;
	struct driver driver;
	struct client *client;
	unsigned int nr_clients;
	struct request *unused;
	bool ending;
	u64 submitted;
	u64 completed;
	struct measure measure;
};

/* sim.c */

void sim_run(struct sim *sim, const struct load *load,
	     const struct policy *policy, const struct costs *costs);
void sim_free(struct sim *sim);

#endif /* _SIM_H */
