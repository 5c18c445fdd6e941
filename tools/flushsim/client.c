// SPDX-License-Identifier: GPL-2.0
/* The clients: tasks, tasklets, and arriving packets. */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* Packets that NAPI handles in a turn, and that a device has room for */
#define NAPI_BUDGET	64
#define MAX_BACKLOG	1024

/* A turn of other work */
#define HOG_NS		(20 * NSEC_PER_USEC)

static void task_turn(struct sim *sim, void *arg);
static void napi_poll(struct sim *sim, void *arg);

static struct request *get_request(struct sim *sim, struct client *client)
{
	const struct group *group = client->group;
	struct request *request = sim->unused;

	if (request)
		sim->unused = request->next;
	else
		request = malloc(sizeof(*request));
	if (!request)
		abort();
	*request = (struct request){
		.client = client,
		.size = group->size_most ?
			dice_between(&client->dice, group->size,
				     group->size_most) : group->size,
		.start = sim->now,
	};
	request->left = blocks_of(request->size);
	return request;
}

static void put_request(struct sim *sim, struct request *request)
{
	request->next = sim->unused;
	sim->unused = request;
}

static void make_request(struct sim *sim, struct client *client,
			 void (*then)(struct sim *sim, void *arg))
{
	client->request = get_request(sim, client);
	client->inlined = false;
	client->then = then;
	client->inflight++;
	sim->submitted++;
	driver_submit(sim, client->request);
}

/* The request is done, and its client knows. */
static void account_request(struct sim *sim, struct request *request, u64 when)
{
	struct client *client = request->client;

	sim->completed++;
	client->inflight--;
	measure_request(sim, client, request->start, when);
	put_request(sim, request);
}

/* The driver has taken a client's request, or hashed it at once. */
void client_submitted(struct sim *sim, struct client *client)
{
	if (client->inlined && client->group->kind != WAITER)
		account_request(sim, client->request, sim->now);
	client->then(sim, client);
}

static void kick(struct sim *sim, struct client *client)
{
	if (!client->sleeping)
		return;
	client->sleeping = false;
	if (client->group->kind == TASKLET)
		tasklet_schedule(sim, &client->tasklet);
	else
		cpu_wake(sim, &client->task);
}

static bool wakes(const struct client *client)
{
	if (client->group->kind == BURST)
		return client->sleeping && client->inflight == 1;
	return client->sleeping;
}

/* The cost of a completion, which may wake a client */
u64 client_done_cost(const struct sim *sim, const struct client *client)
{
	return client->group->done_ns + (wakes(client) ? sim->costs.wake_up : 0);
}

/* The driver calls a request's completion. */
void client_done(struct sim *sim, struct request *request, u64 when)
{
	struct client *client = request->client;
	const bool wake = wakes(client);

	/* A second completion is a bug in the simulator. */
	if (request->done)
		abort();
	request->done = true;
	/* A waiter has been served only when it runs again. */
	if (client->group->kind != WAITER)
		account_request(sim, request, when);
	if (wake)
		kick(sim, client);
}

static bool is_over(const struct sim *sim, const struct client *client)
{
	const u64 till = client->group->till_ms * NSEC_PER_MSEC;

	return sim->ending || (till && sim->now >= till);
}

/* About @ns: from half of it to one and a half */
static u64 about(struct client *client, u64 ns)
{
	return ns ? dice_between(&client->dice, ns / 2, ns * 3 / 2) : 0;
}

static u64 turn_ns(struct client *client)
{
	const u64 ns = client->group->turn_ns;

	/* Everything takes some time. */
	return max(dice_between(&client->dice, ns * 9 / 10, ns * 11 / 10), 1ULL);
}

static void wake_up(struct sim *sim, struct event *event)
{
	struct client *client = container_of(event, struct client, timer);

	if (!cpu_irq_enter(sim, event, sim->costs.timer + sim->costs.wake_up))
		return;
	cpu_wake(sim, &client->task);
	driver_timer_interrupt(sim);
	cpu_irq_exit(sim);
}

