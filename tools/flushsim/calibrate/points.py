# SPDX-License-Identifier: GPL-2.0
"""The points measured in User Mode Linux and in the simulator, shared by host and
guest: loads with their names in ../loads.c, without "UML: "."""

from dataclasses import dataclass, field

DRIVERS = {"md5": ("md5-generic", "md5-mb"),
           "sha256": ("sha256-ni", "sha256-mb")}

ROUNDS = 3
BENCH_MS = 100
CLIENTS_MS = 1000


@dataclass(frozen=True)
class Point:
    """Measured by mbhash_bench with these parameters, or by clients with these kinds
    of programs. fitted: costs of machines/uml were fitted to it."""
    name: str
    algorithm: str
    bench: dict = field(default_factory=dict)
    clients: tuple = ()
    fitted: bool = False


POINTS = (
    Point("64 in flight, 4 KiB, md5", "md5", {"inflight": 64}),
    Point("16 threads, 4 KiB", "sha256", {"threads": 16}, fitted=True),
    Point("16 threads, 512 B", "sha256", {"threads": 16, "size": 512}),
    Point("softirq, 64 in flight, 1500 B", "sha256",
          {"inflight": 64, "size": 1500, "context": "softirq"}),
    Point("softirq, alone, 1500 B", "sha256",
          {"inflight": 1, "size": 1500, "context": "softirq"}, fitted=True),
    Point("8 in flight, 512 B", "sha256", {"inflight": 8, "size": 512}),
    Point("32 in flight, 512 B", "sha256", {"inflight": 32, "size": 512}),
    Point("8 in flight, 512 B, md5", "md5", {"inflight": 8, "size": 512}),
    Point("softirq, 8 in flight, 512 B", "sha256",
          {"inflight": 8, "size": 512, "context": "softirq"}),
    Point("16 programs, 16 KiB", "sha256", clients=("16:16384:0:0",),
          fitted=True),
    Point("16 programs, 64 KiB, md5", "md5", clients=("16:65536:0:0",)),
    Point("512 B beside 31 of 64000 B", "sha256",
          clients=("1:512:0:0", "31:64000:0:0")),
    Point("nice -20 beside 31 at nice 19", "sha256",
          clients=("1:16384:-20:0", "31:16384:19:0")),
)
