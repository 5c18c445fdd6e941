// SPDX-License-Identifier: GPL-2.0
/*
 * A single job, in one lane. It shares the cost of a section with nobody: if it
 * is short and in one piece, it is hashed without bookkeeping.
 */
#include "message.h"
#include "simd.h"

/* Run by run, until @section is over. Most jobs do without: not in their way. */
static noinline void hash_runs(struct mbhash_job *job,
			       struct mbhash_simd_section *section,
			       const struct mbhash_impl *impl)
{
	while (mbhash_job_ready(job) && section->ps) {
		u32 *state = job->state;
		unsigned int blocks;

		blocks = simd_section_fit(section, impl, job->run);
		simd_section_hash(section, impl, &state, &job->data, blocks);
		mbhash_job_hashed(job, blocks);
	}
}

struct lane {
	const struct mbhash_impl *impl;
	u32 *state;
	const u8 *data;
	void *scratch;
};

static __always_inline void hash_blocks(void *context, unsigned int blocks,
					const struct mbhash_padding *padding)
{
	const struct lane *lane = context;

	if (padding)
		lane->impl->finup(&lane->state, &lane->data, blocks,
				  lane->scratch, padding->schedule);
	else
		lane->impl->fn(&lane->state, &lane->data, blocks,
			       lane->scratch);
}

/* All of a message in one piece. @tailed: mbhash_job_tail() was called */
static void hash_message(struct mbhash_job *job,
			 struct mbhash_simd_section *section,
			 const struct mbhash_impl *impl, bool tailed)
{
	struct lane lane = { impl, job->state, job->src, section->scratch };
	const unsigned int seg = job->seg;
	const struct mbhash_padding *padding = NULL;

	/* Nothing else runs in this section: only its scratch is to be wiped. */
	section->dirty = impl->scratch;
	if (!tailed && impl->finup &&
	    mbhash_padding_ready(section->padding, job->hash, job->count + seg))
		padding = section->padding;
	mbhash_message_hash(&job, &lane.data, 1, seg / MBHASH_BLOCK, tailed,
			    padding, hash_blocks, &lane);
}

/**
 * mbhash_job_run() - hash a single job
 * @job: a job that no queue and no batch holds
 * @section: for how long, and with what
 *
 * Context: BH disabled, or in any other way the only one with @section's scratch.
 * Return: true if the job is not done yet.
 */
bool mbhash_job_run(struct mbhash_job *job,
		    struct mbhash_simd_section *section)
{
	const bool tail = job->one_piece && job->seg % MBHASH_BLOCK;
	const struct mbhash_plan *plan = job->hash->plan;
	const struct mbhash_impl *impl;

	/* Less than a block is only put aside: no reason to claim registers. */
	if (!job->left) {
		mbhash_job_next(job);
		return false;
	}
	/*
	 * Early: an implementation loads more at once than is stored here, and
	 * would have to wait for it to reach the cache.
	 */
	if (tail)
		mbhash_job_tail(job);

	simd_section_start(section, plan[true].impl[1]->isa);
	impl = plan[section->simd].impl[1];
	if (job->one_piece && (u64)job->left * impl->cost <= section->ps) {
		hash_message(job, section, impl, tail);
	} else {
		/* The tail is not what comes first. */
		if (tail)
			job->run = 0;
		hash_runs(job, section, impl);
	}
	simd_section_end(section);
	return !job->done;
}

/**
 * mbhash_job_run_portable() - hash all of a job by portable C
 * @job: a job that no queue and no batch holds
 *
 * For what is rare: keys, and callers who have nothing but the stack.
 *
 * Context: any.
 */
void mbhash_job_run_portable(struct mbhash_job *job)
{
	while (mbhash_job_ready(job)) {
		u32 *state = job->state;

		job->hash->impls[0].fn(&state, &job->data, job->run, NULL);
		mbhash_job_hashed(job, job->run);
	}
}
