#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The calibration's part in the guest: FOLDER is the output of
tools/measure/kernel/build, with clients. Prints a line of JSON for each measurement."""

import json
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from points import BENCH_MS, CLIENTS_MS, DRIVERS, POINTS  # noqa: E402

#: The driver times its implementations again after 1, 4 and 13 s: that is other work.
SETTLED_S = 15

STATS = Path("/sys/kernel/debug/mbhash/stats")
RUN = Path("/sys/kernel/debug/mbhash_bench/run")
PARAMETERS = Path("/sys/module/mbhash_bench/parameters")


def flushes(algorithm):
    """The number of flushes, and of jobs that these began with"""
    words = [line.split() for line in STATS.read_text().splitlines()]
    found = [(int(lanes), int(n)) for hashed, what, lanes, n in
             (four for four in words if len(four) == 4)
             if (hashed, what) == (algorithm, "jobs")]
    return (sum(n for _, n in found), sum(lanes * n for lanes, n in found))


def bench(point, driver, defaults):
    wanted = defaults | {"driver": driver, "ms": BENCH_MS,
                         "reference": f"{point.algorithm}-generic",
                         **point.bench}
    for name, value in wanted.items():
        (PARAMETERS / name).write_text(str(value))
    measured = json.loads(RUN.read_text())
    return measured["ns"], [measured["messages"]]


def clients(folder, point, driver):
    output = subprocess.run([folder / "clients", str(CLIENTS_MS), driver,
                             *point.clients],
                            check=True, stdout=subprocess.PIPE, text=True)
    measured = json.loads(output.stdout)
    return measured["ns"], [sum(kind) for kind in measured["messages"]]


def main():
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    for name in ("mbhash_baseline", "mbhash", "mbhash_bench"):
        subprocess.run(["insmod", folder / f"{name}.ko"], check=True)
    time.sleep(SETTLED_S)
    defaults = {path.name: path.read_text().strip()
                for path in PARAMETERS.iterdir()}
    for point in POINTS:
        for driver in DRIVERS[point.algorithm] * rounds:
            before = flushes(point.algorithm)
            if point.bench:
                ns, done = bench(point, driver, defaults)
            else:
                ns, done = clients(folder, point, driver)
            after = flushes(point.algorithm)
            print(json.dumps({"name": point.name, "driver": driver, "ns": ns,
                              "done": done, "flushes": after[0] - before[0],
                              "jobs": after[1] - before[1]}), flush=True)


main()
