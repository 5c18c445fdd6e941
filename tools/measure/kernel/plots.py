# SPDX-License-Identifier: GPL-2.0
"""Draws plots for documents, as SVG. Debian: python3-matplotlib."""

import textwrap

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

#: Keep text as text; write the same file for the same figures
plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "mbhash",
                     "font.size": 9, "axes.grid": True, "grid.alpha": 0.3,
                     "axes.spines.top": False, "axes.spines.right": False})

ALGORITHMS = ("md5", "sha256")


def pick(results, **wanted):
    return [one for one in results
            if all(one.get(key) == value for key, value in wanted.items())]


def line(axes, records, x, y, label, **style):
    points = sorted((one[x], one[y]) for one in records
                    if one[y] is not None)
    if points:
        axes.plot(*zip(*points), marker="o", markersize=3, label=label, **style)


def pair(axes, records, x, y, label, color):
    """A solid line for the driver, a dashed one for its baseline"""
    line(axes, records, x, y, label, color=color)
    line(axes, records, x, f"baseline_{y}", f"{label}, baseline",
         color=color, linestyle="--")


def inflight_axis(axes):
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:.0f}")
    axes.set_xlabel("requests in flight")


def throughput(axes, results, algorithm):
    for color, size in enumerate((64, 1500, 4096)):
        pair(axes, pick(results, scenario="inflight", algorithm=algorithm,
                        size=size),
             "inflight", "mb_per_s", f"{size} B", f"C{color}")
    inflight_axis(axes)
    axes.set_ylabel("MB/s")
    axes.set_ylim(bottom=0)


def save(figure, title, machine, path):
    figure.suptitle(title)
    figure.supxlabel(textwrap.fill(machine, 150), fontsize=6)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def draw_pair(plot, results, title, machine, path):
    """One plot for each algorithm, side by side"""
    figure, both = plt.subplots(1, len(ALGORITHMS), figsize=(10, 4.4),
                                constrained_layout=True)
    for axes, algorithm in zip(both, ALGORITHMS):
        plot(axes, results, algorithm)
        axes.set_title(algorithm)
        if axes.has_data():
            axes.legend(fontsize=7)
    save(figure, title, machine, path)
