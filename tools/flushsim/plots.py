# SPDX-License-Identifier: GPL-2.0
"""The plot, as SVG. Debian: python3-matplotlib."""

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

import yardstick  # noqa: E402

#: Keep text as text, and make the output reproducible
plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "mbhash",
                     "font.size": 8, "axes.grid": True, "grid.alpha": 0.3,
                     "axes.spines.top": False, "axes.spines.right": False})

GOOD, BAD = "C0", "C3"
STYLE = {"never": ("|", "black"), "delay 50": ("x", "C1"),
         "delay 100": ("+", "C2"), "delay 1000": ("1", "C4"),
         "full sets": ("2", "C5")}


def row(axes, y, result, here, value, bad):
    """All policies on one line, the judged one as a circle"""
    for policy, (marker, color) in STYLE.items():
        if policy in here:
            axes.plot(value(here[policy]), y, marker, color=color,
                      markersize=5, alpha=0.7)
    axes.plot(value(result), y, "o", color=BAD if bad else GOOD, markersize=5)


def work(axes, y, mine, here):
    best = here[mine.best].work
    short = mine.work < yardstick.WORK_OF_BEST * best or \
        mine.work < yardstick.WORK_OF_PLAIN
    if short:
        axes.plot([mine.work, best], [y, y], color=BAD, linewidth=3, alpha=0.3)
    axes.plot(here[yardstick.BOUND].work, y, ">", color="gray", markersize=4,
              alpha=0.6)
    row(axes, y, mine, here, lambda one: one.work, short)


def share(axes, y, mine, here):
    short = mine.share < yardstick.SHARE
    if short:
        axes.plot([mine.share, 1], [y, y], color=BAD, linewidth=3, alpha=0.3)
    row(axes, y, mine, here, lambda one: min(max(one.share, 0.01), 30), short)


def latency(axes, y, mine, here):
    row(axes, y, mine, here,
        lambda one: max(one.worst["ns_p999"], 100) / 1000,
        mine.late_us > yardstick.LATE_US)


COLUMNS = (
    (work, "work per CPU second", "times the plain driver's"),
    (share, "the client that gets least", "times what the plain driver gives it"),
    (latency, "p99.9 of those who wait longest", "us"),
)


def regrets(axes, results, policy):
    """Each policy's loads, sorted by regret"""
    for name in (policy, *STYLE):
        values = sorted(result.regret
                        for result in yardstick.of_policy(results, name))
        axes.plot([100 * (number + 1) / len(values)
                   for number in range(len(values))], values, label=name,
                  color=GOOD if name == policy else STYLE[name][1],
                  linewidth=2 if name == policy else 1)
    axes.set_title(f"regret: in how many of all {len(results)} loads, random "
                   "ones included, is it no more than that?")
    axes.set_xlabel("% of loads")
    axes.set_ylim(0, 1)
    axes.legend(ncols=2, fontsize=7)


def handles(policy):
    def one(label, marker, color):
        return plt.Line2D([], [], marker=marker, linestyle="", color=color,
                          label=label)

    return [one(policy, "o", GOOD),
            one(f"{policy}, where it falls short", "o", BAD),
            one("bound", ">", "gray"),
            *(one(name, *style) for name, style in STYLE.items())]


def draw_loads(columns, loads, policy):
    for axes, (plot, title, label) in zip(columns, COLUMNS):
        for y, here in enumerate(loads):
            plot(axes, y, here[policy], here)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_title(title)
        axes.set_xlabel(label)
        axes.set_ylim(len(loads) - 0.5, -0.5)
        axes.set_yticks(range(len(loads)), [])
    for axes in columns[:2]:
        axes.axvline(1, color="black", linewidth=0.8)
    columns[0].set_yticks(range(len(loads)),
                          [f"{here[policy].load}   {here[policy].regret:.2f}"
                           for here in loads])


def draw(results, policy, path):
    """Named loads from the worst to the best, one per line; then all loads"""
    loads = [here for load, here in results.items()
             if not yardstick.is_random(load)]
    loads.sort(key=lambda here: -here[policy].regret)
    height = 0.18 * len(loads)
    figure = plt.figure(figsize=(12, 5 + height), constrained_layout=True)
    top, bottom = figure.subfigures(2, 1, height_ratios=(1.5 + height, 3.5))
    draw_loads(top.subplots(1, len(COLUMNS)), loads, policy)
    figure.legend(handles=handles(policy), loc="upper center", ncols=8,
                  bbox_to_anchor=(0.5, 0))
    regrets(bottom.subplots(), results, policy)
    number, good, regret = yardstick.summary(results, policy)
    figure.suptitle(f"{policy}: {good} of {number} loads without a fault, mean "
                    f"regret {regret:.3f} (beside each load: its own)")
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
