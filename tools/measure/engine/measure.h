/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measuring, for the engine and for the peers that are written in C: the
 * clock, the buffers, and the records that are printed.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>
#include <stdint.h>

/* Distinct buffers, of which a call hashes the next ones in turn. */
#define BUFFERS	64

extern const size_t measure_sizes[];	/* ended by 0 */
extern const unsigned int measure_jobs[];	/* ended by 0 */

enum layout {
	LAYOUT_ALIGNED,	/* each buffer begins on a cache line, no stride a power of two */
	LAYOUT_PAGE,	/* each buffer begins on a page: strides that are powers of two */
	LAYOUT_OFF16,	/* 16 bytes past a line, as malloc() gives large buffers */
	NR_LAYOUTS,
	LAYOUT_PACKED = NR_LAYOUTS	/* one behind the other: for who has no choice */
};

/**
 * struct point - what is measured, as printed
 * @algorithm: "md5", "sha256", "hmac(md5)" or "hmac(sha256)"
 * @what: "raw" for an implementation alone, "engine" for whole messages
 * @peer: whose code, or NULL for this project's
 * @impl: the implementation, or what a peer calls its own
 * @isa: the instruction sets it was allowed, as in isa=
 * @pick: who chose it: "plan", or "hand" if it was forced
 * @size: bytes of a message, or in each lane of a raw call
 * @jobs: messages in flight
 * @layout: of the buffers
 */
struct point {
	const char *algorithm;
	const char *what;
	const char *peer;
	const char *impl;
	const char *isa;
	const char *pick;
	size_t size;
	unsigned int jobs;
	enum layout layout;
};

/* One call of the code that is measured: @point->jobs messages. */
typedef void (*call_fn)(const struct point *point);

const uint8_t *measure_buffer(const struct point *point, unsigned int n);
const uint8_t *measure_next_buffer(const struct point *point);
void measure(const struct point *point, call_fn call);
double measure_core_mhz(void);

#endif /* MEASURE_H */
