// SPDX-License-Identifier: GPL-2.0
/*
 * OpenSSL: one message after the other.
 */
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

#include "../engine/measure.h"

static struct evp_md_st *md;
static struct evp_md_ctx_st *ctx;

static void check(int good)
{
	if (!good) {
		fputs("openssl: a hash failed\n", stderr);
		exit(1);
	}
}

static void hash_one(const struct point *point)
{
	unsigned char digest[EVP_MAX_MD_SIZE];

	check(EVP_DigestInit_ex2(ctx, md, NULL) &&
	      EVP_DigestUpdate(ctx, measure_next_buffer(point), point->size) &&
	      EVP_DigestFinal_ex(ctx, digest, NULL));
}

static void run(const char *algorithm)
{
	struct point point = {
		.algorithm = algorithm, .what = "engine", .peer = "openssl",
		.impl = "EVP", .isa = "all", .pick = "plan", .jobs = 1,
	};

	md = EVP_MD_fetch(NULL, algorithm, NULL);
	check(md && ctx);
	for (const size_t *size = measure_sizes; *size; size++) {
		point.size = *size;
		for (point.layout = 0; point.layout < NR_LAYOUTS; point.layout++)
			measure(&point, hash_one);
	}
	EVP_MD_free(md);
}

int main(void)
{
	ctx = EVP_MD_CTX_new();
	run("md5");
	run("sha256");
	EVP_MD_CTX_free(ctx);
	return 0;
}
