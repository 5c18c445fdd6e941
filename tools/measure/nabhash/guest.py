#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The guest's part: measures each driver in turn and prints a line of JSON for each."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "kernel"))
from drivers import load_modules  # noqa: E402
from points import DRIVERS, SIZES  # noqa: E402
from rounds import Bench  # noqa: E402
from scenarios import Point  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("rounds", type=int)
    arguments = parser.parse_args()
    load_modules(arguments.folder, [], "mbhash_bench")
    for module in ("nabhash_crc32c", "nabhash_xxhash", "nabhash"):
        subprocess.run(["insmod", arguments.folder / f"{module}.ko"], check=True)
    bench = Bench(1)
    for size in SIZES:
        for driver in DRIVERS * arguments.rounds:
            for name, measured, _ in bench.rounds(Point("nabhash", driver, size), driver,
                                                  [driver]):
                print(json.dumps({"size": size, "driver": name} | measured), flush=True)


main()
