#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""ESP with esp4_offload, which encrypts only as a packet is passed to the device

The devices have a queue: mbhash(4) describes what happens without one.
"""

import os
import subprocess

from consumer import run
from net import NAMESPACES, Network, group, tcp, udp_cases


def prepare():
    module = f"{os.environ['MBHASH_HEADERS']}/net/ipv4/esp4_offload.ko"
    subprocess.run(["insmod", module], check=True)
    for ns in NAMESPACES:
        subprocess.run(["tc", "-n", ns, "qdisc", "replace", "dev", "veth",
                        "root", "pfifo"], check=True)


def groups(folder):
    network = Network(folder, prepare)
    return [
        group("sha256-tunnel", network, "esp", "hmac(sha256)",
              udp_cases(64, 300, 1400) | {"tcp": tcp}),
    ]


run("offload", groups)
