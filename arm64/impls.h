/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions in mbhash_arm64.S.
 */
#ifndef _MBHASH_ARM64_IMPLS_H
#define _MBHASH_ARM64_IMPLS_H

#include <linux/linkage.h>
#include <linux/types.h>

/* An implementation, see &mbhash_lane_fn. */
#define LANE_FN(name)							\
	asmlinkage void name(u32 *const *state, const u8 *const *data,	\
			     size_t nblocks, void *scratch)

LANE_FN(mbhash_md5_scalar_x1);
LANE_FN(mbhash_md5_scalar_x2);
LANE_FN(mbhash_md5_neon_x4);
LANE_FN(mbhash_md5_neon_x8);
LANE_FN(mbhash_md5_neon_x12);
LANE_FN(mbhash_md5_neon_x16);

LANE_FN(mbhash_sha256_scalar_x1);
LANE_FN(mbhash_sha256_neon_x4);
LANE_FN(mbhash_sha256_sha2_x1);
LANE_FN(mbhash_sha256_sha2_x2);
LANE_FN(mbhash_sha256_sha2_x3);

#undef LANE_FN

/* Clear the vector registers. */
asmlinkage void mbhash_arm64_clear(void);

#endif /* _MBHASH_ARM64_IMPLS_H */
