#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The guest's part of mbsum's benchmark: makes files in memory, and programs take turns
hashing them. Each measurement is printed as one line of JSON.

FOLDER is the output of tools/measure/kernel/build, MBSUM the program.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kernel"))
from drivers import has_driver, load_modules  # noqa: E402
from scenarios import DRIVERS  # noqa: E402

#: Name: number of files, bytes per file
FILES = {"small": (2000, 4096), "middle": (400, 400_000), "large": (4, 20_000_000)}

#: mbsum -j
JOBS = (1, 2, 4, 8, 16, 32, 64)


def make_files(folder, number, size):
    folder.mkdir()
    for i in range(number):
        (folder / f"{i:04}").write_bytes(os.urandom(size))


def programs(mbsum, algorithm, folder):
    """Name: command, and its standard input"""
    names = sorted(map(str, folder.iterdir()))
    cpus = os.cpu_count()
    on_each_cpu = ["xargs", "-d", "\n", "-P", str(cpus), "-n", str(-(-len(names) // cpus))]
    listed = "\n".join(names).encode()
    own = next(filter(has_driver, DRIVERS[algorithm][1]))
    ours = [mbsum, "--af-alg", "-a", algorithm, "-r", folder]
    return {
        "coreutils": ([*on_each_cpu, f"{algorithm}sum"], listed),
        "openssl": ([*on_each_cpu, "openssl", "dgst", "-r", f"-{algorithm}"], listed),
        f"mbsum {own}": ([*ours, f"--driver={own}"], b""),
        "mbsum": (ours, b""),
        **{f"mbsum -j {jobs}": ([*ours, "-j", str(jobs)], b"") for jobs in JOBS},
    }


def digests(output):
    """Pairs of digest and name, whatever the separator"""
    return sorted((line.split()[0], line.split()[1].lstrip(b"*"))
                  for line in output.splitlines())


def run(command, listed):
    """Seconds taken, and digests printed"""
    start = time.monotonic()
    # No terminal, so no progress bar
    done = subprocess.run(command, input=listed, check=False, capture_output=True)
    seconds = time.monotonic() - start
    if done.returncode:
        sys.exit(f"{command}: status {done.returncode}: {done.stderr.decode()}")
    return seconds, digests(done.stdout)


def measure(mbsum, folder, algorithm, rounds):
    """Programs take turns, so that disturbances affect all of them"""
    right = None
    for turn in range(rounds):
        for name, how in programs(mbsum, algorithm, folder).items():
            seconds, said = run(*how)
            right = right or said
            if said != right:
                sys.exit(f"{name}: digests other than those of coreutils")
            yield name, turn, seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("mbsum", type=Path)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--parameter", action="append", default=[])
    arguments = parser.parse_args()

    load_modules(arguments.folder, arguments.parameter, "none")
    memory = Path("/memory")
    memory.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=90%", "files", memory], check=True)
    for files, (number, size) in FILES.items():
        folder = memory / files
        make_files(folder, number, size)
        for algorithm in ("md5", "sha256"):
            for name, turn, seconds in measure(arguments.mbsum, folder, algorithm,
                                               arguments.rounds):
                print(json.dumps({"files": files, "number": number, "size": size,
                                  "algorithm": algorithm, "name": name,
                                  "round": turn, "seconds": seconds}), flush=True)
        shutil.rmtree(folder)


main()
