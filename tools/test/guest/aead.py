#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Encrypts messages of many lengths by an AEAD whose key is that of authenc(), through
AF_ALG, and prints what comes out.

    aead.py DRIVER
"""

import socket
import struct
import sys

AUTH_KEY, CIPHER_KEY = bytes(range(32)), bytes(range(100, 116))
# include/crypto/authenc.h: the parameter is the length of the cipher's key
KEY = struct.pack("=HH", 8, 1) + struct.pack("!I", len(CIPHER_KEY)) + AUTH_KEY + CIPHER_KEY
IV = bytes(16)
TAG = 16

with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as aead:
    aead.bind(("aead", sys.argv[1]))
    aead.setsockopt(socket.SOL_ALG, socket.ALG_SET_KEY, KEY)
    aead.setsockopt(socket.SOL_ALG, socket.ALG_SET_AEAD_AUTHSIZE, None, TAG)
    for size in range(16, 2000, 61):
        with aead.accept()[0] as one:
            one.sendmsg_afalg([bytes(i & 255 for i in range(size))],
                              op=socket.ALG_OP_ENCRYPT, iv=IV, assoclen=0)
            print(size, one.recv(size + TAG).hex())
