# SPDX-License-Identifier: GPL-2.0
"""The points that the benchmark measures, for host and guest."""

from dataclasses import dataclass, field

from sets import SETS

#: Each algorithm's driver under test, and the kernel's own drivers: the fastest first,
#: the reference for digests last. CPU and kernel determine which of them exist: newer
#: kernels have *-lib instead of *-generic and instead of the drivers for their CPU; in
#: User Mode Linux the latter are *-x86, see baseline/.
DRIVERS = {
    "md5": ("md5-mb", ["md5-generic", "md5-lib"]),
    "sha256": ("sha256-mb", ["sha256-ni", "sha256-avx2", "sha256-x86",
                             "sha256-generic", "sha256-lib"]),
    "hmac(md5)": ("hmac-md5-mb", ["hmac(md5-generic)", "hmac-md5-lib"]),
    "hmac(sha256)": ("hmac-sha256-mb",
                     ["hmac(sha256-ni)", "hmac(sha256-avx2)",
                      "hmac-sha256-x86", "hmac(sha256-generic)",
                      "hmac-sha256-lib"]),
}

#: Turns of each driver of a point. The report has the medians.
ROUNDS = 5

#: Milliseconds of one measurement in the kernel, with a set of instructions, of which there
#: are many points, and through AF_ALG, which ../here measures
KERNEL_MS = 20
SET_MS = 10
AF_ALG_MS = 200

INFLIGHT = (1, 2, 3, 4, 8, 16, 32, 64, 128, 256)
SIZES = (16, 64, 256, 1024, 1500, 4096, 16384, 65536)

#: Sizes with a set of instructions, and the requests in flight of each: long messages only
#: show the speed of one stream.
SET_SIZES = {size: (1, 2, 3, 4, 8, 16, 64) for size in (64, 1500, 4096)} | {65536: (1,)}


@dataclass(frozen=True)
class Point:
    """One point of one scenario.

    parameters: those of mbhash_bench that differ from its defaults. processes is set
    instead for AF_ALG, which does not use that module. isa: the name of the
    set of instructions that mbhash is left with, "" for all that the CPU has; the kernel's
    driver is then the one for that set.
    """
    scenario: str
    algorithm: str
    size: int
    parameters: dict = field(default_factory=dict)
    processes: int = 0
    all_baselines: bool = False
    isa: str = ""

    @property
    def inflight(self):
        """Requests that may be in flight together."""
        return self.processes or (self.parameters.get("inflight", 1) *
                                  self.parameters.get("threads", 1))

    def __str__(self):
        return " ".join([f"{self.scenario} {self.isa}".strip(), self.algorithm, f"{self.size} B",
                         f"{self.inflight} in flight"] +
                        [f"{name}={value}"
                         for name, value in self.parameters.items()
                         if name != "inflight"])


def set_points():
    """What mbhash and the kernel make of each set of instructions. Each of them is loaded
    once: its points are side by side."""
    return [Point("sets", algorithm, size,
                  {"inflight": inflight, "ms": SET_MS} | context, isa=isa)
            for isa in SETS
            for algorithm in ("sha256", "hmac(sha256)")
            for context in ({}, {"context": "softirq"})
            for size, most in SET_SIZES.items()
            for inflight in most]


def all_points():
    """All points, in the order of measurement."""
    points = []

    def add(scenario, algorithm, size, all_baselines=False, **parameters):
        points.append(Point(scenario, algorithm, size, parameters,
                            all_baselines=all_baselines))

    # Throughput against message size: a lone request, and full lanes
    for algorithm in DRIVERS:
        for size in SIZES:
            for inflight in (1, 64):
                add("size", algorithm, size, True, inflight=inflight)

    for algorithm in ("md5", "sha256"):
        # Throughput against jobs in flight, from a thread and from softirq
        for inflight in INFLIGHT:
            for size in (16, 64, 1500, 4096):
                add("inflight", algorithm, size, inflight=inflight)
            add("softirq", algorithm, 1500, inflight=inflight,
                context="softirq")
        # Threads that wait for each request
        for threads in (1, 4, 16, 64):
            add("threads", algorithm, 4096, threads=threads)

    points += set_points()
    names = list(dict.fromkeys(point.scenario for point in points))
    return sorted(points, key=lambda point: names.index(point.scenario))


#: The names of all scenarios, in the same order
SCENARIOS = list(dict.fromkeys(point.scenario for point in all_points()))
