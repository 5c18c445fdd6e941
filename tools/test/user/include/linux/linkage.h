/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_LINKAGE_H
#define _LINUX_LINKAGE_H

#ifdef __ASSEMBLY__

#define SYM_FUNC_START(name)		\
	.globl name ;			\
	.p2align 4 ;			\
	.type name, @function ;		\
	name:

#define SYM_FUNC_START_LOCAL(name)	\
	.p2align 4 ;			\
	.type name, @function ;		\
	name:

#define SYM_FUNC_END(name)		\
	.size name, . - name

#define RET				ret

#else

#define asmlinkage

#endif

#endif
