// SPDX-License-Identifier: GPL-2.0
/*
 * The machine, and the parts of the kernel that run on it: what may interrupt what,
 * tasklets, delayed work, threads, hotplug; as in kernels from 6.1 to 7.3, without
 * PREEMPT_RT.
 */
#include <string.h>

#include "machine.h"

struct machine machine;
char percpu[MODEL_CPUS][MODEL_PERCPU_SIZE] __aligned(64);
char stacks[FLOWS][STACK] __aligned(64);
struct flow *running;

/* The clock when flows begin */
#define BOOTED_NS	1000000000ULL

static void *explorer_sp;
static void (*bodies[FLOWS])(void);
static struct smp_hotplug_thread *threads;
static struct task_struct idle = { .flow = -1 };
static size_t percpu_used;

asm(".globl switch_stack\n"
	"switch_stack:\n"
	"	push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	mov %rsi, %rsp\n"
	"	pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
	"	ret\n");

static __noreturn void leave_stack(void *to)
{
	void *gone;

	switch_stack(&gone, to);
	__builtin_unreachable();
}

/* Flows */

/* Return to the explorer, until it runs this flow again. */
void pause_flow(void)
{
	struct flow *flow = running;

	if (!flow)
		return;
	switch_stack(&flow->sp, explorer_sp);
	flow->access = NULL;
	flow->size = 0;
	flow->write = false;
	flow->marked = false;
	flow->pc = NULL;
}

int choose(int options)
{
	struct flow *flow = running;
	int chosen;

	flow->options = options;
	pause_flow();
	flow->options = 1;
	chosen = flow->chosen;
	flow->chosen = 0;
	return chosen;
}

void wait_for(bool (*ready)(uintptr_t arg), uintptr_t arg, bool asleep)
{
	struct flow *flow = running;

	flow->ready = ready;
	flow->arg = arg;
	flow->asleep = asleep;
	if (asleep)
		full_barrier();
	pause_flow();
	flow->ready = NULL;
	flow->arg = 0;
	flow->asleep = false;
}

static void flow_begins(void)
{
	const int index = running - machine.flow;

	bodies[index]();
	if (index < SOFTIRQS)
		full_barrier();
	running->state = index < SOFTIRQS ? DONE : UNUSED;
	running->bh = 0;
	running->clock = 0;
	running->sp = NULL;
	leave_stack(explorer_sp);
}

void start_flow(int index, void (*body)(void))
{
	struct flow *flow = &machine.flow[index];
	void **sp = (void **)(stacks[index] + STACK);

	memset(stacks[index], 0, STACK);
	bodies[index] = body;
	*--sp = NULL;
	*--sp = (void *)flow_begins;
	memset(sp -= 6, 0, 6 * sizeof(*sp));
	flow->sp = sp;
	flow->state = ACTIVE;
	flow->bh = 0;
	flow->options = 1;
	flow->clock = 0;
	flow->task = (struct task_struct) { .pid = index + 1, .flow = index };
}

void run_flow(struct flow *flow)
{
	struct cpu *cpu = &machine.cpu[flow->cpu];

	running = flow;
	begin_view(cpu);
	switch_stack(&explorer_sp, flow->sp);
	end_view(cpu);
	running = NULL;
}

bool runnable(const struct flow *flow)
{
	return flow->state == ACTIVE && (!flow->ready || flow->ready(flow->arg));
}

/* Return: the flow that runs on a CPU now. */
int top_flow(int cpu)
{
	if (machine.flow[SOFTIRQS + cpu].state == ACTIVE)
		return SOFTIRQS + cpu;
	return machine.cpu[cpu].task;
}

int model_cpu(void)
{
	return running ? running->cpu : 0;
}

bool cpu_online(int cpu)
{
	return machine.cpu[cpu].online;
}

struct task_struct *model_current(void)
{
	const int task = machine.cpu[model_cpu()].task;

	return task < 0 ? &idle : &machine.flow[task].task;
}

static bool is_preemptible(int cpu)
{
	const int top = top_flow(cpu);

	return top < SOFTIRQS && (top < 0 || !machine.flow[top].bh);
}

/* Locks, BH, the scheduler */

static bool is_clear(uintptr_t word)
{
	return !*(unsigned long *)word;
}

void spin_lock(spinlock_t *lock)
{
	wait_for(is_clear, (uintptr_t)&lock->held, false);
	must(is_shared(lock), "a lock is taken that is gone");
	lock->held = 1;
	running->locks++;
}

void spin_unlock(spinlock_t *lock)
{
	pause_flow();
	store_release(&lock->held, 0);
	running->locks--;
}

