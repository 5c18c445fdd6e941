# SPDX-License-Identifier: GPL-2.0
"""What is measured here: the ways in which those in the kernel who hash do so.

Each is a point of the benchmark; its scenario is "WHO: WHAT". What they do beside
hashing (encryption, the network, the disk) is not in it: tools/measure/consumers
measures that, in a guest.
"""

import platform

from scenarios import Point

#: By whom, and the parameter by which they get mbhash; None if by its name only
IPSEC = "IPsec (ESP, AH)"
DM_CRYPT = "dm-crypt with integrity"
DM_INTEGRITY = "dm-integrity"
AF_ALG = "Programs, through AF_ALG"
KERNEL = "The crypto API itself"
PRIORITIES = {IPSEC: "hmac_priority", DM_CRYPT: "hmac_priority",
              AF_ALG: "priority", DM_INTEGRITY: None}

#: What dm-crypt has in flight for 1 MiB in sectors of 4096 bytes; the benchmark's
#: module has no more
MANY_SECTORS = 256

#: Older ones' takes shash drivers only.
DM_INTEGRITY_SINCE = (7, 2)

#: What the network hands over at once
PACKETS = 64


def kernel():
    return tuple(int(part) for part in platform.release().split(".")[:2])


def points():
    found = []

    def add(who, what, algorithm, size, processes=0, **parameters):
        found.append(Point(f"{who}: {what}", algorithm, size, parameters,
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
            add(DM_INTEGRITY, "16 that wait for each block", "sha256", size,
                threads=16)

    for algorithm in ("sha256", "md5"):
        for processes, size in ((1, 65536), (16, 65536), (16, 4096)):
            add(AF_ALG, "one process" if processes == 1 else
                f"{processes} processes", algorithm, size, processes)
    return found
