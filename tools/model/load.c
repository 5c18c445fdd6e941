// SPDX-License-Identifier: GPL-2.0
/*
 * The scenarios: what the mechanism has to do, and what is expected of it. Engine and
 * policy are replaced by all that they might do: a section finishes none, one or all of
 * the jobs and takes little or much time, a queue is due or not.
 */
#include <string.h>

#include "driver/flusher.h"

#include "machine.h"

/* More time than a flush may take */
#define LONG_NS		1000000

struct mbhash_hash mbhash_hashes[MBHASH_NR_HASHES];
struct mbhash_stats __percpu *mbhash_stats;
static struct mbhash_stats stats;
static struct mbhash_impl impl = { .width = 1 };
static struct mbhash_request requests[MAX_REQUESTS] __aligned(64);

/* The model's memory holds the flushers, and the requests until they complete. */

void *load_memory(size_t *size)
{
	*size = sizeof(requests);
	return requests;
}

bool is_shared(const void *p)
{
	const char *c = p;

	if (c >= percpu[0] && c < percpu[MODEL_CPUS]) {
		must(!machine.gone, "what was given back is used");
		return true;
	}
	if (c >= (char *)requests && c < (char *)(requests + MAX_REQUESTS)) {
		must(!machine.completed[(c - (char *)requests) / sizeof(*requests)],
		     "a request is used that was completed");
		return true;
	}
	return false;
}

struct delayed_work *load_work(int cpu)
{
	return &((struct mbhash_flusher *)percpu[cpu])->work;
}

/* Does a request wait on a CPU that nothing is about to flush? */
bool is_waiting(int cpu)
{
	const struct mbhash_flusher *flusher = (void *)percpu[cpu];
	int i;

	if (machine.gone || flusher->tasklet.state || flusher->work.runs)
		return false;
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		if (flusher->queue[i].n && !flusher->queue[i].flushing)
			return true;
	return false;
}

/* Submitters and completions */

static void complete_request(struct mbhash_request *request);

static int submit_to(enum mbhash_hash_id hash, enum mbhash_reason reason)
{
	const int i = machine.submitted++;
	struct mbhash_arrival arrival = {
		.context = reason == MBHASH_SOFTIRQ ? MBHASH_BH : MBHASH_TASK,
		.blocking = reason != MBHASH_SOFTIRQ,
	};
	struct mbhash_request *request = &requests[i];
	struct mbhash_queue *queue;

	assert(i < MAX_REQUESTS);
	local_bh_disable();
	request->complete = complete_request;
	request->job.hash = &mbhash_hashes[hash];
	machine.given[hash] |= 1UL << reason;
	running->reason = reason;
	queue = mbhash_this_queue(request->job.hash);
	mbhash_enqueue(queue, request, &arrival, reason);
	local_bh_enable();
	return i;
}

static int submit(enum mbhash_reason reason)
{
	return submit_to(scenario->other ? MBHASH_SHA256 : MBHASH_MD5, reason);
}

void submit_packet(void)
{
	submit(MBHASH_SOFTIRQ);
}

static void complete_request(struct mbhash_request *request)
{
	const int i = request - requests;

	must(running->bh, "BH is enabled as a request completes");
	must(!running->locks, "a lock is held as a request completes");
	must(!machine.completed[i], "a request completes twice");
	must(i < machine.submitted, "what nobody has submitted completes");
	must(!i || machine.completed[i - 1] || !scenario->ordered,
	     "a request overtakes another");
	store_release(&machine.completed[i], true);
	running->backlog -= !!running->backlog;
	memset(request, 0xa5, sizeof(*request));
	if (i < scenario->chained)
		submit_to(MBHASH_MD5, MBHASH_SOFTIRQ);
}

static bool is_completed(uintptr_t i)
{
	return machine.completed[i];
}

bool all_completed(void)
{
	int i;

	for (i = 0; i < machine.submitted; i++)
		if (!machine.completed[i])
			return false;
	return true;
}

/* A task that waits for each request */
static void waits(void)
{
	wait_for(is_completed, submit(MBHASH_IDLE), true);
}

static void waits_twice(void)
{
	waits();
	waits();
}

/* A task whose request may be the last one that is expected */
static void expected(void)
{
	wait_for(is_completed,
		 submit(choose(2) ? MBHASH_EXPECTED : MBHASH_IDLE), true);
}

/* A task whose request completes a full set */
static void fills(void)
{
	wait_for(is_completed, submit(MBHASH_FULL), true);
}

static void fills_other(void)
{
	wait_for(is_completed, submit_to(MBHASH_SHA256, MBHASH_FULL), true);
}

static void fills_twice(void)
{
	submit(MBHASH_FULL);
	fills();
}

/* A task that waits only for the last of its requests */
static void streams(void)
{
	submit(MBHASH_IDLE);
	wait_for(is_completed, submit(MBHASH_IDLE), true);
}

static bool submitters_are_done(uintptr_t self)
{
	unsigned int i;

	for (i = 0; i < MAX_TASKS; i++)
		if (i != self && machine.flow[i].state == ACTIVE)
			return false;
	return !machine.cpu[0].packets && all_completed();
}

