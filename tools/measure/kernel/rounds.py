# SPDX-License-Identifier: GPL-2.0
"""In the guest: measures a point with each driver in turn, with the benchmark module or
with programs through AF_ALG.
"""

import json
import subprocess
import sys
from pathlib import Path

from drivers import counters, difference
from scenarios import AF_ALG_MS, KERNEL_MS

RUN = Path("/sys/kernel/debug/mbhash_bench/run")
PARAMETERS = Path("/sys/module/mbhash_bench/parameters")

#: Attempts at a measurement in which no message was hashed
TRIES = 5


class Bench:
    """The benchmark module; remembers its parameters and sets only those that change"""

    def __init__(self, nr_rounds):
        self.nr_rounds = nr_rounds
        self.defaults = {path.name: path.read_text().strip()
                         for path in PARAMETERS.iterdir()}
        self.current = dict(self.defaults)

    def rounds(self, point, reference, names):
        """Yields each driver's measurement, and what mbhash counted meanwhile"""
        for name in names * self.nr_rounds:
            self.set({"driver": name, "reference": reference,
                      "size": point.size, "ms": KERNEL_MS, **point.parameters})
            yield name, *self.measure()

    def measure(self):
        """A busy host may give the guest no time at all during a measurement."""
        for _ in range(TRIES):
            before = counters()
            measured = json.loads(RUN.read_text())
            if measured["messages"]:
                break
        return measured, difference(before, counters())

    def set(self, parameters):
        wanted = self.defaults | {name: str(value)
                                  for name, value in parameters.items()}
        for name, value in wanted.items():
            if self.current[name] != value:
                (PARAMETERS / name).write_text(value)
        self.current = wanted


class AfAlg:
    """The same through AF_ALG, from the point's number of processes"""

    def __init__(self, folder, nr_rounds):
        self.program = folder / "afalg"
        self.nr_rounds = nr_rounds

    def rounds(self, point, reference, names):
        command = ["taskset", "--cpu-list", "0", self.program,
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


def measure(by, number, point, reference, names):
    """All drivers take turns, so that disturbances affect all of them; the one under
    test comes first. Yields a measurement for each turn."""
    for name, measured, counted in by.rounds(point, reference, names):
        yield {"point": number, "name": name, "measured": measured,
               "counters": counted}
