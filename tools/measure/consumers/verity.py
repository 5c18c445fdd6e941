#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""dm-verity, on Linux 6.1 and 6.12

In newer kernels it accepts only synchronous drivers.
"""

import contextlib
import re
import subprocess
import sys

from consumer import Group, kernel, run
from disk import DISK, READS, mapped
from plan import AS_AHASH

HASH_DISK = "/dev/ram1"
BLOCKS, BLOCK = 8192, 4096
SALT = f"{9:064}"


def format_verity():
    """Returns the root hash."""
    # Blocks must differ: otherwise their digests would be equal.
    with open(DISK, "r+b") as disk, open("/dev/urandom", "rb") as random:
        disk.write(random.read(BLOCKS * BLOCK))
    output = subprocess.run(
        ["veritysetup", "format", f"--salt={SALT}", f"--data-blocks={BLOCKS}",
         DISK, HASH_DISK], check=True, text=True, stdout=subprocess.PIPE).stdout
    return re.search(r"Root hash:\s*(\w+)", output).group(1)


def groups(folder):
    if kernel() > (7, 0):
        sys.exit("verity: this kernel's accepts no ahash")
    root = None

    @contextlib.contextmanager
    def opened(driver, drivers):
        nonlocal root
        root = root or format_verity()
        with mapped("verity", f"0 {BLOCKS * BLOCK // 512} verity 1 {DISK} "
                    f"{HASH_DISK} {BLOCK} {BLOCK} {BLOCKS} 1 {driver} {root} "
                    f"{SALT}", "--readonly") as device:
            yield device

    return [Group("4096", "sha256", opened, READS, others=(AS_AHASH,))]


run("verity", groups)
