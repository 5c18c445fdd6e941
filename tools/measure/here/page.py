# SPDX-License-Identifier: GPL-2.0
"""The page: what was measured, and what follows from it by rules that it states."""

from statistics import median

import report
from patterns import PRIORITIES

#: What differs by less is a tie.
TIE = 0.02

#: The greatest of the ratios over the least. If half of the rows are further
#: apart, something else was at work.
STEADY = 1.25

HEADER = """# What mbhash does here

Measured on {machine}.

mbhash and the driver that this kernel would choose without it took turns on one
CPU, {rounds} times. "ratio" is the median of mbhash's throughput over the other's
in one turn each, "from" and "to" are the least and the greatest of them: a gain
if all are above {gain:.2f}, a loss if all are below {loss:.2f}, else no difference that
these figures can show. It is worth it where the greatest gain outweighs the
greatest loss: their product is above 1. Only the hashing is measured. Where encryption or a disk
has its share of the work, gains and losses are that much smaller. p50 is the
median of the times that a message took.
"""

HEAD = ["", "hash", "bytes", "MB/s", "other's", "ratio", "from", "to", "",
        "p50 us", "other's", "the other"]


def verdict(one):
    if one["ratio_min"] > 1 + TIE:
        return "gain"
    return "loss" if one["ratio_max"] < 1 - TIE else ""


def who(one):
    return one["scenario"].partition(": ")[0]


def row(one):
    return [one["scenario"].partition(": ")[2], one["algorithm"], str(one["size"]),
            report.text(one["mb_per_s"]), report.text(one["baseline_mb_per_s"]),
            *(report.text(one[key], 2) for key in ("ratio", "ratio_min", "ratio_max")),
            verdict(one), report.microseconds(one["ns_p50"]),
            report.microseconds(one["baseline_ns_p50"]), one["baseline"]]


def named(rows):
    return "; ".join(f"{one['scenario'].partition(': ')[2]}, {one['algorithm']}, "
                     f"{one['size']} bytes ({one['ratio']:.2f})" for one in rows)


def sort(rows):
    """Which of them gain, and which lose, most first"""
    gains = [one for one in rows if verdict(one) == "gain"]
    losses = [one for one in rows if verdict(one) == "loss"]
    return (sorted(gains, key=lambda one: -one["ratio"]),
            sorted(losses, key=lambda one: one["ratio"]))


def is_worth(rows):
    """Does the greatest gain outweigh the greatest loss?"""
    gains, losses = sort(rows)
    return bool(gains) and gains[0]["ratio"] * (losses[0]["ratio"] if losses else 1) > 1


def judge(rows):
    gains, losses = sort(rows)
    if not gains and not losses:
        return "no difference that these figures can show."
    if not losses:
        return f"worth it. Gains: {named(gains)}."
    if not gains:
        return f"keep it out. Losses: {named(losses)}."
    judged = ("worth it, unless most of the work is such as loses" if is_worth(rows) else
              "not worth it, unless most of the work is such as gains")
    return f"{judged}. Gains: {named(gains)}. Losses: {named(losses)}."


def recommendation(results):
    lines, by_parameter = [], {}
    for name, parameter in PRIORITIES.items():
        rows = [one for one in results if who(one) == name]
        if rows:
            lines.append(f"- **{name}**: {judge(rows)}\n")
            by_parameter.setdefault(parameter, []).extend(rows)
    by_name = by_parameter.pop(None, [])
    wanted = {parameter: is_worth(rows) for parameter, rows in by_parameter.items()}
    if any(wanted.values()):
        options = " ".join(f"{parameter}={400 if worth else 1}"
                           for parameter, worth in sorted(wanted.items()))
        lines.append("\nWorth loading, with this in /etc/modprobe.d/mbhash.conf:\n\n"
                     f"    options mbhash {options}\n\n"
                     "400 outranks the kernel's own drivers. 1 is for those who name "
                     "mbhash; it outranks md5-generic of older kernels alone, see "
                     "mbhash(4).\n")
    elif is_worth(by_name):
        lines.append("\nWorth loading for those who name it, with `options mbhash "
                     "priority=1 hmac_priority=1` in /etc/modprobe.d/mbhash.conf.\n")
    else:
        lines.append("\nNot worth loading here, by these figures.\n")
    return "".join(lines)


def doubts(results):
    """What the spread says of all of it"""
    apart = median(one["ratio_max"] / max(one["ratio_min"], 1e-3)
                           for one in results)
    if apart <= STEADY:
        return ""
    return (f"\n**Half of the ratios vary by a factor of {apart:.2f} or more: this "
            "machine was busy, or its clock was not steady. Try again when it is "
            "idle.**\n")


def write(results, machine, rounds):
    parts = [HEADER.format(machine=machine, rounds=rounds, gain=1 + TIE, loss=1 - TIE)]
    for name in dict.fromkeys(map(who, results)):
        parts.append(f"## {name}\n")
        parts.append(report.table(HEAD, [row(one) for one in results if who(one) == name]))
    parts.append(f"## Recommendation\n\n{recommendation(results)}{doubts(results)}")
    return "\n".join(parts)
