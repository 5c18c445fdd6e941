# SPDX-License-Identifier: GPL-2.0
"""Writes the page: figures, and a recommendation by rules that the page states."""

from statistics import median

import report
from patterns import AF_ALG, DEFAULTS, PRIORITIES

#: Smaller differences are ties.
TIE = 0.02

#: The largest ratio of a row divided by the smallest. If half of the rows exceed this,
#: something else has disturbed the measurement.
STEADY = 1.25

HEADER = """# What mbhash does here

Measured on {machine}.

mbhash and the driver that this kernel would choose without it took turns on one CPU,
{rounds} times. "ratio" is the median of the turns' ratios of mbhash's throughput to the
other driver's, "from" and "to" are the smallest and the largest of these. If all are above
{gain:.2f}, it is a gain; if all are below {loss:.2f}, a loss; otherwise these figures show no
difference. mbhash is worth using if the largest gain outweighs the largest loss: if their
product is above 1. Only hashing is measured: with encryption or a disk, gains and losses
are smaller. p50 is the median latency of a message.
"""

HEAD = ["", "hash", "bytes", "MB/s", "other's", "ratio", "from", "to", "",
        "p50 us", "other's", "other driver"]


def verdict(one):
    if one["ratio_min"] > 1 + TIE:
        return "gain"
    return "loss" if one["ratio_max"] < 1 - TIE else ""


def user(one):
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
    """The gains and the losses, the largest first"""
    gains = [one for one in rows if verdict(one) == "gain"]
    losses = [one for one in rows if verdict(one) == "loss"]
    return (sorted(gains, key=lambda one: -one["ratio"]),
            sorted(losses, key=lambda one: one["ratio"]))


def is_worth(rows):
    """Does the largest gain outweigh the largest loss?"""
    gains, losses = sort(rows)
    return bool(gains) and gains[0]["ratio"] * (losses[0]["ratio"] if losses else 1) > 1


def judge(rows):
    gains, losses = sort(rows)
    if not gains and not losses:
        return "these figures show no difference."
    if not losses:
        return f"worth using. Gains: {named(gains)}."
    if not gains:
        return f"do not use it. Losses: {named(losses)}."
    judged = ("worth using, unless most of the work is of a kind that loses" if is_worth(rows)
              else "not worth using, unless most of the work is of a kind that gains")
    return f"{judged}. Gains: {named(gains)}. Losses: {named(losses)}."


def recommendation(results, in_use):
    """in_use: what each user has on this machine, as text"""
    lines, by_parameter = [], {}
    for name, parameter in PRIORITIES.items():
        rows = [one for one in results if user(one) == name]
        if rows:
            has = f" This machine has {in_use[name]}." if name in in_use else ""
            lines.append(f"- **{name}**: {judge(rows)}{has}\n")
            by_parameter.setdefault(parameter, []).extend(rows)
        elif name == AF_ALG:
            lines.append(f"- **{name}**: not measured, because they cannot name a driver "
                         "unless `sysctl crypto.af_alg_restrict=0` allows it.\n")
    by_name = by_parameter.pop(None, [])
    wanted = {parameter: is_worth(rows) for parameter, rows in by_parameter.items()}
    if any(wanted.values()):
        options = " ".join(f"{parameter}={DEFAULTS[parameter] if worth else 1}"
                           for parameter, worth in sorted(wanted.items()))
        lines.append("\nWorth loading, with this in /etc/modprobe.d/mbhash.conf:\n\n"
                     f"    options mbhash {options}\n\n"
                     "The defaults, 400 and for hmac 600, outrank the kernel's own "
                     "drivers. With 1 only users that name "
                     "mbhash get it, and it outranks only older kernels' md5-generic, "
                     "see mbhash(4).\n")
    elif is_worth(by_name):
        lines.append("\nWorth loading for users that name it, with `options mbhash "
                     "priority=1 hmac_priority=1` in /etc/modprobe.d/mbhash.conf.\n")
    else:
        lines.append("\nNot worth loading here, according to these figures.\n")
    return "".join(lines)


def doubts(results):
    """A warning if the spread is too large"""
    apart = median(one["ratio_max"] / max(one["ratio_min"], 1e-3)
                           for one in results)
    if apart <= STEADY:
        return ""
    return (f"\n**Half of the ratios vary by a factor of {apart:.2f} or more: the "
            "machine was busy, or its clock speed changed. Try again when it is idle.**\n")


def write(results, machine, rounds, in_use):
    parts = [HEADER.format(machine=machine, rounds=rounds, gain=1 + TIE, loss=1 - TIE)]
    for name in dict.fromkeys(map(user, results)):
        parts.append(f"## {name}\n")
        parts.append(report.table(HEAD, [row(one) for one in results if user(one) == name]))
    parts.append(f"## Recommendation\n\n{recommendation(results, in_use)}{doubts(results)}")
    return "\n".join(parts)
