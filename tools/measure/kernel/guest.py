#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The guest's part of the benchmark: loads the modules and measures each point.

FOLDER is the output of tools/measure/kernel/build. Each measurement is printed as one
line of JSON, see measure().
"""

import argparse
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from drivers import best_driver, has_driver, load_modules, reload  # noqa: E402
from rounds import Bench, measure  # noqa: E402
from scenarios import DRIVERS, all_points  # noqa: E402
from sets import SETS  # noqa: E402

#: Let nothing wait for the timer's next ticks: the benchmark's module waits for all CPUs to
#: have passed a safe point before and after each measurement
EXPEDITED = Path("/sys/kernel/rcu_expedited")


def contenders(point):
    """The reference driver, and the drivers that take turns"""
    driver, baselines = DRIVERS[point.algorithm]
    baselines = list(filter(has_driver, baselines))
    reference = baselines[-1]
    if point.isa:
        baselines = [best_driver(SETS[point.isa], point.algorithm)]
    elif not point.all_baselines:
        baselines = baselines[:1]
    return reference, [driver, *baselines]


def can_measure(point):
    """Can this machine, with this kernel?"""
    chosen = SETS.get(point.isa)
    return not chosen or (not chosen.lacking() and
                          bool(best_driver(chosen, point.algorithm)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenario", action="append", required=True)
    parser.add_argument("--parameter", action="append", default=[])
    parser.add_argument("--rounds", type=int, required=True,
                        help="turns of each driver of a point")
    arguments = parser.parse_args()

    if EXPEDITED.exists():
        EXPEDITED.write_text("1")
    load_modules(arguments.folder, arguments.parameter, "mbhash_bench")
    bench = Bench(arguments.rounds)
    isa = ""
    for number, point in enumerate(all_points()):
        if point.scenario not in arguments.scenario or not can_measure(point):
            continue
        if point.isa != isa:
            isa = point.isa
            reload(arguments.folder, arguments.parameter, SETS.get(isa))
        for one in measure(bench, number, point, *contenders(point)):
            print(json.dumps(one), flush=True)


main()
