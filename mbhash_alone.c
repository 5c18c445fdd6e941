// SPDX-License-Identifier: GPL-2.0
/*
 * A job that is alone, in one lane. It shares the cost of a section with nobody:
 * if it is in one piece, it goes through without bookkeeping.
 */
#include "mbhash_job.h"
#include "mbhash_section.h"

/* Run by run, until @section is over. Most jobs do without: not in their way. */
static noinline void hash_runs(struct mbhash_job *job,
			       struct mbhash_section *section,
			       const struct mbhash_kernel *kernel)
{
	while (mbhash_job_ready(job) && section->ps) {
		u32 *state = job->state;
		unsigned int blocks;

		blocks = section_fit(section, kernel, job->run);
		section_hash(section, kernel, &state, &job->data, blocks);
		mbhash_job_hashed(job, blocks);
	}
}

/* All of a straight job. */
static void hash_straight(struct mbhash_job *job,
			  struct mbhash_section *section,
			  const struct mbhash_kernel *kernel)
{
	const unsigned int nbytes = job->nbytes;
	const unsigned int whole = nbytes / MBHASH_BLOCK;
	const u8 *data = job->src;
	u32 *state = job->state;

	/* Nothing else runs in this section: only its scratch is to be wiped. */
	section->dirty = kernel->scratch;
	if (!(nbytes % MBHASH_BLOCK) && kernel->end &&
	    mbhash_end_ready(section->end, job->hash, job->count + nbytes)) {
		kernel->end(&state, &data, whole, section->scratch,
			    section->end->schedule);
	} else {
		if (whole)
			kernel->fn(&state, &data, whole, section->scratch);
		if (!(nbytes % MBHASH_BLOCK))
			mbhash_job_tail(job);
		kernel->fn(&state, &job->data, job->run, section->scratch);
	}
	if (job->outer) {
		mbhash_job_outer(job);
		kernel->fn(&state, &job->data, job->run, section->scratch);
	}
	mbhash_job_finish(job);
}

/**
 * mbhash_job_run() - hash one job alone
 * @job: a job that no queue and no batch holds
 * @section: for how long, and with what
 *
 * Context: BH disabled, or in any other way alone with @section's scratch.
 * Return: true if the job is not done yet.
 */
bool mbhash_job_run(struct mbhash_job *job, struct mbhash_section *section)
{
	const struct mbhash_kernel *kernel;

	/* Less than a block is only put aside: no reason to claim registers. */
	if (!job->left) {
		mbhash_job_next(job);
		return false;
	}
	/*
	 * Early: a lane kernel loads more at once than is stored here, and would
	 * have to wait for it to reach the cache.
	 */
	if (job->straight && job->nbytes % MBHASH_BLOCK)
		mbhash_job_tail(job);
	section_start(section, job->hash->plan[true].kernel[1]->isa);
	kernel = job->hash->plan[section->simd].kernel[1];
	if (job->straight && (u64)job->left * kernel->cost <= section->ps)
		hash_straight(job, section, kernel);
	else
		hash_runs(job, section, kernel);
	section_end(section);
	return !job->done;
}
