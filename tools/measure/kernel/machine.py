# SPDX-License-Identifier: GPL-2.0
"""Describes the machine that the figures hold for."""

import os
import platform
import subprocess
from datetime import date
from pathlib import Path

#: CPU features that implementations and baselines depend on
FEATURES = ("ssse3", "avx", "avx2", "avx512f", "avx512vl", "sha_ni")


def without_load(machine):
    """The sentence of describe_machine() without the load, for earlier measurements"""
    return "; ".join(part for part in machine.split("; ")
                     if not part.startswith("load"))


def release_of(kernel):
    """The version of Linux that the module was built for, to run on that kernel"""
    module = Path(__file__).resolve().parents[3] / "build" / kernel / "mbhash.ko"
    return subprocess.run(["/sbin/modinfo", "-F", "vermagic", module], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.split()[0]


def describe_machine(cpus, huge, parameters):
    """One sentence. cpus: the number of CPUs used, by kernel; huge: the kernels are
    User Mode Linux in huge pages; parameters: those of mbhash"""
    cpu = {}
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        cpu.setdefault(key.strip(), value.strip())
    flags = cpu.get("flags", "").split()
    model = " ".join(cpu.get(key, "?") for key in
                     ("model name", "cpu family", "model", "stepping"))
    used = [f"{kernel} (Linux {release_of(kernel)}, with {count} CPU{'s' * (count > 1)})"
            for kernel, count in cpus.items()]
    # Without what the distribution or a provider adds
    release = platform.release().partition("-")[0]
    return (f"{model} (name, family, model, stepping; "
            f"{' '.join(name for name in FEATURES if name in flags)}), "
            f"{os.cpu_count()} CPUs; "
            f"{' and '.join(used)} on {platform.system()} {release}"
            f"{', in huge pages' if huge else ''}; "
            f"mbhash {' '.join(parameters) or 'with its defaults'}; "
            f"load average at the end {os.getloadavg()[0]:.1f}; "
            f"{date.today()}")
