// SPDX-License-Identifier: GPL-2.0
/*
 * io_uring: many system calls for the price of one. Knows nothing about files and
 * hashes. It does not use liburing, of which it would need only three functions.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/io_uring.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mbsum.h"

struct ring {
	int fd;
	unsigned int queued;	/* calls added since the last ring_run() */
	void *shared;		/* both queues, in one mapping since Linux 5.4 */
	size_t shared_size;
	struct io_uring_sqe *calls;
	size_t calls_size;
	struct io_uring_cqe *results;
	unsigned int *tail, call_mask;			/* of calls */
	unsigned int *head, *result_tail, result_mask;	/* of results */
};

static void *map(int fd, size_t size, off_t what)
{
	void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_POPULATE, fd, what);

	return mapped == MAP_FAILED ? NULL : mapped;
}

static size_t max(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* The kernel's parameters say where everything is in the mapping. */
static bool map_queues(struct ring *ring, const struct io_uring_params *params)
{
	uint8_t *base;
	uint32_t *order;

	ring->shared_size = max(params->sq_off.array +
				params->sq_entries * sizeof(uint32_t),
				params->cq_off.cqes +
				params->cq_entries * sizeof(*ring->results));
	ring->calls_size = params->sq_entries * sizeof(*ring->calls);
	ring->shared = map(ring->fd, ring->shared_size, IORING_OFF_SQ_RING);
	ring->calls = map(ring->fd, ring->calls_size, IORING_OFF_SQES);
	if (!ring->shared || !ring->calls)
		return false;

	base = ring->shared;
	ring->tail = (void *)(base + params->sq_off.tail);
	ring->call_mask = params->sq_entries - 1;
	ring->head = (void *)(base + params->cq_off.head);
	ring->result_tail = (void *)(base + params->cq_off.tail);
	ring->result_mask = params->cq_entries - 1;
	ring->results = (void *)(base + params->cq_off.cqes);
	order = (void *)(base + params->sq_off.array);
	for (unsigned int i = 0; i < params->sq_entries; i++)
		order[i] = i;
	return true;
}

/**
 * ring_new() - create a ring for many system calls at a time
 * @size: their maximum number
 *
 * Return: the ring, or NULL if the kernel has no io_uring or does not allow it
 */
struct ring *ring_new(unsigned int size)
{
	struct io_uring_params params = { 0 };
	struct ring *ring = calloc(1, sizeof(*ring));

	if (!ring)
		return NULL;
	ring->fd = syscall(SYS_io_uring_setup, size, &params);
	if (ring->fd >= 0 && (params.features & IORING_FEAT_SINGLE_MMAP) &&
	    map_queues(ring, &params))
		return ring;
	ring_free(ring);
	return NULL;
}

/**
 * ring_free() - free a ring
 * @ring: from ring_new(), with no call in progress; or NULL
 */
void ring_free(struct ring *ring)
{
	if (!ring)
		return;
	if (ring->shared)
		munmap(ring->shared, ring->shared_size);
	if (ring->calls)
		munmap(ring->calls, ring->calls_size);
	if (ring->fd >= 0)
		close(ring->fd);
	free(ring);
}

/**
 * ring_add() - add a system call for the next ring_run()
 * @ring: with room for it
 * @call: a number, a descriptor, data, bytes, an offset and flags
 * @result: set to its return value, or to -errno
 */
void ring_add(struct ring *ring, const struct ring_call *call, int *result)
{
	unsigned int tail = *ring->tail;

	ring->calls[tail & ring->call_mask] = (struct io_uring_sqe) {
		.opcode = call->opcode,
		.fd = call->fd,
		.addr = (uintptr_t)call->data,
		.len = call->size,
		.off = call->offset,
		.open_flags = call->flags,
		.user_data = (uintptr_t)result,
	};
	__atomic_store_n(ring->tail, tail + 1, __ATOMIC_RELEASE);
	ring->queued++;
}

static unsigned int take_results(struct ring *ring)
{
	unsigned int tail = __atomic_load_n(ring->result_tail, __ATOMIC_ACQUIRE);
	unsigned int head = *ring->head, n = tail - head;

	for (; head != tail; head++) {
		struct io_uring_cqe *cqe = &ring->results[head & ring->result_mask];

		*(int *)(uintptr_t)cqe->user_data = cqe->res;
	}
	__atomic_store_n(ring->head, head, __ATOMIC_RELEASE);
	return n;
}

/**
 * ring_run() - make the calls, in no particular order, and wait for all of them
 * @ring: from ring_new()
 */
void ring_run(struct ring *ring)
{
	unsigned int left = ring->queued;

	while (left) {
		int n = syscall(SYS_io_uring_enter, ring->fd, ring->queued, left,
				IORING_ENTER_GETEVENTS, NULL, 0);

		/* Retry for lack of memory, or after a signal. */
		if (n < 0 && errno != EAGAIN && errno != EBUSY && errno != EINTR) {
			report_error("io_uring", strerror(errno));
			exit(EXIT_UNUSABLE);
		}
		if (n > 0)
			ring->queued -= n;
		left -= take_results(ring);
	}
}
