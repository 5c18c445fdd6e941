// SPDX-License-Identifier: GPL-2.0
/*
 * The queueing discipline "burst": it holds packets back until it has BURST of them, and
 * then hands all of them to the device, with BH disabled. What is on the other side of a
 * veth pair polls them in one NAPI round, as it does with what a network card has received.
 */
#include <linux/module.h>
#include <linux/skbuff.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>

/* Packets: the weight of a NAPI, and of a qdisc's run */
#define BURST	64

/* The private data: is a burst being handed over? */
static bool *is_open(struct Qdisc *sch)
{
	return qdisc_priv(sch);
}

static int enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	int err;

	/* One burst that is handed over, and one that gathers */
	if (sch->q.qlen >= 2 * BURST)
		return qdisc_drop(skb, sch, to_free);
	err = qdisc_enqueue_tail(skb, sch);
	if (sch->q.qlen >= BURST)
		*is_open(sch) = true;
	return err;
}

static struct sk_buff *dequeue(struct Qdisc *sch)
{
	struct sk_buff *skb;

	if (!*is_open(sch))
		return NULL;
	skb = qdisc_dequeue_head(sch);
	*is_open(sch) = sch->q.qlen;
	return skb;
}

static void reset(struct Qdisc *sch)
{
	qdisc_reset_queue(sch);
	*is_open(sch) = false;
}

static struct Qdisc_ops ops = {
	.id = "burst",
	.priv_size = sizeof(bool),
	.enqueue = enqueue,
	.dequeue = dequeue,
	.peek = qdisc_peek_head,
	.reset = reset,
	.owner = THIS_MODULE,
};

static int __init burst_init(void)
{
	return register_qdisc(&ops);
}

static void __exit burst_exit(void)
{
	unregister_qdisc(&ops);
}

module_init(burst_init);
module_exit(burst_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Hands packets to a device in bursts");
