/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One CPU: tasks, softirqs, interrupts, and what is stolen from it.
 *
 * What runs does so in stretches of time. When one ends, a function says what
 * comes next: another one, or sleep. Interrupts take no part of a stretch: they
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
 * @left: of its stretch, ns
 * @then: what follows
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
 * @pid: its number; 0 is that of who idles
 * @class: as the kernel has them
 * @weight: of its share, if it has no fixed priority
 * @program: it has memory of its own, to which switching takes longer
 * @foreign: what it does is no work of ours
 * @runnable: it runs or wants to
 * @skip: it has yielded
 * @bh: how deep it has disabled BH
 * @vruntime: CFS: weighted time that it has run
 * @since: what @ran was when it was picked
 * @ran: so long in all, ns
 */
struct task {
	struct context context;
	int pid;
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
 * @next: which one is run after it
 * @pending: it is going to be
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
 * @nr_tasks: how many there are
 * @nr_running: how many of them run or want to
 * @current: who runs, under softirqs if there are; NULL: nobody
 * @resched: somebody else should
 * @invoke: an interrupt has returned, or BH was enabled: softirqs may run
 * @softirq: what softirqs do
 * @in_softirq: they do
 * @serving: whose turn it is in this round, bits of enum softirq
 * @pending: the next round's
 * @rounds: so many, one after the other
 * @served: softirqs in all
 * @softirq_since: when the first one of these began
 * @tasklets: to be run in the next round
 * @running: in this one
 * @net_rx: what SOFTIRQ_NET_RX does; ends with softirq_return()
 * @ksoftirqd: goes on where softirqs have taken too long
 * @end: when what runs ends its stretch
 * @begun: when that goes on, after what an interrupt or a switch takes
 * @clock: up to when time has been accounted for
 * @min_vruntime: CFS: nobody's is less, but for those that slept
 * @tick: the scheduler's
 * @steal: the next time that somebody steals time
 * @stolen_until: no interrupt gets through before that
 * @idle_ns: time without work
 * @foreign_ns: time of tasks whose work is not ours, without interrupts
 * @stolen_ns: time that was stolen
 * @switches: from one task to another
 * @interrupts: how many
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
	unsigned int served;
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
	u64 switches;
	u64 interrupts;
};

/* cpu.c: who runs, and interrupts */

void cpu_init(struct sim *sim);
void cpu_add_task(struct sim *sim, struct task *task);
void cpu_run(struct sim *sim, u64 ns, void (*then)(struct sim *sim, void *arg),
	     void *arg);
void cpu_sleep(struct sim *sim, void (*then)(struct sim *sim, void *arg),
	       void *arg);
void cpu_yield(struct sim *sim, void (*then)(struct sim *sim, void *arg),
	       void *arg);
bool cpu_wake(struct sim *sim, struct task *task);
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
