/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the fuzzer's bytes in sequence; zeroes after the last one.
 */
#ifndef _FUZZ_INPUT_H
#define _FUZZ_INPUT_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/types.h>

/* Called by libFuzzer */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

struct input {
	const u8 *next;
	size_t left;
};

static inline u8 take_u8(struct input *in)
{
	if (!in->left)
		return 0;
	in->left--;
	return *in->next++;
}

static inline u16 take_u16(struct input *in)
{
	const u16 low = take_u8(in);

	return low | (u16)take_u8(in) << 8;
}

static inline u32 take_u32(struct input *in)
{
	const u32 low = take_u16(in);

	return low | (u32)take_u16(in) << 16;
}

/* Fill @pool with the same arbitrary bytes each time. */
static inline void fill_pool(u8 *pool, size_t size)
{
	u32 x = 1;

	while (size--) {
		x = x * 1664525 + 1013904223;
		*pool++ = x >> 24;
	}
}

/* Abort if a condition is false, so that the fuzzer reports it. */
#define MUST(condition) do {						\
	if (!(condition)) {						\
		fprintf(stderr, "%s:%d: not so: %s\n", __FILE__,	\
			__LINE__, #condition);				\
		abort();						\
	}								\
} while (0)

#endif /* _FUZZ_INPUT_H */
