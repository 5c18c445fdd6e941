# SPDX-License-Identifier: GPL-2.0
"""The plot: each case's ratio to the kernel's best driver, with its spread."""

import plots
import results

#: Inches per case
HEIGHT = 0.2


def label(one):
    return f"{one['scenario']} {results.name(one)}"


def draw_kernel(axes, ratios, rows, color, shift):
    axes.errorbar([one["ratio"] for one in ratios],
                  [rows.index(label(one)) + shift for one in ratios],
                  xerr=[[max(one["ratio"] - one["ratio_min"], 0) for one in ratios],
                        [max(one["ratio_max"] - one["ratio"], 0) for one in ratios]],
                  fmt="o", markersize=3, linewidth=1, color=color,
                  label=ratios[0]["kernel"])


def draw(records, machine, path):
    best = [one for one in records if one["best"]]
    rows = list(dict.fromkeys(label(one) for one in best))
    kernels = list(dict.fromkeys(one["kernel"] for one in best))
    figure, axes = plots.plt.subplots(
        figsize=(8, 2 + HEIGHT * len(rows)), constrained_layout=True)
    for number, kernel in enumerate(kernels):
        draw_kernel(axes, [one for one in best if one["kernel"] == kernel], rows,
                    f"C{number}", (number - (len(kernels) - 1) / 2) / 5)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("work per second of CPU time, the kernel's best driver = 1")
    axes.set_yticks(range(len(rows)), rows, fontsize=7)
    axes.set_ylim(len(rows), -1)
    axes.legend(fontsize=7)
    plots.save(figure, "mbhash and its users", machine, path)
