# SPDX-License-Identifier: GPL-2.0
"""Where the drivers are: load them, which there are, what mbhash counts."""

import socket
import subprocess
from pathlib import Path

STATS = Path("/sys/kernel/debug/mbhash/stats")
SELF_TESTS_OFF = Path("/sys/module/cryptomgr/parameters/notests")

#: What a kernel may have as modules: its own fastest driver, and AF_ALG with
#: what libkcapi asks about drivers
KERNEL_MODULES = ("sha256_ssse3", "algif_hash", "crypto_user")


def load_modules(folder, parameters, load):
    """mbhash with its parameters, and load, the module that makes the load. The
    order counts: a driver asks for its self-tests when it is loaded."""
    if SELF_TESTS_OFF.exists():
        SELF_TESTS_OFF.write_text("1")
    subprocess.run(["modprobe", "-aq", *KERNEL_MODULES], check=False)
    for name, own in (("mbhash_baseline", []), ("mbhash", parameters),
                      (load, [])):
        module = folder / f"{name}.ko"
        if module.exists():
            subprocess.run(["insmod", module, *own], check=True)


def registered():
    """What /proc/crypto lists: {field: value} for each driver"""
    return [{key.strip(): value.strip() for key, _, value in
             (line.partition(":") for line in block.splitlines())}
            for block in Path("/proc/crypto").read_text().split("\n\n")
            if block.strip()]


def has_driver(name):
    """Is there such a driver? hmac(X) is made when it is asked for."""
    name = name.removeprefix("hmac(").removesuffix(")")
    return any(one["driver"] == name for one in registered())


def for_af_alg(driver):
    """The driver, or the synchronous one where AF_ALG hides others"""
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
