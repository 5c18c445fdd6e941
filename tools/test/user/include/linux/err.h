/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_ERR_H
#define _LINUX_ERR_H

#define IS_ERR(p)	((unsigned long)(p) >= -4095UL)

#endif
