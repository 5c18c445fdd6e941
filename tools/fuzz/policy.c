// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes the policy: arrivals, flushes, and moves between the queues of two CPUs, in any
 * order. What it decides and learns must follow the rules at the top of policy/policy.c.
 */
#include <linux/minmax.h>
#include <string.h>

#include "../../policy/policy.h"
#include "input.h"

/* As in policy/policy.c */
#define CLEAR_CASE	4
#define MOST_LATE	8
#define MOST_BACKOFF_NS	250000000ULL
#define CREDIT		4

/* The longest message, 256 MiB, and the longest time of a block, a microsecond */
#define MOST_BLOCKS	(1 << 22)
#define MOST_PS		(1 << 20)

static struct queue {
	struct mbhash_policy policy;
	unsigned int n;
	unsigned int ordered;	/* number up to the last one that must stay in order */
	bool flushing;
	enum mbhash_reason reason;
} queues[2];

static u64 now;

static void check_inline(const struct mbhash_arrival *a, enum mbhash_reason reason,
			 const struct mbhash_policy *before)
{
	switch (a->context) {
	case MBHASH_TASK:
		MUST(reason == MBHASH_LONE || reason == MBHASH_BACKOFF ||
		     reason == MBHASH_CHEAP);
		MUST(reason != MBHASH_BACKOFF || before->tasks.left);
		break;
	case MBHASH_BH:
		MUST(reason == MBHASH_BACKOFF && before->rounds.left && !a->queued);
		break;
	case MBHASH_BH_DISABLED:
		MUST(reason == MBHASH_ATOMIC);
		break;
	}
	if (reason == MBHASH_LONE)
		MUST(a->blocking && (u64)a->lanes_ps * CLEAR_CASE > a->alone_ps);
}

static void check_queued(const struct mbhash_arrival *a, enum mbhash_reason reason,
			 const struct mbhash_policy *before)
{
	if (a->context != MBHASH_TASK) {
		MUST(reason == MBHASH_SOFTIRQ);
		MUST(a->context == MBHASH_BH || (a->ordered && before->ordered));
		return;
	}
	MUST(reason == MBHASH_FULL || reason == MBHASH_EXPECTED || reason == MBHASH_IDLE);
	MUST((reason == MBHASH_FULL) == (!a->blocking && a->queued + 1 >= MBHASH_FULL_QUEUE));
	if (reason == MBHASH_EXPECTED)
		MUST(before->streak && a->queued + 1 >= before->expected);
	if (!a->ordered)
		MUST(!before->tasks.left);
}

static void check_backoff(const struct mbhash_backoff *b)
{
	MUST(b->left <= MOST_BACKOFF_NS && b->credit >= 0 &&
	     b->late <= MOST_LATE * MOST_BACKOFF_NS);
	MUST(!b->left || b->skip);
}

/* What is between two calls */
static void check_state(const struct queue *q)
{
	const struct mbhash_policy *p = &q->policy;

	check_backoff(&p->tasks);
	check_backoff(&p->rounds);
	MUST(!q->ordered || p->ordered);
	if (q->n)
		MUST(p->start && p->start <= now);
	else
		MUST(!p->start && !p->alone && !p->lanes && !p->longest && !p->rest &&
		     !p->blocked && !p->ordered);
}

/* @what: 32: few blocks; 64: it must stay in order; 128: any costs */
static void arrive(struct input *in, struct queue *q, u8 what)
{
	const struct mbhash_policy before = q->policy;
	const u8 whence = take_u8(in);
	struct mbhash_arrival a = {
		.now = q->n ? 0 : now,
		.queued = q->n,
		.blocks = 1 + (what & 32 ? take_u8(in) : take_u32(in)) % MOST_BLOCKS,
		.alone_ps = 30000,
		.lanes_ps = 5000,
		.context = whence % 3,
		.ordered = what & 64,
	};
	enum mbhash_reason reason;

	if (what & 128) {
		a.alone_ps = 1 + take_u32(in) % MOST_PS;
		a.lanes_ps = 1 + take_u32(in) % MOST_PS;
	}
	if (a.context == MBHASH_TASK) {
		a.blocking = whence & 128;
		a.weight = take_u32(in) % (88761 /* nice -20 */ + 1);
	}
	reason = mbhash_policy_decide(&q->policy, &a);
	MUST(q->policy.tasks.left <= before.tasks.left);
	MUST(q->policy.rounds.left <= before.rounds.left);
	MUST(q->policy.cost <= before.cost);
	/* Nothing overtakes what must stay in order, but by others that need not. */
	MUST(!mbhash_is_inline(reason) || !a.ordered || !q->ordered);
	if (mbhash_is_inline(reason)) {
		check_inline(&a, reason, &before);
		return;
	}
	check_queued(&a, reason, &before);
	mbhash_policy_queued(&q->policy, &a);
	q->n++;
	if (a.ordered)
		q->ordered = q->n;
}

