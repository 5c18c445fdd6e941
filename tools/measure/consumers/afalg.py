#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""AF_ALG: programs that let the kernel hash

With libkcapi from several processes (tools/measure/kernel/afalg.c), with Python's
socket, and with mbsum. Left out: stress-ng, which goes through all algorithms and
accepts no driver's name, and "cryptsetup benchmark", which hashes with a library.
"""

import contextlib
import json
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from consumer import Group, cpu_ns, run
from drivers import for_af_alg

FILES, FILE_SIZE = 512, 65536


class Kcapi:
    """Programs that are started once, and then told which driver to use"""

    def __init__(self, program):
        self.program = program
        self.running = {}

    def start(self, drivers, size, processes, ms):
        key = drivers[0], size, processes
        if key not in self.running:
            self.running[key] = subprocess.Popen(
                [self.program, drivers[-1], str(size), str(processes), str(ms),
                 *drivers],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                bufsize=1)
            self.running[key].stdout.readline()
        return self.running[key]

    def case(self, size, processes):
        def measure(names, ms):
            driver, drivers = names
            program = self.start(drivers, size, processes, ms)
            # In the first run mbhash learns how many processes there are.
            for _ in range(2):
                before = cpu_ns()
                print(drivers.index(driver), file=program.stdin)
                measured = json.loads(program.stdout.readline())
                measured["cpu_ns"] = cpu_ns() - before
            return measured
        return measure


def repeat(action, ms):
    """Repeat the action for that time; it returns the number of bytes hashed"""
    total, before, start = 0, cpu_ns(), time.monotonic_ns()
    while time.monotonic_ns() < start + ms * 10**6:
        total += action()
    return {"bytes": total, "ns": time.monotonic_ns() - start,
            "cpu_ns": cpu_ns() - before}


def python(size):
    data = os.urandom(size)

    def measure(names, ms):
        with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing:
            hashing.bind(("hash", names[0]))
            with hashing.accept()[0] as one:
                def digest():
                    one.sendall(data)
                    one.recv(64)
                    return size
                return repeat(digest, ms)
    return measure


class Mbsum:
    """mbsum, on files in memory that are made at the first measurement"""

    def __init__(self):
        self.files = None

    def case(self, algorithm):
        def measure(names, ms):
            if not self.files:
                self.files = tempfile.mkdtemp(dir="/dev/shm")
                for i in range(FILES):
                    Path(self.files, str(i)).write_bytes(os.urandom(FILE_SIZE))
            command = [os.environ["MBSUM"], "-a", algorithm, "-j", "32",
                       f"--driver={names[0]}", "-r", self.files]

            def hash_files():
                subprocess.run(command, check=True, capture_output=True)
                return FILES * FILE_SIZE
            return repeat(hash_files, ms)
        return measure


@contextlib.contextmanager
def named(driver, drivers):
    yield driver, drivers


def groups(folder):
    kcapi, mbsum = Kcapi(folder / "afalg"), Mbsum()
    return [
        Group(algorithm, algorithm, named, cases={
            "kcapi-64k-1": kcapi.case(65536, 1),
            "kcapi-64k-16": kcapi.case(65536, 16),
            "kcapi-4k-16": kcapi.case(4096, 16),
            "python-4k": python(4096),
            "mbsum": mbsum.case(algorithm),
        }, rename=for_af_alg) for algorithm in ("sha256", "md5")]


run("afalg", groups)
