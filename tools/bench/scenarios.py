# SPDX-License-Identifier: GPL-2.0
"""What the benchmark measures: a list of points, shared by host and guest."""

from dataclasses import dataclass, field

#: The driver under test of each algorithm, and the kernel's own: the fastest
#: first. Which of them exist depends on CPU and kernel.
DRIVERS = {
    "md5": ("md5-mb", ["md5-generic"]),
    "sha256": ("sha256-mb", ["sha256-ni", "sha256-avx2", "sha256-generic"]),
    "hmac(md5)": ("hmac-md5-mb", ["hmac(md5-generic)"]),
    "hmac(sha256)": ("hmac-sha256-mb",
                     ["hmac(sha256-ni)", "hmac(sha256-avx2)",
                      "hmac(sha256-generic)"]),
}

#: The driver whose digests are right
REFERENCE = {algorithm: baselines[-1]
             for algorithm, (_, baselines) in DRIVERS.items()}

#: How often each driver of a point is measured, in turn. Medians count.
ROUNDS = 5

#: Milliseconds of one measurement in the kernel, and through AF_ALG
KERNEL_MS = 20
AF_ALG_MS = 200

INFLIGHT = (1, 2, 3, 4, 8, 16, 32, 64, 128, 256)
SIZES = (16, 64, 256, 1024, 1500, 4096, 16384, 65536)


@dataclass(frozen=True)
class Point:
    """One point of one scenario.

    parameters are those of mbhash_bench that differ from its defaults; for
    AF_ALG, where the kernel's module has no part, processes is set instead.
    """
    scenario: str
    algorithm: str
    size: int
    parameters: dict = field(default_factory=dict)
    processes: int = 0
    all_baselines: bool = False

    @property
    def inflight(self):
        """Requests that may be in flight together."""
        return self.processes or (self.parameters.get("inflight", 1) *
                                  self.parameters.get("threads", 1))

    def __str__(self):
        return " ".join([self.scenario, self.algorithm, f"{self.size} B",
                         f"{self.inflight} in flight"] +
                        [f"{name}={value}"
                         for name, value in self.parameters.items()
                         if name != "inflight"])


def all_points():
    """Every point, in the order in which they are measured."""
    points = []

    def add(scenario, algorithm, size, all_baselines=False, **parameters):
        points.append(Point(scenario, algorithm, size, parameters,
                            all_baselines=all_baselines))

    # Throughput against message size: a lone request, and lanes that are full
    for algorithm in DRIVERS:
        for size in SIZES:
            for inflight in (1, 64):
                add("size", algorithm, size, True, inflight=inflight)

    for algorithm in ("md5", "sha256"):
        # Throughput against jobs in flight, from a thread and from softirq
        for inflight in INFLIGHT:
            for size in (64, 1500, 4096):
                add("inflight", algorithm, size, inflight=inflight)
            add("softirq", algorithm, 1500, inflight=inflight,
                context="softirq")
        # A message in pieces, as a file is read
        for inflight in (1, 16, 64):
            add("stream", algorithm, 65536, inflight=inflight, chunk=4096)
        # Threads that wait for each request
        for threads in (1, 4, 16, 64):
            add("threads", algorithm, 4096, threads=threads)
        # Latency against load, on an idle CPU and on one with other work
        for rate in (1000, 10000, 30000, 100000, 200000, 300000):
            add("rate", algorithm, 4096, inflight=64, rate=rate)
            add("rate", algorithm, 4096, inflight=64, rate=rate,
                context="softirq")
        for rate in (1000, 10000):
            add("busy", algorithm, 4096, inflight=64, rate=rate, busy=1)

    for algorithm in ("md5", "sha256"):
        for processes in (1, 2, 4, 8, 16, 32, 64):
            points.append(Point("af_alg", algorithm, 65536,
                                processes=processes))
    return points


#: The names of all scenarios, in the same order
SCENARIOS = list(dict.fromkeys(point.scenario for point in all_points()))
