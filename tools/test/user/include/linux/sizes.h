/* SPDX-License-Identifier: GPL-2.0 */
#include <harness/linux.h>
