// SPDX-License-Identifier: GPL-2.0
/*
 * Named loads, which a policy has to serve well, and which policies did not always
 * serve well; and random loads.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/types.h>
#include <stdio.h>

#include "cost.h"
#include "load.h"

/*
 * A client's work for a request besides hashing. For a program: sendmsg() and read() of
 * AF_ALG, including the copy of the message. For a packet: driver, IP and xfrm before
 * the request, and the rest of its path after it.
 */
#define AF_ALG_NS(size)	(1200 + (size) / 16)
#define UML_AF_ALG_NS	24000
/* That of tools/measure/kernel/module, for a message */
#define UML_BENCH_NS	12
#define PACKET_NS	600
#define PACKET_DONE_NS	400
/* A sector's path through dm-crypt with AES-NI, or dm-integrity without it */
#define CRYPT_NS(size)	(300 + (size) / 4)
#define INTEGRITY_NS	250

#define PROGRAMS(name_, n_, size_, turn)	\
	.name = name_, .kind = WAITER, .n = n_, .size = size_, .inflight = 1, \
	.turn_ns = turn
#define AF_ALG(name_, n_, size_)	\
	PROGRAMS(name_, n_, size_, AF_ALG_NS(size_))

#define PACKETS(size_, n_, gap_us)	\
	{ .name = "packets", .kind = NAPI, .n = 1, .ordered = true,	\
	  .size = size_, .inflight = n_, .turn_ns = PACKET_NS,		\
	  .done_ns = PACKET_DONE_NS, .think_ns = (gap_us) * NSEC_PER_USEC }

/* Kernel threads that wait for each block */
#define WORKERS(name_, n_, size_)					\
	{ .name = name_, .kind = WAITER, .n = n_, .kernel = true,	\
	  .size = size_, .inflight = 1, .turn_ns = INTEGRITY_NS }

/* A busy neighbour on the same core: everything takes 1.8 times as long. */
#define SLOWED	.steal_permille = 450, .steal_ns = 200

/* Measured for @ms_ or more, after the first 20 ms or @from_ms_ */
#define LATER(name_, hash_, from_ms_, ms_)	\
	.name = name_, .machine = "hardware", .hash = hash_,	\
	.from_ms = from_ms_, .ms = ms_, .seed = 1
#define BASE(name_, hash_, ms_)	LATER(name_, hash_, 20, ms_)

/*
 * Programs that think: without a history; after one of them was alone for long enough
 * for the policy to learn it; and while the host steals a third of the time.
 */
#define THINKERS(us, n_, from)	\
	{ AF_ALG("client", n_, 16384), .think_ns = (us) * NSEC_PER_USEC, \
	  .from_ms = from }
#define FRESH(us)							\
	{ BASE("think " #us " us", SHA256, 200), .group = {		\
	  THINKERS(us, 16, 0) } }
