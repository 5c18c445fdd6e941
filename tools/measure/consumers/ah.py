#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""AH, which only authenticates, from one network namespace to another"""

from consumer import run
from net import IPV6, Network, group, tcp, udp_cases


def groups(folder):
    network = Network(folder)
    return [
        group("sha256-tunnel", network, "ah", "hmac(sha256)",
              udp_cases(64, 1400) | {"tcp": tcp}),
        group("md5-tunnel", network, "ah", "hmac(md5)",
              udp_cases(1400) | {"tcp": tcp}),
        group("ipv6", network, "ah", "hmac(sha256)", udp_cases(1300), way=IPV6),
        group("ipv6-md5", network, "ah", "hmac(md5)", udp_cases(1300), way=IPV6),
    ]


run("ah", groups)
