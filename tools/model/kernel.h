/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of the kernel that the mechanism's sources need, on the machine of
 * machine.h. Replaces each kernel header that they include and that the user-space
 * tests do not have.
 */
#ifndef _MODEL_KERNEL_H
#define _MODEL_KERNEL_H

#include <assert.h>
#include <errno.h>

#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/types.h>

/* The machine does not depend on options of the kernel. */
#define list_splice_tail(list, head) \
	list_splice_between(list, (head)->prev, head)

static inline void __list_del(struct list_head *prev, struct list_head *next)
{
	next->prev = prev;
	prev->next = next;
}


#define ____cacheline_aligned	__attribute__((__aligned__(64)))

struct task_struct {
	int pid;
	int flow;
};

struct task_struct *model_current(void);
#define current			model_current()

/* A lock is one word: 1 if it is held. */
typedef struct { unsigned long held; } spinlock_t;

#define spin_lock_init(lock)	((lock)->held = 0)
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

void local_bh_disable(void);
void local_bh_enable(void);
bool in_serving_softirq(void);
void yield(void);
void cond_resched(void);
bool single_task_running(void);
int wake_up_process(struct task_struct *task);

/* Time advances only while hashing, see load.c. */
typedef s64 ktime_t;

u64 ktime_get_ns(void);
#define jiffies			0UL
#define time_after(a, b)	((long)((b) - (a)) < 0)
#define ns_to_ktime(ns)		((ktime_t)(ns))

/* Memory for each CPU */
#define MODEL_CPUS		3
#define MODEL_PERCPU_SIZE	4096

void *model_alloc_percpu(size_t size);
int model_cpu(void);
void free_percpu(void *p);
#define alloc_percpu(type)	((type *)model_alloc_percpu(sizeof(type)))
#define per_cpu_ptr(p, cpu)	\
	((typeof(p))((char *)(p) + (size_t)(cpu) * MODEL_PERCPU_SIZE))
#define this_cpu_ptr(p)		per_cpu_ptr(p, model_cpu())
#define __this_cpu_add(x, n)	((void)&(x), (void)(n))
#define for_each_possible_cpu(cpu) \
	for ((cpu) = 0; (cpu) < MODEL_CPUS; (cpu)++)

/* Tasklets */
#define TASKLET_STATE_SCHED	0
#define TASKLET_STATE_RUN	1

struct tasklet_struct {
	unsigned long state;
	void (*callback)(struct tasklet_struct *t);
};

bool model_test_bit(int bit, const unsigned long *word);
#define test_bit		model_test_bit
void tasklet_setup(struct tasklet_struct *t,
		   void (*callback)(struct tasklet_struct *t));
void tasklet_schedule(struct tasklet_struct *t);
void tasklet_kill(struct tasklet_struct *t);

/* Timers */
enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };

struct hrtimer {
	enum hrtimer_restart (*function)(struct hrtimer *timer);
	unsigned long armed;
	unsigned long runs;
	int cpu;
};

#define CLOCK_MONOTONIC			1
#define HRTIMER_MODE_REL_PINNED_HARD	0
#define HRTIMER_MODE_ABS_PINNED_HARD	0
#define hrtimer_setup(t, f, clock, mode)	((t)->function = (f))
#define hrtimer_start_range_ns(t, time, slack, mode) \
	((void)(time), (void)(slack), model_hrtimer_start(t))
#define hrtimer_set_expires_range_ns(t, time, slack) \
	((void)(t), (void)(time), (void)(slack))
void model_hrtimer_start(struct hrtimer *timer);
int hrtimer_cancel(struct hrtimer *timer);

/* A thread for each CPU */
#define SCHED_IDLE		5

struct sched_attr {
	unsigned int size;
	unsigned int sched_policy;
};

#define sched_setattr_nocheck(task, attr)	((void)(task), (void)(attr))

struct smp_hotplug_thread {
	struct task_struct **store;
	int (*thread_should_run)(unsigned int cpu);
	void (*thread_fn)(unsigned int cpu);
	void (*setup)(unsigned int cpu);
	const char *thread_comm;
};

int smpboot_register_percpu_thread(struct smp_hotplug_thread *threads);
void smpboot_unregister_percpu_thread(struct smp_hotplug_thread *threads);

/* Hotplug */
enum cpuhp_state { CPUHP_BP_PREPARE_DYN };

int cpuhp_setup_state_nocalls(enum cpuhp_state state, const char *name,
			      int (*startup)(unsigned int cpu),
			      int (*teardown)(unsigned int cpu));
void cpuhp_remove_state_nocalls(enum cpuhp_state state);

/* There are no tracepoints. */
#define TRACE_DEFINE_ENUM(x)	struct model_no_trace
#define TP_PROTO(...)		__VA_ARGS__
#define TRACE_EVENT(name, proto, ...) \
	static inline void trace_##name(proto) { }

#endif
