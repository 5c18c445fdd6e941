# SPDX-License-Identifier: GPL-2.0
"""Finds the reasons why a module cannot be built for this machine and loaded, before
anything is done: a sentence for each."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

#: Where the kernel says which modules it accepts
LOCKDOWN = Path("/sys/kernel/security/lockdown")
SIG_ENFORCE = Path("/sys/module/module/parameters/sig_enforce")
MODULES_DISABLED = Path("/proc/sys/kernel/modules_disabled")
FIPS = Path("/proc/sys/crypto/fips_enabled")
MODULES = Path("/proc/modules")
DEBUGFS = Path("/sys/kernel/debug")

PROGRAMS = ("cc", "make", "modprobe", "insmod", "rmmod", "taskset")
OURS = ("mbhash", "mbhash_bench")

UNSIGNED = "and modules built here are not signed: see \"Secure Boot\" in README.md"


def read(path):
    return path.read_text().strip() if path.exists() else ""


def modules():
    """The names of the loaded modules"""
    return [line.split()[0] for line in read(MODULES).splitlines()]


def has_header(name):
    return not subprocess.run(["cc", "-E", "-include", name, "-xc", "/dev/null"],
                              check=False, capture_output=True).returncode


def to_build():
    release = platform.release()
    if not os.path.exists(f"/lib/modules/{release}/build/Makefile"):
        yield (f"no headers of the running kernel in /lib/modules/{release}/build: "
               f"on Debian, apt install linux-headers-{release}")
    lacking = [name for name in PROGRAMS if not shutil.which(name)]
    if lacking:
        yield (f"no {', '.join(lacking)}: on Debian, tools/setup bench-here "
               "installs them")
    if "cc" not in lacking and not has_header("kcapi.h"):
        yield ("no kcapi.h of libkcapi, needed for AF_ALG: on Debian, tools/setup "
               "bench-here installs it")


def to_load():
    if os.geteuid():
        yield "not root, and only root may load modules: sudo make bench-here"
    for name in OURS:
        if name in modules():
            yield f"the module {name} is loaded already: rmmod {name}"
    if not MODULES.exists():
        yield "this kernel was built without modules"
    if read(MODULES_DISABLED) == "1":
        yield "this kernel accepts no more modules until the next boot (kernel.modules_disabled)"
    lockdown = read(LOCKDOWN)
    if lockdown and "[none]" not in lockdown:
        yield f"this kernel is locked down, as by Secure Boot ({lockdown}), {UNSIGNED}"
    elif read(SIG_ENFORCE) == "Y":
        yield f"this kernel accepts only signed modules (module.sig_enforce), {UNSIGNED}"
    if read(FIPS) == "1":
        yield ("this kernel is in FIPS mode, which accepts drivers only from signed modules, "
               f"{UNSIGNED}")
    if not os.geteuid() and not os.path.ismount(DEBUGFS):
        yield (f"no debugfs, which the benchmark uses: mount -t debugfs debugfs {DEBUGFS}, "
               "unless the kernel was booted with debugfs=off")


def find():
    """All reasons"""
    return [*to_build(), *to_load()]
