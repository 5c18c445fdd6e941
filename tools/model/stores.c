// SPDX-License-Identifier: GPL-2.0
/*
 * Store buffers: what a CPU stores, others may see at any later time. Stores become
 * visible in any order, except those to the same memory, and a release, which follows
 * all stores before it. This includes what x86 does, up to MAX_STORES: no scenario that
 * is explored completely has more. Loads are not reordered with each other or with later
 * stores. What load.c and the machine themselves write is seen at once, except for locks,
 * the end of a work's function and completions.
 *
 * While a flow runs, memory has what its CPU sees; otherwise what is visible to all.
 */
#include <string.h>

#include "machine.h"

/* What is visible to all where the running flow's CPU has stores */
static char visible[MAX_STORES][STORE_SIZE];

static struct cpu *this_cpu(void)
{
	return &machine.cpu[model_cpu()];
}

static bool are_buffered(void)
{
	return scenario->cpus > 1 && !scenario->prompt;
}

static bool overlap(const struct store *a, const struct store *b)
{
	return a->to < b->to + b->size && b->to < a->to + a->size;
}

static void forget(struct cpu *cpu, int i)
{
	cpu->n_stores--;
	memmove(&cpu->stores[i], &cpu->stores[i + 1],
		(cpu->n_stores - i) * sizeof(*cpu->stores));
	memset(&cpu->stores[cpu->n_stores], 0, sizeof(*cpu->stores));
}

/* The value is recorded at the end of the view. */
static struct store *append(void *to, unsigned int size)
{
	struct cpu *cpu = this_cpu();
	struct store *store;

	assert(size <= STORE_SIZE);
	/* If there is no room, the first store becomes visible. */
	if (cpu->n_stores == MAX_STORES) {
		assert(scenario->is_large);
		forget(cpu, 0);
		memmove(visible[0], visible[1], sizeof(visible) - STORE_SIZE);
	}
	memcpy(visible[cpu->n_stores], to, size);
	store = &cpu->stores[cpu->n_stores++];
	store->to = to;
	store->size = size;
	return store;
}

/* The running flow stores now. */
void begin_store(void *to, unsigned int size)
{
	if (are_buffered())
		append(to, size);
}

/* Store, after all that the running flow's CPU has stored until now. */
void store_release(unsigned long *to, unsigned long value)
{
	if (are_buffered())
		append(to, sizeof(*to))->release = true;
	*to = value;
}

/* All that the running flow's CPU has stored becomes visible. */
void full_barrier(void)
{
	struct cpu *cpu = this_cpu();

	memset(cpu->stores, 0, sizeof(cpu->stores));
	cpu->n_stores = 0;
}

/* From now on memory has what @cpu sees. */
void begin_view(struct cpu *cpu)
{
	int i;

	for (i = 0; i < cpu->n_stores; i++) {
		const struct store *store = &cpu->stores[i];

		memcpy(visible[i], store->to, store->size);
		memcpy(store->to, store->value, store->size);
	}
}

/* From now on memory has what is visible to all. */
void end_view(struct cpu *cpu)
{
	int i;

	for (i = cpu->n_stores; i-- > 0;) {
		struct store *store = &cpu->stores[i];

		memcpy(store->value, store->to, store->size);
		memcpy(store->to, visible[i], store->size);
	}
}

/* Return: whether a store of @cpu may become visible before those ahead of it. */
bool may_become_visible(const struct cpu *cpu, int i)
{
	const struct store *store = &cpu->stores[i];

	if (store->release)
		return !i;
	while (i-- > 0)
		if (overlap(&cpu->stores[i], store))
			return false;
	return true;
}

void becomes_visible(struct cpu *cpu, int i)
{
	memcpy(cpu->stores[i].to, cpu->stores[i].value, cpu->stores[i].size);
	forget(cpu, i);
}

/* @cpu is not the running flow's. */
void all_become_visible(struct cpu *cpu)
{
	while (cpu->n_stores)
		becomes_visible(cpu, 0);
}
