#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""One TCP connection with MD5 signatures (RFC 2385), as between BGP routers.

    signed.py receive PEER PORT SECONDS KEY	print the data that PEER sends
    signed.py send PEER PORT SECONDS KEY	send stdin to PEER

The receiver first prints the line "ready". Without KEY segments are not signed. Fails if
there is no connection after so many seconds.
"""

import shutil
import socket
import struct
import sys

#: include/uapi/linux/tcp.h: the peer, flags, prefix length, key length, interface index,
#: key
TCP_MD5SIG = 14
MD5SIG = struct.Struct("=H2x4s120xBBHi80s")


def sign(sock, peer, key):
    if key:
        sock.setsockopt(socket.IPPROTO_TCP, TCP_MD5SIG, MD5SIG.pack(
            socket.AF_INET, socket.inet_aton(peer), 0, 0, len(key), 0, key))


def receive(sock, port):
    sock.bind(("", port))
    sock.listen()
    print("ready", flush=True)
    with sock.accept()[0] as connection, connection.makefile("rb") as data:
        shutil.copyfileobj(data, sys.stdout.buffer)


def send(sock, peer, port):
    sock.connect((peer, port))
    with sock.makefile("wb") as data:
        shutil.copyfileobj(sys.stdin.buffer, data)


def main(role, peer, port, seconds, key=""):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        sock.settimeout(float(seconds))
        sign(sock, peer, key.encode())
        try:
            if role == "send":
                send(sock, peer, int(port))
            else:
                receive(sock, int(port))
        except TimeoutError:
            sys.exit("no connection")


main(*sys.argv[1:])
