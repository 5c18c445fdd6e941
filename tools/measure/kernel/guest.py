#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The guest's part of the benchmark: loads the modules and measures each point.

FOLDER is the output of tools/measure/kernel/build. Each measurement is printed as one
line of JSON, see measure().
"""

import argparse
import json
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from drivers import for_af_alg, has_driver, load_modules  # noqa: E402
from rounds import AfAlg, Bench, measure  # noqa: E402
from scenarios import DRIVERS, all_points  # noqa: E402


def contenders(point):
    """The reference driver, and the drivers that take turns"""
    driver, baselines = DRIVERS[point.algorithm]
    if point.processes:
        driver = for_af_alg(driver)
    baselines = list(filter(has_driver, baselines))
    reference = baselines[-1]
    if not point.all_baselines:
        baselines = baselines[:1]
    return reference, [driver, *baselines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scenario", action="append", required=True)
    parser.add_argument("--parameter", action="append", default=[])
    parser.add_argument("--rounds", type=int, required=True,
                        help="turns of each driver of a point")
    arguments = parser.parse_args()

    load_modules(arguments.folder, arguments.parameter, "mbhash_bench")
    bench = Bench(arguments.rounds)
    af_alg = AfAlg(arguments.folder, arguments.rounds)
    for number, point in enumerate(all_points()):
        if point.scenario in arguments.scenario and point.cpus <= os.cpu_count():
            for one in measure(af_alg if point.processes else bench, number,
                               point, *contenders(point)):
                print(json.dumps(one), flush=True)


main()
