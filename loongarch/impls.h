/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions in mbhash_loongarch.S.
 */
#ifndef _MBHASH_LOONGARCH_IMPLS_H
#define _MBHASH_LOONGARCH_IMPLS_H

#include <linux/linkage.h>
#include <linux/types.h>

/* An implementation, see &mbhash_lane_fn. */
#define LANE_FN(name)							\
	asmlinkage void name(u32 *const *state, const u8 *const *data,	\
			     size_t nblocks, void *scratch)

LANE_FN(mbhash_md5_scalar_x1);
LANE_FN(mbhash_md5_lsx_x4);
LANE_FN(mbhash_md5_lsx_x8);
LANE_FN(mbhash_md5_lsx_x16);
LANE_FN(mbhash_md5_lasx_x8);
LANE_FN(mbhash_md5_lasx_x16);
LANE_FN(mbhash_md5_lasx_x32);

LANE_FN(mbhash_sha256_scalar_x1);
LANE_FN(mbhash_sha256_lsx_x4);
LANE_FN(mbhash_sha256_lasx_x8);

#undef LANE_FN

/* Clear the vector registers, of which those of LSX are the lower halves. */
asmlinkage void mbhash_loongarch_clear_lsx(void);
asmlinkage void mbhash_loongarch_clear_lasx(void);

#endif /* _MBHASH_LOONGARCH_IMPLS_H */
