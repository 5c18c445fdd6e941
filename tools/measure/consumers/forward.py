#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Let the kernel forward IPv4 packets that a device receives: forward.py DEVICE

It sets net.ipv4.conf.DEVICE.forwarding by netlink: kernels for tests have no /proc/sys.
"""

import os
import socket
import struct
import sys

# include/uapi/linux/netlink.h, rtnetlink.h, if_link.h and ip.h
NLMSG_HEADER = struct.Struct("IHHII")
NLM_F_REQUEST_ACK = 5
RTM_SETLINK = 19
IFINFOMSG = struct.Struct("BxHiII")
IFLA_AF_SPEC = 26
IFLA_INET_CONF = 1
IPV4_DEVCONF_FORWARDING = 1


def attribute(kind, value):
    return struct.pack("HH", 4 + len(value), kind) + value


def main():
    body = struct.pack("I", True)
    for kind in IPV4_DEVCONF_FORWARDING, IFLA_INET_CONF, socket.AF_INET, IFLA_AF_SPEC:
        body = attribute(kind, body)
    index = socket.if_nametoindex(sys.argv[1])
    body = IFINFOMSG.pack(socket.AF_UNSPEC, 0, index, 0, 0) + body
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as netlink:
        netlink.send(NLMSG_HEADER.pack(NLMSG_HEADER.size + len(body), RTM_SETLINK,
                                       NLM_F_REQUEST_ACK, 0, 0) + body)
        error, = struct.unpack_from("i", netlink.recv(4096), NLMSG_HEADER.size)
    if error:
        raise OSError(-error, os.strerror(-error), sys.argv[1])


main()
