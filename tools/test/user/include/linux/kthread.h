/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_KTHREAD_H
#define _LINUX_KTHREAD_H

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include <linux/compiler.h>
#include <linux/types.h>

struct task_struct {
	pthread_t thread;
	int (*fn)(void *arg);
	void *arg;
	int returned;
	bool should_stop;
};

static __thread struct task_struct *kthread_self;

static inline void *kthread_begin(void *arg)
{
	kthread_self = arg;
	kthread_self->returned = kthread_self->fn(kthread_self->arg);
	return NULL;
}

static inline struct task_struct *kthread_start(int (*fn)(void *arg), void *arg)
{
	struct task_struct *task = calloc(1, sizeof(*task));

	if (!task)
		return (void *)(long)-ENOMEM;
	task->fn = fn;
	task->arg = arg;
	if (!pthread_create(&task->thread, NULL, kthread_begin, task))
		return task;
	free(task);
	return (void *)(long)-EAGAIN;
}

#define kthread_run(fn, arg, name)	kthread_start(fn, arg)

static inline bool kthread_should_stop(void)
{
	return READ_ONCE(kthread_self->should_stop);
}

static inline int kthread_stop(struct task_struct *task)
{
	int returned;

	WRITE_ONCE(task->should_stop, true);
	pthread_join(task->thread, NULL);
	returned = task->returned;
	free(task);
	return returned;
}

#endif
