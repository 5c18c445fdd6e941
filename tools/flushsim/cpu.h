/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One CPU: tasks, softirqs, interrupts, and stolen time.
 *
 * Whatever runs does so in stretches of time. When one ends, a function decides what
 * comes next: another stretch, or sleep. Interrupts do not shorten a stretch: they
 * make it end later.
 */
#ifndef _CPU_H
#define _CPU_H

#include <linux/types.h>

#include "event.h"

#define NSEC_PER_USEC	1000ULL
#define NSEC_PER_MSEC	1000000ULL
#define NSEC_PER_SEC	1000000000ULL

#define NO_END		(~0ULL)

struct sim;

/**
 * struct context - what may run: a task, or the softirqs
 * @left: rest of its stretch, ns
 * @then: called when the stretch ends
 * @arg: for @then
 */
struct context {
	u64 left;
	void (*then)(struct sim *sim, void *arg);
	void *arg;
};

enum task_class { TASK_FAIR, TASK_IDLE, TASK_FIFO };

/**
 * struct task - a task
 * @context: what it does
 * @class: its scheduling class
 * @weight: its weight, if it has no fixed priority
 * @program: it has its own address space, so switching to it takes longer
 * @foreign: its work is neither the clients' nor the driver's
 * @runnable: it runs or wants to run
 * @skip: it has yielded
 * @bh: nesting depth of disabled BH
 * @vruntime: CFS: weighted time that it has run
 * @since: the value of @ran when it was picked
 * @ran: total time that it has run, ns
 */
struct task {
	struct context context;
	enum task_class class;
	unsigned int weight;
	bool program;
	bool foreign;
	bool runnable;
	bool skip;
	unsigned int bh;
	u64 vruntime;
	u64 since;
	u64 ran;
};

/* In the order in which a round serves them, as in <linux/interrupt.h> */
enum softirq { SOFTIRQ_NET_RX, SOFTIRQ_TASKLET, NR_SOFTIRQS };

/**
 * struct tasklet - a function that runs in softirq, and ends with softirq_return()
 * @run: the function
 * @arg: its argument
 * @next: the tasklet after it in the list
 * @pending: it is scheduled to run
 */
struct tasklet {
	void (*run)(struct sim *sim, void *arg);
	void *arg;
	struct tasklet *next;
	bool pending;
};

#define MAX_TASKS	512

/**
 * struct cpu - the CPU
 * @task: all of its tasks
 * @nr_tasks: number of tasks
 * @nr_running: number of tasks that run or want to run
 * @current: the running task, possibly interrupted by softirqs; NULL: none
 * @resched: another task should run
 * @invoke: an interrupt has returned, or BH was enabled: softirqs may run
 * @softirq: the context of softirqs
 * @in_softirq: softirqs run
 * @serving: softirqs left in this round, bits of enum softirq
 * @pending: softirqs of the next round
 * @rounds: number of consecutive rounds
 * @softirq_since: when the first of the consecutive rounds began
 * @tasklets: to be run in the next round
 * @running: to be run in this round
 * @net_rx: the handler of SOFTIRQ_NET_RX; ends with softirq_return()
 * @ksoftirqd: takes over when softirqs have taken too long
 * @end: when the current stretch ends
 * @begun: when it continues, after an interrupt or a switch
 * @clock: up to when time was accounted for
 * @min_vruntime: CFS: least vruntime, except of tasks that slept
 * @tick: the scheduler's tick
 * @steal: the next time that time is stolen
 * @stolen_until: no interrupt is delivered before that
 * @idle_ns: time without work
 * @foreign_ns: time of foreign tasks, without interrupts
 * @stolen_ns: stolen time
 */
struct cpu {
	struct task *task[MAX_TASKS];
	unsigned int nr_tasks;
	unsigned int nr_running;
	struct task *current;
	bool resched;
	bool invoke;
	struct context softirq;
	bool in_softirq;
	unsigned int serving;
	unsigned int pending;
	unsigned int rounds;
	u64 softirq_since;
	struct tasklet *tasklets;
	struct tasklet *running;
	void (*net_rx)(struct sim *sim);
	struct task ksoftirqd;
	struct event end;
	u64 begun;
	u64 clock;
	u64 min_vruntime;
	struct event tick;
	struct event steal;
	u64 stolen_until;
	u64 idle_ns;
	u64 foreign_ns;
	u64 stolen_ns;
};

/* cpu.c: what runs, and interrupts */

void cpu_init(struct sim *sim);
void cpu_add_task(struct sim *sim, struct task *task);
void cpu_run(struct sim *sim, u64 ns, void (*then)(struct sim *sim, void *arg),
	     void *arg);
void cpu_sleep(struct sim *sim, void (*then)(struct sim *sim, void *arg),
	       void *arg);
void cpu_yield(struct sim *sim, void (*then)(struct sim *sim, void *arg),
	       void *arg);
void cpu_wake(struct sim *sim, struct task *task);
void cpu_bh_disable(struct sim *sim);
void cpu_bh_enable(struct sim *sim);
void cpu_extra(struct sim *sim, u64 ns);
bool cpu_irq_enter(struct sim *sim, struct event *event, u64 ns);
void cpu_irq_exit(struct sim *sim);
void cpu_account(struct sim *sim);
void cpu_sync(struct sim *sim);
void cpu_steal(struct sim *sim);

/* fair.c: which task */

u64 fair_weighted(const struct task *task, u64 ns);
void fair_update_min(struct cpu *cpu);
void fair_place(struct sim *sim, struct task *task);
bool fair_preempts(struct sim *sim, const struct task *task);
bool fair_tick(struct sim *sim);
struct task *fair_pick(struct sim *sim);
unsigned int fair_nice_weight(int nice);

/* softirq.c: softirqs, tasklets, ksoftirqd */

void softirq_init(struct sim *sim);
void softirq_raise(struct sim *sim, enum softirq softirq);
bool softirq_may_run(struct sim *sim);
void softirq_start(struct sim *sim);
void softirq_return(struct sim *sim);
void tasklet_schedule(struct sim *sim, struct tasklet *tasklet);

#endif /* _CPU_H */
