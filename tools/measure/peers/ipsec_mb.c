// SPDX-License-Identifier: GPL-2.0
/*
 * Intel's IPsec library: messages are submitted, then the remaining ones are flushed.
 */
#include <intel-ipsec-mb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/measure.h"

#define BLOCK		64
#define MAX_DIGEST	32

/* RFC 2104: the bytes to XOR with the key, which is all zeros here */
#define HMAC_IPAD	0x36
#define HMAC_OPAD	0x5c

static IMB_MGR *mgr;
static IMB_HASH_ALG alg;
static unsigned int digest_size;
static uint8_t ipad[MAX_DIGEST], opad[MAX_DIGEST];

static unsigned int completed(const IMB_JOB *job)
{
	if (job && job->status != IMB_STATUS_COMPLETED) {
		fputs("ipsec-mb: a hash failed\n", stderr);
		exit(1);
	}
	return job ? 1 : 0;
}

static void hash_jobs(const struct point *point)
{
	static uint8_t tags[BUFFERS][MAX_DIGEST];
	unsigned int done = 0;

	for (unsigned int i = 0; i < point->jobs; i++) {
		IMB_JOB *job = IMB_GET_NEXT_JOB(mgr);

		job->cipher_mode = IMB_CIPHER_NULL;
		job->cipher_direction = IMB_DIR_ENCRYPT;
		job->chain_order = IMB_ORDER_HASH_CIPHER;
		job->hash_alg = alg;
		job->src = measure_next_buffer(point);
		job->hash_start_src_offset_in_bytes = 0;
		job->msg_len_to_hash_in_bytes = point->size;
		job->auth_tag_output = tags[i];
		job->auth_tag_output_len_in_bytes = digest_size;
		job->u.HMAC._hashed_auth_key_xor_ipad = ipad;
		job->u.HMAC._hashed_auth_key_xor_opad = opad;
		done += completed(IMB_SUBMIT_JOB_NOCHECK(mgr));
	}
	while (done < point->jobs) {
		IMB_JOB *job = IMB_FLUSH_JOB(mgr);

		/* Submitting may have completed several jobs, in order. */
		done += completed(job);
		if (!job)
			break;
	}
}

static void make_key(void)
{
	uint8_t inner[BLOCK], outer[BLOCK];

	memset(inner, HMAC_IPAD, sizeof(inner));
	memset(outer, HMAC_OPAD, sizeof(outer));
	if (alg == IMB_AUTH_MD5) {
		IMB_MD5_ONE_BLOCK(mgr, inner, ipad);
		IMB_MD5_ONE_BLOCK(mgr, outer, opad);
	} else if (alg == IMB_AUTH_HMAC_SHA_256) {
		IMB_SHA256_ONE_BLOCK(mgr, inner, ipad);
		IMB_SHA256_ONE_BLOCK(mgr, outer, opad);
	}
}

static void run(const char *arch, const char *algorithm, IMB_HASH_ALG imb_alg,
		unsigned int tag_size)
{
	struct point point = {
		.algorithm = algorithm, .what = "engine", .peer = "ipsec-mb",
		.impl = arch, .isa = "all", .pick = "plan",
	};

	alg = imb_alg;
	digest_size = tag_size;
	make_key();
	for (const size_t *size = measure_sizes; *size; size++) {
		point.size = *size;
		point.layout = LAYOUT_ALIGNED;
		for (const unsigned int *jobs = measure_jobs; *jobs; jobs++) {
			point.jobs = *jobs;
			measure(&point, hash_jobs);
		}
		/* The other layouts with the largest number of jobs */
		while (++point.layout < NR_LAYOUTS)
			measure(&point, hash_jobs);
	}
}

/* The code that the library chooses; with an argument its SSE code, which uses SHA-NI */
int main(int argc, char **argv)
{
	const char *name = "sse";
	IMB_ARCH arch;

	(void)argv;
	mgr = alloc_mb_mgr(0);
	if (!mgr)
		return 1;
	if (argc > 1) {
		init_mb_mgr_sse(mgr);
	} else {
		init_mb_mgr_auto(mgr, &arch);
		name = arch == IMB_ARCH_AVX512 ? "avx512" :
		       arch == IMB_ARCH_AVX2 ? "avx2" : "other";
	}
	run(name, "sha256", IMB_AUTH_SHA_256, 32);
	run(name, "hmac(md5)", IMB_AUTH_MD5, 16);
	run(name, "hmac(sha256)", IMB_AUTH_HMAC_SHA_256, 32);
	free_mb_mgr(mgr);
	return 0;
}
