#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Flip a bit of a sector of an NVMe disk that has metadata beside its sectors, in the data
or in the metadata, and leave the rest as it is.

    nvme.py flip DISK SECTOR data|metadata METADATA_BYTES
"""

import ctypes
import fcntl
import sys

SECTOR = 4096
# linux/nvme_ioctl.h, linux/nvme.h
NVME_IOCTL_SUBMIT_IO = 0x40304e42
NVME_CMD_WRITE, NVME_CMD_READ = 1, 2


class UserIo(ctypes.Structure):
    """struct nvme_user_io"""
    _fields_ = [("opcode", ctypes.c_uint8), ("flags", ctypes.c_uint8),
                ("control", ctypes.c_uint16), ("nblocks", ctypes.c_uint16),
                ("rsvd", ctypes.c_uint16), ("metadata", ctypes.c_uint64),
                ("addr", ctypes.c_uint64), ("slba", ctypes.c_uint64),
                ("dsmgmt", ctypes.c_uint32), ("reftag", ctypes.c_uint32),
                ("apptag", ctypes.c_uint16), ("appmask", ctypes.c_uint16)]


def submit(disk, opcode, sector, data, metadata):
    """Read or write this sector, and what is beside it"""
    status = fcntl.ioctl(disk, NVME_IOCTL_SUBMIT_IO, UserIo(
        opcode=opcode, slba=sector, addr=ctypes.addressof(data),
        metadata=ctypes.addressof(metadata)))
    if status:
        raise OSError(f"NVMe status {status:#x}")


def flip(disk, sector, where, metadata_bytes):
    parts = {"data": ctypes.create_string_buffer(SECTOR),
             "metadata": ctypes.create_string_buffer(int(metadata_bytes))}
    with open(disk, "r+b") as raw:
        submit(raw, NVME_CMD_READ, int(sector), *parts.values())
        parts[where][0] = parts[where].raw[0] ^ 1
        submit(raw, NVME_CMD_WRITE, int(sector), *parts.values())


{"flip": flip}[sys.argv[1]](*sys.argv[2:])
