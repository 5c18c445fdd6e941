# SPDX-License-Identifier: GPL-2.0
"""Makes records of measurements, and tables of them in Markdown."""

from collections import defaultdict
from statistics import median

import records
import report

HEADER = """# mbhash and its users

Each figure holds only for the machine that it was measured on: {machine}.

Throughput is in megabytes (10^6 bytes) per second of CPU time of the guest's
kernel, by the host's clock: it leaves out the time that the host gave to others
and the CPU time of the guest's programs. The drivers took turns in each boot;
figures are medians of the repeats, ratios are medians of the ratios of single
turns, and "from" and "to" are the smallest and the largest of these. "jobs" are
requests per flush, where a request that was hashed at once counts as a flush;
"lanes" is the mean number of lanes that held a job, "-" if all requests were
hashed at once.
"""

HEAD = ["case", "baseline", "MB/CPU s", "baseline's", "ratio", "from", "to",
        "jobs", "lanes", "flushes"]


def flushes(counters, algorithm):
    """Flushes by reason, without nosimd, which is counted in addition to another"""
    counted = records.flushes(counters, algorithm)
    return {reason: n for reason, n in counted.items() if reason != "nosimd"}


def jobs_mean(counters, algorithm):
    """Requests per flush"""
    requests = counters.get(f"{records.plain(algorithm)} requests", 0)
    total = sum(flushes(counters, algorithm).values())
    return round(requests / total, 1) if total else None


def speed(one):
    return one["measured"]["bytes"] / one["measured"]["cpu_ns"] * 1e3


def record(key, rounds, names, best):
    """The record of the first of these names, compared with the second one"""
    ours, others = (rounds[name] for name in names)
    kernel, scenario, group, case = key
    algorithm = ours[0]["algorithm"]
    counters = records.sum_counters(ours)
    ratios = [speed(one) / speed(other) for one, other in zip(ours, others)]
    return {
        "scenario": scenario, "group": group, "case": case, "kernel": kernel,
        "algorithm": algorithm, "driver": names[0], "baseline": names[1],
        "best": best, "repeats": len(ratios),
        "mb_per_cpu_s": round(median(map(speed, ours)), 1),
        "baseline_mb_per_cpu_s": round(median(map(speed, others)), 1),
        "ratio": round(median(ratios), 3),
        "ratio_min": round(min(ratios), 3), "ratio_max": round(max(ratios), 3),
        "jobs_mean": jobs_mean(counters, algorithm),
        "lanes_mean": records.lanes_mean(counters, algorithm),
        "flushes": flushes(counters, algorithm),
    }


def from_measurements(measurements):
    """A record for each case and each of its baselines, the best baseline first"""
    cases = defaultdict(lambda: defaultdict(list))
    for one in measurements:
        key = one["kernel"], one["scenario"], one["group"], one["case"]
        cases[key][one["name"]].append(one)
    results = []
    for key, rounds in cases.items():
        driver, *baselines = rounds
        results += [record(key, rounds, (driver, name), name == baselines[0])
                    for name in baselines]
    return results


def name(one):
    return f"{one['group']} {one['case']}"


def is_low(one):
    return one["best"] and one["ratio"] < report.FLOOR


def shares(counted):
    """The reasons, most frequent first, without those of less than 1 %"""
    total = sum(counted.values())
    parts = sorted(((n * 100 // total, reason) for reason, n in counted.items()),
                   reverse=True) if total else []
    return ", ".join(f"{reason} {percent} %" for percent, reason in parts
                     if percent)


def row(one):
    ratio = report.text(one["ratio"], 3)
    return [name(one), one["baseline"], report.text(one["mb_per_cpu_s"]),
            report.text(one["baseline_mb_per_cpu_s"]),
            f"**{ratio}**" if is_low(one) else ratio,
            report.text(one["ratio_min"], 2), report.text(one["ratio_max"], 2),
            report.text(one["jobs_mean"], 1), report.text(one["lanes_mean"], 1),
            shares(one["flushes"])]


def tables(results):
    """A table for each scenario and kernel"""
    parts = defaultdict(list)
    for one in results:
        parts[one["scenario"], one["kernel"]].append(row(one))
    return "\n".join(f"## {scenario} ({kernel})\n\n{report.table(HEAD, rows)}"
                     for (scenario, kernel), rows in sorted(parts.items()))


def low(results):
    """The ratios below the floor, a line for each"""
    lines = [f"- {one['kernel']}: {one['scenario']} {name(one)}: "
             f"{one['ratio']:.3f} ({one['ratio_min']:.2f} to "
             f"{one['ratio_max']:.2f}) of {one['baseline']}\n"
             for one in results if is_low(one)]
    return f"## Below {report.FLOOR}\n\n" + ("".join(lines) or "Nothing.\n")


def write(results, machine, image):
    """The whole report"""
    return "\n".join([HEADER.format(machine=machine), tables(results),
                      low(results), f"![Ratios]({image})\n"])
