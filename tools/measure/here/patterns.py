# SPDX-License-Identifier: GPL-2.0
"""The points that are measured here: how users of hashes in the kernel use them.

A point's scenario is "USER: PATTERN". Only hashing is measured: tools/measure/consumers
includes encryption, the network and the disk, in a guest.
"""

import platform

from scenarios import Point

#: Users, and the parameter by which they get mbhash; None if they have to name it
IPSEC = "IPsec (ESP, AH)"
DM_CRYPT = "dm-crypt with integrity"
DM_INTEGRITY = "dm-integrity"
AF_ALG = "Programs, through AF_ALG"
KERNEL = "The crypto API itself"
PRIORITIES = {IPSEC: "hmac_priority", DM_CRYPT: "hmac_priority",
              AF_ALG: "priority", DM_INTEGRITY: None}

#: The module's values of these parameters
DEFAULTS = {"priority": 400, "hmac_priority": 600}

#: dm-crypt's requests in flight for 1 MiB in sectors of 4096 bytes; also the most that the
#: benchmark's module supports
MANY_SECTORS = 256

#: In older kernels it accepts only shash drivers.
DM_INTEGRITY_SINCE = (7, 2)

#: Packets that the network delivers at a time
PACKETS = 64


def kernel():
    return tuple(int(part) for part in platform.release().split(".")[:2])


def points():
    found = []

    def add(user, pattern, algorithm, size, processes=0, **parameters):
        found.append(Point(f"{user}: {pattern}", algorithm, size, parameters,
                           processes))

    for algorithm in ("sha256", "md5"):
        for size in (64, 4096):
            add(KERNEL, "one request at a time", algorithm, size)
            add(KERNEL, "64 at a time", algorithm, size, inflight=64)

    for algorithm, sizes in (("hmac(sha256)", (1400, 300)), ("hmac(md5)", (1400,))):
        for size in sizes:
            add(IPSEC, f"{PACKETS} packets at a time", algorithm, size,
                inflight=PACKETS, context="softirq")
        add(IPSEC, "packet by packet", algorithm, 64, context="softirq")

    for size in (4096, 512):
        add(DM_CRYPT, "many sectors at a time", "hmac(sha256)", size,
            inflight=MANY_SECTORS)
        add(DM_CRYPT, "sector by sector", "hmac(sha256)", size)
        if kernel() >= DM_INTEGRITY_SINCE:
            add(DM_INTEGRITY, "16 threads that wait for each block", "sha256", size,
                threads=16)

    for algorithm in ("sha256", "md5"):
        for processes, size in ((1, 65536), (16, 65536), (16, 4096)):
            add(AF_ALG, "one process" if processes == 1 else
                f"{processes} processes", algorithm, size, processes)
    return found
