/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events in the order of their time, those of one time in the order in which they
 * were added; and random numbers. Both are the same for the same seed.
 */
#ifndef _EVENT_H
#define _EVENT_H

#include <linux/types.h>

struct sim;

/**
 * struct event - something that is going to happen
 * @when: at this time, ns
 * @fire: what is done then
 * @order: decides among those of one time
 * @slot: where it stands in the heap, counted from 1; 0: nowhere
 */
struct event {
	u64 when;
	void (*fire)(struct sim *sim, struct event *event);
	u64 order;
	unsigned int slot;
};

/* A heap: the first one is the next to happen. */
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

/* A generator of its own for each client: what one draws changes no other's. */
struct dice {
	u64 state;
};

u64 dice_roll(struct dice *dice);
u64 dice_between(struct dice *dice, u64 least, u64 most);
u64 dice_log_between(struct dice *dice, u64 least, u64 most);

#endif /* _EVENT_H */
