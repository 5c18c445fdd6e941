# SPDX-License-Identifier: GPL-2.0
"""On the host: runs the guest's part of a benchmark and reads its measurements."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]

#: User Mode Linux and its processes take turns. On two CPUs of the host each turn
#: would have to wake the other CPU, which may take longer than a message. By taskset the
#: caller may choose the CPU.
ON_ONE_CPU = ["taskset", "--cpu-list", str(min(os.sched_getaffinity(0)))]

#: The memory of User Mode Linux is a file in /dev/shm. Mapped like this it is in huge
#: pages, like that of a kernel on hardware.
IN_HUGE_PAGES = ["unshare", "--mount", "sh", "-c",
                 'mount -t tmpfs -o huge=always shm /dev/shm && exec "$@"', "sh"]


#: Like Debian's kernels, which do not run them
WITHOUT_SELF_TESTS = ["-a", "cryptomgr.notests=1"]


class Progress:
    """Shows progress: a changing line on a terminal, otherwise a line now and then"""

    EVERY_S = 20

    def __init__(self):
        self.start = time.monotonic()
        self.printed = 0

    def passed(self):
        return time.monotonic() - self.start

    def show(self, text):
        passed = self.passed()
        line = f"[{passed:3.0f} s] {text}"
        if sys.stderr.isatty():
            print(f"\r\033[K{line}"[:100], end="", file=sys.stderr, flush=True)
        elif passed - self.printed >= self.EVERY_S:
            self.printed = passed
            print(line, file=sys.stderr, flush=True)

    def step(self, text):
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        print(f"[{self.passed():3.0f} s] {text}",
              file=sys.stderr, flush=True)


def build(program, kernel, progress):
    """Run the program that builds everything for the guest; returns its folder"""
    progress.step(f"Building for {kernel}")
    return subprocess.run([program, kernel], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


def is_uml(kernel):
    return kernel.startswith("uml-")


def have_huge_pages():
    """Does the host permit huge pages? Containers, for example, may not mount."""
    return not subprocess.run([*IN_HUGE_PAGES, "true"], check=False,
                              stderr=subprocess.DEVNULL).returncode


def measurements(kernel, job, seconds, memory=None, pinned=False, huge=False):
    """Boot, run the job in the guest, and yield its measurements, which it prints as
    lines of JSON. memory is that of User Mode Linux. It must be so small that modules
    are in the lowest 2 GiB: older kernels' AVX2 code uses 32-bit addresses for its
    constants. pinned keeps User Mode Linux on one CPU."""
    uml = is_uml(kernel)
    options = ["-m", memory, *WITHOUT_SELF_TESTS] if uml else []
    command = [*(ON_ONE_CPU if uml and pinned else []),
               *(IN_HUGE_PAGES if huge else []),
               TOP / "tools/vm/run", "-k", kernel,
               *options, "-t", str(seconds), *job]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as guest:
        for line in guest.stdout:
            if line.startswith("{"):
                yield json.loads(line) | {"kernel": kernel}
            else:
                print(line, end="", file=sys.stderr)
    if guest.returncode:
        sys.exit(f"bench: the guest failed with status {guest.returncode}")
