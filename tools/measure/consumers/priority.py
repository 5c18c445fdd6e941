# SPDX-License-Identifier: GPL-2.0
"""Selects the driver for consumers that cannot name one: they get the driver of the
algorithm with the highest priority.

Priorities are changed by netlink, as crconf(8) does, which Debian 12 does not have.
"""

import os
import socket
import struct

# include/uapi/linux/netlink.h and cryptouser.h
NETLINK_CRYPTO = 21
NLMSG_HEADER = struct.Struct("IHHII")
NLM_F_REQUEST_ACK = 5
CRYPTO_MSG_UPDATEALG = 0x12
CRYPTO_USER_ALG = struct.Struct("64s64s64sIIII")
CRYPTOCFGA_PRIORITY_VAL = 1
ATTRIBUTE = struct.Struct("HHI")

WEAK, STRONG = 1, 10000


def make(driver):
    """Request the driver: the kernel makes hmac(X) on request"""
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing:
        try:
            hashing.bind(("hash", driver))
        except FileNotFoundError:
            pass  # AF_ALG refuses asynchronous drivers, which need not be made


def set_priority(netlink, driver, value):
    """This also drops instances that use the driver, such as authenc(): the kernel
    makes a new one on the next request."""
    body = (CRYPTO_USER_ALG.pack(b"", driver.encode(), b"", 0, 0, 0, 0) +
            ATTRIBUTE.pack(ATTRIBUTE.size, CRYPTOCFGA_PRIORITY_VAL, value))
    netlink.send(NLMSG_HEADER.pack(NLMSG_HEADER.size + len(body),
                                   CRYPTO_MSG_UPDATEALG, NLM_F_REQUEST_ACK,
                                   0, 0) + body)
    error, = struct.unpack_from("i", netlink.recv(4096), NLMSG_HEADER.size)
    if error:
        raise OSError(-error, f"{driver}: {os.strerror(-error)}")


def prefer(wanted, drivers):
    """From now on the algorithm of these drivers is served by the wanted one."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW,
                       NETLINK_CRYPTO) as netlink:
        for driver in drivers:
            make(driver)
            set_priority(netlink, driver, WEAK)
        set_priority(netlink, wanted, STRONG)
