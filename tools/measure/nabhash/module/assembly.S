/* SPDX-License-Identifier: GPL-2.0 */
/* From the kernel's source tree, unchanged */
#include "crc32c-pcl-intel-asm_64.S"
