// SPDX-License-Identifier: GPL-2.0
/*
 * The machines.
 *
 * hardware	a server's CPU, without a hypervisor. Hashing was measured on a Zen 4. The
 *		kernel's costs were not: they are assumptions, of the order that lmbench and
 *		similar benchmarks report for such machines
 * vm		a virtual machine with hardware support, with two CPUs: setting a timer and
 *		its interrupt cause exits, the rest is as on hardware. Also assumptions
 * uml		User Mode Linux 6.1 on one CPU of a Zen 4: fitted to single requests and a
 *		few loads there, see calibration.md
 */
#include <linux/kernel.h>
#include <linux/types.h>
#include <stdlib.h>
#include <string.h>

#include "cost.h"

/* Lanes, and time of a block in all of them, ps: timed by the engine on a Zen 4 EPYC */
static const struct impl {
	unsigned int width;
	u64 ps;
} impls[NR_HASHES][12] = {
	[MD5] = {
		/* generic, scalar; SSE2, AVX2; AVX-512 */
		{ 1, 86000 }, { 1, 68000 }, { 2, 70000 },
		{ 4, 142000 }, { 8, 142000 }, { 16, 160000 },
		{ 4, 124000 }, { 8, 126000 }, { 16, 126000 }, { 32, 128000 },
		{ 48, 136000 }, { 64, 160000 },
	},
	[SHA256] = {
		/* generic; SSSE3, AVX, AVX2; AVX-512; SHA-NI */
		{ 1, 160000 }, { 4, 260000 }, { 4, 260000 }, { 8, 260000 },
		{ 8, 146000 }, { 16, 150000 },
		{ 1, 30000 }, { 2, 38000 }, { 3, 50000 },
		{ 3, 52000 }, { 4, 64000 }, { 8, 126000 },
	},
};

/* Alike on hardware and in a virtual machine; Debian's HZ */
#define SERVER								\
	.plan = { [MD5].plain = 86000, [SHA256].plain = 35000 },	\
	.wake_up = 500, .softirq = 150, .plain = 60, .request = 80,	\
	.queue = 60, .raise = 40, .flush = 200, .section = 60, .job = 25, \
	.complete = 40, .hz = 250

static struct costs machines[] = {
	{
		.name = "hardware", SERVER,
		.switch_task = 1200, .switch_kthread = 800, .leave_idle = 1500,
		.sleep = 700, .timer = 1000, .late = 1500, .arm = 150, .irq = 1500,
		/* CFS's times on 8 CPUs */
		.latency = 24000000, .granularity = 3000000, .wakeup_granularity = 4000000,
	}, {
		.name = "vm", SERVER,
		.switch_task = 1500, .switch_kthread = 900, .leave_idle = 5000,
		.sleep = 2500, .timer = 4000, .late = 5000, .arm = 1500, .irq = 4000,
		.latency = 12000000, .granularity = 1500000, .wakeup_granularity = 2000000,
	}, {
		.name = "uml",
		.plan = { [MD5].plain = 79000, [SHA256].plain = 30500 },
		.switch_task = 5000, .switch_kthread = 40, .leave_idle = 10000,
		.wake_up = 25, .sleep = 12000, .timer = 65000, .late = 20000, .arm = 1000,
		.irq = 6000, .softirq = 40, .plain = 15, .request = 12, .queue = 8,
		.raise = 5, .flush = 40, .section = 15, .job = 3, .complete = 3,
		.hz = 100, .latency = 6000000, .granularity = 750000,
		.wakeup_granularity = 1000000,
	},
};

/* As engine/plan.c: the cheapest for n jobs that may move between lanes */
static void make_plan(struct plan *plan, const struct impl *impl, unsigned int n_impls)
{
	for (unsigned int n = 1; n <= MAX_LANES; n++) {
		for (unsigned int i = 0; i < n_impls; i++) {
			const unsigned int width = impl[i].width;
			u64 ps = impl[i].ps;

			if (n == 1 && width > 1)
				continue;
			if (n > width)
				ps = ps * n / width;
			if (!plan->step[n] || ps < plan->step[n])
				plan->step[n] = ps;
		}
	}
}

/* The costs of the machine with this name */
const struct costs *costs_of(const char *machine)
{
	struct costs *costs = machines;

	while (strcmp(costs->name, machine))
		if (++costs == machines + ARRAY_SIZE(machines))
			abort();
	for (unsigned int i = 0; i < NR_HASHES; i++)
		make_plan(&costs->plan[i], impls[i], ARRAY_SIZE(impls[i]));
	return costs;
}
