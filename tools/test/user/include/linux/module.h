/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_MODULE_H
#define _LINUX_MODULE_H

#include <linux/init.h>
#include <linux/kernel.h>

/* Parameters are passed to the program as to insmod: name=value. */
void module_param_register(const char *name, u64 *value);

#define module_param(param, type, perm)					\
	static void __attribute__((__constructor__)) register_##param(void) \
	{								\
		module_param_register(#param, &(param));		\
	}

#define MODULE_PARM_DESC(param, text)
#define MODULE_LICENSE(text)
#define MODULE_DESCRIPTION(text)

#endif
