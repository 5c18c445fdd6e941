#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Damage a disk, and check what can still be read.

    sectors.py flip DISK BEFORE	flip a bit in data that was written to DISK since the
				file BEFORE was a copy of it
    sectors.py read DEVICE FILE	read as many sectors of the device as FILE has,
				bypassing the page cache; print those that cannot be
				read, with the error, and those that differ from FILE
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
    """Flip a bit in the last sector of which nearly all is new. A journal comes before
    the data, and its sectors have less new data, as have those of tags."""
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
