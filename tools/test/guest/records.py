#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Numbered records on a disk, each synced before the next is written.

    records.py write DEVICE RUN COUNT	write the first COUNT sectors again and again until
					that fails; print the number of each synced record
    records.py check DEVICE RUN COUNT FILE	check that the records whose numbers FILE has
					are there. One may be newer than the last
					synced one.
"""

import mmap
import os
import struct
import sys

SIZE = 4096
RECORD = struct.Struct("!QQ")


def record(run, number):
    return RECORD.pack(run, number) * (SIZE // RECORD.size)


def write(raw, run, count):
    number = 0
    with mmap.mmap(-1, SIZE) as page:
        try:
            while True:
                page[:] = record(run, number)
                os.pwritev(raw, [page], number % count * SIZE)
                os.fdatasync(raw)
                print(number, flush=True)
                number += 1
        except OSError as error:
            print(error, file=sys.stderr)


def check(raw, run, count, file):
    with open(file, encoding="ascii") as lines:
        synced = int(lines.readlines()[-1])
    bad = 0
    with mmap.mmap(-1, SIZE) as page:
        for number in range(max(0, synced - count + 1), synced + 1):
            os.preadv(raw, [page], number % count * SIZE)
            newer = number + count == synced + 1 and page[:] == record(run, synced + 1)
            if page[:] != record(run, number) and not newer:
                print(f"record {number} of {synced} is lost")
                bad = 1
    sys.exit(bad)


def main(what, device, run, count, *file):
    raw = os.open(device, os.O_RDWR | os.O_DIRECT)
    {"write": write, "check": check}[what](raw, int(run), int(count), *file)


main(*sys.argv[1:])
