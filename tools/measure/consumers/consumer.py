# SPDX-License-Identifier: GPL-2.0
"""Code that the scenarios share in the guest: it lets the drivers take turns and
prints the results.

By hand, after tools/measure/consumers/build uml-oldest:
    tools/vm/run -k uml-oldest -m 384M tools/measure/consumers/esp.py --case '*/tcp'

A scenario is a list of groups. A group is something that takes time to set up with
one of the drivers (a security association, a disk), and its cases, which are then
measured one after the other. All drivers have their turn with a group before its
next repeat begins, so the state of the host is the same for all.

Each measurement is a line of JSON:
    scenario, group, case   what was measured
    algorithm, name         the driver
    measured                bytes, ns passed, cpu_ns of CPU time of the kernel
    counters                what mbhash counted meanwhile
"""

import argparse
import fnmatch
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

sys.dont_write_bytecode = True
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kernel"))
from drivers import (best_driver, counters, difference, has_driver,  # noqa: E402
                     insert, load_modules)
from records import plain  # noqa: E402
from plan import AS_AHASH  # noqa: E402
from scenarios import DRIVERS  # noqa: E402
from sets import SETS  # noqa: E402

#: Of the module that makes the load
PARAMETERS = Path("/sys/module/mbhash_load/parameters")
CPU_NS = PARAMETERS / "cpu_ns"

#: Attempts at a measurement in which nothing was done
TRIES = 5


@dataclass
class Group:
    """open gets the name of the driver, and the names of all; it returns a context
    manager that sets up the consumer with that driver. Each case gets the context's
    value and the milliseconds to measure for, and returns what it has measured.
    rename turns a driver's name into the one that the consumer uses. others: the names
    of what else is to be compared with. portable: also with the kernel's portable C."""
    name: str
    algorithm: str
    open: Callable
    cases: dict
    rename: Callable = str
    others: tuple = ()
    portable: bool = True


def cpu_ns():
    """CPU time of the kernel so far, without programs"""
    return int(CPU_NS.read_text())


def kernel():
    """The version as a tuple: (6, 1)"""
    return tuple(int(part) for part in os.uname().release.split(".")[:2])


def own_drivers(algorithm, chosen):
    """The kernel's best and its portable C; or the one for the chosen set of instructions"""
    if chosen and plain(algorithm) == "sha256":
        return [best_driver(chosen, algorithm)]
    found = list(filter(has_driver, DRIVERS[algorithm][1]))
    return [found[0], found[-1]]


def contenders(group, chosen):
    """mbhash's driver, and the kernel's"""
    ours, others = DRIVERS[group.algorithm][0], own_drivers(group.algorithm, chosen)
    more = [name for name in group.others if not (chosen and name == AS_AHASH)]
    names = [ours, *(others if group.portable else others[:1]), *more]
    return list(dict.fromkeys(map(group.rename, names)))


def show(scenario, group, case, driver, measured, counted):
    print(json.dumps({"scenario": scenario, "group": group.name, "case": case,
                      "algorithm": group.algorithm, "name": driver,
                      "measured": measured, "counters": counted}), flush=True)


def check(group, driver, drivers, counted):
    """Check by the counters that the right driver was used"""
    requests = f"{plain(group.algorithm)} requests"
    if (driver == drivers[0]) != (requests in counted):
        raise RuntimeError(f"{group.name}: on {driver}'s turn mbhash has hashed "
                           f"{counted.get(requests, 'nothing')}")


def try_case(case, consumer, ms):
    """Returns what the case measured, and what mbhash counted meanwhile. A busy host
    may give the guest no time at all during a measurement."""
    for _ in range(TRIES):
        before = counters()
        measured = case(consumer, ms)
        if measured["bytes"]:
            return measured, difference(before, counters())
    raise RuntimeError(f"nothing was done: {measured}")


def measure(scenario, group, cases, driver, drivers, ms):
    with group.open(driver, drivers) as consumer:
        for name in cases:
            measured, counted = try_case(group.cases[name], consumer, ms)
            check(group, driver, drivers, counted)
            show(scenario, group, name, driver, measured, counted)


def without(isa):
    """The parameters of mbhash_aes for a CPU that only has this set"""
    return [f"{name}=0" for name, sign in (("vaes", "shani"), ("avx", "avx"))
            if sign not in isa.isa.split(",")]


def run(scenario, groups):
    """The main program of a scenario; groups() gets the folder with the binaries and
    returns the groups."""
    parser = argparse.ArgumentParser(
        description=sys.modules["__main__"].__doc__.split("\n", 1)[0])
    parser.add_argument("--case", action="append", metavar="PATTERN",
                        help="measure only cases that match it, as in GROUP/CASE "
                             "or 'sha256-*/udp-*'; may be given several times")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--ms", type=int, default=150,
                        help="milliseconds of one measurement")
    parser.add_argument("--parameter", action="append", default=[],
                        metavar="NAME=VALUE", help="load mbhash with it")
    parser.add_argument("--set", choices=SETS, help="with this set of instructions")
    parser.add_argument("--list", action="store_true",
                        help="print the cases and measure nothing")
    arguments = parser.parse_args()
    folder = Path(os.environ["MBHASH_BUILD"]).parent / "bench" / \
        os.environ["MBHASH_KERNEL"]

    def wanted(group, case):
        return not arguments.case or any(
            fnmatch.fnmatch(f"{group.name}/{case}", pattern)
            for pattern in arguments.case)

    chosen = [(group, [case for case in group.cases if wanted(group, case)])
              for group in groups(folder)]
    if arguments.list:
        for group, cases in chosen:
            for case in cases:
                print(f"{group.name}/{case}")
        return
    isa = SETS.get(arguments.set)
    scenario = f"{scenario}:{isa.name}" if isa else scenario
    load_modules(folder, arguments.parameter, "mbhash_load", isa)
    insert(folder, "mbhash_aes", without(isa) if isa else [])
    for group, cases in chosen:
        drivers = contenders(group, isa) if cases else []
        for _ in range(arguments.repeats):
            for driver in drivers:
                measure(scenario, group, cases, driver, drivers, arguments.ms)
