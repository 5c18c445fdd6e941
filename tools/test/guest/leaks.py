#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Hashes secrets and wipes them, so that remains are not from here.

Usage: leaks.py SEED ISA DRIVER...	hash the secrets of each driver and ISA
       leaks.py SEED ISA		make a secret, and keep it until killed
"""

import signal
import socket
import struct
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "leaks"))
import secret  # noqa: E402
from transform import begin  # noqa: E402

#: Equal requests at a time
THREADS = 32
#: Bytes of a message that is abandoned
ABANDONED = 100
TOGETHER = "/sys/kernel/debug/mbhash_together"


def digest(transform, pieces):
    """The driver's digest of a message, which is not copied"""
    with transform.accept()[0] as request:
        for piece in pieces[:-1]:
            request.send(piece, socket.MSG_MORE)
        request.send(pieces[-1])
        return request.recv(64)


def at_once(transform, pieces):
    """Hash the same message many times at once; all digests must be equal"""
    digests = []
    start = threading.Barrier(THREADS)

    def work():
        start.wait()
        digests.append(digest(transform, pieces))

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(digests) == THREADS and len(set(digests)) == 1, digests


def in_lanes(driver, key, message):
    """Have tools/test/modules/together.c hash the message many times at once"""
    written = bytearray(struct.pack("@32sI", driver.encode(), len(key)))
    written += key
    written += message
    with open(TOGETHER, "wb", buffering=0) as file:
        file.write(written)
    secret.wipe(written)


def use_lanes(seed, label, driver):
    """Hash each message with each key in lanes"""
    for size in keys(driver):
        for length in secret.LENGTHS:
            key = secret.key(seed, label, size)
            message = secret.message(seed, label, length)
            in_lanes(driver, key, message)
            secret.wipe(key)
            secret.wipe(message)


def keys(driver):
    """The sizes of its keys; 0: it has none"""
    return (secret.KEY, secret.LONG_KEY) if driver.startswith("hmac") else (0,)


def use(seed, label, driver):
    """Hash each message with each key, in one piece and in two, at once and alone"""
    for size in keys(driver):
        key = secret.key(seed, label, size)
        with begin(driver, key) as transform:
            secret.wipe(key)
            for length in secret.LENGTHS:
                message = secret.message(seed, label, length)
                whole, third = memoryview(message), len(message) // 3
                at_once(transform, [whole])
                at_once(transform, [whole[:third], whole[third:]])
                digest(transform, [whole])
                secret.wipe(message)


def abandon(seed, label, driver):
    """Begin messages and do not finish them"""
    key = secret.abandoned_key(seed, label)
    with begin(driver, key) as transform:
        secret.wipe(key)
        for _ in range(THREADS):
            with transform.accept()[0] as request:
                request.send(bytes(ABANDONED), socket.MSG_MORE)


def main():
    """Without drivers: keep the secret that is not wiped, until killed"""
    seed, isa, *drivers = sys.argv[1:]
    for driver in drivers:
        label = f"{driver.split('-mb')[0]} {isa}"
        use(int(seed), label, driver)
        # Programs may be offered the synchronous driver only, which does not queue these.
        use_lanes(int(seed), label, driver.removesuffix("-sync"))
        if driver.startswith("hmac"):
            abandon(int(seed), label, driver)
    if not drivers:
        kept = secret.kept(int(seed))
        print(f"ready, with {len(kept)} bytes", flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
