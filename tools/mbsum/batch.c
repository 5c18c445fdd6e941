// SPDX-License-Identifier: GPL-2.0
/*
 * Many short files at a time: to open, read, hash and close one takes six system
 * calls, which cost more than its hash. Here one call opens all of them, the next one
 * reads them, and so on. All other files are left to hash.c: long ones, those that are
 * not regular, and those where anything fails, to be tried again and reported there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mbsum.h"

struct batch {
	struct ring *ring;
	int operations[BATCH];
	uint8_t *buffer;	/* SHORT bytes for each */
};

/* A file on its way through the calls */
struct file {
	struct item *item;
	int operation;
	uint8_t *data;
	size_t size;		/* bytes read so far */
	bool read_all;
	int fd, got, closed;	/* results; negative if there is none */
};

/**
 * batch_new() - allocate what one thread needs for batches
 * @alg: from alg_open()
 *
 * Return: the handle, or NULL if files must be hashed one by one
 */
struct batch *batch_new(int alg)
{
	struct batch *batch = calloc(1, sizeof(*batch));
	void *buffer;
	bool good;

	if (!batch)
		return NULL;
	for (int i = 0; i < BATCH; i++)
		batch->operations[i] = -1;
	/* Populate all pages at once: a fault for each one takes much longer. */
	buffer = mmap(NULL, BATCH * SHORT, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (buffer != MAP_FAILED)
		batch->buffer = buffer;
	batch->ring = ring_new(2 * BATCH);
	good = batch->buffer && batch->ring;
	for (int i = 0; i < BATCH && good; i++) {
		batch->operations[i] = alg_operation(alg);
		good = batch->operations[i] >= 0;
	}
	if (good)
		return batch;
	batch_free(batch);
	return NULL;
}

/**
 * batch_free() - free it
 * @batch: from batch_new(), or NULL
 */
void batch_free(struct batch *batch)
{
	if (!batch)
		return;
	ring_free(batch->ring);
	for (int i = 0; i < BATCH && batch->operations[i] >= 0; i++)
		close(batch->operations[i]);
	if (batch->buffer)
		munmap(batch->buffer, BATCH * SHORT);
	free(batch);
}

static void open_all(struct ring *ring, struct file *files, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		files[i].fd = -1;
		if (!files[i].item->alone)
			ring_add(ring, &(struct ring_call) {
				.opcode = IORING_OP_OPENAT, .fd = AT_FDCWD,
				.data = files[i].item->name,
				.flags = O_RDONLY | O_CLOEXEC | O_NOCTTY,
			}, &files[i].fd);
	}
	ring_run(ring);
}

static bool wants_more(const struct file *file)
{
	return file->got >= 0 && !file->read_all && file->size < SHORT;
}

/* Read to the end, or until the buffer is full: a short read may not be the last. */
static void read_all(struct ring *ring, struct file *files, unsigned int n)
{
	bool more;

	for (unsigned int i = 0; i < n; i++)
		files[i].got = files[i].fd;
	do {
		more = false;
		for (unsigned int i = 0; i < n; i++) {
			struct file *file = &files[i];

			if (!wants_more(file))
				continue;
			ring_add(ring, &(struct ring_call) {
				.opcode = IORING_OP_READ, .fd = file->fd,
				.data = file->data + file->size,
				.size = SHORT - file->size, .offset = file->size,
			}, &file->got);
			more = true;
		}
		ring_run(ring);
		for (unsigned int i = 0; i < n && more; i++) {
			struct file *file = &files[i];

			if (!wants_more(file))
				continue;
			file->read_all = !file->got;
			file->size += file->got;
		}
	} while (more);
}

static void send_all_and_close(struct ring *ring, struct file *files, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		struct file *file = &files[i];

		if (file->read_all)
			ring_add(ring, &(struct ring_call) {
				.opcode = IORING_OP_SEND, .fd = file->operation,
				.data = file->data, .size = file->size,
			}, &file->got);
		if (file->fd >= 0)
			ring_add(ring, &(struct ring_call) {
				.opcode = IORING_OP_CLOSE, .fd = file->fd,
			}, &file->closed);
	}
	ring_run(ring);
}

static void receive_all(struct ring *ring, struct file *files, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		struct file *file = &files[i];

		/* Do not wait for the digest if not all was sent. */
		if (file->read_all && file->got != (int)file->size)
			file->read_all = false;
		if (file->read_all)
			ring_add(ring, &(struct ring_call) {
				.opcode = IORING_OP_RECV, .fd = file->operation,
				.data = file->item->digest, .size = MAX_DIGEST,
			}, &file->got);
	}
	ring_run(ring);
}

/**
 * batch_hash() - hash files, but leave those that are not short
 * @batch: handle that no other thread uses meanwhile
 * @items: their names are read; their digests and bytes are set, or is_left
 * @n: how many, up to BATCH
 */
void batch_hash(struct batch *batch, struct item *const *items, unsigned int n)
{
	struct file files[BATCH];

	memset(files, 0, n * sizeof(*files));
	for (unsigned int i = 0; i < n; i++) {
		files[i].item = items[i];
		files[i].operation = batch->operations[i];
		files[i].data = batch->buffer + i * SHORT;
	}
	open_all(batch->ring, files, n);
	read_all(batch->ring, files, n);
	send_all_and_close(batch->ring, files, n);
	receive_all(batch->ring, files, n);
	for (unsigned int i = 0; i < n; i++) {
		struct file *file = &files[i];

		items[i]->is_left = !file->read_all || file->got < 0;
		if (items[i]->is_left)
			continue;
		items[i]->bytes = file->size;
		progress_bytes(file->size);
		progress_file();
	}
}
