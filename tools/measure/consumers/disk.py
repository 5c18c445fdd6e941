# SPDX-License-Identifier: GPL-2.0
"""A RAM disk, device-mapper targets on it, and bios to them."""

import contextlib
import json
import os
import struct
import subprocess
from pathlib import Path

from consumer import PARAMETERS

DISK = "/dev/ram0"
RUN = Path("/sys/kernel/debug/mbhash_load/run")
MIB = 1 << 20

os.environ["DM_DISABLE_UDEV"] = "1"  # there is no udev


def set_parameters(**values):
    for name, value in values.items():
        (PARAMETERS / name).write_text(str(value))


def bios(device, ms, size, write=False, random=False, depth=1):
    """Make bios; returns what was measured. With ms=0: all of the device once"""
    set_parameters(device=device, ms=ms, size=size, write=int(write),
                   random=int(random), depth=depth)
    measured = json.loads(RUN.read_text())
    if measured["errors"]:
        raise OSError(f"{device}: {measured}")
    return measured


def case(size, **how):
    """A quarter of the time is a warm-up and not measured"""
    def measure(device, ms):
        bios(device, ms // 4 or 1, size, **how)
        return bios(device, ms, size, **how)
    return measure


#: The cases of a disk; reads find what fill() has written
READS = {
    "read-1m": case(MIB),
    "read-4k": case(4096, random=True),
    "read-4k-32": case(4096, random=True, depth=32),
}
CASES = {
    "write-1m": case(MIB, write=True),
    "write-4k": case(4096, write=True, random=True),
    "write-4k-32": case(4096, write=True, random=True, depth=32),
    **READS,
}


def dmsetup(*words):
    """It always prints a message about semaphores, which this kernel lacks."""
    done = subprocess.run(["dmsetup", *words], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise OSError(f"dmsetup {' '.join(words)}: {done.stdout}")


@contextlib.contextmanager
def mapped(name, table, *options):
    """A mapped device, removed at the end; yields its path"""
    dmsetup("create", name, "--table", table, *options)
    try:
        yield f"/dev/mapper/{name}"
    finally:
        dmsetup("remove", "--retry", name)


def format_integrity(options):
    """As integritysetup does: open a device of 8 sectors on a disk without a
    superblock. Returns the number of data sectors, which dm-integrity has written
    into its superblock (le64 at 16)."""
    with open(DISK, "r+b") as disk:
        disk.write(bytes(4096))
    with mapped("format", f"0 8 integrity {DISK} 0 32 D {options}"):
        pass
    with open(DISK, "rb") as disk:
        return struct.unpack_from("<Q", disk.read(4096), 16)[0]


def fill(device):
    """Write all sectors, so that each has a tag when it is read later"""
    bios(device, 0, 4096, write=True, depth=32)
