/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions in mbhash_x86.S.
 */
#ifndef _MBHASH_X86_IMPLS_H
#define _MBHASH_X86_IMPLS_H

#include <linux/linkage.h>
#include <linux/types.h>

/* An implementation, see &mbhash_lane_fn. */
#define LANE_FN(name)							\
	asmlinkage void name(u32 *const *state, const u8 *const *data,	\
			     size_t nblocks, void *scratch)

/* The same with a &mbhash_finup_fn. */
#define LANE_FINUP_FN(name)						\
	LANE_FN(name);							\
	asmlinkage void name##_finup(u32 *const *state,			\
				   const u8 *const *data,		\
				   size_t nblocks, void *scratch,	\
				   const u32 *schedule)

/* The same with a &mbhash_digest_fn. */
#define LANE_DIGEST_FN(name)						\
	LANE_FINUP_FN(name);						\
	asmlinkage void name##_digest(u32 *const *state,		\
				      const u8 *const *data,		\
				      size_t nblocks, void *scratch,	\
				      const u32 *schedule,		\
				      u8 *const *digest)

LANE_FN(mbhash_md5_scalar_x1);
LANE_FN(mbhash_md5_scalar_x2);
LANE_FINUP_FN(mbhash_md5_sse2_x4);
LANE_FINUP_FN(mbhash_md5_sse2_x8);
LANE_FINUP_FN(mbhash_md5_avx_x4);
LANE_FINUP_FN(mbhash_md5_avx_x8);
LANE_FINUP_FN(mbhash_md5_avx2_x8);
LANE_FINUP_FN(mbhash_md5_avx2_x16);
LANE_FINUP_FN(mbhash_md5_avx512_x4);
LANE_FINUP_FN(mbhash_md5_avx512_x8);
LANE_FINUP_FN(mbhash_md5_avx512_x16);
LANE_FINUP_FN(mbhash_md5_avx512_x32);
LANE_FINUP_FN(mbhash_md5_avx512_x48);
LANE_FINUP_FN(mbhash_md5_avx512_x64);

LANE_FINUP_FN(mbhash_sha256_scalar_x1);
LANE_FINUP_FN(mbhash_sha256_bmi2_x1);
LANE_FINUP_FN(mbhash_sha256_ssse3_x1);
LANE_FINUP_FN(mbhash_sha256_avx_x1);
LANE_FINUP_FN(mbhash_sha256_avx2_x1);
LANE_FINUP_FN(mbhash_sha256_avx2_x2);
LANE_FINUP_FN(mbhash_sha256_avx512_x1);
LANE_FN(mbhash_sha256_ssse3_x4);
LANE_FN(mbhash_sha256_avx_x4);
LANE_FN(mbhash_sha256_avx2_x8);
LANE_FN(mbhash_sha256_avx512_x8);
LANE_FN(mbhash_sha256_avx512_x16);
LANE_DIGEST_FN(mbhash_sha256_shani_x1);
LANE_DIGEST_FN(mbhash_sha256_shani_avx_x1);
LANE_DIGEST_FN(mbhash_sha256_shani_x2);
LANE_DIGEST_FN(mbhash_sha256_shani_avx_x2);
LANE_DIGEST_FN(mbhash_sha256_shani_x3);
LANE_DIGEST_FN(mbhash_sha256_shani_x4);
LANE_DIGEST_FN(mbhash_sha256_shani_vl_x3);
LANE_DIGEST_FN(mbhash_sha256_shani_vl_x4);
LANE_DIGEST_FN(mbhash_sha256_shani_vl_x8);

#undef LANE_FN
#undef LANE_FINUP_FN
#undef LANE_DIGEST_FN

/*
 * Clear all vector registers of one kind, including the narrower ones that they
 * contain, and @size bytes of @scratch; both are multiples of 64.
 */
asmlinkage void mbhash_x86_clear_sse(void *scratch, size_t size);
asmlinkage void mbhash_x86_clear_avx(void *scratch, size_t size);
asmlinkage void mbhash_x86_clear_avx512(void *scratch, size_t size);

#endif /* _MBHASH_X86_IMPLS_H */
