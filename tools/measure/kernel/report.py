# SPDX-License-Identifier: GPL-2.0
"""Writes the report, in Markdown."""

from sets import SETS

TITLES = {
    "size": "Message size: a lone request, and 64 in flight",
    "inflight": "Requests in flight, from a thread",
    "softirq": "Requests in flight, from softirq",
    "threads": "Threads that wait for each request",
    "sets": "On CPUs with other sets of instructions",
}

SETS_HEADER = """mbhash with only the instructions that other CPUs have (`isa=`), beside the \
driver that the kernel has for these. Ratios of throughput, medians of {repeats}; columns are \
requests in flight. Such a CPU takes other times for the same instructions, so its ratios \
differ.
"""

HEADER = """# mbhash against the kernel's own drivers

These figures hold for one machine: {machine}.

The drivers took turns in one kernel, in one run, on one CPU; the headings name the kernel.
Figures are medians of the rounds, ratios are medians of the rounds' ratios. MB are 10^6
bytes. Throughput in the kernel is per second of CPU time that the host gave, so other load
on the host changes it little; latencies are in elapsed time, so other load widens their
tails. "CPU ns" are nanoseconds of CPU time per message. "lanes" is the mean number of lanes
that held a job, "-" if all requests were hashed inline.
"""


def table(head, rows, words=0):
    """Columns are right-aligned, except the first one and the last words ones"""
    figures = range(1, len(head) - words)
    lines = ["| " + " | ".join(head) + " |",
             "|" + "|".join(" ---: " if i in figures else " --- "
                            for i in range(len(head))) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


#: A smaller ratio to the kernel's best driver is a loss, which mbhash must not cause.
FLOOR = 0.98


def ratio(value):
    """A ratio, in bold if it is a loss"""
    return f"**{value:.2f}**" if value < FLOOR else f"{value:.2f}"


def text(value, digits=0):
    return "-" if value is None else f"{value:.{digits}f}"


def microseconds(ns):
    return "-" if ns is None else f"{ns / 1000:.1f}"


def throughput_row(one):
    return [one["driver"], one["baseline"], str(one["size"]),
            str(one["inflight"]), text(one["mb_per_s"]),
            text(one["baseline_mb_per_s"]), text(one["ratio"], 2),
            text(one["lanes_mean"], 1), text(one["cpu_ns_each"]),
            text(one["baseline_cpu_ns_each"]), microseconds(one["ns_p50"]),
            microseconds(one["baseline_ns_p50"]), microseconds(one["ns_p99"]),
            microseconds(one["baseline_ns_p99"])]


THROUGHPUT_HEAD = ["driver", "baseline", "bytes", "in flight",
                   "MB/s", "baseline", "ratio", "lanes", "CPU ns", "baseline",
                   "p50 us", "baseline", "p99 us", "baseline"]


def set_columns(records):
    """The numbers of requests in flight"""
    return sorted({one["inflight"] for one in records})


def set_rows(records):
    """A row for each set and size"""
    ratios = {(one["set"], one["size"], one["inflight"]): one for one in records}
    for isa, size in dict.fromkeys((isa, size) for isa, size, _ in ratios):
        cells = [ratios.get((isa, size, inflight)) for inflight in set_columns(records)]
        yield [isa, next(filter(None, cells))["baseline"], str(size),
               *("-" if one is None else ratio(one["ratio"]) for one in cells)]


def set_table(records):
    """Ratios of one algorithm, in one context"""
    return table(["set", "kernel's driver", "bytes", *map(str, set_columns(records))],
                 set_rows(records))


def set_list(records):
    """What the sets are, and which ones this machine cannot show"""
    measured = {one["set"] for one in records}
    return table(["set", "`isa=`", "CPUs", "measured"],
                 [[one.name, f"`{one.isa}`", one.cpus,
                   "yes" if one.name in measured else "no"]
                  for one in SETS.values()], words=3)


def set_parts(results):
    """The tables of all sets: ratios to the kernel's best driver for that set"""
    records = [one for one in results if one["scenario"] == "sets"]
    parts = [SETS_HEADER.format(repeats=max(one["repeats"] for one in records)),
             set_list(records)]
    for algorithm, context in dict.fromkeys((one["algorithm"], one.get("context"))
                                            for one in records):
        parts += [f"### {algorithm}, from a {context or 'task'}\n",
                  set_table([one for one in records if one["algorithm"] == algorithm and
                             one.get("context") == context])]
    return parts


def write(results, machine):
    """The whole report"""
    parts = [HEADER.format(machine=machine)]
    for scenario, title in TITLES.items():
        rows = [one for one in results if one["scenario"] == scenario]
        if not rows:
            continue
        kernels = " and ".join(sorted({one["kernel"] for one in rows}))
        parts.append(f"## {title} ({kernels})\n")
        if scenario == "sets":
            parts += set_parts(rows)
        else:
            parts.append(table(THROUGHPUT_HEAD, map(throughput_row, rows)))
    return "\n".join(parts)
