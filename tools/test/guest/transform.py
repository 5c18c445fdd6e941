# SPDX-License-Identifier: GPL-2.0
"""AF_ALG for tests in Python."""

import socket


def begin(driver, key):
    """A transform of the driver, with the key unless it is empty"""
    transform = socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
    transform.bind(("hash", driver))
    if key:
        transform.setsockopt(socket.SOL_ALG, socket.ALG_SET_KEY, key)
    return transform
