/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _LINUX_INIT_H
#define _LINUX_INIT_H

#define __init
#define __initdata
#define __initconst
#define __ro_after_init
#define __read_mostly

#endif