static void task_sleep(struct sim *sim, void *arg)
{
	struct client *client = arg;

	event_add(&sim->events, &client->timer,
		  sim->now + sim->costs.late +
		  about(client, client->group->think_ns));
	cpu_sleep(sim, task_turn, client);
}

/* The task has nothing to do for now. */
static void task_think(struct sim *sim, struct client *client)
{
	if (is_over(sim, client))
		cpu_sleep(sim, task_turn, client);
	else if (client->group->think_ns)
		cpu_run(sim, sim->costs.sleep, task_sleep, client);
	else
		cpu_run(sim, 0, task_turn, client);
}

static void task_wait(struct sim *sim, struct client *client,
		      void (*then)(struct sim *sim, void *arg))
{
	client->sleeping = true;
	cpu_sleep(sim, then, client);
}

static void waiter_served(struct sim *sim, void *arg)
{
	struct client *client = arg;

	account_request(sim, client->request, sim->now);
	task_think(sim, client);
}

static void waiter_submitted(struct sim *sim, void *arg)
{
	struct client *client = arg;

	if (client->inlined || client->request->done)
		waiter_served(sim, client);
	else
		task_wait(sim, client, waiter_served);
}

static void pump_submitted(struct sim *sim, void *arg)
{
	cpu_run(sim, 0, task_turn, arg);
}

/* Also when a pacer's request is submitted */
static void burst_over(struct sim *sim, void *arg)
{
	task_think(sim, arg);
}

static void burst_submitted(struct sim *sim, void *arg)
{
	struct client *client = arg;

	if (--client->burst)
		cpu_run(sim, 0, task_turn, client);
	else if (client->inflight)
		task_wait(sim, client, burst_over);
	else
		burst_over(sim, client);
}

static void sender_turn(struct sim *sim, void *arg);

static void sender_submitted(struct sim *sim, void *arg)
{
	struct client *client = arg;

	if (--client->burst) {
		cpu_run(sim, turn_ns(client), sender_turn, client);
		return;
	}
	cpu_bh_enable(sim);
	cpu_run(sim, 0, burst_over, client);
}

static void sender_turn(struct sim *sim, void *arg)
{
	make_request(sim, arg, sender_submitted);
}

static void submit(struct sim *sim, void *arg)
{
	static void (*const submitted[])(struct sim *sim, void *arg) = {
		[WAITER] = waiter_submitted, [PUMP] = pump_submitted, [BURST] = burst_submitted,
		[PACER] = burst_over, [SENDER] = sender_submitted,
	};
	struct client *client = arg;

	if (client->group->kind == SENDER)
		cpu_bh_disable(sim);
	make_request(sim, client, submitted[client->group->kind]);
}

static void hog_turn(struct sim *sim, void *arg)
{
	struct client *client = arg;

	measure_request(sim, client, sim->now, sim->now);
	task_turn(sim, arg);
}

/* A task begins with its next request, or other work. */
static void task_turn(struct sim *sim, void *arg)
{
	struct client *client = arg;
	const struct group *group = client->group;

	if (is_over(sim, client) && !client->burst) {
		cpu_sleep(sim, task_turn, client);
		return;
	}
	if (group->kind == HOG) {
		cpu_run(sim, HOG_NS, hog_turn, client);
		return;
	}
	if ((group->kind == PUMP || group->kind == PACER) &&
	    client->inflight == group->inflight) {
		task_wait(sim, client, task_turn);
		return;
	}
	if (!client->burst && (group->kind == BURST || group->kind == SENDER))
		client->burst = group->inflight;
	cpu_run(sim, turn_ns(client), submit, client);
}

static void tasklet_pump(struct sim *sim, void *arg);

static void tasklet_submit(struct sim *sim, void *arg)
{
	make_request(sim, arg, tasklet_pump);
}

/*
 * Submit as many as may be in flight; of requests that were done at once, no more than
 * that number in one run
 */
static void tasklet_pump(struct sim *sim, void *arg)
{
	struct client *client = arg;

	client->sleeping = is_over(sim, client) ||
			   client->inflight == client->group->inflight;
	if (!client->sleeping && client->burst) {
		client->burst--;
		cpu_run(sim, turn_ns(client), tasklet_submit, client);
		return;
	}
	if (!client->sleeping)
		tasklet_schedule(sim, &client->tasklet);
	softirq_return(sim);
}

