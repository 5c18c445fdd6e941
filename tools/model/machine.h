/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A machine of a few CPUs that runs flows of control: tasks, the flusher threads, a
 * kworker and a softirq for each CPU. A flow stops before each access to shared memory;
 * the explorer chooses which one continues.
 */
#ifndef _MODEL_MACHINE_H
#define _MODEL_MACHINE_H

#include "engine/engine.h"
#include "policy/policy.h"
#include "kernel.h"

#define STACK		8192
#define MAX_REQUESTS	4
#define MAX_TASKS	4
#define MAX_STORES	8
#define STORE_SIZE	16

enum {
	THREADS = MAX_TASKS,
	WORKERS = THREADS + MODEL_CPUS,
	SOFTIRQS = WORKERS + MODEL_CPUS,
	FLOWS = SOFTIRQS + MODEL_CPUS
};

enum flow_state { UNUSED, ACTIVE, DONE };

/**
 * struct flow - one flow of control
 * @task: the running task
 * @state: of a softirq: UNUSED while there is none
 * @cpu: its CPU
 * @bh: nesting depth of disabled BH
 * @locks: number of locks that it holds
 * @asleep: while it is not @ready, others may run
 * @ready: the condition that it waits for; NULL: none
 * @arg: argument of @ready
 * @options: number of ways in which it may continue
 * @chosen: the chosen one
 * @interruptible, @stop, @park, @parked: state of a thread
 * @clock: time that has passed for it, ns
 * @hashing: the part of it in which its flush has hashed
 * @backlog: number of requests that the flush has to complete, however long it takes
 * @reason: the one for which it submits
 * @access: the @size bytes that it is about to access; @write: to write them; @marked
 * @sp: its stack pointer
 */
struct flow {
	struct task_struct task;
	enum flow_state state;
	int cpu;
	int bh;
	int locks;
	bool asleep;
	bool (*ready)(uintptr_t argument);
	uintptr_t arg;
	int options;
	int chosen;
	bool interruptible, stop, park, parked;
	u64 clock;
	u64 hashing;
	unsigned int backlog;
	enum mbhash_reason reason;
	const char *access;
	unsigned int size;
	bool write, marked;
	void *pc;
	void *sp;
};

/**
 * struct store - what a CPU has stored and others do not see yet
 * @to: where
 * @size: bytes
 * @release: it becomes visible after all stores before it
 * @value: what was stored
 */
struct store {
	char *to;
	unsigned int size;
	bool release;
	char value[STORE_SIZE];
};

/**
 * struct cpu - a CPU
 * @online: it is online
 * @leaving: it is about to go offline
 * @task: the task that it runs, -1: none
 * @pending: softirqs are pending
 * @tasklets: tasklets that were raised here
 * @n: number of @tasklets
 * @packets: requests that softirqs will submit
 * @stores: its store buffer
 * @n_stores: number of @stores
 */
struct cpu {
	bool online;
	bool leaving;
	int task;
	bool pending;
	struct tasklet_struct *tasklets[MODEL_CPUS];
	int n;
	int packets;
	struct store stores[MAX_STORES];
	int n_stores;
};

/**
 * struct machine - all state except stacks and per-CPU memory
 * @submitted: number of submitted requests
 * @completed: whether each request was completed
 * @given: the reasons that submitters gave to flush a hash function's queue, as bits
 * @hog: other work wants to run from now on
 * @counted: number of queued requests that the policy knows of
 * @asked: one of them has given the tasklet a reason
 * @gone: the per-CPU memory was freed
 * @teardown: called for a CPU that has gone offline
 */
struct machine {
	struct flow flow[FLOWS];
	struct cpu cpu[MODEL_CPUS];
	int submitted;
	unsigned long completed[MAX_REQUESTS];
	unsigned long given[MBHASH_NR_HASHES];
	unsigned int counted[MODEL_CPUS][MBHASH_NR_HASHES];
	bool asked[MODEL_CPUS][MBHASH_NR_HASHES];
	bool hog;
	bool gone;
	int (*teardown)(unsigned int cpu);
};

extern struct machine machine;
extern char percpu[MODEL_CPUS][MODEL_PERCPU_SIZE];
extern char stacks[FLOWS][STACK];
extern struct flow *running;

/**
 * struct scenario - what happens on the machine
 * @name: its name on the command line
 * @cpus: number of CPUs, the first ones
 * @task: what its tasks do; indexed like flows
 * @cpu: on which CPU
 * @packets: see &struct cpu
 * @displaced: CPU 1's tasklet is raised on CPU 0, as after it went offline and online
 * @left: a request is in CPU 1's queue
 * @chained: number of requests that completions of others submit
 * @hog: other work may want to run, and then always does
 * @other: these are for another hash function
 * @prompt: other CPUs see at once what a CPU stores
 * @simple: all of a batch is hashed at once
 * @is_large: not all of its states can be explored
 * @ordered: requests complete in order
 */
struct scenario {
	const char *name;
	int cpus;
	void (*task[MAX_TASKS])(void);
	int cpu[MAX_TASKS];
	int packets;
	bool displaced;
	bool left;
	int chained;
	bool hog;
	bool other;
	bool prompt;
	bool simple;
	bool is_large;
	bool ordered;
};

extern const struct scenario scenarios[], *scenario;

/* machine.c */

void switch_stack(void **save, void *load);
void pause_flow(void);
int choose(int options);
void wait_for(bool (*ready)(uintptr_t arg), uintptr_t arg, bool asleep);
bool runnable(const struct flow *flow);
int top_flow(int cpu);
void start_flow(int index, void (*body)(void));
void run_flow(struct flow *flow);
void machine_start(void);
bool timer_is_armed_on(int cpu);
bool may_fire(int cpu);
bool may_run_softirq(int cpu);
void fire(int cpu);
void arm_work(struct delayed_work *work, int cpu);
void run_softirq(int cpu);
void cpu_down(int cpu);
void cpu_up(int cpu);

/* stores.c */

void begin_store(void *to, unsigned int size);
void store_release(unsigned long *to, unsigned long value);
void full_barrier(void);
void begin_view(struct cpu *cpu);
void end_view(struct cpu *cpu);
bool may_become_visible(const struct cpu *cpu, int i);
void becomes_visible(struct cpu *cpu, int i);
void all_become_visible(struct cpu *cpu);

/* explore.c */

void __noreturn violated(const char *what);
void explore_again(void);

#define must(condition, what) do { if (!(condition)) violated(what); } while (0)

/* load.c: the mechanism */

struct delayed_work *load_work(int cpu);
void submit_packet(void);
bool is_shared(const void *p);

/* access.c: where flows stop */

void forget_accesses(void);

bool is_waiting(int cpu);
bool all_completed(void);
void load_start(void);
void *load_memory(size_t *size);

#endif
