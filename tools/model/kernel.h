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
#define __list_del(prev, next)		__list_join(prev, next)

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
#define SINGLE_DEPTH_NESTING		1
#define spin_lock_nested(lock, depth)	spin_lock(lock)
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);

void local_bh_disable(void);
void local_bh_enable(void);
bool in_serving_softirq(void);
void yield(void);
void cond_resched(void);
#define schedule_timeout_idle(ticks)	yield() /* whoever is to run has run then */
bool single_task_running(void);
int wake_up_process(struct task_struct *task);

/* Time advances only while hashing, see load.c. */
typedef s64 ktime_t;

u64 ktime_get_ns(void);
#define jiffies			0UL
#define time_after(a, b)	((long)((b) - (a)) < 0)

/* Memory for each CPU */
#define MODEL_CPUS		3
#define MODEL_PERCPU_SIZE	4096

void *model_alloc_percpu(size_t size);
int model_cpu(void);
bool cpu_online(int cpu);
void free_percpu(void *p);
#define alloc_percpu(type)	((type *)model_alloc_percpu(sizeof(type)))
#define per_cpu_ptr(p, cpu)	\
	((typeof(p))((char *)(p) + (size_t)(cpu) * MODEL_PERCPU_SIZE))
#define this_cpu_ptr(p)		per_cpu_ptr(p, model_cpu())
#define raw_cpu_ptr(p)		this_cpu_ptr(p)
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

/* Delayed work, one for each CPU: on a timer of @timer_cpu, or queued to @cpu's kworker */
struct work_struct {
	void (*function)(struct work_struct *work);
};

struct delayed_work {
	struct work_struct work;
	unsigned long pending;
	unsigned long armed;
	unsigned long queued;
	unsigned long runs;
	int cpu;
	int timer_cpu;
};

struct workqueue_struct;

#define WQ_PERCPU		0
#define WQ_MEM_RECLAIM		0
#define WQ_CPU_INTENSIVE	0
#define HK_TYPE_TIMER		0
#define housekeeping_enabled(type)	false
#define to_delayed_work(w)	container_of(w, struct delayed_work, work)
#define INIT_DELAYED_WORK(w, f)		((w)->work.function = (f))
#define INIT_DEFERRABLE_WORK(w, f)	((w)->work.function = (f))
#define alloc_workqueue(name, flags, active)	model_alloc_workqueue()
struct workqueue_struct *model_alloc_workqueue(void);
void destroy_workqueue(struct workqueue_struct *workqueue);
bool delayed_work_pending(struct delayed_work *work);
bool queue_delayed_work_on(int cpu, struct workqueue_struct *workqueue,
			   struct delayed_work *work, unsigned long delay);
bool cancel_delayed_work_sync(struct delayed_work *work);

/* A thread for each CPU */
#define SCHED_IDLE		5

struct sched_attr {
	unsigned int size;
	unsigned int sched_policy;
};

#define sched_setattr_nocheck(task, attr)	((void)(task), (void)(attr))
#define sched_set_normal(task, nice)		((void)(task), (void)(nice))

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
