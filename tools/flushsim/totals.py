# SPDX-License-Identifier: GPL-2.0
"""What a policy achieves over all loads, and limits for that: the file limits.

A line of that file is for one run, tools/flushsim/run -s SEED -r RANDOM, and has a limit
for each total, in the order of TOTALS: the least or the most that it may be.
"""

from pathlib import Path
from statistics import geometric_mean, median

import yardstick

LIMITS = Path(__file__).resolve().parent / "limits"

#: A group of so many clients shows whether equal ones are served equally.
MANY = 100


def below(name, limit):
    return lambda results: sum(getattr(one, name) < limit for one in results)


def mean_work(results):
    """Geometric, so that twice the work makes up for half of it; one load may have none"""
    return geometric_mean(max(one.work, .001) for one in results)


def evenness(results):
    """The slowest client of a large group to the group's median, the least of all"""
    groups = [group["requests"] for one in results for group in one.record["group"]
              if len(group["requests"]) >= MANY]
    return min((min(group) / max(median(group), 1) for group in groups), default=1)


#: (what it is, how to get it, whether more is better)
TOTALS = (
    ("loads without a fault", lambda results: sum(not one.faults for one in results), True),
    ("share < .9", below("share", .9), False),
    ("share < .5", below("share", .5), False),
    ("work < .98", below("work", .98), False),
    ("least work", lambda results: min(one.work for one in results), True),
    ("mean work", mean_work, True),
    (f"slowest to median of {MANY} equal clients", evenness, True),
)


def text(value):
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def totals(results, policy):
    """A value for each of TOTALS"""
    mine = yardstick.of_policy(results, policy)
    return [get(mine) for _, get, _ in TOTALS]


def print_totals(results, policy):
    for (what, _, _), value in zip(TOTALS, totals(results, policy)):
        print(f"{what}: {text(value)}")


def limits_of(seed, number):
    """The limits for this run"""
    for line in LIMITS.read_text(encoding="utf-8").splitlines():
        fields = line.split("#")[0].split()
        if fields[:2] == [str(seed), str(number)]:
            limits = [float(field) for field in fields[2:]]
            if len(limits) != len(TOTALS):
                raise ValueError(f"{LIMITS}: {line}: not {len(TOTALS)} limits")
            return limits
    raise ValueError(f"{LIMITS} has no limits for seed {seed}, {number} random loads")


def violations(results, policy, limits):
    """Describe each total beyond its limit"""
    for (what, _, more), value, limit in zip(TOTALS, totals(results, policy), limits):
        if value < limit if more else value > limit:
            yield f"{what}: {text(value)}, at {'least' if more else 'most'} {limit:g} wanted"
