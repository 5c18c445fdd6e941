/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The library's tests: what they share. Each returns whether it is right.
 */
#ifndef _LIBMBHASH_TEST_H
#define _LIBMBHASH_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../mbhash.h"

#define ALGORITHMS	4
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof(*(a)))

extern const char *const algorithms[ALGORITHMS];

/* tests.c */

/* Write "a: condition" as a TAP diagnostic, and return false, if it does not hold. */
#define CHECK(condition, a) \
	do { if (!(condition)) return wrong(__FILE__, __LINE__, #condition, a); } while (0)

bool wrong(const char *file, int line, const char *what, const char *algorithm);

/* A number below n, and bytes, by the seed */
uint64_t some(uint64_t n);
void fill(void *to, size_t size);

/* OpenSSL's digest, in memory that the next call uses again; size: bytes */
const uint8_t *reference(const char *algorithm, const void *key, size_t key_size,
			 const void *data, size_t size);

/* messages.c */

bool every_length(const char *algorithm);
bool many_messages(const char *algorithm);
bool huge_message(const char *algorithm);
bool preserves_registers(const char *algorithm);

/* streams.c */

bool any_pieces(const char *algorithm);
bool lone_stream(const char *algorithm);
bool abandoned(const char *algorithm);

/* arguments.c */

bool bad_arguments(const char *algorithm);
bool bad_streams(const char *algorithm);
bool freed_owner(const char *algorithm);
bool too_long(const char *algorithm);
bool longest(const char *algorithm);

/* secrets.c */

bool streams_are_wiped(const char *algorithm);
bool hasher_is_wiped(const char *algorithm);
bool stack_is_clean(const char *algorithm);

/* threads.c */

bool forked(const char *algorithm);
bool at_once(const char *algorithm);
bool one_plan(const char *algorithm);

#endif /* _LIBMBHASH_TEST_H */