#define AFTER_ONE(us)							\
	{ LATER("think " #us " us, after one alone", SHA256, 400, 200), \
	  .group = { THINKERS(us, 1, 0), THINKERS(us, 15, 380) } }
#define STOLEN(us)							\
	{ BASE("think " #us " us, a third stolen", SHA256, 200),	\
	  .steal_permille = 333, .steal_ns = 2 * NSEC_PER_MSEC,		\
	  .group = { THINKERS(us, 16, 0) } }

/* The same on a machine where system calls and switches take longer */
#define UML(name_, hash_, from, ms_)	\
	.name = "UML: " name_, .machine = "uml", .hash = hash_, .from_ms = from, \
	.ms = ms_, .seed = 1
#define SLOW_THINKERS(us, n_, from)	\
	{ PROGRAMS("client", n_, 16384, UML_AF_ALG_NS),	\
	  .think_ns = (us) * NSEC_PER_USEC, .from_ms = from }
#define UML_PUMP(n_, size_)	\
	{ .name = "pump", .kind = PUMP, .n = 1, .kernel = true, .size = size_, \
	  .inflight = n_, .turn_ns = UML_BENCH_NS }
#define UML_FRESH(us)							\
	{ UML("think " #us " us", SHA256, 20, 400), .group = {		\
	  SLOW_THINKERS(us, 16, 0) } }
#define UML_AFTER_ONE(us)						\
	{ UML("think " #us " us, after one alone", SHA256, 800, 400),	\
	  .group = { SLOW_THINKERS(us, 1, 0), SLOW_THINKERS(us, 15, 780) } }
#define UML_STOLEN(us)							\
	{ UML("think " #us " us, a third stolen", SHA256, 20, 400),	\
	  .steal_permille = 333, .steal_ns = 2 * NSEC_PER_MSEC,		\
	  .group = { SLOW_THINKERS(us, 16, 0) } }

/* A kernel thread makes a request about every so often, beside other work. */
#define ONE_EACH(us)							\
	{ .name = "pacer", .kind = PACER, .n = 1, .kernel = true,	\
	  .size = 4096, .inflight = 8, .turn_ns = 100,			\
	  .think_ns = (us) * NSEC_PER_USEC }
#define OTHER_THREAD							\
	{ .name = "other work", .kind = HOG, .n = 1, .kernel = true }
#define LATER_THREAD							\
	{ .name = "other work", .kind = HOG, .n = 1, .kernel = true, .from_ms = 500 }
#define PACED(us)							\
	{ BASE("one each " #us " us beside other work", MD5, 1000),	\
	  .group = { ONE_EACH(us), OTHER_THREAD } }
#define UML_PACED(us)							\
	{ UML("one each " #us " us beside other work", MD5, 20, 1000),	\
	  .group = { ONE_EACH(us), OTHER_THREAD } }

const struct load loads[] = {
	/* A client must not pay for the batches of others. */
	{ LATER("nice -20 beside 31 at nice 19", SHA256, 400, 1000), .group = {
	  { AF_ALG("nice -20", 1, 16384), .nice = -20 },
	  { AF_ALG("nice 19", 31, 16384), .nice = 19 } } },
	{ LATER("nice -20 beside 31 at nice 19, md5", MD5, 400, 1000), .group = {
	  { AF_ALG("nice -20", 1, 16384), .nice = -20 },
	  { AF_ALG("nice 19", 31, 16384), .nice = 19 } } },
	{ BASE("SCHED_FIFO beside 31", SHA256, 1000), .group = {
	  { AF_ALG("FIFO", 1, 16384), .class = TASK_FIFO, },
	  { AF_ALG("nice 0", 31, 16384) } } },
	{ BASE("SCHED_FIFO that thinks beside 31", SHA256, 1000), .group = {
	  { AF_ALG("FIFO", 1, 16384), .class = TASK_FIFO,
	    .think_ns = 100 * NSEC_PER_USEC },
	  { AF_ALG("nice 0", 31, 16384) } } },
	{ BASE("512 B beside 31 of 64000 B", SHA256, 1000), .group = {
	  { AF_ALG("512 B", 1, 512) }, { AF_ALG("64000 B", 31, 64000) } } },
	{ BASE("512 B beside 31 of 64000 B, md5", MD5, 1000), .group = {
	  { AF_ALG("512 B", 1, 512) }, { AF_ALG("64000 B", 31, 64000) } } },
	{ BASE("100 equal programs, 16 KiB, md5", MD5, 1000), .group = {
	  { AF_ALG("client", 100, 16384) } } },
	{ BASE("100 equal programs, 64 KiB, md5", MD5, 2000), .group = {
	  { AF_ALG("client", 100, 65536) } } },
	{ BASE("100 equal programs, 16 KiB", SHA256, 1000), .group = {
	  { AF_ALG("client", 100, 16384) } } },
	{ BASE("16 KiB beside 31 at nice 10", SHA256, 1000), .group = {
	  { AF_ALG("nice 0", 1, 16384) },
	  { AF_ALG("nice 10", 31, 16384), .nice = 10 } } },

	/* A single client, or one that sleeps for each small block */
	{ BASE("lone packets, 64 B", SHA256, 200), .group = { PACKETS(64, 1, 10) } },
	{ BASE("lone packets, 300 B", SHA256, 200), .group = { PACKETS(300, 1, 10) } },
	{ BASE("lone packets, 1500 B", SHA256, 200), .group = { PACKETS(1500, 1, 10) } },
	{ BASE("lone program, 4 KiB", SHA256, 200), .group = {
	  { AF_ALG("client", 1, 4096) } } },
	{ BASE("lone program, 64 B", SHA256, 200), .group = {
	  { AF_ALG("client", 1, 64) } } },
	{ BASE("journal, 512 B", SHA256, 200), .group = {
	  WORKERS("writer", 1, 512) } },
	{ BASE("16 waiters, 512 B", SHA256, 200), .group = {
	  WORKERS("worker", 16, 512) } },
	{ BASE("16 waiters, 4 KiB", SHA256, 200), .group = {
	  WORKERS("worker", 16, 4096) } },
	{ BASE("16 waiters, 3 KiB, slowed", SHA256, 200), SLOWED, .group = {
	  WORKERS("worker", 16, 3072) } },
	{ BASE("16 waiters, 8 KiB, slowed", SHA256, 200), SLOWED, .group = {
	  WORKERS("worker", 16, 8192) } },
	{ UML("16 waiters, 512 B, slowed", SHA256, 20, 200), SLOWED, .group = {
	  WORKERS("worker", 16, 512) } },
	{ BASE("sender with BH off, 1400 B", SHA256, 200), .group = {
	  { .name = "sender", .kind = SENDER, .n = 1, .ordered = true,
	    .size = 1400, .inflight = 44, .turn_ns = PACKET_NS,
	    .done_ns = PACKET_DONE_NS, .think_ns = 100 * NSEC_PER_USEC } } },
	{ BASE("lone sender with BH off, 64 B", SHA256, 200), .group = {
	  { .name = "sender", .kind = SENDER, .n = 1, .ordered = true,
	    .size = 64, .inflight = 1, .turn_ns = PACKET_NS,
	    .done_ns = PACKET_DONE_NS } } },

	/* The expected number must not depend on earlier loads. */
	FRESH(0), AFTER_ONE(0), STOLEN(0),
	FRESH(50), AFTER_ONE(50), STOLEN(50),
	FRESH(200), AFTER_ONE(200), STOLEN(200),
	FRESH(1000), AFTER_ONE(1000), STOLEN(1000),
	UML_FRESH(0), UML_AFTER_ONE(0), UML_STOLEN(0),
	UML_FRESH(50), UML_AFTER_ONE(50), UML_STOLEN(50),
	UML_FRESH(200), UML_AFTER_ONE(200), UML_STOLEN(200),
	UML_FRESH(1000), UML_AFTER_ONE(1000), UML_STOLEN(1000),
	{ LATER("16 after one alone, md5", MD5, 400, 200), .group = {
	  THINKERS(0, 1, 0), THINKERS(0, 15, 380) } },
	{ BASE("one alone, after 16", SHA256, 200), .group = {
	  { AF_ALG("client", 1, 16384) },
	  { AF_ALG("before", 15, 16384), .till_ms = 20 } } },

	/* A CPU that is busy with other work */
	{ BASE("beside other work", SHA256, 1000), .group = {
	  { AF_ALG("client", 4, 4096), .think_ns = NSEC_PER_MSEC },
	  { .name = "other work", .kind = HOG, .n = 1 } } },
	{ BASE("16 waiters beside other work", SHA256, 1000), .group = {
	  { AF_ALG("client", 16, 16384) },
	  { .name = "other work", .kind = HOG, .n = 2 } } },
	{ BASE("pump beside other work", SHA256, 1000), .group = {
	  { .name = "pump", .kind = PUMP, .n = 1, .kernel = true,
	    .ordered = true, .size = 1500, .inflight = 8, .turn_ns = PACKET_NS,
	    .think_ns = 0 },
	  { .name = "other work", .kind = HOG, .n = 1 } } },
	{ LATER("32 in flight, later beside other work", SHA256, 600, 1000), .group = {
	  UML_PUMP(32, 512), LATER_THREAD } },
	{ UML("32 in flight, later beside other work", SHA256, 600, 1000), .group = {
	  UML_PUMP(32, 512), LATER_THREAD } },
	PACED(100), PACED(50), PACED(33), UML_PACED(60),

	/* Loads that can fill lanes */
	{ BASE("64 in flight, 4 KiB, md5", MD5, 200), .group = {
	  { .name = "pump", .kind = PUMP, .n = 1, .kernel = true, .size = 4096,
	    .inflight = 64, .turn_ns = 100 } } },
	{ BASE("64 in flight, 4 KiB", SHA256, 200), .group = {
	  { .name = "pump", .kind = PUMP, .n = 1, .kernel = true, .size = 4096,
	    .inflight = 64, .turn_ns = 100 } } },
	{ BASE("packets, 64 a round, 1400 B", SHA256, 200), .group = {
	  PACKETS(1400, 64, 60) } },
	{ BASE("packets without a gap, 1400 B", SHA256, 200), .group = {
	  PACKETS(1400, 64, 30) } },
	{ BASE("packets without a gap, 1400 B, md5", MD5, 200), .group = {
	  PACKETS(1400, 64, 30) } },
	{ BASE("packets without a gap, 64 B", SHA256, 200), .group = {
	  PACKETS(64, 64, 20) } },
	{ BASE("packets without a gap, a fifth stolen", SHA256, 200),
	  .steal_permille = 200, .steal_ns = 300 * NSEC_PER_USEC, .group = {
	  PACKETS(1400, 64, 30) } },
	{ BASE("dm-crypt, 1 MiB, a fifth stolen", SHA256, 200),
	  .steal_permille = 200, .steal_ns = 300 * NSEC_PER_USEC, .group = {
	  { .name = "worker", .kind = BURST, .n = 1, .kernel = true,
	    .size = 4096, .inflight = 256, .turn_ns = CRYPT_NS(4096) } } },
	{ BASE("packets, 64 a round, 64 B", SHA256, 200), .group = {
	  PACKETS(64, 64, 50) } },
	{ BASE("packets, 64 a round, 1400 B, md5", MD5, 200), .group = {
	  PACKETS(1400, 64, 60) } },
	{ BASE("packets, alone and in bursts, 1400 B", SHA256, 200), .group = {
	  PACKETS(1400, 1, 10), PACKETS(1400, 32, 500) } },
	{ BASE("packets beside a program", SHA256, 200), .group = {
	  PACKETS(1400, 16, 60), { AF_ALG("client", 1, 4096) } } },
	{ BASE("packets beside 16 programs", SHA256, 400), .group = {
	  PACKETS(1400, 16, 100), { AF_ALG("client", 16, 16384) } } },
	{ BASE("lone packets beside 16 programs", SHA256, 400), .group = {
	  PACKETS(1400, 1, 50), { AF_ALG("client", 16, 16384) } } },
	{ BASE("lone packets beside a sender", SHA256, 400), .group = {
	  PACKETS(64, 1, 50),
	  { .name = "sender", .kind = SENDER, .n = 1, .ordered = true,
	    .size = 1400, .inflight = 44, .turn_ns = PACKET_NS,
	    .done_ns = PACKET_DONE_NS, .think_ns = 100 * NSEC_PER_USEC } } },
	{ BASE("AF_ALG 16, 64 KiB, md5", MD5, 400), .group = {
	  { AF_ALG("client", 16, 65536) } } },
	{ BASE("AF_ALG 32, 64 KiB, md5", MD5, 400), .group = {
	  { AF_ALG("client", 32, 65536) } } },
	{ BASE("AF_ALG 16, 64 KiB", SHA256, 400), .group = {
	  { AF_ALG("client", 16, 65536) } } },
	{ BASE("AF_ALG 32, 64 KiB", SHA256, 400), .group = {
	  { AF_ALG("client", 32, 65536) } } },
	{ BASE("dm-crypt, 1 MiB", SHA256, 200), .group = {
	  { .name = "worker", .kind = BURST, .n = 1, .kernel = true,
	    .size = 4096, .inflight = 256, .turn_ns = CRYPT_NS(4096) } } },
	{ BASE("dm-crypt, 4 KiB, 32 deep", SHA256, 200), .group = {
	  { .name = "worker", .kind = BURST, .n = 32, .kernel = true,
	    .size = 4096, .inflight = 1, .turn_ns = CRYPT_NS(4096),
	    .think_ns = 50 * NSEC_PER_USEC } } },

	/* Loads that were measured in User Mode Linux, too, see calibration.md */
	{ UML("64 in flight, 4 KiB, md5", MD5, 20, 200), .group = { UML_PUMP(64, 4096) } },
	{ UML("16 threads, 4 KiB", SHA256, 20, 200), .group = {
	  { .name = "thread", .kind = WAITER, .n = 16, .kernel = true,
	    .size = 4096, .inflight = 1, .turn_ns = UML_BENCH_NS } } },
	{ UML("16 threads, 512 B", SHA256, 20, 200), .group = {
	  { .name = "thread", .kind = WAITER, .n = 16, .kernel = true,
	    .size = 512, .inflight = 1, .turn_ns = UML_BENCH_NS } } },
	{ UML("softirq, 64 in flight, 1500 B", SHA256, 20, 200), .group = {
	  { .name = "tasklet", .kind = TASKLET, .n = 1, .size = 1500,
	    .inflight = 64, .turn_ns = UML_BENCH_NS } } },
	{ UML("softirq, alone, 1500 B", SHA256, 20, 200), .group = {
	  { .name = "tasklet", .kind = TASKLET, .n = 1, .size = 1500,
	    .inflight = 1, .turn_ns = UML_BENCH_NS } } },
	{ UML("8 in flight, 512 B", SHA256, 20, 200), .group = { UML_PUMP(8, 512) } },
	{ UML("32 in flight, 512 B", SHA256, 20, 200), .group = { UML_PUMP(32, 512) } },
	{ UML("8 in flight, 512 B, md5", MD5, 20, 200), .group = { UML_PUMP(8, 512) } },
	{ UML("softirq, 8 in flight, 512 B", SHA256, 20, 200), .group = {
	  { .name = "tasklet", .kind = TASKLET, .n = 1, .size = 512,
	    .inflight = 8, .turn_ns = UML_BENCH_NS } } },
	{ UML("16 programs, 16 KiB", SHA256, 0, 1000), .group = {
	  { PROGRAMS("client", 16, 16384, UML_AF_ALG_NS) } } },
	{ UML("16 programs, 4 KiB", SHA256, 0, 1000), .group = {
	  { PROGRAMS("client", 16, 4096, UML_AF_ALG_NS) } } },
	{ UML("100 programs, 4 KiB", SHA256, 0, 1000), .group = {
	  { PROGRAMS("client", 100, 4096, UML_AF_ALG_NS) } } },
	{ UML("16 programs, 64 KiB, md5", MD5, 0, 1000), .group = {
	  { PROGRAMS("client", 16, 65536, UML_AF_ALG_NS) } } },
	{ UML("nice -20 beside 31 at nice 19", SHA256, 400, 1000), .group = {
	  { PROGRAMS("nice -20", 1, 16384, UML_AF_ALG_NS), .nice = -20 },
	  { PROGRAMS("nice 19", 31, 16384, UML_AF_ALG_NS), .nice = 19 } } },
	{ UML("512 B beside 31 of 64000 B, md5", MD5, 0, 1000), .group = {
	  { PROGRAMS("512 B", 1, 512, UML_AF_ALG_NS) },
	  { PROGRAMS("64000 B", 31, 64000, UML_AF_ALG_NS) } } },
	{ UML("512 B beside 31 of 64000 B", SHA256, 0, 1000), .group = {
	  { PROGRAMS("512 B", 1, 512, UML_AF_ALG_NS) },
	  { PROGRAMS("64000 B", 31, 64000, UML_AF_ALG_NS) } } },
};

const unsigned int nr_loads = ARRAY_SIZE(loads);

static void random_group(struct group *group, struct dice *dice)
{
	static const char *const names[] = {
		"waiter", "pump", "burst", "pacer", "sender", "tasklet", "NAPI",
		"other work",
	};
	/* Programs that wait are the most frequent. */
	static const enum client_kind kinds[] = {
		WAITER, WAITER, WAITER, PUMP, BURST, SENDER, NAPI, HOG,
	};

	group->kind = kinds[dice_between(dice, 0, 7)];
	group->name = names[group->kind];
	group->n = group->kind == WAITER ? dice_log_between(dice, 1, 48) : 1;
	group->kernel = group->kind == PUMP || group->kind == BURST;
	group->ordered = group->kind == SENDER || group->kind == NAPI;
	group->size = dice_log_between(dice, 64, 65536);
	if (group->kind == SENDER || group->kind == NAPI)
		group->size = min(group->size, 1500U);
	if (!dice_between(dice, 0, 3))
		group->size_most = min(2 * group->size, 65536U);
	group->inflight = group->kind == WAITER ? 1 :
			  dice_log_between(dice, 1, 256);
	group->turn_ns = dice_log_between(dice, 200, 2000) + group->size / 16;
	group->done_ns = group->ordered ? PACKET_DONE_NS : 0;
	if (group->kind == NAPI || dice_between(dice, 0, 1))
		group->think_ns = dice_log_between(dice, 10, 2000) *
				  NSEC_PER_USEC;
	if (!dice_between(dice, 0, 2))
		group->nice = (int)dice_between(dice, 0, 39) - 20;
	if (group->kind == WAITER && !dice_between(dice, 0, 15))
		group->class = TASK_FIFO;
}

/* One to three groups of random kinds; the first one makes requests. */
void load_random(struct load *load, u64 seed)
{
	static const char *const machines[] = { "hardware", "hardware", "vm" };
	struct dice dice = { .state = seed };
	unsigned int n;

	*load = (struct load){ .from_ms = 20, .ms = 200, .seed = seed };
	snprintf(load->name, sizeof(load->name), "random %llu", seed);
	load->machine = machines[dice_between(&dice, 0, 2)];
	load->hash = dice_between(&dice, 0, 2) ? SHA256 : MD5;
	n = dice_between(&dice, 1, 3);
	for (unsigned int i = 0; i < n; i++) {
		do {
			load->group[i] = (struct group){};
			random_group(&load->group[i], &dice);
		} while (!i && load->group[i].kind == HOG);
	}
	if (!dice_between(&dice, 0, 4)) {
		load->steal_permille = dice_between(&dice, 50, 500);
		load->steal_ns = dice_log_between(&dice, 100, 4000) *
				 NSEC_PER_USEC;
	}
}
