#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""ESP, the IPsec of gateways, from one network namespace to another

In transport mode the kernel passes each packet that was hashed asynchronously from a
softirq to a worker; in tunnel mode it does not.
"""

from consumer import run
from net import (AES_CBC, FORWARDED, IPV6, PEERS, Network, group, tcp, tcp_without_gso,
                 udp_cases)
from plan import AES_GCM


def groups(folder):
    network = Network(folder)
    sha256, md5 = "hmac(sha256)", "hmac(md5)"
    return [
        group("sha256-tunnel", network, "esp", sha256,
              udp_cases(64, 300, 1400) | {"tcp": tcp,
                                          "tcp-no-gso": tcp_without_gso}),
        # As gateways run it, and what they may run instead
        group("sha256-aes", network, "esp", sha256,
              udp_cases(64, 300, 1400) | {"tcp": tcp}, cipher=AES_CBC,
              others=(AES_GCM,)),
        group("sha256-aes-64", network, "esp", sha256,
              udp_cases(64, 300, 1400, peers=len(PEERS)), cipher=AES_CBC,
              peers=len(PEERS)),
        group("sha256-aes-forwarded", network, "esp", sha256,
              udp_cases(64, 1400, peers=len(PEERS)), cipher=AES_CBC, peers=len(PEERS),
              way=FORWARDED),
        group("sha256-transport", network, "esp", sha256,
              udp_cases(64, 1400) | {"tcp": tcp}, mode="transport"),
        group("sha256-esn", network, "esp", sha256,
              udp_cases(1400) | {"tcp": tcp}, esn=True),
        # The sender uses the kernel's driver, as a remote peer would
        group("sha256-receiver", network, "esp", sha256,
              udp_cases(64, 1400), sender=False),
        group("md5-tunnel", network, "esp", md5,
              udp_cases(64, 1400) | {"tcp": tcp}),
        group("ipv6", network, "esp", sha256,
              udp_cases(64, 1300) | {"tcp": tcp}, way=IPV6),
        group("ipv6-transport", network, "esp", sha256, udp_cases(1400),
              mode="transport", way=IPV6),
        group("ipv6-md5", network, "esp", md5, udp_cases(1300), way=IPV6),
    ]


run("esp", groups)
