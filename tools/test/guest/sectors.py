#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Damage a disk, and see what can still be read.

    sectors.py flip DISK BEFORE	flip a bit of what was written to DISK since it was
				like the file BEFORE
    sectors.py read DEVICE FILE	read each sector of the device, as far as FILE
				goes, past the page cache; print which of them
				cannot be read and why, and which differ from FILE
"""

import errno
import fcntl
import mmap
import operator
import os
import struct
import sys
from pathlib import Path

BLKSSZGET = 0x1268
SECTOR = 512


def flip(disk, before):
    """In the last sector all of which is new: a journal is before the data, and
    has less of it in a sector; so have tags."""
    old, new = Path(before).read_bytes(), Path(disk).read_bytes()
    fresh = [start for start in range(0, len(new), SECTOR)
             if old[start:start + SECTOR] != new[start:start + SECTOR] and
             sum(map(operator.ne, old[start:start + SECTOR],
                     new[start:start + SECTOR])) > SECTOR * 9 // 10]
    with open(disk, "r+b") as raw:
        raw.seek(fresh[-1])
        raw.write(bytes([new[fresh[-1]] ^ 1]))


def read(device, file):
    expected = Path(file).read_bytes()
    raw = os.open(device, os.O_RDONLY | os.O_DIRECT)
    size = struct.unpack("i", fcntl.ioctl(raw, BLKSSZGET, bytes(4)))[0]
    with mmap.mmap(-1, size) as sector:
        for number, start in enumerate(range(0, len(expected), size)):
            try:
                os.preadv(raw, [sector], start)
                if sector[:] != expected[start:start + size]:
                    print(number, "differs")
            except OSError as error:
                print(number, errno.errorcode[error.errno])
    os.close(raw)


{"flip": flip, "read": read}[sys.argv[1]](*sys.argv[2:])
