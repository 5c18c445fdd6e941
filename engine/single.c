// SPDX-License-Identifier: GPL-2.0
/*
 * Hashes a single job in one lane. It bears the whole cost of a section, so if it is
 * short and in one piece, it is hashed without bookkeeping.
 */
#include "message.h"
#include "simd.h"

/* Hash run by run, until @section is over. Not inlined: most jobs do not need it. */
static noinline void hash_runs(struct mbhash_job *job,
			       struct mbhash_simd_section *section,
			       const struct mbhash_impl *impl)
{
	while (simd_section_ready(section, job) && section->ps) {
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

/*
 * Hash all of a message in one piece. @head: it has a head. If not, mbhash_job_tail()
 * was already called for its tail, if it has one.
 */
static void hash_message(struct mbhash_job *job,
			 struct mbhash_simd_section *section,
			 const struct mbhash_impl *impl, bool head)
{
	struct lane lane = { impl, job->state, job->src, section->scratch };
	const unsigned int seg = job->seg;
	const bool tail = seg % MBHASH_BLOCK;
	const struct mbhash_padding *padding = NULL;

	/* Only @impl runs in this section: wipe its scratch. */
	section->dirty = impl->scratch;
	if (head) {
		mbhash_message_head(&job, &lane.data, 1, hash_blocks, &lane);
		if (tail)
			mbhash_job_tail(job);
	}
	if (!tail && impl->finup &&
	    mbhash_padding_ready(section->padding, job->hash, job->count + seg))
		padding = section->padding;
	mbhash_message_hash(&job, &lane.data, 1, seg / MBHASH_BLOCK, tail,
			    padding, hash_blocks, &lane);
}

/**
 * mbhash_job_run() - hash a single job
 * @job: a job that is in no queue and no batch
 * @section: time limit, memory and use of vector registers
 *
 * Context: BH disabled, or other exclusive use of @section's memory.
 * Return: true if the job is not done yet.
 */
bool mbhash_job_run(struct mbhash_job *job,
		    struct mbhash_simd_section *section)
{
	const bool head = job->run;
	const bool tail = job->one_piece && !head && job->seg % MBHASH_BLOCK;
	const struct mbhash_plan *plan = job->hash->plan;
	const struct mbhash_impl *impl;

	/* Less than a block is only buffered: no need to claim registers. */
	if (!job->left) {
		mbhash_job_next(job);
		return false;
	}
	/*
	 * Do this early: an implementation's loads are wider than the stores
	 * here, and would have to wait until these have reached the cache.
	 */
	if (tail)
		mbhash_job_tail(job);

	impl = READ_ONCE(plan[true].impl[1]);
	simd_section_start(section, impl->isa);
	if (!section->simd)
		impl = READ_ONCE(plan[false].impl[1]);
	if (job->one_piece &&
	    (u64)job->left * READ_ONCE(impl->cost) <= section->ps) {
		hash_message(job, section, impl, head);
	} else {
		/* Begin with the source, not with the tail. */
		if (tail)
			job->run = 0;
		hash_runs(job, section, impl);
	}
	simd_section_end(section);
	return !job->done;
}

/**
 * mbhash_job_run_portable() - hash all of a job with portable C
 * @job: a job that is in no queue and no batch
 *
 * For rare cases: keys, and callers that have no section's memory.
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
