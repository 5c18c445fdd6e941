/* SPDX-License-Identifier: GPL-2.0 */
/* MIPS: MSA is always enabled in a program. */
#ifndef _ASM_MSA_H
#define _ASM_MSA_H

static inline void enable_msa(void)
{
}

static inline void disable_msa(void)
{
}

#endif