void local_bh_disable(void)
{
	running->bh++;
}

void local_bh_enable(void)
{
	running->bh--;
	pause_flow();
}

bool in_serving_softirq(void)
{
	return running - machine.flow >= SOFTIRQS;
}

void yield(void)
{
	pause_flow();
}

/* A kworker's flushes may go on for ever, so its clock begins again. */
void cond_resched(void)
{
	pause_flow();
	running->clock = 0;
}

bool single_task_running(void)
{
	int i, n = 0;

	pause_flow();
	for (i = 0; i < SOFTIRQS; i++)
		n += machine.flow[i].cpu == running->cpu &&
		     runnable(&machine.flow[i]);
	if (scenario->hog && !machine.hog && choose(2))
		machine.hog = true;
	return n == 1 && !machine.hog;
}

int wake_up_process(struct task_struct *task)
{
	pause_flow();
	full_barrier();
	machine.flow[task->flow].interruptible = false;
	return 1;
}

u64 ktime_get_ns(void)
{
	return BOOTED_NS + running->clock;
}

/* Memory */

void *model_alloc_percpu(size_t size)
{
	assert(size <= MODEL_PERCPU_SIZE && !percpu_used);
	percpu_used = size;
	return percpu[0];
}

void free_percpu(void *p)
{
	must(p == percpu[0] && !machine.gone, "what is given back is not there");
	machine.gone = true;
}

/* Tasklets */

bool test_bit(int bit, const unsigned long *word)
{
	pause_flow();
	return *word >> bit & 1;
}

void tasklet_setup(struct tasklet_struct *t,
		   void (*callback)(struct tasklet_struct *t))
{
	t->state = 0;
	t->callback = callback;
}

static void append_tasklet(struct cpu *cpu, struct tasklet_struct *t)
{
	cpu->tasklets[cpu->n++] = t;
	cpu->pending = true;
}

void tasklet_schedule(struct tasklet_struct *t)
{
	pause_flow();
	must(is_shared(t), "a tasklet is raised that is gone");
	full_barrier();
	if (t->state & 1 << TASKLET_STATE_SCHED)
		return;
	t->state |= 1 << TASKLET_STATE_SCHED;
	append_tasklet(&machine.cpu[model_cpu()], t);
}

static bool is_not_scheduled(uintptr_t state)
{
	return !(*(unsigned long *)state & 1 << TASKLET_STATE_SCHED);
}

static bool does_not_run(uintptr_t state)
{
	return !(*(unsigned long *)state & 1 << TASKLET_STATE_RUN);
}

void tasklet_kill(struct tasklet_struct *t)
{
	wait_for(is_not_scheduled, (uintptr_t)&t->state, true);
	t->state |= 1 << TASKLET_STATE_SCHED;
	wait_for(does_not_run, (uintptr_t)&t->state, true);
	t->state &= ~(1 << TASKLET_STATE_SCHED);
}

static void run_tasklet(struct cpu *cpu, struct tasklet_struct *t)
{
	pause_flow();
	must(is_shared(t), "a tasklet runs that is gone");
	full_barrier();
	if (t->state & 1 << TASKLET_STATE_RUN) {
		append_tasklet(cpu, t);
		return;
	}
	t->state = 1 << TASKLET_STATE_RUN; /* and not SCHED any more */
	t->callback(t);
	pause_flow();
	must(is_shared(t), "a tasklet ends that is gone");
	full_barrier();
	t->state &= ~(1 << TASKLET_STATE_RUN);
}

static void softirq_body(void)
{
	struct cpu *cpu = &machine.cpu[running->cpu];
	struct tasklet_struct *list[MODEL_CPUS];
	int i, n;

	cpu->pending = false;
	running->bh = 1;
	for (; cpu->packets; cpu->packets--)
		submit_packet();
	n = cpu->n;
	memcpy(list, cpu->tasklets, sizeof(list));
	memset(cpu->tasklets, 0, sizeof(list));
	cpu->n = 0;
	for (i = 0; i < n; i++)
		run_tasklet(cpu, list[i]);
}

bool may_run_softirq(int cpu)
{
	return machine.cpu[cpu].pending && is_preemptible(cpu);
}

void run_softirq(int cpu)
{
	start_flow(SOFTIRQS + cpu, softirq_body);
}

/* Delayed work: one for each CPU, see load.c. It is non-reentrant. */

static struct delayed_work *armed_work(int cpu)
{
	int i;

	for (i = 0; i < MODEL_CPUS; i++)
		if (load_work(i)->armed && load_work(i)->timer_cpu == cpu)
			return load_work(i);
	return NULL;
}

