#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Make an association by ESP in the mode of IP-TFS (RFC 9347), and its policy, in this
network namespace. iproute2 does not know this mode.

Usage: iptfs_association.py FROM TO SPI in|out enc CIPHER KEY auth HMAC KEY

FROM, TO: IPv4 addresses; the words from enc on: as for ip xfrm state add. Of the digest 128
bits are sent: with the 96 of "auth" Linux 7.3 stalls TCP in this mode, with any driver.
"""

import os
import socket
import struct
import sys

#: From linux/xfrm.h
NEWSA, NEWPOLICY = 0x10, 0x13
ALG_CRYPT, TMPL, ALG_AUTH_TRUNC, SA_DIR = 2, 5, 20, 33
DIGEST_BITS = 128
MODE_IPTFS = 5
POLICY_DIRECTION = {"in": 0, "out": 1}
SA_DIRECTION = {"in": 1, "out": 2}
#: A lifetime without limits, and nothing used yet
LIFETIME = struct.pack("=8Q", *[2 ** 64 - 1] * 4, *[0] * 4) + bytes(32)


def address(text):
    """xfrm_address_t"""
    return socket.inet_aton(text).ljust(16, b"\0")


def selector(source, target):
    return struct.pack("=16s16s8xHBB12x", address(target), address(source), socket.AF_INET,
                       32, 32)


def end(target, spi):
    """struct xfrm_id"""
    return struct.pack("=16s4sB3x", address(target), spi.to_bytes(4, "big"),
                       socket.IPPROTO_ESP)


def attribute(kind, payload):
    return struct.pack("=HH", len(payload) + 4, kind) + payload.ljust(-len(payload) % 4 +
                                                                      len(payload), b"\0")


def algorithm(name, key, *bits):
    """struct xfrm_algo, or xfrm_algo_auth"""
    key = bytes.fromhex(key.removeprefix("0x"))
    return struct.pack(f"=64s{1 + len(bits)}I", name.encode(), 8 * len(key), *bits) + key


def association(source, target, spi, direction, *words):
    _, cipher, cipher_key, _, hmac, hmac_key = words
    # struct xfrm_usersa_info
    info = (selector(source, target) + end(target, spi) + address(source) + LIFETIME +
            struct.pack("=20xHB9x", socket.AF_INET, MODE_IPTFS))
    return info + b"".join((
        attribute(ALG_AUTH_TRUNC, algorithm(hmac, hmac_key, DIGEST_BITS)),
        attribute(ALG_CRYPT, algorithm(cipher, cipher_key)),
        attribute(SA_DIR, bytes([SA_DIRECTION[direction]]))))


def policy(source, target, direction):
    # struct xfrm_userpolicy_info, xfrm_user_tmpl
    info = (selector(source, target) + LIFETIME +
            struct.pack("=8xBBBB4x", POLICY_DIRECTION[direction], 0, 0, 0))
    template = (end(target, 0) + struct.pack("=H2x", socket.AF_INET) + address(source) +
                struct.pack("=4xBBBx3I", MODE_IPTFS, 0, 0, *[2 ** 32 - 1] * 3))
    return info + attribute(TMPL, template)


def ask(netlink, kind, payload):
    """Send one message; raises OSError if the kernel refuses it"""
    request_ack_create_excl = 0x605
    netlink.send(struct.pack("=IHHII", 16 + len(payload), kind, request_ack_create_excl, 1, 0) +
                 payload)
    status = struct.unpack_from("=i", netlink.recv(65536), 16)[0]
    if status:
        raise OSError(-status, os.strerror(-status))


def main():
    source, target, spi, direction, *words = sys.argv[1:]
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 6) as netlink:
        ask(netlink, NEWSA, association(source, target, int(spi), direction, *words))
        ask(netlink, NEWPOLICY, policy(source, target, direction))


main()
