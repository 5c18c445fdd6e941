# SPDX-License-Identifier: GPL-2.0
"""In the guest: loads the drivers, lists them, and reads mbhash's counters."""

import socket
import subprocess
from pathlib import Path

STATS = Path("/sys/kernel/debug/mbhash/stats")
AF_ALG_RESTRICT = Path("/proc/sys/crypto/af_alg_restrict")
SELF_TESTS_OFF = Path("/sys/module/cryptomgr/parameters/notests")

#: Modules that a kernel may have: its own fastest driver, AF_ALG, and the netlink
#: interface by which libkcapi queries drivers
KERNEL_MODULES = ("sha256_ssse3", "algif_hash", "crypto_user")


def load_modules(folder, parameters, load):
    """Load mbhash with its parameters, and the module that makes the load. Self-tests
    must be off before: a driver starts them when it is loaded."""
    if SELF_TESTS_OFF.exists():
        SELF_TESTS_OFF.write_text("1")
    subprocess.run(["modprobe", "-aq", *KERNEL_MODULES], check=False)
    for name, own in (("mbhash_baseline", []), ("mbhash", parameters),
                      (load, [])):
        module = folder / f"{name}.ko"
        if module.exists():
            subprocess.run(["insmod", module, *own], check=True)


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
