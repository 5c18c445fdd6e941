#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Numbered datagrams, to check whether they arrive, and in order.

    numbered.py send ADDRESS PORT COUNT FILE
    numbered.py receive PORT SECONDS

The sender sends at least COUNT, and continues while FILE exists; then it sends an empty
datagram, and prints how many it has sent before. The receiver prints "ready". When
nothing has arrived for so many seconds, or for one after the empty datagram, it prints how
many came, how many numbers between the smallest and the largest are missing, and how many
came after a larger one.
"""

import os
import socket
import struct
import sys

SIZE = 1000
NUMBER = struct.Struct("!Q")

# include/uapi/asm-generic/socket.h; room for all datagrams that are sent at a time
SO_RCVBUFFORCE = 33
RECEIVE_BUFFER = 1 << 26
# How long to wait for the first one
FIRST_S = 60
# ... and after the empty one, for any that come late or twice
AFTER_LAST_S = 1


def send(address, port, count, file):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect((address, port))
        number = 0
        while number < count or os.path.exists(file):
            out.send(NUMBER.pack(number).ljust(SIZE, b"."))
            number += 1
        out.send(b"")
        print(number)


def numbers(port, seconds):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as into:
        into.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER)
        into.bind(("", port))
        into.settimeout(FIRST_S)
        print("ready", flush=True)
        try:
            while True:
                datagram = into.recv(SIZE)
                into.settimeout(seconds if datagram else AFTER_LAST_S)
                if datagram:
                    yield NUMBER.unpack_from(datagram)[0]
        except TimeoutError:
            pass


def receive(port, seconds):
    came = list(numbers(port, seconds))
    behind, most = 0, -1
    for number in came:
        behind += number < most
        most = max(most, number)
    missing = most - min(came) + 1 - len(set(came)) if came else 0
    print(f"{len(came)} came, {missing} missing, {behind} behind")


if sys.argv[1] == "send":
    send(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
else:
    receive(*map(int, sys.argv[2:]))
