# SPDX-License-Identifier: GPL-2.0
"""The results as Markdown."""

import yardstick

HEAD = """# What a policy makes of each load

Simulated, on one CPU: `tools/flushsim`. All ratios are to the kernel's own driver,
which never batches. **work**: requests done in a second of the CPU; *best* is the
best of the others that treats all clients as well, *bound* is what lanes that are
always full and cost nothing would give. **share**: the client that gets least, of what it
gets from that driver. **p50, p99, p99.9**: of the group that waits longest, us.
**jobs**: that a flush begins with. **queue**: the longest.
"""


def table(rows):
    head, *body = rows
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def loads(results, policy):
    rows = [["load", "work", "best", "bound", "share", "p50", "p99", "p99.9",
             "plain's p99.9", "jobs", "queue", "KiB", "regret", "faults"]]
    for load, here in results.items():
        mine = here[policy]
        group = mine.worst
        plain = here[yardstick.PLAIN].worst
        rows.append([
            load, f"{mine.work:.2f}",
            f"{here[mine.best].work:.2f} {mine.best}",
            f"{here[yardstick.BOUND].work:.2f}", f"{mine.share:.2f}",
            *(f"{group[key] / 1000:.0f}"
              for key in ("ns_p50", "ns_p99", "ns_p999")),
            f"{plain['ns_p999'] / 1000:.0f}", f"{mine.jobs:.1f}",
            str(mine.record["longest"]),
            f"{mine.record['most_bytes'] / 1024:.0f}", f"{mine.regret:.2f}",
            "; ".join(mine.faults)])
    return table(rows)


def all_policies(results):
    names = list(next(iter(results.values())))
    rows = [["policy", "loads", "without a fault", "mean regret", "least work",
             "least share", "latest, us"]]
    for policy in names:
        if policy == yardstick.BOUND:
            continue
        number, good, regret = yardstick.summary(results, policy)
        mine = yardstick.of_policy(results, policy)
        rows.append([policy, str(number), str(good), f"{regret:.3f}",
                     f"{min(one.work for one in mine):.2f}",
                     f"{min(one.share for one in mine):.2f}",
                     f"{max(one.late_us for one in mine):.0f}"])
    return table(rows)


def histories(results, policy):
    found = yardstick.histories(results, policy)
    if not found:
        return ""
    names = list(dict.fromkeys(name for jobs, _ in found.values()
                               for name in jobs))
    rows = [["jobs a flush", *names, "worst to best"]]
    for load, (jobs, ratio) in found.items():
        rows.append([load, *(f"{jobs[name]:.1f}" if name in jobs else ""
                             for name in names), f"{ratio:.2f}"])
    return "\n## The same load after whatever came before\n\n" + table(rows)


def write(results, policy, image):
    return (f"{HEAD}\n![regret]({image})\n\n## All policies\n\n"
            f"{all_policies(results)}\n## {policy}\n\n"
            f"{loads(results, policy)}{histories(results, policy)}")