/* Removes the module once no requests are in flight. */
static void leaves(void)
{
	int i;

	wait_for(submitters_are_done, running - machine.flow, true);
	mbhash_flusher_exit();
	must(machine.gone, "the flushers' memory is still there after exit");
	for (i = 0; i < MODEL_CPUS; i++) {
		must(!machine.cpu[i].n, "a tasklet is raised after exit");
		must(!timer_is_armed_on(i), "a timer is armed after exit");
		must(machine.flow[THREADS + i].state != ACTIVE,
		     "a thread is there after exit");
		must(machine.flow[WORKERS + i].state != ACTIVE,
		     "a kworker is there after exit");
	}
	must(!machine.teardown, "hotplug would call after exit");
}

/* Does a CPU's policy take anybody for waiting, although nothing is left to flush? */
static bool is_mistaken(int cpu)
{
	const struct mbhash_flusher *flusher = (void *)percpu[cpu];
	int i;

	if (flusher->tasklet.state)
		return false;
	for (i = 0; i < MBHASH_NR_HASHES; i++)
		if (!flusher->queue[i].flushing && machine.counted[cpu][i])
			return true;
	return false;
}

static void unplugs(void)
{
	cpu_down(1);
	must(!is_mistaken(1), "a CPU that is gone has somebody waiting");
}

static void plugs(void)
{
	unplugs();
	cpu_up(1);
}

static void plugs_and_unplugs(void)
{
	plugs();
	unplugs();
}

const struct scenario scenarios[] = {
	{ "wait", 1, { waits, waits }, .ordered = true },
	{ "again", 1, { waits_twice }, .ordered = true },
	{ "stream", 1, { streams }, .ordered = true },
	{ "expected", 1, { expected }, .ordered = true },
	{ "busy", 1, { waits }, .hog = true, .ordered = true },
	{ "busy-stream", 1, { streams }, .hog = true, .ordered = true },
	{ "packets", 1, .packets = 2, .ordered = true },
	{ "backlog", 1, .packets = 4, .ordered = true },
	{ "packet", 1, { waits }, .packets = 1, .ordered = true },
	{ "chain", 1, { waits }, .chained = 1, .ordered = true },
	{ "two-hashes", 1, { waits, fills_other } },
	{ "chain-other", 1, { waits }, .chained = 1, .other = true, .ordered = true },
	{ "exit", 2, { waits, leaves }, { 1, 0 }, .simple = true },
	{ "exit-expected", 2, { expected, leaves }, { 1, 0 }, .simple = true },
	{ "exit-chain", 2, { waits, leaves }, { 1, 0 }, .chained = 1, .simple = true },
	{ "exit-packets", 2, { leaves }, { 1 }, .packets = 1 },
	{ "displaced", 2, { fills }, { 1 }, .displaced = true, .simple = true },
	{ "displaced-busy", 2, { waits }, { 1 }, .displaced = true, .left = true,
	  .hog = true, .simple = true, .prompt = true, .is_large = true },
	{ "displaced-twice", 2, { fills_twice }, { 1 }, .displaced = true,
	  .simple = true, .is_large = true },
	{ "displaced-wait", 2, { waits }, { 1 }, .displaced = true,
	  .simple = true, .is_large = true },
	{ "left", 2, { unplugs }, { 0 }, .left = true, .simple = true, .prompt = true },
	{ "left-displaced", 3, { unplugs }, { 2 }, .displaced = true, .left = true,
	  .simple = true },
	{ "unplug", 3, { waits, unplugs }, { 1, 2 }, .simple = true, .is_large = true },
	{ "unplug-expected", 3, { expected, unplugs }, { 1, 2 },
	  .simple = true, .is_large = true },
	{ "plug", 3, { waits, plugs }, { 1, 2 }, .simple = true, .is_large = true },
	{ "plug-unplug", 3, { expected, plugs_and_unplugs }, { 1, 2 },
	  .simple = true, .is_large = true },
	{ NULL }
};

/* In place of the engine */

void mbhash_batch_init(struct mbhash_batch *batch,
		       const struct mbhash_hash *hash, u64 *filled)
{
	batch->hash = hash;
	INIT_LIST_HEAD(&batch->todo);
	INIT_LIST_HEAD(&batch->done);
}

void mbhash_batch_stop(struct mbhash_batch *batch)
{
	list_splice_init(&batch->done, &batch->todo);
}

/* Once is too long for a flush; the second time shows that it is added. */
static void take_long(void)
{
	if (running->hashing > LONG_NS)
		return;
	running->clock += LONG_NS;
	running->hashing += LONG_NS;
}

u64 mbhash_hash_batch(struct mbhash_batch *batch, u64 now)
{
	int finished = scenario->simple ? 2 : choose(3);

	must(!list_empty(&batch->todo), "a flush goes on with nothing to hash");
	must(!running->hashing || running->backlog,
	     "a flush goes on although its time is up");
	while (finished && !list_empty(&batch->todo)) {
		list_move_tail(batch->todo.next, &batch->done);
		if (finished == 1)
			break;
	}
	/* If none is finished, it only matters that much time has passed. */
	if (!finished || (!scenario->simple && choose(2)))
		take_long();
	return ktime_get_ns();
}