static void run_tasklet(struct sim *sim, void *arg)
{
	struct client *client = arg;

	client->burst = client->group->inflight;
	tasklet_pump(sim, client);
}

/* The device whose packets are next, if there are several */
static struct client *next_device(struct sim *sim)
{
	for (unsigned int i = 0; i < sim->nr_clients; i++)
		if (sim->client[i].group->kind == NAPI && sim->client[i].burst)
			return &sim->client[i];
	return NULL;
}

static void packet(struct sim *sim, void *arg)
{
	make_request(sim, arg, napi_poll);
}

static void napi_poll(struct sim *sim, void *arg)
{
	struct client *client = arg;

	if (client->burst && client->budget) {
		client->burst--;
		client->budget--;
		cpu_run(sim, turn_ns(client), packet, client);
		return;
	}
	if (next_device(sim))
		softirq_raise(sim, SOFTIRQ_NET_RX);
	softirq_return(sim);
}

static void net_rx(struct sim *sim)
{
	struct client *client = next_device(sim);

	if (!client) {
		softirq_return(sim);
		return;
	}
	client->budget = NAPI_BUDGET;
	napi_poll(sim, client);
}

/* A device does not interrupt while it is polled. */
static void packets_arrive(struct sim *sim, struct event *event)
{
	struct client *client = container_of(event, struct client, timer);
	const struct group *group = client->group;

	if (is_over(sim, client))
		return;
	if (client->burst) {
		client->burst = min(client->burst + group->inflight,
				    (unsigned int)MAX_BACKLOG);
	} else {
		if (!cpu_irq_enter(sim, event, sim->costs.irq))
			return;
		client->burst = group->inflight;
		softirq_raise(sim, SOFTIRQ_NET_RX);
		cpu_irq_exit(sim);
	}
	event_add(&sim->events, event,
		  sim->now + max(about(client, group->think_ns), 1ULL));
}

static void start_tasklet(struct sim *sim, struct event *event)
{
	struct client *client = container_of(event, struct client, timer);

	if (!cpu_irq_enter(sim, event, sim->costs.irq))
		return;
	tasklet_schedule(sim, &client->tasklet);
	cpu_irq_exit(sim);
}

static void start_client(struct sim *sim, struct client *client)
{
	const struct group *group = client->group;
	u64 when = group->from_ms * NSEC_PER_MSEC;

	client->task.context = (struct context){
		.then = task_turn,
		.arg = client,
	};
	client->task.class = group->class;
	client->task.weight = fair_nice_weight(group->nice);
	client->task.program = !group->kernel;
	client->task.foreign = group->kind == HOG;
	client->tasklet.run = run_tasklet;
	client->tasklet.arg = client;
	if (group->kind == NAPI) {
		client->timer.fire = packets_arrive;
	} else if (group->kind == TASKLET) {
		client->timer.fire = start_tasklet;
	} else {
		client->timer.fire = wake_up;
		cpu_add_task(sim, &client->task);
	}
	/* Clients do not all begin at once. */
	when += dice_between(&client->dice, 0, group->think_ns + 10000);
	event_add(&sim->events, &client->timer, when);
}

void clients_start(struct sim *sim)
{
	const struct load *load = sim->load;
	unsigned int i, n = 0;

	for (i = 0; i < MAX_GROUPS; i++)
		sim->nr_clients += load->group[i].n;
	sim->client = calloc(sim->nr_clients, sizeof(*sim->client));
	if (!sim->client)
		abort();
	sim->cpu.net_rx = net_rx;
	for (i = 0; i < MAX_GROUPS; i++) {
		for (unsigned int k = 0; k < load->group[i].n; k++) {
			struct client *client = &sim->client[n++];

			client->group = &load->group[i];
			client->dice.state = load->seed * 1000003 + n;
			start_client(sim, client);
		}
	}
}

void clients_free(struct sim *sim)
{
	while (sim->unused) {
		struct request *request = sim->unused;

		sim->unused = request->next;
		free(request);
	}
	free(sim->client);
}
