/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events ordered by time, those of equal time in the order in which they were added;
 * and random numbers. Both are reproducible from the seed.
 */
#ifndef _EVENT_H
#define _EVENT_H

#include <linux/types.h>

struct sim;

/**
 * struct event - a future event
 * @when: its time, ns
 * @fire: called at that time
 * @order: decides among events of equal time
 * @slot: its position in the heap, from 1 on; 0: not in the heap
 */
struct event {
	u64 when;
	void (*fire)(struct sim *sim, struct event *event);
	u64 order;
	unsigned int slot;
};

/* A heap, whose first event is the next one. */
struct events {
	struct event **heap;
	unsigned int n;
	unsigned int room;
	u64 order;
};

void event_add(struct events *events, struct event *event, u64 when);
void event_cancel(struct events *events, struct event *event);
struct event *event_next(struct events *events);
void events_free(struct events *events);

/* Each client has its own generator, independent of what others draw. */
struct dice {
	u64 state;
};

u64 dice_roll(struct dice *dice);
u64 dice_between(struct dice *dice, u64 least, u64 most);
u64 dice_log_between(struct dice *dice, u64 least, u64 most);

#endif /* _EVENT_H */
