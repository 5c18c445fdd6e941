# SPDX-License-Identifier: GPL-2.0
"""Loads the modules for a while, and restores the kernel's state afterwards."""

import contextlib
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path

from drivers import registered
from missing import OURS, modules

#: AF_ALG, and the interface to remove an hmac that the kernel has made on request
INTERFACES = ("algif_hash", "crypto_user")

#: The crypto API's aliases of the modules with this machine's drivers
ALIASES = ("crypto-md5", "crypto-sha256", "crypto-hmac")

HMACS = ("hmac(md5)", "hmac(sha256)")

#: Lower than all drivers, except that older kernels' md5-generic has 0
PARAMETERS = ("priority=1", "hmac_priority=1")

#: How long to retry: programs that have just ended may still use a module.
UNLOAD_S = 10

#: linux/cryptouser.h, linux/netlink.h
NETLINK_CRYPTO = 21
CRYPTO_MSG_DELALG = 0x11
NLM_F_REQUEST_ACK = 5
HEADER = struct.Struct("=IHHII")
USER_ALG = struct.Struct("=64s64s64sIIII")


def drivers():
    return {one["driver"] for one in registered()}


def names_of(aliases):
    """The modules with these aliases and their dependencies, in the order of loading"""
    names = []
    for alias in aliases:
        shown = subprocess.run(["modprobe", "--show-depends", alias], check=False,
                               capture_output=True, text=True).stdout
        names += [Path(line.split()[1]).name.partition(".ko")[0].replace("-", "_")
                  for line in shown.splitlines() if line.startswith("insmod ")]
    return list(dict.fromkeys(names))


def make_hmac(name):
    """Request an hmac, so that the kernel makes it if it can"""
    with (contextlib.suppress(FileNotFoundError),
          socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing):
        hashing.bind(("hash", name))


def load(folder):
    """Load the kernel's own drivers, make its hmacs, and then load ours: a user that
    requests an hmac meanwhile gets the kernel's, which outranks ours."""
    subprocess.run(["modprobe", "-aq", *INTERFACES, *ALIASES], check=False)
    for name in HMACS:
        make_hmac(name)
    for name, parameters in zip(OURS, (PARAMETERS, ())):
        subprocess.run(["insmod", folder / f"{name}.ko", *parameters], check=True)


def unload(name):
    end = time.monotonic() + UNLOAD_S
    while name in modules():
        done = subprocess.run(["rmmod", name], check=False, capture_output=True)
        if done.returncode and time.monotonic() > end:
            return
        time.sleep(0.01)


def delete(driver):
    """Remove a driver that a template has made. The kernel refuses if it is in use."""
    user_alg = USER_ALG.pack(b"", driver.encode(), b"", 0, 0, 0, 0)
    header = HEADER.pack(HEADER.size + len(user_alg), CRYPTO_MSG_DELALG,
                         NLM_F_REQUEST_ACK, 0, 0)
    with (contextlib.suppress(OSError),
          socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_CRYPTO) as kernel):
        kernel.send(header + user_alg)
        kernel.recv(4096)


def restore(loaded_before, drivers_before, interfaces, others):
    """Restore modules and drivers, except those that are in use by now"""
    for name in (*reversed(OURS), *reversed(others)):
        if name not in loaded_before:
            unload(name)
    # When a driver is registered, the kernel drops the hmacs that use a worse one. This
    # may have happened with ours and with the kernel's fastest.
    for driver in drivers_before - drivers():
        make_hmac(driver)
    for driver in drivers() - drivers_before:
        delete(driver)
    for name in reversed(interfaces):
        if name not in loaded_before:
            unload(name)


@contextlib.contextmanager
def loaded(folder, changed):
    """The modules are loaded while this context lasts. At its end everything that could
    not be restored is appended to the list changed."""
    loaded_before, drivers_before = modules(), drivers()
    interfaces, others = names_of(INTERFACES), names_of(ALIASES)
    others = [name for name in others if name not in interfaces]
    try:
        load(folder)
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        restore(loaded_before, drivers_before, interfaces, others)
        changed += [f"module {name} is still loaded"
                    for name in (*OURS, *interfaces, *others)
                    if name in modules() and name not in loaded_before]
        changed += [f"driver {name} is still registered"
                    for name in sorted(drivers() - drivers_before)]
        changed += [f"driver {name} is missing"
                    for name in sorted(drivers_before - drivers())]
