#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Whole work on LUKS2 with --integrity hmac-sha256: fio, a file system with a tree of sources

As crypt.py, with AES in XTS mode, sectors of 4096 bytes, with a journal (J) and without (D).
"""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from consumer import CPU_NS, cpu_ns, run
from crypt import aes_xts, group

FOLDER = Path(tempfile.mkdtemp(dir="/dev/shm"))
TREE = FOLDER / "tree.tar"

#: Bytes of an I/O, by fio's name for them: from start to end, and at random
SIZES = {"128k": 128 << 10, "4k": 4 << 10}

#: Folders of the kernel's own source, about 16 MB
SOURCES = ("crypto", "lib", "mm")


def call(*command):
    return subprocess.run(command, check=True, cwd=FOLDER, text=True,
                          stdout=subprocess.PIPE).stdout


def fio(pattern, size, depth):
    """fio runs these two commands itself, so that its start and end do not count."""
    def measure(device, ms):
        text = call("fio", "--name=work", f"--filename={device}", "--direct=1",
                    "--ioengine=libaio", f"--rw={pattern}", f"--bs={size}",
                    f"--iodepth={depth}", "--time_based", f"--runtime={ms}ms",
                    f"--exec_prerun=cat {CPU_NS}", f"--exec_postrun=cat {CPU_NS}",
                    "--output-format=json")
        job = json.loads(text[text.index("{"):])["jobs"][0]
        done, count = (job["read"][key] + job["write"][key] for key in ("io_bytes", "total_ios"))
        if done != count * SIZES[size]:  # not what the case's name says
            raise OSError(f"{done} bytes by {count} of {size}")
        before, after = (int((FOLDER / f"work.{when}.txt").read_text())
                         for when in ("prerun", "postrun"))
        return {"bytes": done, "ns": job["job_runtime"] * 10**6, "cpu_ns": after - before}
    return measure


def unpack(device, ms):
    """Make a file system, unpack the tree, and write all of it to the disk"""
    if not TREE.exists():
        source = Path(os.environ["MBHASH_HEADERS"]) / "source"
        call("tar", "-cf", TREE, "-C", source, *SOURCES)
    mounted = FOLDER / "mounted"
    mounted.mkdir(exist_ok=True)
    cpu, start = cpu_ns(), time.monotonic_ns()
    call("mkfs.ext4", "-q", device)
    call("mount", "-t", "ext4", device, mounted)
    try:
        call("tar", "-xf", TREE, "-C", mounted)
    finally:
        call("umount", mounted)
    return {"bytes": TREE.stat().st_size, "ns": time.monotonic_ns() - start,
            "cpu_ns": cpu_ns() - cpu}


#: fio's cases, by their names in fio, and one that takes as long as it takes
CASES = {
    f"{way}-{size}-{depth}": fio(f"{pattern}{way}", size, depth)
    for pattern, size in zip(("", "rand"), SIZES)
    for depth in (1, 32)
    for way in ("write", "read")
} | {"mkfs-untar": unpack}


def groups(folder):
    return [group(f"work-{mode}", 4096, aes_xts, mode, CASES) for mode in "DJ"]


run("work", groups)
