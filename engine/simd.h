/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SIMD sections as the engine uses them: it claims the vector registers, calls
 * implementations for a bounded time, and wipes registers and scratch.
 */
#ifndef _MBHASH_SIMD_H
#define _MBHASH_SIMD_H

#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "internal.h"

/*
 * @isa: all that the called implementations may need. Clears @section->simd if vector
 * registers are needed but not available.
 */
static inline void simd_section_start(struct mbhash_simd_section *section, u32 isa)
{
	section->ps = (u64)section->ns * 1000;
	section->dirty = 0;
	section->isa = isa & mbhash_isa_vector;
	section->begun = section->simd && section->isa && mbhash_simd_begin();
	if (section->isa && !section->begun)
		section->simd = false;
}

static inline void simd_section_end(struct mbhash_simd_section *section)
{
	const size_t dirty = round_up(section->dirty, MBHASH_BLOCK);

	if (section->begun)
		mbhash_simd_end(section->isa, section->scratch, dirty);
	else if (dirty)
		memzero_explicit(section->scratch, dirty);
}

/* Return: how many of @blocks fit into the rest of the section, at least one. */
static inline unsigned int simd_section_fit(const struct mbhash_simd_section *section,
					    const struct mbhash_impl *impl,
					    unsigned int blocks)
{
	const u32 cost = READ_ONCE(impl->cost);

	if ((u64)blocks * cost <= section->ps)
		return blocks;
	return max_t(u64, div_u64(section->ps, cost), 1);
}

/*
 * Cost of going to another segment of a scatterlist, picoseconds: up to 64 of them make a
 * block, which takes longer than to hash it.
 */
#define SEGMENT_PS	20000

/* Like mbhash_job_ready(). Subtracts the cost of the segments from the section. */
static inline bool simd_section_ready(struct mbhash_simd_section *section,
				      struct mbhash_job *job)
{
	bool ready;

	if (job->run)
		return true;
	ready = mbhash_job_next(job);
	section->ps -= min(section->ps, (u64)job->segments * SEGMENT_PS);
	return ready;
}

/* Subtract the cost of @blocks in each lane of @impl from the section. */
static inline void simd_section_use(struct mbhash_simd_section *section,
				    const struct mbhash_impl *impl,
				    unsigned int blocks)
{
	section->dirty = max_t(u32, section->dirty, impl->scratch);
	section->ps -= min(section->ps, (u64)blocks * READ_ONCE(impl->cost));
}

static inline void simd_section_hash(struct mbhash_simd_section *section,
				     const struct mbhash_impl *impl,
				     u32 *const *state, const u8 *const *data,
				     unsigned int blocks)
{
	simd_section_use(section, impl, blocks);
	impl->fn(state, data, blocks, section->scratch);
}

/* Like simd_section_hash(), followed by @padding in all lanes. Changes @data. */
static inline void simd_section_finup(struct mbhash_simd_section *section,
				      const struct mbhash_impl *impl,
				      u32 *const *state, const u8 **data,
				      unsigned int blocks,
				      const struct mbhash_padding *padding)
{
	unsigned int i;

	if (impl->finup) {
		simd_section_use(section, impl, blocks + 1);
		impl->finup(state, data, blocks, section->scratch,
			    padding->schedule);
		return;
	}
	if (blocks)
		simd_section_hash(section, impl, state, data, blocks);
	for (i = 0; i < impl->width; i++)
		data[i] = padding->block;
	simd_section_hash(section, impl, state, data, 1);
}

/**
 * mbhash_fill_idle_lanes() - set up the lanes without a job
 * @batch: the batch
 * @first: the first lane of the call, which has a job
 * @used: number of lanes of the call that have one
 * @width: number of all lanes of the call
 *
 * They hash the data of the first lane, which is long enough for all blocks of the
 * call.
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

#endif /* _MBHASH_SIMD_H */
