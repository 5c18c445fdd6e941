/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clears the MSA registers, once a section that hashed secrets is over.
 */
#include <linux/linkage.h>

#include "mbhash_mips.S"

.text

	use_msa

/* void mbhash_mips_clear_msa(void): w0-w31 */
SYM_FUNC_START(mbhash_mips_clear_msa)
.irp	i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ldi.b		$w\i, 0
.endr
	jr		RA
	 nop
SYM_FUNC_END(mbhash_mips_clear_msa)