static void begin_flush(struct input *in, struct queue *q)
{
	static const enum mbhash_reason reasons[] = {
		MBHASH_FULL, MBHASH_EXPECTED, MBHASH_IDLE, MBHASH_DEADLINE, MBHASH_SOFTIRQ,
	};
	const unsigned int streak = q->policy.streak;

	q->reason = reasons[take_u8(in) % 5];
	mbhash_policy_taken(&q->policy, q->reason, q->n);
	if (q->policy.streak > streak)
		MUST(q->policy.expected == q->n && q->reason != MBHASH_SOFTIRQ);
	q->flushing = true;
}

/* Some may be left. */
static void end_flush(struct input *in, struct queue *q)
{
	const struct mbhash_policy before = q->policy;
	const unsigned int left = take_u8(in) % 4 * q->n / 8;
	const struct mbhash_flushed f = {
		.now = now,
		.left = left,
		.reason = q->reason,
	};
	const bool round = q->reason == MBHASH_SOFTIRQ;
	const u64 took = before.blocked && !round ? now - before.start :
						   max(before.lanes, before.longest) + 3000;

	mbhash_policy_served(&q->policy, &f);
	q->ordered -= min(q->ordered, q->n - left);
	q->n = left;
	q->flushing = false;
	if (took <= before.alone && q->reason != MBHASH_DEADLINE)
		MUST(q->policy.tasks.left == before.tasks.left &&
		     q->policy.rounds.left == before.rounds.left);
	MUST(q->policy.tasks.credit <= max_t(s64, before.tasks.credit, CREDIT * before.alone));
	if (round)
		MUST(q->policy.tasks.left == before.tasks.left);
	else
		MUST(q->policy.rounds.left == before.rounds.left);
	MUST(!before.tasks.left || q->policy.tasks.left == before.tasks.left);
	MUST(!before.rounds.left || q->policy.rounds.left == before.rounds.left);
}

static void flush(struct input *in, struct queue *q)
{
	if (q->flushing)
		end_flush(in, q);
	else if (q->n)
		begin_flush(in, q);
}

static void pass_time(struct input *in, struct queue *q)
{
	now += take_u32(in) % (1 << 24);
	if (!q->n)
		return;
	/* The second look is the last one. */
	mbhash_policy_is_due(&q->policy, now);
	MUST(mbhash_policy_is_due(&q->policy, now) == (now >= q->policy.start + q->policy.alone));
}

/* The CPU of @from has gone; it comes back with an empty queue. */
static void move(struct queue *q, struct queue *from)
{
	if (!from->n || from->flushing)
		return;
	mbhash_policy_moved(&q->policy, &from->policy);
	if (from->ordered)
		q->ordered = q->n + from->ordered;
	q->n += from->n;
	memset(from, 0, sizeof(*from));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input in = { data, size };

	memset(queues, 0, sizeof(queues));
	now = 1;
	while (in.left) {
		const u8 what = take_u8(&in);
		struct queue *q = &queues[what / 16 % 2];
		u8 repeat = what & 8 ? take_u8(&in) : 1;
		const struct input at = in;

		while (repeat--) {
			in = at;
			switch (what % 8) {
			case 0:
				flush(&in, q);
				break;
			case 1:
				pass_time(&in, q);
				break;
			case 2:
				move(&queues[0], &queues[1]);
				break;
			default:
				arrive(&in, q, what);
				break;
			}
			check_state(&queues[0]);
			check_state(&queues[1]);
		}
	}
	return 0;
}
