// SPDX-License-Identifier: GPL-2.0
/*
 * A sorted list of events, and SplitMix64 (Steele, Lea, Flood, "Fast splittable
 * pseudorandom number generators", 2014).
 */
#include <linux/types.h>
#include <math.h>

#include "event.h"

/* @event: a new one, or one whose time changes */
void event_add(struct events *events, struct event *event, u64 when)
{
	struct event **at = &events->first;

	event_cancel(events, event);
	while (*at && (*at)->when <= when)
		at = &(*at)->next;
	event->when = when;
	event->next = *at;
	event->pending = true;
	*at = event;
}

void event_cancel(struct events *events, struct event *event)
{
	struct event **at = &events->first;

	if (!event->pending)
		return;
	while (*at != event)
		at = &(*at)->next;
	*at = event->next;
	event->pending = false;
}

static u64 dice_roll(struct dice *dice)
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
