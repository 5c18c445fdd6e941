#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""nabhash of "abc" through AF_ALG, of a copy that was made of the message's first byte:
the kernel exports and imports its state"""

import socket

with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as hashing:
    hashing.bind(("hash", "nabhash"))
    first, _ = hashing.accept()
    first.send(b"a", socket.MSG_MORE)
    second, _ = first.accept()
    second.send(b"bc", socket.MSG_MORE)
    second.send(b"")
    print(second.recv(16).hex())