bool timer_is_armed_on(int cpu)
{
	return armed_work(cpu);
}

/* It runs in softirq, and, being deferrable, does not wake an idle CPU. */
bool may_fire(int cpu)
{
	return is_preemptible(cpu) && top_flow(cpu) >= 0 && armed_work(cpu);
}

void fire(int cpu)
{
	struct delayed_work *work = armed_work(cpu);

	must(!machine.gone, "a timer fires that is gone");
	work->armed = 0;
	work->queued = 1;
}

void arm_work(struct delayed_work *work, int cpu)
{
	work->pending = 1;
	work->armed = 1;
	work->cpu = cpu;
	work->timer_cpu = cpu;
}

bool delayed_work_pending(struct delayed_work *work)
{
	pause_flow();
	return work->pending;
}

bool queue_delayed_work_on(int cpu, struct workqueue_struct *workqueue,
			   struct delayed_work *work, unsigned long delay)
{
	pause_flow();
	must(is_shared(work), "a work is queued that is gone");
	full_barrier();
	if (work->pending)
		return false;
	must(cpu_online(cpu), "a work is queued on a CPU that is gone");
	arm_work(work, cpu);
	return true;
}

/* While it waits, the work cannot be queued again. */
bool cancel_delayed_work_sync(struct delayed_work *work)
{
	const bool pending = work->pending;

	pause_flow();
	full_barrier();
	work->armed = 0;
	work->queued = 0;
	work->pending = 1;
	do {
		wait_for(is_clear, (uintptr_t)&work->runs, true);
	} while (work->runs);
	full_barrier();
	work->pending = 0;
	return pending;
}

static bool has_work(uintptr_t cpu)
{
	return !machine.gone && load_work(cpu)->queued;
}

static void run_work(struct delayed_work *work)
{
	work->queued = 0;
	work->runs = 1;
	work->pending = 0;
	full_barrier();
	running->clock = 0;
	work->work.function(&work->work);
	pause_flow();
	store_release(&work->runs, 0);
}

/* @running: a kworker. It was on another CPU while its own was not online. */
static void go_home(int cpu)
{
	if (running->cpu == cpu || !cpu_online(cpu) || machine.cpu[cpu].leaving)
		return;
	full_barrier();
	running->cpu = cpu;
	pause_flow();
}

static void worker_body(void)
{
	const int cpu = running - machine.flow - WORKERS;

	for (;;) {
		go_home(cpu);
		wait_for(has_work, cpu, true);
		run_work(load_work(cpu));
	}
}

struct workqueue_struct *model_alloc_workqueue(void)
{
	int cpu;

	for (cpu = 0; cpu < scenario->cpus; cpu++) {
		struct flow *flow = &machine.flow[WORKERS + cpu];

		flow->cpu = cpu;
		start_flow(WORKERS + cpu, worker_body);
		flow->ready = has_work;
		flow->arg = cpu;
		flow->asleep = true;
	}
	return (struct workqueue_struct *)&machine;
}

static bool sleeps(uintptr_t flow)
{
	return ((struct flow *)flow)->asleep;
}

void destroy_workqueue(struct workqueue_struct *workqueue)
{
	int cpu;

	for (cpu = 0; cpu < scenario->cpus; cpu++) {
		struct flow *flow = &machine.flow[WORKERS + cpu];

		wait_for(sleeps, (uintptr_t)flow, true);
		flow->state = DONE;
	}
}

/* Threads */

static bool is_awake(uintptr_t flow)
{
	return !((struct flow *)flow)->interruptible;
}

static bool is_unparked(uintptr_t flow)
{
	return !((struct flow *)flow)->park;
}

static bool is_parked(uintptr_t flow)
{
	return ((struct flow *)flow)->parked;
}

static bool is_done(uintptr_t flow)
{
	return ((struct flow *)flow)->state != ACTIVE;
}

/* As in kernel/smpboot.c */
static void thread_body(void)
{
	struct flow *self = running;

	for (;;) {
		self->interruptible = true;
		full_barrier();
		pause_flow();
		if (self->stop)
			return;
		if (self->park) {
			self->interruptible = false;
			self->parked = true;
			wait_for(is_unparked, (uintptr_t)self, true);
			self->parked = false;
			continue;
		}
		if (!threads->thread_should_run(self->cpu)) {
			wait_for(is_awake, (uintptr_t)self, true);
		} else {
			self->interruptible = false;
			self->clock = 0;
			threads->thread_fn(self->cpu);
		}
	}
}

