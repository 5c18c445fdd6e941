#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Numbered records on a disk, each synced before the next is written.

    records.py write DEVICE RUN COUNT	go round and round the first COUNT sectors until
					that fails; print each number that is synced
    records.py check DEVICE RUN COUNT FILE	FILE has what was printed: is it all there?
					A record may be newer than the last synced one.
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
