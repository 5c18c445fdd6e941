#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The benchmark's part in the guest: load the modules and measure each point.

FOLDER is what tools/bench/build has made. Each measurement is printed as one
line of JSON; see measure().
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from scenarios import (AF_ALG_MS, DRIVERS, KERNEL_MS, REFERENCE, ROUNDS,  # noqa: E402
                       all_points)

STATS = Path("/sys/kernel/debug/mbhash/stats")
RUN = Path("/sys/kernel/debug/mbhash_bench/run")
PARAMETERS = Path("/sys/module/mbhash_bench/parameters")
SELF_TESTS_OFF = Path("/sys/module/cryptomgr/parameters/notests")


#: What a kernel may have as modules: its own fastest driver, and AF_ALG with
#: what libkcapi asks about drivers
KERNEL_MODULES = ("sha256_ssse3", "algif_hash", "crypto_user")


def load_modules(folder, parameters):
    """The order counts: a driver asks for its self-tests when it is loaded."""
    if SELF_TESTS_OFF.exists():
        SELF_TESTS_OFF.write_text("1")
    subprocess.run(["modprobe", "-aq", *KERNEL_MODULES], check=False)
    for name, own in (("mbhash_baseline", []), ("mbhash", parameters),
                      ("mbhash_bench", [])):
        module = folder / f"{name}.ko"
        if module.exists():
            subprocess.run(["insmod", module, *own], check=True)


def has_driver(name):
    """Is there such a driver? hmac(X) is made when it is asked for."""
    name = name.removeprefix("hmac(").removesuffix(")")
    lines = Path("/proc/crypto").read_text().splitlines()
    return any(line.split() == ["driver", ":", name] for line in lines)


def counters():
    """mbhash's counters: {(hash, counter, key...): value}"""
    return {tuple(words[:-1]): int(words[-1])
            for words in map(str.split, STATS.read_text().splitlines())}


def difference(before, after):
    return {" ".join(key): value - before.get(key, 0)
            for key, value in after.items() if value != before.get(key, 0)}


class Bench:
    """The benchmark module; remembers its parameters to set only what differs"""

    def __init__(self):
        self.defaults = {path.name: path.read_text().strip()
                         for path in PARAMETERS.iterdir()}
        self.current = dict(self.defaults)

    def measure(self, point, driver):
        """What it measures, and what mbhash counted meanwhile"""
        wanted = self.defaults | {name: str(value) for name, value in {
            "driver": driver, "reference": REFERENCE[point.algorithm],
            "size": point.size, "ms": KERNEL_MS, **point.parameters,
        }.items()}
        for name, value in wanted.items():
            if self.current[name] != value:
                (PARAMETERS / name).write_text(value)
        self.current = wanted
        before = counters()
        return json.loads(RUN.read_text()), difference(before, counters())


def measure_af_alg(folder, point, driver):
    """The same through AF_ALG, from that many processes"""
    command = [folder / "afalg", driver, REFERENCE[point.algorithm],
               str(point.size), str(point.processes), str(AF_ALG_MS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as program:
        program.stdout.readline()
        before = counters()
        output, _ = program.communicate("\n")
    if program.returncode:
        sys.exit(f"{command}: status {program.returncode}")
    return json.loads(output), difference(before, counters())


def measure(by, number, point, rounds):
    """Every driver in turn, so that what disturbs one disturbs the others."""
    driver, baselines = DRIVERS[point.algorithm]
    baselines = list(filter(has_driver, baselines))
    if not point.all_baselines:
        baselines = baselines[:1]
    for _ in range(rounds):
        for name in [driver, *baselines]:
            measured, counted = by(point, name)
            print(json.dumps({"point": number, "name": name,
                              "measured": measured, "counters": counted}),
                  flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--parameter", action="append", default=[])
    arguments = parser.parse_args()

    folder = arguments.folder
    load_modules(folder, arguments.parameter)
    bench = Bench()
    for number, point in enumerate(all_points()):
        if arguments.scenario and point.scenario not in arguments.scenario:
            continue
        if point.processes:
            measure(lambda p, name: measure_af_alg(folder, p, name), number,
                    point, ROUNDS)
        else:
            measure(bench.measure, number, point, ROUNDS)


main()
