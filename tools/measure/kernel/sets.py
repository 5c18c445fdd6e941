# SPDX-License-Identifier: GPL-2.0
"""The sets of instructions that CPUs have, as listed in ../sets, for host and guest."""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "sets"
CPUINFO = Path("/proc/cpuinfo")

#: The flags of /proc/cpuinfo that are not named like isa='s instructions
FLAGS = {"avx512": "avx512f", "shani": "sha_ni"}

#: isa='s names of what no flag tells: what each CPU has, and what some do slowly
WITHOUT_FLAG = ("scalar", "mixed")


@dataclass(frozen=True)
class Set:
    """isa: the value of mbhash's parameter that leaves it these instructions; driver: the
    driver of SHA-256 that the kernel uses there; cpus: which ones have this set"""
    name: str
    isa: str
    driver: str
    cpus: str

    def lacking(self):
        """The flags of those of its instructions that this CPU does not have"""
        wanted = [FLAGS.get(name, name) for name in self.isa.split(",")
                  if name not in WITHOUT_FLAG]
        return [name for name in wanted if name not in flags()]


def flags():
    """This CPU's flags; User Mode Linux shows those of its host."""
    for line in CPUINFO.read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "flags":
            return value.split()
    return []


def read():
    """All sets, by name"""
    rows = (line.split(maxsplit=3) for line in FILE.read_text().splitlines()
            if line and not line.startswith("#"))
    return {row[0]: Set(*row) for row in rows}


SETS = read()
