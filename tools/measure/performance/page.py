# SPDX-License-Identifier: GPL-2.0
"""docs/performance.md: its tables."""

from statistics import median

import points
import report

#: Rows and columns of the engine's tables
SIZES = (64, 256, 1500, 4096, 65536)
JOBS = (1, 2, 4, 8, 16, 64)

ALGORITHMS = ("md5", "sha256", "hmac(md5)", "hmac(sha256)")

HEADER = """<!-- SPDX-License-Identifier: GPL-2.0 -->
# How fast is mbhash?

Made by `make performance` on one machine, and true for that one: {machine}. MB are 10^6 bytes. A ratio in bold is a loss, below {floor}.

## The engine, beside the libraries of its field

![4096 bytes each: throughput against messages in flight](performance-engine.svg)

In user space, one thread; {runs}. The peers are those that could be built there: {peers}; which code of theirs was the best is in what `make lanebench` prints. Those that can be given many messages are given as many as are in flight, or fewer where that is faster.

Each cell: MB/s of the engine, and its ratio to the best peer's. The columns are messages in flight, the rows bytes of a message.
"""

KERNEL = """## In the kernel, beside its own drivers

![Throughput against requests in flight, from a thread](performance-kernel.svg)

Through the crypto API, natively in User Mode Linux ({kernels}) on one CPU, {repeats} rounds in which the drivers took turns in one kernel; the kernel's own is its fastest (SHA-NI where the CPU has it; MD5 is portable C). Throughput is that of the CPU time that the kernel had. A figure is the median of the rounds, a ratio that of the ratios of one turn each, and "from" and "to" are the least and the greatest of them. "lanes" is the mean number of lanes that held a job, "-" where all was hashed at once.
"""

CONSUMERS = """## IPsec, disks and programs

What those gain who hash in the kernel, and where they lose, is in [consumers.md](consumers.md), with all figures in [consumers-figures.md](consumers-figures.md); `make bench-consumers` makes those. On your own machine, in its own kernel: `sudo make bench-here`.
"""

HEAD = ["algorithm", "bytes", "in flight", "beside", "MB/s", "its", "ratio", "from",
        "to", "lanes"]


def engine_cell(records, algorithm, size, jobs):
    ours = points.select(records, algorithm=algorithm, peer=None, size=size,
                         jobs=jobs, layout="aligned", **points.PLAN)
    ratio = points.ratio(records, algorithm, size, jobs)
    if not ours:
        return "-"
    speed = f"{ours[0]['mb_per_s']:.0f}"
    return speed if ratio is None else f"{speed} ({report.ratio(ratio)})"


def engine_tables(records):
    for algorithm in ALGORITHMS:
        yield f"### {algorithm}\n"
        yield report.table(
            ["bytes", *map(str, JOBS)],
            [[str(size), *(engine_cell(records, algorithm, size, jobs) for jobs in JOBS)]
             for size in SIZES])


def kernel_row(one):
    return [one["algorithm"], str(one["size"]), str(one["inflight"]), one["baseline"],
            report.text(one["mb_per_s"]), report.text(one["baseline_mb_per_s"]),
            report.ratio(one["ratio"]), report.text(one["ratio_min"], 2),
            report.text(one["ratio_max"], 2), report.text(one["lanes_mean"], 1)]


def beside_fastest(records):
    """Of each point's records the first: the others are beside slower drivers"""
    first = {}
    for one in records:
        if one["scenario"] == "size":
            first.setdefault((one["algorithm"], one["size"], one["inflight"]), one)
    return first.values()


def spread(records):
    """Percent from the least to the greatest, which half of the points are within"""
    return 100 * (median(r["mb_per_s_max"] / r["mb_per_s_min"]
                                for r in records) - 1)


def runs(records):
    """How often, and what that says of the figures"""
    most = max(r["runs"] for r in records)
    if most == 1:
        return "each figure was measured once, so their spread is not known"
    return (f"each figure is the median of {most} runs of all programs one after the "
            "other, and for half of them the greatest is at most "
            f"{spread(records):.1f} % above the least")


def write(engine, kernel, machine):
    peers = dict.fromkeys(r["peer"] for r in engine if "peer" in r)
    parts = [HEADER.format(machine=machine, floor=report.FLOOR, peers=", ".join(peers),
                           runs=runs(engine)),
             *engine_tables(engine),
             KERNEL.format(kernels=", ".join({r["kernel"]: 0 for r in kernel}),
                           repeats=max(r["repeats"] for r in kernel)),
             report.table(HEAD, map(kernel_row, beside_fastest(kernel))),
             CONSUMERS]
    return "\n".join(parts)
