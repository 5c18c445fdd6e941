# SPDX-License-Identifier: GPL-2.0
"""Makes records of measurements: medians of the rounds, and ratios within a run."""

import json
from collections import defaultdict
from statistics import median


def lanes_mean(counters, algorithm):
    """Mean over block steps of the number of lanes that held a job; None if no batch
    was hashed (requests that are hashed inline use no lane)"""
    steps = {int(key.split()[2]): n for key, n in counters.items()
             if key.split()[:2] == [plain(algorithm), "lanes"]}
    total = sum(steps.values())
    if not total:
        return None
    return round(sum(lanes * n for lanes, n in steps.items()) / total, 2)


def flushes(counters, algorithm):
    """Flushes, and requests hashed inline, by reason"""
    return {key.split()[2]: n for key, n in counters.items()
            if key.split()[:2] == [plain(algorithm), "flush"]}


def plain(algorithm):
    """The hash whose counters include it: hmac(X) is counted with X"""
    return algorithm.removeprefix("hmac(").removesuffix(")")


def sum_counters(rounds):
    total = defaultdict(int)
    for one in rounds:
        for key, n in one["counters"].items():
            total[key] += n
    return total


def middle(rounds, key):
    values = [one["measured"][key] for one in rounds if key in one["measured"]]
    return median(values) if values else None


def speed(one):
    """MB (10^6 bytes) per second"""
    return one["measured"]["bytes_per_s"] / 1e6


def ns_each(rounds):
    """Nanoseconds of CPU time per message, if the CPU time is known"""
    if "cpu_ns" not in rounds[0]["measured"]:
        return None
    return round(median(one["measured"]["cpu_ns"] /
                        max(one["measured"]["messages"], 1)
                        for one in rounds), 1)


def summary(rounds, prefix=""):
    """The part of a record that describes one driver's rounds"""
    return {
        f"{prefix}mb_per_s": round(median(map(speed, rounds)), 1),
        f"{prefix}cpu_ns_each": ns_each(rounds),
        **{f"{prefix}{key}": middle(rounds, key)
           for key in ("ns_p50", "ns_p99")},
    }


def record(point, kernel, driver, baseline, rounds, baseline_rounds):
    counters = sum_counters(rounds)
    ratios = [speed(one) / max(speed(other), 1e-3)
              for one, other in zip(rounds, baseline_rounds)]
    return {
        "scenario": point.scenario,
        "kernel": kernel,
        "driver": driver,
        "baseline": baseline,
        "algorithm": point.algorithm,
        **({"set": point.isa} if point.isa else {}),
        "size": point.size,
        **(point.parameters | {"inflight": point.inflight}),
        **summary(rounds),
        **summary(baseline_rounds, "baseline_"),
        "ratio": round(median(ratios), 3),
        "repeats": len(ratios),
        "ratio_min": round(min(ratios), 3), "ratio_max": round(max(ratios), 3),
        "lanes_mean": lanes_mean(counters, point.algorithm),
        "flushes": flushes(counters, point.algorithm),
    }


def from_measurements(measurements, points):
    """A record for each point and each of its baselines"""
    rounds = defaultdict(lambda: defaultdict(list))
    for one in measurements:
        rounds[one["kernel"], one["point"]][one["name"]].append(one)

    results = []
    for (kernel, number), drivers in rounds.items():
        driver, *baselines = drivers
        results += [record(points[number], kernel, driver, name,
                           drivers[driver], drivers[name])
                    for name in baselines]
    return results


def to_json(results):
    """A JSON list with one record per line"""
    lines = ",\n".join(json.dumps(one) for one in results)
    return f"[\n{lines}\n]\n"
