// SPDX-License-Identifier: GPL-2.0
/*
 * Many files at once, hashed side by side by libmbhash. They are read in turns: some of each
 * into one buffer, which stays in the caches, and then all that was read is hashed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mbhash.h>

#include "mbsum.h"

/*
 * The buffer of a thread, and the most that is read of a file at a time. Measured: with less
 * there are more system calls than the second cache makes up for; with more it is the same.
 */
#define BUFFER		((size_t)2048 * 1024)
#define MOST		((size_t)128 * 1024)
#define PAGE		((size_t)4096)

/* A file that is open */
struct lane {
	struct item *item;
	int fd;
	uint8_t *data;		/* what was read in this turn */
	ssize_t size;
	bool at_end;
	bool begun;		/* there were other turns */
	struct mbhash_stream stream;
};

struct lanes {
	struct mbhash *hasher;
	uint8_t *buffer;
	unsigned int most, n;
	struct lane *lane[LANES];	/* the first n are open */
	struct lane memory[LANES];
};

/* The arguments of one of libmbhash's functions */
struct call {
	unsigned int n;
	struct lane *lane[LANES];
	struct mbhash_stream *stream[LANES];
	const void *data[LANES];
	size_t size[LANES];
};

/**
 * lanes_new() - allocate what one thread needs
 * @algorithm: that libmbhash has
 * @most: how many files at once, up to LANES
 *
 * Return: the handle, or NULL and errno
 */
struct lanes *lanes_new(const char *algorithm, unsigned int most)
{
	struct lanes *lanes = calloc(1, sizeof(*lanes));

	if (!lanes)
		return NULL;
	lanes->most = most;
	for (unsigned int i = 0; i < LANES; i++)
		lanes->lane[i] = &lanes->memory[i];
	lanes->buffer = aligned_alloc(PAGE, BUFFER);
	lanes->hasher = mbhash_new(algorithm, NULL, 0);
	if (lanes->buffer && lanes->hasher)
		return lanes;
	lanes_free(lanes);
	return NULL;
}

/**
 * lanes_free() - free it
 * @lanes: from lanes_new(), without open files; or NULL
 */
void lanes_free(struct lanes *lanes)
{
	if (!lanes)
		return;
	mbhash_free(lanes->hasher);
	free(lanes->buffer);
	free(lanes);
}

/**
 * lanes_room() - tell how many more files may be open
 * @lanes: from lanes_new()
 *
 * Return: that number
 */
unsigned int lanes_room(const struct lanes *lanes)
{
	return lanes->most - lanes->n;
}

/**
 * lanes_idle() - tell whether no file is open
 * @lanes: from lanes_new()
 *
 * Return: whether that is so
 */
bool lanes_idle(const struct lanes *lanes)
{
	return !lanes->n;
}

/* Take files. Return: how many cannot be opened; these are put first in @items. */
static unsigned int open_files(struct lanes *lanes, struct item **items, unsigned int n)
{
	unsigned int bad = 0;

	for (unsigned int i = 0; i < n; i++) {
		struct lane *lane = lanes->lane[lanes->n];

		lane->fd = hash_open(items[i]);
		if (lane->fd < 0) {
			items[bad++] = items[i];
			continue;
		}
		lane->item = items[i];
		lane->begun = false;
		lanes->n++;
	}
	return bad;
}

/* How much to read of each file: its share of the buffer, in whole pages */
static size_t share(const struct lanes *lanes)
{
	const size_t each = BUFFER / lanes->n / PAGE * PAGE;

	return each < MOST ? each : MOST;
}

static void read_files(struct lanes *lanes)
{
	const size_t room = share(lanes);

	for (unsigned int i = 0; i < lanes->n; i++) {
		struct lane *lane = lanes->lane[i];

		lane->data = lanes->buffer + i * room;
		lane->size = hash_read(lane->fd, lane->data, room);
		lane->at_end = lane->size < (ssize_t)room;
		if (lane->size < 0) {
			lane->item->err = errno;
			lane->size = 0;
		}
		lane->item->bytes += lane->size;
		progress_bytes(lane->size);
	}
}

static void add(struct call *call, struct lane *lane)
{
	call->lane[call->n] = lane;
	call->stream[call->n] = &lane->stream;
	call->data[call->n] = lane->data;
	call->size[call->n++] = lane->size;
}

static void take_digests(struct lanes *lanes, const struct call *call, const uint8_t *digests)
{
	const size_t size = mbhash_size(lanes->hasher);

	for (unsigned int i = 0; i < call->n; i++)
		memcpy(call->lane[i]->item->digest, digests + i * size, size);
}

/* All arguments are right, so that no call fails. */
static void hash_files(struct lanes *lanes)
{
	struct call whole = { 0 }, begin = { 0 }, update = { 0 }, finish = { 0 };
	uint8_t digests[LANES * MBHASH_MAX_SIZE];

	for (unsigned int i = 0; i < lanes->n; i++) {
		struct lane *lane = lanes->lane[i];

		if (lane->item->err)
			continue;
		if (lane->at_end && !lane->begun) {
			add(&whole, lane);
			continue;
		}
		if (!lane->begun)
			add(&begin, lane);
		lane->begun = true;
		add(&update, lane);
		if (lane->at_end)
			add(&finish, lane);
	}
	mbhash_digest(lanes->hasher, whole.n, whole.data, whole.size, digests);
	take_digests(lanes, &whole, digests);
	mbhash_begin(lanes->hasher, begin.n, begin.stream);
	mbhash_update(lanes->hasher, update.n, update.stream, update.data, update.size);
	mbhash_finish(lanes->hasher, finish.n, finish.stream, digests);
	take_digests(lanes, &finish, digests);
}

/* Return: the number of files that were at their end; put to the end of @items. */
static unsigned int close_files(struct lanes *lanes, struct item **items)
{
	unsigned int n = 0;

	for (unsigned int i = lanes->n; i--; ) {
		struct lane *lane = lanes->lane[i];

		if (!lane->at_end)
			continue;
		items[n++] = lane->item;
		hash_close(lane->fd);
		progress_file();
		/* Its place is free, behind those that are open. */
		lanes->lane[i] = lanes->lane[--lanes->n];
		lanes->lane[lanes->n] = lane;
	}
	return n;
}

/**
 * lanes_turn() - open files, and read and hash some of all that are open
 * @lanes: handle that no other thread uses meanwhile
 * @items: files to open, at most lanes_room(): their names are read. Set to those that
 *	   are done, whose digests or errors are set; room for LANES
 * @n: how many to open
 *
 * Return: how many are done
 */
unsigned int lanes_turn(struct lanes *lanes, struct item **items, unsigned int n)
{
	const unsigned int bad = open_files(lanes, items, n);

	if (lanes->n) {
		read_files(lanes);
		hash_files(lanes);
	}
	return bad + close_files(lanes, items + bad);
}
