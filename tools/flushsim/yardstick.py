# SPDX-License-Identifier: GPL-2.0
"""The yardstick: judges the simulator's results for each load, and over all loads.

work     requests done per second of CPU time, each weighted by the time that the
         kernel's own driver and its client take for it; as a ratio to that driver
share    requests of each client as a ratio to that driver: the least of these. Of
         equal clients the slowest is compared with the slowest, and so on.
late_us  difference of a group's 99.9th percentile of latency to that driver's, less
         one turn of all clients, microseconds; the maximum over groups

The best other policy is the one with the most work among those that obey the same
limits: no client below SHARE, none later than LATE_US.
"""

from dataclasses import dataclass, field
from statistics import geometric_mean, median

PLAIN = "never"
OTHERS = ("never", "delay 50", "delay 100", "delay 1000", "full sets")

#: Limits that a policy must meet
SHARE = 0.9
LATE_US = 100
WORK_OF_PLAIN = 0.98
WORK_OF_BEST = 0.95

#: A client with no more requests than this from the plain driver does not count.
FEW = 10

#: A group of so many clients shows whether equal ones are served equally.
MANY = 100


@dataclass
class Result:
    """The result of one policy with one load"""
    load: str
    policy: str
    record: dict
    work: float
    share: float
    late_us: float
    faults: list = field(default_factory=list)

    def is_fair(self):
        return self.share >= SHARE and self.late_us <= LATE_US


def speed(record):
    done = sum(sum(group["requests"]) * group["worth_ns"]
               for group in record["group"])
    return done / max(1, record["cpu_ns"])


def share(record, plain):
    shares = [have / want
              for group, reference in zip(record["group"], plain["group"])
              for have, want in zip(sorted(group["requests"]),
                                    sorted(reference["requests"]))
              if want > FEW]
    return min(shares, default=1)


def turn_ns(record):
    """Time of the plain driver and the clients for all requests that may be in flight"""
    return sum(len(group["requests"]) * group["inflight"] * group["worth_ns"]
               for group in record["group"])


def late_us(record, plain):
    later = [group["ns_p999"] - reference["ns_p999"]
             for group, reference in zip(record["group"], plain["group"])
             if sum(reference["requests"]) > FEW * len(group["requests"])]
    return (max(later, default=0) - turn_ns(plain)) / 1000


def find_faults(result, best):
    """Describe each violated limit"""
    if result.record["lost"]:
        yield f"{result.record['lost']} requests lost"
    if result.work < WORK_OF_PLAIN:
        yield f"work {result.work:.2f} of the plain driver's"
    elif result.work < WORK_OF_BEST * best.work:
        yield (f"work {result.work:.2f}, {best.policy} "
               f"{best.work:.2f}")
    if result.share < SHARE:
        yield f"share {result.share:.2f}"
    if result.late_us > LATE_US:
        yield f"late by {result.late_us:.0f} us"


def judge(records, policy):
    """The policy's Result for each load, in the order of the records"""
    loads = {}
    for record in records:
        loads.setdefault(record["load"], {})[record["policy"]] = record
    mine = []
    for load, by_policy in loads.items():
        plain = by_policy[PLAIN]
        here = {name: Result(load, name, record,
                             speed(record) / max(speed(plain), 1e-9),
                             share(record, plain), late_us(record, plain))
                for name, record in by_policy.items()}
        best = max((here[name] for name in OTHERS if name in here and here[name].is_fair()),
                   key=lambda result: result.work)
        here[policy].faults = list(find_faults(here[policy], best))
        mine.append(here[policy])
    return mine


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

#: What a policy has to achieve over all loads in the run -s SEED -r RANDOM, by (SEED, RANDOM):
#: the least or the most that each of TOTALS may be
LIMITS = {
    (1, 20): (75, 4, 1, 1, .97, 1.30, .7),
    (1, 200): (207, 20, 6, 3, .94, 1.30, .7),
    (1001, 200): (191, 28, 10, 5, .95, 1.27, .7),
}


def text(value):
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def totals(results):
    """(what, value, whether more is better) of each of TOTALS"""
    return [(what, get(results), more) for what, get, more in TOTALS]


def violations(results, seed, number):
    """Describe each total beyond its limit"""
    limits = LIMITS.get((seed, number))
    if not limits:
        yield f"no limits for seed {seed}, {number} random loads"
        return
    for (what, value, more), limit in zip(totals(results), limits, strict=True):
        if value < limit if more else value > limit:
            yield f"{what}: {text(value)}, at {'least' if more else 'most'} {limit:g} wanted"
