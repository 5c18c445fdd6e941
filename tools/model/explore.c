// SPDX-License-Identifier: GPL-2.0
/*
 * Explores all states of the machine that a scenario can reach, breadth first, so that
 * an error is reached by the fewest steps. In each state no assertion may be violated,
 * no idle CPU may have a waiting request, and no two CPUs may be about to access the
 * same memory, one of them to write, without a lock or READ_ONCE() and WRITE_ONCE().
 * From each state the end must be reachable, where all requests are completed. A state
 * includes what a CPU has stored but others do not see yet, see stores.c.
 *
 * With hotplug there are too many states: only the first LARGE_STATES, or as many as
 * MODEL_STATES in the environment says, are explored then, and it is not checked whether
 * the end is reachable.
 *
 * States are identified by 64 bits of a hash: the probability that any two of three
 * million collide is one in four million.
 *
 * Usage: model [SCENARIO...]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

#define MAX_STATES	3000000
#define LARGE_STATES	1000000
#define TABLE		(4 * MAX_STATES)
#define MAX_CHAIN	3000

enum step_kind { STEP, SWITCH, SOFTIRQ, TIMER, STORE };

/**
 * struct step - what may happen next
 * @kind: a flow continues, a task gets the CPU, a softirq begins, a timer fires, or a
 *	store becomes visible to other CPUs
 * @cpu: the CPU
 * @arg: how the flow continues, which task gets the CPU, or which store it is
 */
struct step {
	unsigned char kind, cpu, arg;
};

/**
 * struct state - a state that was reached
 * @from: the state before
 * @step: the step from there; single possible steps that follow it are not recorded
 * @image: a copy of everything, until the state was explored
 * @is_end: all requests are completed and all flows have ended
 * @ends: the end can be reached
 */
struct state {
	int from;
	struct step step;
	bool is_end, ends;
	char *image;
};

struct edge {
	int from, to;
};

const struct scenario *scenario;

static struct state *states;
static int n_states, explored;
static int *table;
static u64 *hashes;
static struct edge *edges;
static size_t n_edges, room_for_edges;
static bool replaying, again, is_full;
static void *image_memory;
static size_t image_memory_size;

/* Copies of the machine */

static size_t stack_used(int i)
{
	const struct flow *flow = &machine.flow[i];

	if (flow->state != ACTIVE)
		return 0;
	return stacks[i] + STACK - (char *)flow->sp;
}

static char *copy_out(char *to, const void *from, size_t size)
{
	memcpy(to, from, size);
	return to + size;
}

static const char *copy_in(void *to, const char *from, size_t size)
{
	memcpy(to, from, size);
	return from + size;
}

static size_t save(char *image)
{
	char *to = image;
	int i;

	to = copy_out(to, &machine, sizeof(machine));
	for (i = 0; i < MODEL_CPUS; i++)
		to = copy_out(to, percpu[i], MODEL_PERCPU_SIZE);
	to = copy_out(to, image_memory, image_memory_size);
	for (i = 0; i < FLOWS; i++)
		to = copy_out(to, machine.flow[i].sp, stack_used(i));
	return to - image;
}

static void restore(const char *image)
{
	int i;

	image = copy_in(&machine, image, sizeof(machine));
	for (i = 0; i < MODEL_CPUS; i++)
		image = copy_in(percpu[i], image, MODEL_PERCPU_SIZE);
	image = copy_in(image_memory, image, image_memory_size);
	for (i = 0; i < FLOWS; i++)
		image = copy_in(machine.flow[i].sp, image, stack_used(i));
}

static u64 hash(const char *image, size_t size)
{
	u64 h = 0x9e3779b97f4a7c15, word;

	for (; size >= sizeof(word); image += sizeof(word), size -= sizeof(word)) {
		memcpy(&word, image, sizeof(word));
		h = (h ^ word) * 0xff51afd7ed558ccd;
		h ^= h >> 32;
	}
	for (; size; size--)
		h = (h ^ *image++) * 0xff51afd7ed558ccd;
	return h ^ h >> 29;
}

/* What may happen next */

static bool task_may_run(int i, int cpu)
{
	return machine.flow[i].cpu == cpu && runnable(&machine.flow[i]);
}

