#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""dm-integrity with a digest for each block, from Linux 7.2 on

In older kernels it accepts only synchronous drivers. Modes: J is with a journal, B
with a bitmap, D direct.
"""

import contextlib
import sys

from consumer import Group, kernel, run
from disk import CASES, DISK, fill, format_integrity, mapped
from plan import AS_AHASH


def group(name, mode, block_size):
    sectors = None

    def options(driver):
        return f"2 block_size:{block_size} internal_hash:{driver}"

    @contextlib.contextmanager
    def opened(driver, drivers):
        nonlocal sectors
        first = sectors is None
        if first:
            sectors = format_integrity(options(drivers[1]))
        with mapped("integrity", f"0 {sectors} integrity {DISK} 0 32 {mode} "
                    f"{options(driver)}") as device:
            if first:
                fill(device)
            yield device

    return Group(name, "sha256", opened, CASES, others=(AS_AHASH,))


def groups(folder):
    if kernel() < (7, 0):
        sys.exit("integrity: this kernel's accepts no ahash")
    return [group(f"{mode}-{block_size}", mode, block_size)
            for block_size in (4096, 512) for mode in "DBJ"]


run("integrity", groups)
