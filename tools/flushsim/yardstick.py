# SPDX-License-Identifier: GPL-2.0
"""The yardstick: judges the simulator's results for each load.

work     requests done per second of CPU time, each weighted by the time that the
         kernel's own driver and its client take for it; as a ratio to that driver
share    requests of each client as a ratio to that driver: the least of these. Of
         equal clients the slowest is compared with the slowest, and so on.
late_us  difference of a group's 99.9th percentile of latency to that driver's, less
         one turn of all clients, microseconds; the maximum over groups
regret   what is missing compared with the best other policy's work, or with that
         driver's shares, whichever is more

The best other policy is the one with the most work among those that obey the same
limits: no client below SHARE, none later than LATE_US.
"""

import json
from dataclasses import dataclass, field
from statistics import fmean

PLAIN = "never"
BOUND = "bound"
OTHERS = ("never", "delay 50", "delay 100", "delay 1000", "full sets")

#: Limits that a policy must meet
SHARE = 0.9
LATE_US = 100
WORK_OF_PLAIN = 0.98
WORK_OF_BEST = 0.95

#: A client with no more requests than this from the plain driver does not count.
FEW = 10


@dataclass
class Result:
    """The result of one policy with one load"""
    load: str
    policy: str
    record: dict
    work: float
    share: float
    late_us: float
    best: str = ""
    regret: float = 0
    faults: list = field(default_factory=list)

    @property
    def jobs(self):
        """Mean number of jobs that a flush began with"""
        return self.record["jobs"] / max(1, self.record["flushes"])

    @property
    def worst(self):
        """The group with the longest 99.9th percentile"""
        return max(self.record["group"], key=lambda group: group["ns_p999"])

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


def judge(records):
    """{load: {policy: Result}}, in the order of the records"""
    loads = {}
    for record in records:
        loads.setdefault(record["load"], {})[record["policy"]] = record
    results = {}
    for load, by_policy in loads.items():
        plain = by_policy[PLAIN]
        here = results[load] = {
            policy: Result(load, policy, record,
                           speed(record) / max(speed(plain), 1e-9),
                           share(record, plain), late_us(record, plain))
            for policy, record in by_policy.items()}
        best = max((here[policy] for policy in OTHERS
                    if policy in here and here[policy].is_fair()),
                   key=lambda result: result.work)
        for result in here.values():
            result.best = best.policy
            result.regret = max(0, 1 - result.work / best.work,
                                1 - result.share)
            result.faults = list(find_faults(result, best))
    return results


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def of_policy(results, policy):
    return [here[policy] for here in results.values()]


def histories(results, policy):
    """{load: (jobs a flush of each history, the worst to the best)}: loads that
    differ only in their history"""
    found = {}
    for result in of_policy(results, policy):
        name, _, history = result.load.partition(", ")
        if "think" in name:
            found.setdefault(name, {})[history or "fresh"] = result.jobs
    return {name: (jobs, min(jobs.values()) / max(max(jobs.values()), 1e-9))
            for name, jobs in found.items()}


def is_random(load):
    return load.startswith("random ")


def summary(results, policy):
    """Number of loads, number of those without a fault, mean regret"""
    mine = of_policy(results, policy)
    return (len(mine), sum(not result.faults for result in mine),
            fmean(result.regret for result in mine))


def print_faults(results, policy):
    for result in of_policy(results, policy):
        if result.faults:
            print(f"{result.load}: {'; '.join(result.faults)}")
    number, good, regret = summary(results, policy)
    print(f"{policy}: {good} of {number} loads without a fault, mean regret "
          f"{regret:.3f}")