/* In place of the policy, of which queue @p is */

static const struct mbhash_queue *queue_of(const struct mbhash_policy *p)
{
	must(running->locks, "the policy is asked without the queue's lock");
	return container_of(p, struct mbhash_queue, policy);
}

static int cpu_of(const struct mbhash_queue *queue)
{
	return ((const char *)queue - percpu[0]) / MODEL_PERCPU_SIZE;
}

static int hash_of(const struct mbhash_queue *queue)
{
	return queue - ((struct mbhash_flusher *)percpu[cpu_of(queue)])->queue;
}

static unsigned int *counted(const struct mbhash_queue *queue)
{
	return &machine.counted[cpu_of(queue)][hash_of(queue)];
}

static bool *asked(const struct mbhash_queue *queue)
{
	return &machine.asked[cpu_of(queue)][hash_of(queue)];
}

void mbhash_policy_queued(struct mbhash_policy *p, const struct mbhash_arrival *a)
{
	const struct mbhash_queue *queue = queue_of(p);

	must(a->now || queue->n, "a batch begins, and nobody knows when");
	must(*counted(queue) == queue->n, "a request was not counted, or twice");
	++*counted(queue);
	*asked(queue) |= running->reason != MBHASH_IDLE;
}

bool mbhash_policy_is_due(struct mbhash_policy *p, u64 now)
{
	must(queue_of(p)->n, "the policy is asked about an empty queue");
	return choose(2);
}

/* Each reason has one cause; the tasklet serves both hashes, of which each has its own. */
static void must_be_given(const struct mbhash_queue *queue, enum mbhash_reason reason)
{
	const int index = running - machine.flow;
	const bool is_given = machine.given[hash_of(queue)] & 1UL << reason;

	if (index >= SOFTIRQS)
		must(is_given, "a queue is flushed for the other hash's reason");
	else
		must(!*asked(queue) &&
		     reason == (index < WORKERS ? MBHASH_IDLE : MBHASH_DEADLINE),
		     "the thread or the kworker flushes for another's reason");
}

void mbhash_policy_taken(struct mbhash_policy *p, enum mbhash_reason reason, unsigned int n)
{
	const struct mbhash_queue *queue = queue_of(p);

	must(n == queue->n && n == *counted(queue), "the wrong number of requests is learnt");
	must_be_given(queue, reason);
	running->hashing = 0;
	running->backlog = n - min_t(unsigned int, n, MBHASH_LONG_QUEUE);
}

void mbhash_policy_served(struct mbhash_policy *p, const struct mbhash_flushed *f)
{
	const struct mbhash_queue *queue = queue_of(p);

	must(f->left == queue->n && f->left <= *counted(queue), "more is left than there was");
	must(!running->backlog, "a flush ends before its backlog is done");
	/* A displaced tasklet's queue may get a request after the flush has looked. */
	must(!f->left || running->hashing || scenario->displaced,
	     "a flush ends although no time has passed");
	*counted(queue) = f->left;
	if (!f->left)
		*asked(queue) = false;
}

void mbhash_policy_moved(struct mbhash_policy *p, struct mbhash_policy *from)
{
	const struct mbhash_queue *queue = queue_of(p), *empty = queue_of(from);

	*counted(queue) += *counted(empty);
	*counted(empty) = 0;
	*asked(queue) |= *asked(empty);
	*asked(empty) = false;
}

/* A task's request is in the queue from the beginning. */
static void leave_request(struct mbhash_flusher *flusher)
{
	struct mbhash_queue *queue = &flusher->queue[MBHASH_MD5];
	struct mbhash_request *request = &requests[machine.submitted++];

	request->complete = complete_request;
	request->job.hash = &mbhash_hashes[MBHASH_MD5];
	list_add_tail(&request->job.node, &queue->jobs);
	queue->n = 1;
	queue->reason = scenario->displaced ? MBHASH_SOFTIRQ : MBHASH_NO_REASON;
	machine.given[MBHASH_MD5] |= 1UL << MBHASH_SOFTIRQ;
	flusher->woken = !scenario->displaced;
	if (flusher->woken)
		arm_work(&flusher->work, 1);
	machine.counted[1][MBHASH_MD5] = 1;
	machine.asked[1][MBHASH_MD5] = scenario->displaced;
}

void load_start(void)
{
	unsigned int i;

	memset(requests, 0, sizeof(requests));
	mbhash_stats = &stats - 0;
	mbhash_hashes[MBHASH_SHA256].id = MBHASH_SHA256;
	for (i = 1; i <= MBHASH_MAX_LANES; i++) {
		mbhash_hashes[MBHASH_MD5].plan[true].impl[i] = &impl;
		mbhash_hashes[MBHASH_SHA256].plan[true].impl[i] = &impl;
	}
	assert(!mbhash_flusher_init());
	if (scenario->left)
		leave_request(per_cpu_ptr(mbhash_flushers, 1));
	if (scenario->displaced)
		tasklet_schedule(&per_cpu_ptr(mbhash_flushers, 1)->tasklet);
}