int smpboot_register_percpu_thread(struct smp_hotplug_thread *t)
{
	int cpu;

	threads = t;
	for (cpu = 0; cpu < scenario->cpus; cpu++) {
		struct flow *flow = &machine.flow[THREADS + cpu];

		*per_cpu_ptr(t->store, cpu) = &flow->task;
		flow->cpu = cpu;
		start_flow(THREADS + cpu, thread_body);
	}
	return 0;
}

void smpboot_unregister_percpu_thread(struct smp_hotplug_thread *t)
{
	int cpu;

	must(t == threads, "threads that are not there are stopped");
	for (cpu = 0; cpu < scenario->cpus; cpu++) {
		struct flow *flow = &machine.flow[THREADS + cpu];

		pause_flow();
		full_barrier();
		flow->stop = true;
		flow->interruptible = false;
		wait_for(is_done, (uintptr_t)flow, true);
	}
}

/* Hotplug */

int cpuhp_setup_state_nocalls(enum cpuhp_state state, const char *name,
			      int (*startup)(unsigned int cpu),
			      int (*teardown)(unsigned int cpu))
{
	machine.teardown = teardown;
	return 0;
}

void cpuhp_remove_state_nocalls(enum cpuhp_state state)
{
	pause_flow();
	machine.teardown = NULL;
}

/* stop_machine() */
static bool all_can_be_stopped(uintptr_t unused)
{
	int cpu;

	for (cpu = 0; cpu < scenario->cpus; cpu++)
		if (machine.cpu[cpu].online && !is_preemptible(cpu))
			return false;
	return true;
}

static void move_timer(int cpu)
{
	struct delayed_work *work;

	if (machine.gone)
		return;
	while ((work = armed_work(cpu)))
		work->timer_cpu = 0;
}

/* A kworker may run on any CPU while its own goes and is away. */
static void move_worker(int cpu, int to)
{
	struct flow *worker = &machine.flow[WORKERS + cpu];

	if (!worker->asleep || worker->cpu == to)
		return;
	if (machine.cpu[worker->cpu].task == WORKERS + cpu)
		machine.cpu[worker->cpu].task = -1;
	worker->cpu = to;
}

/* Stop @cpu. Its tasks run on CPU 0 from now on; its softirqs do not. */
static void take_down(int cpu)
{
	int i;

	full_barrier();
	for (i = 0; i < MODEL_CPUS; i++)
		all_become_visible(&machine.cpu[i]);
	machine.cpu[cpu].online = false;
	machine.cpu[cpu].task = -1;
	for (i = 0; i < SOFTIRQS; i++)
		if (machine.flow[i].cpu == cpu && i != THREADS + cpu)
			machine.flow[i].cpu = 0;
}

/*
 * The kworker is set free first, then the thread parks, and the softirqs' tasklets move
 * last, after the states that modules have registered. Newer kernels move timers earlier.
 */
void cpu_down(int cpu)
{
	struct flow *thread = &machine.flow[THREADS + cpu];
	struct cpu *dead = &machine.cpu[cpu];
	int i;

	dead->leaving = true;
	move_worker(cpu, 0);
	thread->park = true;
	thread->interruptible = false;
	wait_for(is_parked, (uintptr_t)thread, true);
	wait_for(all_can_be_stopped, 0, true);
	take_down(cpu);
	if (choose(2))
		move_timer(cpu);
	if (machine.teardown)
		machine.teardown(cpu);
	pause_flow();
	move_timer(cpu);
	pause_flow();
	for (i = 0; i < dead->n; i++)
		append_tasklet(&machine.cpu[0], dead->tasklets[i]);
	memset(dead->tasklets, 0, sizeof(dead->tasklets));
	dead->n = 0;
	dead->pending = false;
}

void cpu_up(int cpu)
{
	pause_flow();
	full_barrier();
	machine.cpu[cpu].online = true;
	machine.cpu[cpu].leaving = false;
	move_worker(cpu, cpu);
	pause_flow();
	machine.flow[THREADS + cpu].park = false;
}

void machine_start(void)
{
	int i;

	memset(&machine, 0, sizeof(machine));
	memset(percpu, 0, sizeof(percpu));
	percpu_used = 0;
	for (i = 0; i < MODEL_CPUS; i++) {
		machine.cpu[i].online = i < scenario->cpus;
		machine.cpu[i].task = -1;
		machine.flow[SOFTIRQS + i].cpu = i;
	}
	machine.cpu[0].packets = scenario->packets;
	machine.cpu[0].pending = scenario->packets;
	for (i = 0; i < MAX_TASKS; i++) {
		machine.flow[i].cpu = scenario->cpu[i];
		if (scenario->task[i])
			start_flow(i, scenario->task[i]);
	}
}
