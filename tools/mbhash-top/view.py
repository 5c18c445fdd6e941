# SPDX-License-Identifier: GPL-2.0
"""The figures of an interval as lines of text."""

import time
from itertools import zip_longest

from counters import INLINE, NO_SIMD

#: Lines of the histogram: each up to this many lanes
LANE_STEPS = (1, 2, 3, 4, 8, 16, 32, 48, 64)
BAR = 20

#: What CPUs can be sorted by: the key of a figure, the largest first
SORT = {"cpu": None, "requests": "requests", "mb": "bytes", "lanes": "lanes_mean"}


class Heading(str):
    """A line that heads a table"""


def number(value):
    """A number in at most 8 characters"""
    if value is None:
        return "-"
    for unit in ("", "k", "M", "G", "T"):
        if abs(value) < (1e5 if not unit else 1000):
            break
        value /= 1000
    small = value < 10 and value != int(value)
    return f"{value:,.{1 if small or unit else 0}f}{unit}"


def mean(value):
    return "-" if value is None else f"{value:.1f}"


def share(part, whole):
    return f"{100 * part / whole:.0f}%" if whole else "-"


def columns(cells, widths):
    """The first cell left-aligned, the others right-aligned"""
    return (f"{cells[0]:<{widths[0]}}" +
            "".join(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:])))


class View:
    """The view of one interval: a method for each table"""

    def __init__(self, interval, sort="cpu"):
        self.interval = interval
        self.sort = sort
        self.hashes = interval.hashes()
        self.figures = {name: interval.figures([name]) for name in self.hashes}
        self.per = "/s" if interval.seconds else ""

    def rate(self, count):
        """Per second; the count itself if the length is not known"""
        return number(count / (self.interval.seconds or 1))

    def head(self):
        over = (f"over {self.interval.seconds:.1f} s" if self.interval.seconds
                else "since it was loaded")
        sections = self.interval.sections()
        return (f"mbhash {time.strftime('%H:%M:%S')} {over}: "
                f"{self.rate(sections['sections'])} sections{self.per}, "
                f"{number(sections['sections_long'])} over 50 us, "
                f"longest {sections['section_us_max']:,.0f} us")

    def rates(self):
        widths = (8, 12, 9, 8, 8, 11, 7, 7, 9)
        yield Heading(columns(("HASH", f"REQUESTS{self.per}", f"MB{self.per}", "INLINE",
                               "QUEUED", f"BATCHES{self.per}", "JOBS", "LANES",
                               "LONGEST"), widths))
        for name, one in self.figures.items():
            yield columns((name, self.rate(one["requests"]), self.rate(one["bytes"] / 1e6),
                           share(one["inline"], one["requests"]),
                           share(one["queued"], one["requests"]),
                           self.rate(one["batches"]), mean(one["jobs_mean"]),
                           mean(one["lanes_mean"]), number(one["queue_max"])), widths)

    def reasons(self):
        """Why batches and inline requests were hashed when they were"""
        widths = (16, *[9] * len(self.hashes))
        yield Heading(columns((f"BECAUSE{self.per}", *self.hashes), widths))
        for reason in next(iter(self.figures.values()))["reasons"]:
            what = ("section" if reason == NO_SIMD
                    else "inline" if reason in INLINE else "batch")
            yield columns((f"{what:<8}{reason}",
                           *[self.rate(one["reasons"].get(reason, 0))
                             for one in self.figures.values()]), widths)

    def lanes(self):
        """How many lanes held a job: shares of the steps of the implementations"""
        widths = (7, *[8] * len(self.hashes))
        yield Heading(columns(("LANES", *self.hashes), widths))
        sums = [sum(one["lanes"].values()) for one in self.figures.values()]
        active = max(sum(map(bool, sums)), 1)
        low = 1
        for step in LANE_STEPS:
            parts = [sum(n for key, n in one["lanes"].items() if low <= int(key) <= step)
                     for one in self.figures.values()]
            label = f"{low}" if low == step else f"{low}-{step}"
            bar = sum(part / (whole or 1) for part, whole in zip(parts, sums)) / active
            yield columns((label, *map(share, parts, sums)), widths) + \
                "  " + "#" * round(BAR * bar)
            low = step + 1

    def cpus(self):
        """A line for each CPU that has hashed since the module was loaded"""
        widths = (8, 12, 9, 8, 8, 7, 7, 9, 11)
        yield Heading(columns(("CPU", f"REQUESTS{self.per}", f"MB{self.per}", "INLINE",
                               "QUEUED", "JOBS", "LANES", "LONGEST", "BECAUSE"), widths))
        figures = {cpu: self.interval.figures(self.hashes, cpu)
                   for cpu in self.interval.cpus()}
        order = list(figures)
        if SORT[self.sort]:
            order.sort(key=lambda cpu: -(figures[cpu][SORT[self.sort]] or 0))
        for cpu in order:
            one = figures[cpu]
            reasons = {reason: n for reason, n in one["reasons"].items()
                       if reason != NO_SIMD}
            most = max(reasons, key=reasons.get)
            yield columns((cpu, self.rate(one["requests"]), self.rate(one["bytes"] / 1e6),
                           share(one["inline"], one["requests"]),
                           share(one["queued"], one["requests"]),
                           mean(one["jobs_mean"]), mean(one["lanes_mean"]),
                           number(one["queue_max"]),
                           most if reasons[most] else "-"), widths)

    def lines(self):
        yield self.head()
        yield ""
        yield from self.rates()
        yield ""
        beside = list(zip_longest(self.reasons(), self.lanes(), fillvalue=""))
        for i, (left, right) in enumerate(beside):
            line = f"{left:<36}{right}"
            yield Heading(line) if not i else line
        yield ""
        yield from self.cpus()
