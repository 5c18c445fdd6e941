#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The benchmark's part in the guest: load the modules and measure each point.

FOLDER is what tools/measure/kernel/build has made. Each measurement is printed
as one line of JSON; see measure().
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from drivers import (counters, difference, for_af_alg, has_driver,  # noqa: E402
                     load_modules)
from scenarios import AF_ALG_MS, DRIVERS, KERNEL_MS, all_points  # noqa: E402

RUN = Path("/sys/kernel/debug/mbhash_bench/run")
PARAMETERS = Path("/sys/module/mbhash_bench/parameters")


class Bench:
    """The benchmark module; remembers its parameters to set only what differs"""

    def __init__(self, nr_rounds):
        self.nr_rounds = nr_rounds
        self.defaults = {path.name: path.read_text().strip()
                         for path in PARAMETERS.iterdir()}
        self.current = dict(self.defaults)

    def rounds(self, point, reference, names):
        """What each driver in turn has done, and what mbhash counted meanwhile"""
        for name in names * self.nr_rounds:
            self.set({"driver": name, "reference": reference,
                      "size": point.size, "cpus": point.cpus, "ms": KERNEL_MS,
                      **point.parameters})
            before = counters()
            measured = json.loads(RUN.read_text())
            yield name, measured, difference(before, counters())

    def set(self, parameters):
        wanted = self.defaults | {name: str(value)
                                  for name, value in parameters.items()}
        for name, value in wanted.items():
            if self.current[name] != value:
                (PARAMETERS / name).write_text(value)
        self.current = wanted


class AfAlg:
    """The same through AF_ALG, from as many processes as the point says"""

    def __init__(self, folder, nr_rounds):
        self.program = folder / "afalg"
        self.nr_rounds = nr_rounds

    def rounds(self, point, reference, names):
        command = ["taskset", "--cpu-list", f"0-{point.cpus - 1}", self.program,
                   reference, str(point.size), str(point.processes),
                   str(AF_ALG_MS), *names]
        with subprocess.Popen(command, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True,
                              bufsize=1) as program:
            program.stdout.readline()
            for number, name in list(enumerate(names)) * self.nr_rounds:
                before = counters()
                print(number, file=program.stdin)
                measured = program.stdout.readline()
                if not measured:
                    break
                yield name, json.loads(measured), difference(before, counters())
            program.stdin.close()
        if program.returncode:
            sys.exit(f"{command}: status {program.returncode}")


def measure(by, number, point):
    """Every driver in turn, so that what disturbs one disturbs the others; the
    one under test comes first."""
    driver, baselines = DRIVERS[point.algorithm]
    if point.processes:
        driver = for_af_alg(driver)
    baselines = list(filter(has_driver, baselines))
    reference = baselines[-1]
    if not point.all_baselines:
        baselines = baselines[:1]
    for name, measured, counted in by.rounds(point, reference,
                                             [driver, *baselines]):
        print(json.dumps({"point": number, "name": name,
                          "measured": measured, "counters": counted}),
              flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenario", action="append", required=True)
    parser.add_argument("--parameter", action="append", default=[])
    parser.add_argument("--rounds", type=int, required=True,
                        help="how often each driver of a point is measured")
    arguments = parser.parse_args()

    load_modules(arguments.folder, arguments.parameter, "mbhash_bench")
    bench = Bench(arguments.rounds)
    af_alg = AfAlg(arguments.folder, arguments.rounds)
    for number, point in enumerate(all_points()):
        if point.scenario in arguments.scenario and point.cpus <= os.cpu_count():
            measure(af_alg if point.processes else bench, number, point)


main()
