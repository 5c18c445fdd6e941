/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clears the vector registers, once a section that hashed secrets is over.
 */
#include <linux/linkage.h>

.text

/*
 * void mbhash_arm64_clear(void): v0-7, v16-31
 *
 * A lane kernel that uses v8 to v15 restores their low halves when it returns,
 * which clears the high ones.
 */
SYM_FUNC_START(mbhash_arm64_clear)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, \
	27, 28, 29, 30, 31
	movi		v\i\().2d, #0
.endr
	ret
SYM_FUNC_END(mbhash_arm64_clear)
