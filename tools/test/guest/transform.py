# SPDX-License-Identifier: GPL-2.0
"""AF_ALG, for the tests that are in Python."""

import socket


def begin(driver, key):
    """A driver's transform, with that key unless it is empty"""
    transform = socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
    transform.bind(("hash", driver))
    if key:
        transform.setsockopt(socket.SOL_ALG, socket.ALG_SET_KEY, key)
    return transform
