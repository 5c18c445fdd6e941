/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lanes without a job.
 */
#ifndef _MBHASH_IDLE_H
#define _MBHASH_IDLE_H

#include "internal.h"

/**
 * mbhash_fill_idle_lanes() - give lanes without a job something to do
 * @batch: the batch
 * @first: the first lane of the call, which has a job
 * @used: how many lanes of the call have one
 * @width: all lanes of the call
 *
 * They hash what the first one hashes: memory that is there for as many blocks.
 *
 * Context: as mbhash_batch_run().
 */
static inline void mbhash_fill_idle_lanes(struct mbhash_batch *batch,
					  unsigned int first,
					  unsigned int used,
					  unsigned int width)
{
	unsigned int i;

	for (i = first + used; i < first + width; i++) {
		batch->state[i] = batch->spare;
		batch->data[i] = batch->data[first];
	}
}

#endif /* _MBHASH_IDLE_H */
