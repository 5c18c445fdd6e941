// SPDX-License-Identifier: GPL-2.0
/*
 * The plans of this process, each made when its hash is first used.
 */
#include "lib.h"

/*
 * Instruction sets that may be used. A program that has more privileges than its user
 * ignores the environment.
 */
static int wanted_isa(u32 *isa)
{
	const char *list = secure_getenv("MBHASH_ISA");

	*isa = mbhash_isa_default();
	return list && *list ? mbhash_isa_parse(list, isa) : 0;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take_lock(void)
{
	pthread_mutex_lock(&lock);
}

static void drop_lock(void)
{
	pthread_mutex_unlock(&lock);
}

/*
 * A child has no other thread that would drop the lock, nor finish the plan: fork() waits for
 * it. At dlclose() the C library forgets this.
 */
static void __attribute__((constructor)) hold_lock_at_fork(void)
{
	pthread_atfork(take_lock, drop_lock, drop_lock);
}

/**
 * plan_once() - check and time the implementations of a hash, unless it was done before
 * @hash: the hash
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int plan_once(struct mbhash_hash *hash)
{
	static bool made[MBHASH_NR_HASHES];
	int err = 0;
	u32 isa;

	take_lock();
	if (!made[hash->id]) {
		err = wanted_isa(&isa) ?: mbhash_plan_init_one(hash, isa);
		made[hash->id] = !err;
	}
	drop_lock();
	return err;
}
