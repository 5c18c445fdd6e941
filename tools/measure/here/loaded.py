# SPDX-License-Identifier: GPL-2.0
"""Modules that are loaded for a while, and the kernel as before afterwards."""

import contextlib
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path

from drivers import registered
from missing import OURS, modules

#: AF_ALG, and what removes an hmac that was made by asking for it
INTERFACES = ("algif_hash", "crypto_user")

#: Whatever this machine has for these, by aliases of the crypto API
ALIASES = ("crypto-md5", "crypto-sha256", "crypto-hmac")

HMACS = ("hmac(md5)", "hmac(sha256)")

#: The lowest that there is. (Older kernels' md5-generic has 0.)
PARAMETERS = ("priority=1", "hmac_priority=1")

#: Programs that have just ended may still hold a module.
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
    """Those modules, with what they depend on, in the order of loading"""
    names = []
    for alias in aliases:
        shown = subprocess.run(["modprobe", "--show-depends", alias], check=False,
                               capture_output=True, text=True).stdout
        names += [Path(line.split()[1]).name.partition(".ko")[0].replace("-", "_")
                  for line in shown.splitlines() if line.startswith("insmod ")]
    return list(dict.fromkeys(names))


def make_hmac(name):
    """By asking for it, if there can be one"""
    with (contextlib.suppress(FileNotFoundError),
          socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing):
        hashing.bind(("hash", name))


def load(folder):
    """The kernel's own drivers, its hmacs, and then ours: a user who comes now and
    asks for an hmac shall find the kernel's, which outranks ours."""
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
    """One that a template has made. The kernel refuses if it is in use."""
    user_alg = USER_ALG.pack(b"", driver.encode(), b"", 0, 0, 0, 0)
    header = HEADER.pack(HEADER.size + len(user_alg), CRYPTO_MSG_DELALG,
                         NLM_F_REQUEST_ACK, 0, 0)
    with (contextlib.suppress(OSError),
          socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_CRYPTO) as kernel):
        kernel.send(header + user_alg)
        kernel.recv(4096)


def restore(loaded_before, drivers_before, interfaces, others):
    """Everything as it was, as far as nobody else uses it by now"""
    for name in (*reversed(OURS), *reversed(others)):
        if name not in loaded_before:
            unload(name)
    # A driver that is better than another one makes the kernel drop the hmacs of
    # that one, and ours and the kernel's fastest may have been such.
    for driver in drivers_before - drivers():
        make_hmac(driver)
    for driver in drivers() - drivers_before:
        delete(driver)
    for name in reversed(interfaces):
        if name not in loaded_before:
            unload(name)


@contextlib.contextmanager
def loaded(folder, changed):
    """Loaded, for as long as it lasts; to the list changed is added what is not as
    it was before, in the end."""
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
        changed += [f"module {name} is still there"
                    for name in (*OURS, *interfaces, *others)
                    if name in modules() and name not in loaded_before]
        changed += [f"driver {name} is still there"
                    for name in sorted(drivers() - drivers_before)]
        changed += [f"driver {name} has gone"
                    for name in sorted(drivers_before - drivers())]
