/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions in mbhash_mips.S.
 */
#ifndef _MBHASH_MIPS_IMPLS_H
#define _MBHASH_MIPS_IMPLS_H

#include <linux/linkage.h>
#include <linux/types.h>

/* An implementation, see &mbhash_lane_fn. */
#define LANE_FN(name)							\
	asmlinkage void name(u32 *const *state, const u8 *const *data,	\
			     size_t nblocks, void *scratch)

LANE_FN(mbhash_md5_scalar_x1);
LANE_FN(mbhash_md5_scalar_x2);
LANE_FN(mbhash_md5_msa_x4);
LANE_FN(mbhash_md5_msa_x8);
LANE_FN(mbhash_md5_msa_x12);

LANE_FN(mbhash_sha256_scalar_x1);
LANE_FN(mbhash_sha256_scalar_x2);
LANE_FN(mbhash_sha256_msa_x4);

#undef LANE_FN

/* Clear all MSA registers, and those of the FPU, which are parts of them. */
asmlinkage void mbhash_mips_clear_msa(void);

#endif /* _MBHASH_MIPS_IMPLS_H */
