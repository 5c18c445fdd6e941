// SPDX-License-Identifier: GPL-2.0
/*
 * A binary heap of events, and SplitMix64 (Steele, Lea, Flood, "Fast splittable
 * pseudorandom number generators", 2014).
 */
#include <linux/types.h>
#include <math.h>
#include <stdlib.h>

#include "event.h"

static bool before(const struct event *a, const struct event *b)
{
	return a->when < b->when || (a->when == b->when && a->order < b->order);
}

static void put(struct events *events, unsigned int slot, struct event *event)
{
	events->heap[slot] = event;
	event->slot = slot;
}

static void sift_up(struct events *events, unsigned int slot,
		    struct event *event)
{
	while (slot > 1 && before(event, events->heap[slot / 2])) {
		put(events, slot, events->heap[slot / 2]);
		slot /= 2;
	}
	put(events, slot, event);
}

static void sift_down(struct events *events, unsigned int slot,
		      struct event *event)
{
	unsigned int child;

	while ((child = 2 * slot) <= events->n) {
		if (child < events->n &&
		    before(events->heap[child + 1], events->heap[child]))
			child++;
		if (!before(events->heap[child], event))
			break;
		put(events, slot, events->heap[child]);
		slot = child;
	}
	put(events, slot, event);
}

/* @event: a new one, or one whose time changes */
void event_add(struct events *events, struct event *event, u64 when)
{
	event_cancel(events, event);
	if (events->n + 1 >= events->room) {
		events->room = events->room ? 2 * events->room : 64;
		events->heap = realloc(events->heap,
				       events->room * sizeof(*events->heap));
		if (!events->heap)
			abort();
	}
	event->when = when;
	event->order = events->order++;
	sift_up(events, ++events->n, event);
}

void event_cancel(struct events *events, struct event *event)
{
	const unsigned int slot = event->slot;
	struct event *last;

	if (!slot)
		return;
	event->slot = 0;
	last = events->heap[events->n--];
	if (last == event)
		return;
	if (slot > 1 && before(last, events->heap[slot / 2]))
		sift_up(events, slot, last);
	else
		sift_down(events, slot, last);
}

/* Remove the next event. Return: the event, or NULL if there is none. */
struct event *event_next(struct events *events)
{
	struct event *event;

	if (!events->n)
		return NULL;
	event = events->heap[1];
	event_cancel(events, event);
	return event;
}

void events_free(struct events *events)
{
	free(events->heap);
	events->heap = NULL;
	events->n = 0;
	events->room = 0;
}

u64 dice_roll(struct dice *dice)
{
	u64 z = dice->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A uniform distribution. */
u64 dice_between(struct dice *dice, u64 least, u64 most)
{
	return least + dice_roll(dice) % (most - least + 1);
}

/* A log-uniform distribution: 1 to 2 is as likely as 1000 to 2000. */
u64 dice_log_between(struct dice *dice, u64 least, u64 most)
{
	const double part = (dice_roll(dice) >> 11) / (double)(1ULL << 53);

	return least * exp(part * log((double)most / least));
}
