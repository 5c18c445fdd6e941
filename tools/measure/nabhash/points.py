# SPDX-License-Identifier: GPL-2.0
"""What is measured, for host and guest"""

DRIVERS = ("nabhash-aes", "crc32c-intel", "xxhash64-generic")
SIZES = (16, 64, 512, 4096, 65536)
