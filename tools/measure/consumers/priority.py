# SPDX-License-Identifier: GPL-2.0
"""Selects the driver for consumers that cannot name one: they get the driver of the
algorithm with the highest priority.

Priorities are changed by netlink, as crconf(8) does, which Debian 12 does not have.
"""

import contextlib
import os
import socket
import struct

# include/uapi/linux/netlink.h and cryptouser.h
NETLINK_CRYPTO = 21
NLMSG_HEADER = struct.Struct("IHHII")
NLM_F_REQUEST_ACK = 5
CRYPTO_MSG_NEWALG = 0x10
CRYPTO_MSG_UPDATEALG = 0x12
CRYPTO_USER_ALG = struct.Struct("64s64s64sIIII")
CRYPTOCFGA_PRIORITY_VAL = 1
ATTRIBUTE = struct.Struct("HHI")

# include/linux/crypto.h
CRYPTO_ALG_TYPE_AEAD = 3
CRYPTO_ALG_TYPE_MASK = 0xf

WEAK, STRONG = 1, 10000


def opened():
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_CRYPTO)


def ask(netlink, what, driver, priority, kind=0, mask=0):
    body = (CRYPTO_USER_ALG.pack(b"", driver.encode(), b"", kind, mask, 0, 0) +
            ATTRIBUTE.pack(ATTRIBUTE.size, CRYPTOCFGA_PRIORITY_VAL, priority))
    netlink.send(NLMSG_HEADER.pack(NLMSG_HEADER.size + len(body), what,
                                   NLM_F_REQUEST_ACK, 0, 0) + body)
    error, = struct.unpack_from("i", netlink.recv(4096), NLMSG_HEADER.size)
    if error:
        raise OSError(-error, f"{driver}: {os.strerror(-error)}")


def make(driver):
    """Request the driver: the kernel makes hmac(X) on request"""
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing:
        try:
            hashing.bind(("hash", driver))
        except FileNotFoundError:
            pass  # AF_ALG refuses asynchronous drivers, which need not be made


def make_aead(name):
    """Make an instance of templates that is preferred, as crconf does for pcrypt()"""
    with opened() as netlink, contextlib.suppress(BlockingIOError,
                                                 FileNotFoundError):
        # The kernel makes it, but does not find it, because its name has become another.
        ask(netlink, CRYPTO_MSG_NEWALG, name, STRONG,
            CRYPTO_ALG_TYPE_AEAD, CRYPTO_ALG_TYPE_MASK)


def set_priority(netlink, driver, value):
    """This also drops instances that use the driver, such as authenc(): the kernel
    makes a new one on the next request."""
    ask(netlink, CRYPTO_MSG_UPDATEALG, driver, value)


def prefer(wanted, drivers):
    """From now on the algorithm of these drivers is served by the wanted one."""
    with opened() as netlink:
        for driver in drivers:
            make(driver)
            set_priority(netlink, driver, WEAK)
        set_priority(netlink, wanted, STRONG)
