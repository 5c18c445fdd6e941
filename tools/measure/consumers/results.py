# SPDX-License-Identifier: GPL-2.0
"""From measurements to records, and to a table in Markdown."""

from collections import defaultdict
from statistics import median

import records
import report

HEADER = """# mbhash and those who use it

These figures hold for one machine: {machine}.

A figure is megabytes (10^6 bytes) for each second that the guest's kernel has
worked, by its host's clock: what the host gave to others and what the guest's
programs did themselves is not in it. The drivers took turns in one run; figures
are medians of the repeats, a ratio is the median of the ratios of one turn each,
and beside it are the least and the greatest of them. "jobs" are requests for
each flush, one that was hashed at once being a flush of its own; "lanes" is the
mean number of lanes that held a job, "-" where all was hashed at once.
"""

HEAD = ["case", "baseline", "MB/CPU s", "baseline's", "ratio", "from", "to",
        "jobs", "lanes", "flushes"]


def flushes(counters, algorithm):
    """Why: nosimd is in addition to another reason"""
    counted = records.flushes(counters, algorithm)
    return {reason: n for reason, n in counted.items() if reason != "nosimd"}


def jobs_mean(counters, algorithm):
    """Requests for each flush"""
    requests = counters.get(f"{records.plain(algorithm)} requests", 0)
    total = sum(flushes(counters, algorithm).values())
    return round(requests / total, 1) if total else None


def speed(one):
    return one["measured"]["bytes"] / one["measured"]["cpu_ns"] * 1e3


def record(key, rounds, names, best):
    """Of the first of these names, beside the second one"""
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
    """A record for each case and each of its baselines, the best one first"""
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
    """The reasons, the commonest first, those of less than 1 % left out"""
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
    """One for each scenario and kernel"""
    parts = defaultdict(list)
    for one in results:
        parts[one["scenario"], one["kernel"]].append(row(one))
    return "\n".join(f"## {scenario} ({kernel})\n\n{report.table(HEAD, rows)}"
                     for (scenario, kernel), rows in sorted(parts.items()))


def low(results):
    """What is below the floor, in a sentence each"""
    lines = [f"- {one['kernel']}: {one['scenario']} {name(one)}: "
             f"{one['ratio']:.3f} ({one['ratio_min']:.2f} to "
             f"{one['ratio_max']:.2f}) of {one['baseline']}\n"
             for one in results if is_low(one)]
    return f"## Below {report.FLOOR}\n\n" + ("".join(lines) or "Nothing.\n")


def write(results, machine, image):
    """The whole report"""
    return "\n".join([HEADER.format(machine=machine), tables(results),
                      low(results), f"![Ratios]({image})\n"])
