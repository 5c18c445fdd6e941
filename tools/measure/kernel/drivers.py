# SPDX-License-Identifier: GPL-2.0
"""In the guest: loads the drivers, lists them, and reads mbhash's counters."""

import socket
import subprocess
import time
from pathlib import Path

STATS = Path("/sys/kernel/debug/mbhash/stats")
SELF_TESTS_OFF = Path("/sys/module/cryptomgr/parameters/notests")

#: From Linux 7.3 on: 0 if programs may name drivers, not only algorithms
AF_ALG_RESTRICT = Path("/proc/sys/crypto/af_alg_restrict")

#: Modules that a kernel may have: its own fastest driver, AF_ALG, and the netlink
#: interface by which libkcapi queries drivers
KERNEL_MODULES = ("sha256_ssse3", "algif_hash", "crypto_user")


#: The kernel's own code for x86 in User Mode Linux, from a kernel that has a library of it:
#: one driver, which is told whose code to use
LIBRARY = "sha256-x86"

#: How long to retry to unload a module that was in use until now
UNLOAD_S = 10


def insert(folder, name, parameters=()):
    """Load a module, if there is such a file"""
    module = folder / f"{name}.ko"
    if module.exists():
        subprocess.run(["insmod", module, *parameters], check=True)


def remove(name):
    end = time.monotonic() + UNLOAD_S
    while subprocess.run(["rmmod", name], check=False, capture_output=True).returncode:
        if time.monotonic() > end:
            subprocess.run(["rmmod", name], check=True)
        time.sleep(0.01)


def load_modules(folder, parameters, load, chosen=None):
    """Load mbhash with its parameters, and the module that makes the load. chosen: the set
    of instructions for mbhash, and whose driver the kernel's own is to be. Self-tests
    must be off before: a driver starts them when it is loaded."""
    if SELF_TESTS_OFF.exists():
        SELF_TESTS_OFF.write_text("1")
    subprocess.run(["modprobe", "-aq", *KERNEL_MODULES], check=False)
    insert(folder, "mbhash_baseline")
    if chosen:
        reload_library(folder, chosen)
    insert(folder, "mbhash", with_set(parameters, chosen))
    insert(folder, load)


def with_set(parameters, chosen):
    """mbhash's parameters, which may be left with a set of instructions"""
    return [*parameters, f"isa={chosen.isa}"] if chosen else parameters


def reload_library(folder, chosen):
    """Let the kernel's library use its code for a set, or the best if there is none"""
    if has_driver(LIBRARY):
        remove("mbhash_baseline")
        insert(folder, "mbhash_baseline", [f"like={chosen.driver}"] if chosen else [])


def reload(folder, parameters, chosen):
    """Replace what load_modules() has loaded by the same with another set"""
    remove("mbhash")
    reload_library(folder, chosen)
    insert(folder, "mbhash", with_set(parameters, chosen))


def best_driver(chosen, algorithm):
    """The kernel's own driver for a set, or the one of its library with that driver's
    code; None if there is neither"""
    names = (algorithm.replace("sha256", chosen.driver),
             algorithm.replace("sha256", LIBRARY).replace("(", "-").replace(")", ""))
    return next(filter(has_driver, names), None)


def registered():
    """The drivers in /proc/crypto, {field: value} each"""
    return [{key.strip(): value.strip() for key, _, value in
             (line.partition(":") for line in block.splitlines())}
            for block in Path("/proc/crypto").read_text().split("\n\n")
            if block.strip()]


def has_driver(name):
    """Is there such a driver? The kernel makes hmac(X) on request if X exists."""
    name = name.removeprefix("hmac(").removesuffix(")")
    return any(one["driver"] == name for one in registered())


def af_alg_takes_drivers():
    """Does AF_ALG accept a driver's name, if it is loaded? Newer kernels' default is no."""
    return not AF_ALG_RESTRICT.exists() or AF_ALG_RESTRICT.read_text().strip() == "0"


def for_af_alg(driver):
    """The driver, or its synchronous variant if AF_ALG accepts only that"""
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing:
        try:
            hashing.bind(("hash", driver))
        except FileNotFoundError:
            return f"{driver}-sync"
    return driver


def counters():
    """mbhash's counters: {(hash, counter, key...): value}"""
    return {tuple(words[:-1]): int(words[-1])
            for words in map(str.split, STATS.read_text().splitlines())}


def difference(before, after):
    return {" ".join(key): value - before.get(key, 0)
            for key, value in after.items() if value != before.get(key, 0)}
