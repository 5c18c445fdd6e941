/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_CFI_TYPES_H
#define _LINUX_CFI_TYPES_H

#include <linux/linkage.h>

#define SYM_TYPED_FUNC_START(name)	SYM_FUNC_START(name)

#endif
