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
 * @next: the one after it in the list
 * @pending: it is in the list
 */
struct event {
	u64 when;
	void (*fire)(struct sim *sim, struct event *event);
	struct event *next;
	bool pending;
};

struct events {
	struct event *first;
};

void event_add(struct events *events, struct event *event, u64 when);
void event_cancel(struct events *events, struct event *event);

/* Each client has its own generator, independent of what others draw. */
struct dice {
	u64 state;
};

u64 dice_between(struct dice *dice, u64 least, u64 most);
u64 dice_log_between(struct dice *dice, u64 least, u64 most);

#endif /* _EVENT_H */
