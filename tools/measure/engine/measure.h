/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measuring, for the engine and for peers written in C: the clock, the buffers, and
 * the printed records.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>
#include <stdint.h>

/* Number of distinct buffers; calls hash them in turn. */
#define BUFFERS	64

extern const size_t measure_sizes[];	/* ended by 0 */
extern const unsigned int measure_jobs[];	/* ended by 0 */

enum layout {
	LAYOUT_ALIGNED,	/* each buffer begins on a cache line, no stride a power of two */
	LAYOUT_PAGE,	/* each buffer begins on a page: strides that are powers of two */
	LAYOUT_OFF16,	/* 16 bytes past a line, as malloc() gives large buffers */
	NR_LAYOUTS,
	LAYOUT_PACKED = NR_LAYOUTS	/* adjacent: for peers that allow only this */
};

/**
 * struct point - a point of measurement, as printed
 * @algorithm: "md5", "sha256", "hmac(md5)" or "hmac(sha256)"
 * @what: "raw" for an implementation alone, "engine" for whole messages
 * @peer: name of the peer, or NULL for this project's code
 * @impl: the implementation, or the peer's name for its own
 * @isa: the instruction sets that may be used, as in isa=
 * @pick: how it was chosen: "plan", or "hand" if it was forced
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

/* One call of the measured code: @point->jobs messages. */
typedef void (*call_fn)(const struct point *point);

const uint8_t *measure_buffer(const struct point *point, unsigned int n);
const uint8_t *measure_next_buffer(const struct point *point);
void measure(const struct point *point, call_fn call);
void measure_all(struct point point, call_fn call);
double measure_core_mhz(void);

#endif /* MEASURE_H */
