# SPDX-License-Identifier: GPL-2.0
"""Writes docs/performance.md."""

from statistics import median

import points
import report

#: Rows and columns of the engine's tables
SIZES = (64, 256, 1500, 4096, 65536)
JOBS = (1, 2, 4, 8, 16, 64)

ALGORITHMS = ("md5", "sha256", "hmac(md5)", "hmac(sha256)")

HEADER = """<!-- SPDX-License-Identifier: GPL-2.0 -->
# How fast is mbhash?

`make performance` made this page; its figures hold for one machine: {machine}. MB are 10^6 bytes. Ratios in bold are losses, below {floor}.

## The engine, beside similar libraries

![4096 bytes each: throughput against messages in flight](performance-engine.svg)

Measured in user space, with one thread; {runs}. The peers are the libraries that could be built there: {peers}; `make lanebench` prints which code of each was the fastest. Peers that accept many messages at a time are given all that are in flight, or fewer if that is faster.

Each cell has the engine's MB/s and their ratio to the fastest peer's. Columns are messages in flight, rows bytes per message.
"""

LIBRARY = """## The library, beside servers of streams

Measured in the same turns. *Messages* are there as a whole: `mbhash_digest()`; the ratio is to the engine itself, above. *Streams* get 32 KiB at a time, all together: `mbhash_update()`; the ratio is to md5-simd's or sha256-simd's server, which does the same for goroutines.
"""

#: Of libmbhash: what lanebench calls it, its title, what it is compared with
CALLS = (("digest", "messages", points.batch), ("stream", "streams", points.best_server))

MBSUM = """## mbsum, beside md5sum, sha256sum and openssl

`tools/measure/mbsum/native` on files in the page cache: the least time of {rounds} turns. One CPU: one thread. All CPUs: `mbsum` starts its own threads, the others run under `xargs -P`. "1.80" means that mbsum is done in 1/1.80 of the time.
"""

KERNEL = """## In the kernel, beside its own drivers

![Throughput against requests in flight, from a thread](performance-kernel.svg)

Measured through the crypto API, natively in User Mode Linux ({kernels}) on one CPU, in {repeats} rounds in which the drivers took turns in one kernel. The kernel's driver is its fastest (SHA-NI if the CPU has it; portable C for MD5). Throughput is per second of CPU time that the kernel had. Figures are medians of the rounds, ratios are medians of the rounds' ratios, and "from" and "to" are the smallest and the largest of these. "lanes" is the mean number of lanes that held a job, "-" if all requests were hashed at once.
"""

CONSUMERS = """## IPsec, disks and programs

[consumers.md](consumers.md) shows what users of the kernel's hashes gain and where they lose, and [consumers-figures.md](consumers-figures.md) has all figures; `make bench-consumers` measures them. To measure on your own machine, in its own kernel: `sudo make bench-here`.
"""

HEAD = ["algorithm", "bytes", "in flight", "kernel's driver", "MB/s", "its MB/s",
        "ratio", "from", "to", "lanes"]


def cell(ours, ratio):
    """A speed, and its ratio to another one, as far as there are such"""
    if not ours:
        return "-"
    speed = f"{ours['mb_per_s']:.0f}"
    return speed if ratio is None else f"{speed} ({report.ratio(ratio)})"


def engine_cell(records, algorithm, size, jobs):
    return cell(points.batch(records, algorithm, size, jobs),
                points.ratio(records, algorithm, size, jobs))


def engine_tables(records):
    for algorithm in ALGORITHMS:
        yield f"### {algorithm}\n"
        yield report.table(
            ["bytes", *map(str, JOBS)],
            [[str(size), *(engine_cell(records, algorithm, size, jobs) for jobs in JOBS)]
             for size in SIZES])


def library_cell(records, algorithm, call, size, jobs):
    what, _, other = call
    ours = points.library(records, algorithm, what, size, jobs)
    return cell(ours, points.beside(ours, other(records, algorithm, size, jobs)))


def library_tables(records):
    for algorithm in "md5", "sha256":
        for call in CALLS:
            yield f"### {algorithm}: {call[1]}\n"
            yield report.table(
                ["bytes", *map(str, JOBS)],
                [[str(size), *(library_cell(records, algorithm, call, size, jobs)
                               for jobs in JOBS)] for size in SIZES])


def mbsum_rows(records):
    for ours in points.select(records, program="mbsum"):
        same = {k: ours[k] for k in ("kind", "algorithm", "cpus")}
        ratios = [points.select(records, program=name, **same)[0]["s"] / ours["s"]
                  for name in ("coreutils", "openssl")]
        yield [f"{ours['files']} of {ours['size']} B", ours["algorithm"], str(ours["cpus"]),
               report.text(ours["files"] * ours["size"] / ours["s"] / 1e6),
               *map(report.ratio, ratios)]


def mbsum_table(records):
    return report.table(["files", "algorithm", "CPUs", "MB/s", "to coreutils", "to openssl"],
                        mbsum_rows(records))


def kernel_row(one):
    return [one["algorithm"], str(one["size"]), str(one["inflight"]), one["baseline"],
            report.text(one["mb_per_s"]), report.text(one["baseline_mb_per_s"]),
            report.ratio(one["ratio"]), report.text(one["ratio_min"], 2),
            report.text(one["ratio_max"], 2), report.text(one["lanes_mean"], 1)]


def beside_fastest(records):
    """The first record of each point; the others compare with slower drivers"""
    first = {}
    for one in records:
        if one["scenario"] == "size":
            first.setdefault((one["algorithm"], one["size"], one["inflight"]), one)
    return first.values()


def spread(records):
    """Median over the points: how much the fastest run exceeds the slowest, percent"""
    return 100 * (median(r["mb_per_s_max"] / r["mb_per_s_min"]
                                for r in records) - 1)


def runs(records):
    """The number of runs, and the spread of the figures"""
    most = max(r["runs"] for r in records)
    if most == 1:
        return "each figure was measured once, so their spread is not known"
    return (f"each figure is the median of {most} runs in which all programs took "
            "turns, and for half of the figures the fastest run is at most "
            f"{spread(records):.1f} % above the slowest")


def write(engine, mbsum, kernel, machine):
    peers = dict.fromkeys(r["peer"] for r in engine if "peer" in r)
    parts = [HEADER.format(machine=machine, floor=report.FLOOR, peers=", ".join(peers),
                           runs=runs(engine)),
             *engine_tables(engine),
             LIBRARY,
             *library_tables(engine),
             MBSUM.format(rounds=mbsum[0]["rounds"]),
             mbsum_table(mbsum),
             KERNEL.format(kernels=", ".join({r["kernel"]: 0 for r in kernel}),
                           repeats=max(r["repeats"] for r in kernel)),
             report.table(HEAD, map(kernel_row, beside_fastest(kernel))),
             f"## {report.TITLES['sets']}\n",
             *report.set_parts(kernel),
             CONSUMERS]
    return "\n".join(parts)
