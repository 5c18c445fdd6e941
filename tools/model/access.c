// SPDX-License-Identifier: GPL-2.0
/*
 * The compiler inserts calls of these before each memory access, as for the thread
 * sanitizer: a flow of control stops there if others can see that memory.
 */
#include <string.h>

#include "machine.h"

/*
 * It need not stop where no other flow can interfere: at words that are only read, that
 * are accessed only under a lock, or only by flows of one kind that exclude each other:
 * those with BH disabled on one CPU, one task. Which words these are is learnt while
 * exploring; when a word turns out to be contended, exploring restarts.
 */
#define WORDS	4096

static struct word {
	uintptr_t address;
	unsigned char kind;
	bool shared, written, unlocked;
} words[WORDS];

void forget_accesses(void)
{
	memset(words, 0, sizeof(words));
}

static struct word *find_word(uintptr_t address)
{
	size_t i = address / 8 % WORDS;

	while (words[i].address && words[i].address != address)
		i = (i + 1) % WORDS;
	return &words[i];
}

static int this_kind(void)
{
	const int index = running - machine.flow;

	return running->bh ? SOFTIRQS + running->cpu : index;
}

static bool is_contended(const struct word *word)
{
	return word->shared && word->written && word->unlocked;
}

/* Record an access to these 8 bytes. Return: whether other flows can interfere. */
static bool use_word(uintptr_t address, bool write)
{
	struct word *word = find_word(address);
	const bool was = is_contended(word);

	if (!word->address) {
		word->address = address;
		word->kind = this_kind();
	}
	word->shared |= word->kind != this_kind();
	word->written |= write;
	word->unlocked |= !running->locks;
	if (!was && is_contended(word))
		explore_again();
	return is_contended(word);
}

static __always_inline void access_memory(void *p, unsigned int size, bool write,
					  bool marked, void *pc)
{
	uintptr_t word = (uintptr_t)p & ~7UL;
	bool stops = false;

	if (!running || !is_shared(p))
		return;
	for (; word < (uintptr_t)p + size; word += 8)
		stops |= use_word(word, write);
	if (!stops)
		return;
	running->access = p;
	running->size = size;
	running->write = write;
	running->marked = marked;
	running->pc = pc;
	pause_flow();
	is_shared(p);
	if (write)
		begin_store(p, size);
}

/* The compiler defines their prototypes. */
#define ACCESS(name, size, write, marked)				\
void __tsan_##name(void *p)						\
{									\
	access_memory(p, size, write, marked, __builtin_return_address(0)); \
}

#define ACCESSES(size)							\
ACCESS(read##size, size, false, false)					\
ACCESS(write##size, size, true, false)					\
ACCESS(unaligned_read##size, size, false, false)			\
ACCESS(unaligned_write##size, size, true, false)			\
ACCESS(volatile_read##size, size, false, true)				\
ACCESS(volatile_write##size, size, true, true)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_init(void)
{
}

void __tsan_func_entry(void *p)
{
}

void __tsan_func_exit(void)
{
}

void __tsan_read_range(void *p, unsigned long size)
{
	access_memory(p, size, false, false, __builtin_return_address(0));
}

void __tsan_write_range(void *p, unsigned long size)
{
	access_memory(p, size, true, false, __builtin_return_address(0));
}
