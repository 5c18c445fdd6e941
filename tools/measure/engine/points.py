# SPDX-License-Identifier: GPL-2.0
"""lanebench's records: which belong to one point, and which peer is best."""

import statistics

# The fields that identify a point; also the implementation if the plan did not choose it
POINT = ["algorithm", "what", "peer", "isa", "pick", "size", "jobs", "layout"]
PLAN = {"what": "engine", "isa": "all", "pick": "plan"}


def select(records, **fields):
    return [r for r in records if all(r.get(k) == v for k, v in fields.items())]


def first(records, **fields):
    """The first of those, or None"""
    return next(iter(select(records, **fields)), None)


#: A core that does less than this part of the additions that it does at best is not alone,
#: one that does less than that part is contested. Samples between these are of a core whose
#: neighbour came or went meanwhile, and count only if there are no others.
QUIET, CONTESTED = 0.9, 0.75


def best_adds(records):
    """How many additions for each cycle the core does when it is quiet: of the tenth best
    sample of a hundred, as single ones may be wrong"""
    adds = sorted(r["adds_per_cycle"] for r in records if "adds_per_cycle" in r)
    return adds[len(adds) * 9 // 10]


def of_quiet(records, best):
    """Those of a quiet core. Peers written in Go do not say, and count as such."""
    return [r for r in records if r.get("adds_per_cycle", best) >= QUIET * best]


def of_contested(records, best):
    """Those of a contested core; all of peers that do not say"""
    return [r for r in records if r.get("adds_per_cycle", 0) < CONTESTED * best]


def median(records):
    """The median record, with the range of the others; the core's clock is measured
    separately from the speed."""
    by_speed = sorted(records, key=lambda r: r["mb_per_s"])
    cycles = [r["cycles_per_byte"] for r in records if "cycles_per_byte" in r]
    return (by_speed[len(records) // 2] |
            {"runs": len(records), "mb_per_s_min": by_speed[0]["mb_per_s"],
             "mb_per_s_max": by_speed[-1]["mb_per_s"]} |
            ({"cycles_per_byte": statistics.median(cycles)} if cycles else {}))


def medians(records, best):
    """The median of a point's samples in the quiet, or if there are none of all; and its
    speed when contested, if it was"""
    contested = of_contested(records, best)
    return (median(of_quiet(records, best) or records) |
            ({"contested_mb_per_s": median(contested)["mb_per_s"],
              "contested_runs": len(contested)} if contested else {}))


def when_contested(records):
    """The same records, with the speed when contested; without those that never were"""
    return [r | {"mb_per_s": r["contested_mb_per_s"], "runs": r["contested_runs"]}
            for r in records if "contested_mb_per_s" in r]


def by_point(records):
    """The records of each point, one for each run."""
    points = {}
    for r in records:
        chosen = r["pick"] == "plan" and "peer" not in r
        points.setdefault((*map(r.get, POINT), chosen or r["impl"]), []).append(r)
    return list(points.values())


def values(records, field):
    return list(dict.fromkeys(r[field] for r in records))


def best_peer(peers, size, jobs):
    """The best result of any peer: peers that accept several messages get that many,
    or fewer at a time if that is faster."""
    able = [r for r in peers if r["size"] == size and r["jobs"] <= jobs]
    return max(able, key=lambda r: r["mb_per_s"], default=None)


def peers_of(records, algorithm):
    return [r for r in records if "peer" in r and r["algorithm"] == algorithm
            and r["layout"] in ("aligned", "packed")]


def ratio(records, algorithm, size, jobs):
    """This engine's speed as a ratio to the best peer's, or None if there is none."""
    return beside(batch(records, algorithm, size, jobs),
                  best_peer(peers_of(records, algorithm), size, jobs))


def contested_ratio(records, algorithm, size, jobs):
    """The same on a contested core; None if this engine or the best peer never were there"""
    best = best_peer(peers_of(records, algorithm), size, jobs)
    if best and "contested_mb_per_s" in best:
        return ratio(when_contested(records), algorithm, size, jobs)
    return None


def batch(records, algorithm, size, jobs):
    """The engine's record, or None"""
    return first(records, algorithm=algorithm, peer=None, layout="aligned", size=size,
                 jobs=jobs, **PLAN)


def best_server(records, algorithm, size, jobs):
    """The best result of the servers that take streams, or None"""
    servers = [r for r in peers_of(records, algorithm)
               if r["peer"] in ("md5-simd", "sha256-simd")]
    return best_peer(servers, size, jobs)


def library(records, algorithm, what, size, jobs):
    """libmbhash's record of "digest" (messages) or "stream", or None"""
    return first(records, algorithm=algorithm, what=what, size=size, jobs=jobs)


def beside(ours, theirs):
    """The ratio of two records, or None"""
    return ours["mb_per_s"] / theirs["mb_per_s"] if ours and theirs else None
