/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions in mbhash_riscv.S.
 */
#ifndef _MBHASH_RISCV_IMPLS_H
#define _MBHASH_RISCV_IMPLS_H

#include <linux/linkage.h>
#include <linux/types.h>

/* An implementation, see &mbhash_lane_fn. */
#define LANE_FN(name)							\
	asmlinkage void name(u32 *const *state, const u8 *const *data,	\
			     size_t nblocks, void *scratch)

LANE_FN(mbhash_md5_zbb_x1);
LANE_FN(mbhash_md5_v_x4);
LANE_FN(mbhash_md5_v_x8);
LANE_FN(mbhash_md5_v_x16);
LANE_FN(mbhash_md5_v_x32);
LANE_FN(mbhash_md5_v_x64);
LANE_FN(mbhash_md5_zvkb_x4);
LANE_FN(mbhash_md5_zvkb_x8);
LANE_FN(mbhash_md5_zvkb_x16);
LANE_FN(mbhash_md5_zvkb_x32);
LANE_FN(mbhash_md5_zvkb_x64);

LANE_FN(mbhash_sha256_zbb_x1);
LANE_FN(mbhash_sha256_v_x4);
LANE_FN(mbhash_sha256_v_x8);
LANE_FN(mbhash_sha256_v_x16);
LANE_FN(mbhash_sha256_v_x32);
LANE_FN(mbhash_sha256_zvkb_x4);
LANE_FN(mbhash_sha256_zvkb_x8);
LANE_FN(mbhash_sha256_zvkb_x16);
LANE_FN(mbhash_sha256_zvkb_x32);
LANE_FN(mbhash_sha256_zvknh_x1);
LANE_FN(mbhash_sha256_zvknh_x2);
LANE_FN(mbhash_sha256_zvknh_x4);
LANE_FN(mbhash_sha256_zvknh_x8);

#undef LANE_FN

/* Clear the vector registers. */
asmlinkage void mbhash_riscv_clear(void);

#endif /* _MBHASH_RISCV_IMPLS_H */
