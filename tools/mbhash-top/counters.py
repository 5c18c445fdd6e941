# SPDX-License-Identifier: GPL-2.0
"""The module's counters: reading them from debugfs, and the figures of an interval.

Knows nothing about how these are shown.
"""

import os
import time
from collections import Counter
from pathlib import Path

DEBUGFS = Path("/sys/kernel/debug")
STATS = DEBUGFS / "mbhash" / "stats"

#: Reasons of requests that were hashed inline; the others are those of batches
INLINE = ("lone", "short", "cheap", "backoff", "atomic")

#: Counts sections, which have another reason too
NO_SIMD = "nosimd"


class Unavailable(Exception):
    """The counters cannot be read; says what to do."""


def why_unavailable(path, error):
    if path.parent != STATS.parent:
        return f"{path}: {error.strerror}"
    if not Path("/sys/module/mbhash").exists():
        return "this kernel has no mbhash loaded: try modprobe mbhash"
    if isinstance(error, PermissionError) and os.geteuid():
        return "the kernel shows its counters to root only: try sudo mbhash-top"
    if not os.path.ismount(DEBUGFS):
        return f"debugfs is not mounted: try mount -t debugfs debugfs {DEBUGFS}"
    return f"{path}: {error.strerror}"


def not_ours(path):
    return Unavailable(f"{path}: is not what mbhash writes")


def read(path):
    """A tuple for each line: its words, the last one as a number"""
    try:
        lines = path.read_text().splitlines()
        return [(*key, int(value)) for *key, value in map(str.split, lines)]
    except OSError as error:
        raise Unavailable(why_unavailable(path, error)) from None
    except ValueError:
        raise not_ours(path) from None


class Sample:
    """The counters at one time: cpus[CPU][(HASH, COUNTER[, KEY])], in the order
    of the file; CPU None stands for all CPUs together."""

    def __init__(self, when=None, cpus=None):
        self.time = when
        self.cpus = cpus or {}

    def get(self, cpu, *key):
        return self.cpus.get(cpu, {}).get(key, 0)

    def hashes(self):
        return [key[0] for key in self.cpus[None] if key[1:] == ("requests",)]

    def is_of_another_load(self, later):
        """Was the module loaded again after this sample? Its counters only increase."""
        return any(later.get(None, *key) < value
                   for key, value in self.cpus.get(None, {}).items())


#: All counters at 0, when the module was loaded, at an unknown time
LOADED = Sample()


def take_sample(path):
    sample = Sample(time.monotonic(), {None: {}})
    for *key, value in read(path):
        sample.cpus[None][tuple(key)] = value
    if not sample.hashes():
        raise not_ours(path)
    for cpu, *key, value in read(path.with_name("cpus")):
        sample.cpus.setdefault(cpu, {})[tuple(key)] = value
    return sample


def mean(histogram):
    """The mean of its keys; None if nothing was counted"""
    total = sum(histogram.values())
    return sum(int(key) * n for key, n in histogram.items()) / total if total else None


class Interval:
    """What was counted between two samples"""

    def __init__(self, before, after):
        self.before = LOADED if before.is_of_another_load(after) else before
        self.after = after
        self.seconds = None if before is LOADED else max(after.time - before.time, 1e-6)

    def hashes(self):
        return self.after.hashes()

    def cpus(self):
        return [cpu for cpu in self.after.cpus if cpu is not None]

    def count(self, cpu, *key):
        """Never negative: the counters of a CPU are read a little later than the sums."""
        return max(self.after.get(cpu, *key) - self.before.get(cpu, *key), 0)

    def by_key(self, cpu, hashes, counter):
        """{KEY: count}, in the order of the file"""
        counts = Counter()
        for key in self.after.cpus[cpu]:
            if len(key) == 3 and key[0] in hashes and key[1] == counter:
                counts[key[2]] += self.count(cpu, *key)
        return dict(counts)

    def histogram(self, cpu, hashes, counter):
        counts = self.by_key(cpu, hashes, counter)
        return {key: n for key, n in counts.items() if n}

    def per_second(self, count):
        return self.seconds and round(count / self.seconds, 3)

    def figures(self, hashes, cpu=None):
        """The sums for these hashes, as the man page describes them"""
        requests = sum(self.count(cpu, name, "requests") for name in hashes)
        size = sum(self.count(cpu, name, "bytes") for name in hashes)
        reasons = self.by_key(cpu, hashes, "flush")
        inline = sum(reasons.get(reason, 0) for reason in INLINE)
        jobs = self.histogram(cpu, hashes, "jobs")
        lanes = self.histogram(cpu, hashes, "lanes")
        return {
            "requests": requests,
            "bytes": size,
            "inline": inline,
            "queued": max(requests - inline, 0),
            "batches": sum(reasons.values()) - inline - reasons.get(NO_SIMD, 0),
            "requests_per_s": self.per_second(requests),
            "mb_per_s": self.per_second(size / 1e6),
            "jobs_mean": mean(jobs),
            "lanes_mean": mean(lanes),
            "queue_max": max(self.after.get(cpu, name, "queue_max") for name in hashes),
            "reasons": reasons,
            "jobs": jobs,
            "lanes": lanes,
        }

    def sections(self):
        return {"sections": self.count(None, "all", "sections"),
                "sections_long": self.count(None, "all", "sections_long"),
                "section_us_max": self.after.get(None, "all", "section_ns_max") / 1000}

    def as_dict(self):
        """For JSON, as the man page describes it"""
        return {
            "time": round(time.time(), 3),
            "seconds": self.seconds and round(self.seconds, 3),
            **self.sections(),
            "hashes": {name: self.figures([name]) for name in self.hashes()},
            "cpus": {cpu: {name: self.figures([name], cpu) for name in self.hashes()}
                     for cpu in self.cpus()},
            "totals": {" ".join(key): value
                       for key, value in self.after.cpus[None].items()},
        }
