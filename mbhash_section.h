/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A section from the inside: how the engine claims the vector registers, calls
 * lane kernels for a bounded time, and leaves nothing behind.
 */
#ifndef _MBHASH_SECTION_H
#define _MBHASH_SECTION_H

#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "mbhash.h"

/* @isa: what the kernels need that may be called. Clears @section->simd. */
static inline void section_start(struct mbhash_section *section, u32 isa)
{
	section->ps = (u64)section->ns * 1000;
	section->dirty = 0;
	section->isa = isa & mbhash_isa_vector;
	section->begun = section->simd && section->isa && mbhash_simd_begin();
	if (section->isa && !section->begun)
		section->simd = false;
}

static inline void section_end(struct mbhash_section *section)
{
	const size_t dirty = round_up(section->dirty, MBHASH_BLOCK);

	if (section->begun)
		mbhash_simd_end(section->isa, section->scratch, dirty);
	else if (dirty)
		memzero_explicit(section->scratch, dirty);
}

/* How many of @blocks fit into what is left of the section, at least one. */
static inline unsigned int section_fit(const struct mbhash_section *section,
				       const struct mbhash_kernel *kernel,
				       unsigned int blocks)
{
	if ((u64)blocks * kernel->cost <= section->ps)
		return blocks;
	return max_t(u64, div_u64(section->ps, kernel->cost), 1);
}

/* Account for @blocks in each lane of @kernel. */
static inline void section_use(struct mbhash_section *section,
			       const struct mbhash_kernel *kernel,
			       unsigned int blocks)
{
	section->dirty = max_t(u32, section->dirty, kernel->scratch);
	section->ps -= min(section->ps, (u64)blocks * kernel->cost);
}

static inline void section_hash(struct mbhash_section *section,
				const struct mbhash_kernel *kernel,
				u32 *const *state, const u8 *const *data,
				unsigned int blocks)
{
	section_use(section, kernel, blocks);
	kernel->fn(state, data, blocks, section->scratch);
}

/* The same, and then the block @end in all lanes. Changes @data. */
static inline void section_hash_end(struct mbhash_section *section,
				    const struct mbhash_kernel *kernel,
				    u32 *const *state, const u8 **data,
				    unsigned int blocks,
				    const struct mbhash_end *end)
{
	unsigned int i;

	if (kernel->end) {
		section_use(section, kernel, blocks + 1);
		kernel->end(state, data, blocks, section->scratch,
			    end->schedule);
		return;
	}
	if (blocks)
		section_hash(section, kernel, state, data, blocks);
	for (i = 0; i < kernel->width; i++)
		data[i] = end->block;
	section_hash(section, kernel, state, data, 1);
}

#endif /* _MBHASH_SECTION_H */