static int list_steps(struct step *steps)
{
	int cpu, i, n = 0;

	for (cpu = 0; cpu < scenario->cpus; cpu++) {
		const int top = top_flow(cpu);
		const struct flow *flow = &machine.flow[top];

		if (!machine.cpu[cpu].online)
			continue;
		if (top >= 0 && runnable(flow))
			for (i = 0; i < flow->options; i++)
				steps[n++] = (struct step) { STEP, cpu, i };
		if (top < SOFTIRQS && (top < 0 || !flow->bh))
			for (i = 0; i < SOFTIRQS; i++)
				if (i != top && task_may_run(i, cpu))
					steps[n++] = (struct step) { SWITCH, cpu, i };
		if (may_run_softirq(cpu))
			steps[n++] = (struct step) { SOFTIRQ, cpu, 0 };
		if (may_fire(cpu))
			steps[n++] = (struct step) { TIMER, cpu, 0 };
		for (i = 0; i < machine.cpu[cpu].n_stores; i++)
			if (may_become_visible(&machine.cpu[cpu], i))
				steps[n++] = (struct step) { STORE, cpu, i };
	}
	return n;
}

static void take(struct step step)
{
	struct cpu *cpu = &machine.cpu[step.cpu];
	struct flow *flow;

	switch (step.kind) {
	case STEP:
		flow = &machine.flow[top_flow(step.cpu)];
		flow->chosen = step.arg;
		run_flow(flow);
		break;
	case SWITCH:
		all_become_visible(cpu);
		cpu->task = step.arg;
		break;
	case SOFTIRQ:
		run_softirq(step.cpu);
		break;
	case TIMER:
		fire(step.cpu);
		break;
	case STORE:
		becomes_visible(cpu, step.arg);
		break;
	}
	/* A task that sleeps or has ended leaves the CPU. */
	if (cpu->task >= 0) {
		flow = &machine.flow[cpu->task];
		if (flow->state != ACTIVE || flow->cpu != step.cpu ||
		    (flow->asleep && !runnable(flow)))
			cpu->task = -1;
	}
}

/* What must not happen */

static void say_path(int state);

void violated(const char *what)
{
	printf("%s: %s\n", scenario->name, what);
	if (!replaying)
		say_path(explored);
	fflush(stdout);
	_Exit(1);
}

static bool idles(int cpu)
{
	int i;

	if (!machine.cpu[cpu].online || machine.cpu[cpu].leaving ||
	    machine.cpu[cpu].pending || machine.cpu[cpu].n_stores || top_flow(cpu) >= 0)
		return false;
	for (i = 0; i < SOFTIRQS; i++)
		if (task_may_run(i, cpu))
			return false;
	return true;
}

/* KCSAN's default rule: writes of up to a word may be plain. */
static bool conflict(const struct flow *a, const struct flow *b)
{
	return a->access && b->access && (a->write || b->write) &&
	       (!(a->marked || a->write) || !(b->marked || b->write) ||
		(a->write && b->write && !(a->marked && b->marked))) &&
	       a->access < b->access + b->size && b->access < a->access + a->size;
}

static const struct flow *top_of(int cpu)
{
	const int top = machine.cpu[cpu].online ? top_flow(cpu) : -1;

	return top < 0 ? NULL : &machine.flow[top];
}

/* addr2line -e build/model/model translates the addresses. */
static void say_conflict(const struct flow *a, const struct flow *b)
{
	printf("%s: at %p and %p\n", scenario->name, a->pc, b->pc);
	violated("two CPUs are about to touch the same memory");
}

static void check(void)
{
	int a, b;

	for (a = 0; a < scenario->cpus; a++) {
		if (is_waiting(a) && idles(a))
			violated("a request waits on an idle CPU");
		for (b = 0; b < a; b++)
			if (top_of(a) && top_of(b) && conflict(top_of(a), top_of(b)))
				say_conflict(top_of(a), top_of(b));
	}
}

static bool is_end(void)
{
	int i;

	for (i = 0; i < MAX_TASKS; i++)
		if (machine.flow[i].state == ACTIVE)
			return false;
	for (i = 0; i < MODEL_CPUS; i++)
		if (machine.cpu[i].packets)
			return false;
	return all_completed();
}

/* Continue while there is only one possible step: this does not count as a new state. */
static void go_on(void)
{
	struct step steps[64];
	int i;

	check();
	for (i = 0; i < MAX_CHAIN && list_steps(steps) == 1; i++) {
		take(steps[0]);
		check();
	}
}

/* Exploring */

static void add_edge(int from, int to)
{
	if (n_edges == room_for_edges) {
		room_for_edges = room_for_edges ? 2 * room_for_edges : 1 << 16;
		edges = realloc(edges, room_for_edges * sizeof(*edges));
		assert(edges);
	}
	edges[n_edges++] = (struct edge) { from, to };
}

static int most_states(void)
{
	const char *wanted = getenv("MODEL_STATES");

	if (!scenario->is_large)
		return MAX_STATES;
	return wanted ? clamp(atoi(wanted), 1, MAX_STATES) : LARGE_STATES;
}

static void add_state(int from, struct step step)
{
	static char image[sizeof(machine) + sizeof(percpu) + sizeof(stacks) + 65536];
	const size_t size = save(image);
	const u64 h = hash(image, size);
	size_t slot = h % TABLE;

	for (; table[slot]; slot = (slot + 1) % TABLE)
		if (hashes[slot] == h) {
			add_edge(from, table[slot] - 1);
			return;
		}
	if (n_states == most_states()) {
		is_full = true;
		return;
	}
	states[n_states] = (struct state) {
		.from = from, .step = step, .is_end = is_end(),
		.image = malloc(size),
	};
	assert(states[n_states].image);
	memcpy(states[n_states].image, image, size);
	if (from >= 0)
		add_edge(from, n_states);
	hashes[slot] = h;
	table[slot] = ++n_states;
}

static void explore_state(int i)
{
	char *image = states[i].image;
	struct step steps[64];
	int k, n;

	restore(image);
	n = list_steps(steps);
	for (k = 0; k < n; k++) {
		if (k)
			restore(image);
		take(steps[k]);
		go_on();
		add_state(i, steps[k]);
	}
	free(image);
	states[i].image = NULL;
}

/* Check that the end can be reached from each state. */
static void check_ends(void)
{
	bool more = true;
	size_t e;
	int i;

	for (i = 0; i < n_states; i++)
		states[i].ends = states[i].is_end;
	while (more) {
		more = false;
		for (e = n_edges; e-- > 0;)
			if (states[edges[e].to].ends && !states[edges[e].from].ends)
				more = states[edges[e].from].ends = true;
	}
	for (i = 0; i < n_states; i++)
		if (!states[i].ends) {
			explored = i;
			violated("a request is never completed");
		}
}

static void begin(void)
{
	machine_start();
	image_memory = load_memory(&image_memory_size);
	load_start();
	go_on();
}

/* Called when flows have to stop at more places than was known before. */
void explore_again(void)
{
	again = true;
}

static void explore_once(void)
{
	int i;

	again = false;
	is_full = false;
	n_states = 0;
	n_edges = 0;
	memset(table, 0, TABLE * sizeof(*table));
	begin();
	add_state(-1, (struct step) { 0 });
	for (explored = 0; explored < n_states && !is_full; explored++)
		explore_state(explored);
	for (i = explored; i < n_states; i++)
		free(states[i].image);
	if (!is_full)
		check_ends();
}

static void explore(void)
{
	forget_accesses();
	do {
		explore_once();
	} while (again);
	printf("%s: %s%d states, %zu steps\n", scenario->name,
	       is_full ? "not all: " : "", n_states, n_edges);
	if (is_full && !scenario->is_large) {
		fflush(stdout);
		_Exit(2);
	}
}

/* Print the path to a state: what ran, to help find the cause */

static void say_step(struct step step)
{
	static const char *const kinds[] = {
		"", " gets the CPU", " softirq", " timer", " store becomes visible",
	};
	static const char *const names[] = { "task", "thread", "kworker", "softirq" };
	const int top = step.kind == SWITCH ? step.arg : top_flow(step.cpu);
	int kind = 0, pid = top;

	if (step.kind > SWITCH) {
		printf("    cpu %d:%s\n", step.cpu, kinds[step.kind]);
		return;
	}
	if (top >= THREADS) {
		kind = 1 + (top - THREADS) / MODEL_CPUS;
		pid = (top - THREADS) % MODEL_CPUS;
	}
	printf("    cpu %d: %s %d%s at %p\n", step.cpu, names[kind], pid,
	       kinds[step.kind], machine.flow[top].pc);
}

static void replay_chain(void)
{
	struct step steps[64];
	int i;

	for (i = 0; i < MAX_CHAIN && list_steps(steps) == 1; i++) {
		say_step(steps[0]);
		take(steps[0]);
	}
}

static void say_path(int state)
{
	static int path[10000];
	int n = 0;

	if (!getenv("MODEL_PATH"))
		return;
	for (; state >= 0 && n < 10000; state = states[state].from)
		path[n++] = state;
	replaying = true;
	begin();
	while (--n >= 1) {
		say_step(states[path[n - 1]].step);
		take(states[path[n - 1]].step);
		replay_chain();
	}
}

int main(int argc, char **argv)
{
	bool found = false;
	int i;

	states = malloc(MAX_STATES * sizeof(*states));
	table = malloc(TABLE * sizeof(*table));
	hashes = malloc(TABLE * sizeof(*hashes));
	assert(states && table && hashes);
	for (scenario = scenarios; scenario->name; scenario++) {
		for (i = 1; i < argc && strcmp(argv[i], scenario->name); i++)
			;
		if (argc > 1 && i == argc)
			continue;
		found = true;
		explore();
	}
	if (!found)
		fprintf(stderr, "model: no such scenario\n");
	return found ? 0 : 2;
}
