# SPDX-License-Identifier: GPL-2.0
"""Secrets that host and guest both derive from a seed: keys and messages.

The guest has only one copy of each and wipes it, so it is made byte by byte, in place.
"""

SEED_BITS = 64
# Knuth, The Art of Computer Programming, volume 2, 3.3.4
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407

#: Bytes of a key: shorter than a block, and so long that it is hashed first
KEY = 40
LONG_KEY = 150

#: Bytes of a message: zeros, which make it long enough for a batch, and the secret: less
#: than a block, whole blocks, and blocks with a remainder
LENGTHS = ((0, 50), (0, 192), (16384, 192), (16384, 300))


def make(seed, label, size, zeros=0):
    """A bytearray: zeros, then random bytes, which depend on the seed and the label"""
    secret = bytearray(zeros + size)
    state = seed
    for char in label.encode():
        state = (state ^ char) * MULTIPLIER + INCREMENT & (1 << SEED_BITS) - 1
    for i in range(zeros, zeros + size):
        state = state * MULTIPLIER + INCREMENT & (1 << SEED_BITS) - 1
        secret[i] = state >> SEED_BITS - 8
    return secret


def wipe(secret):
    """Overwrite it with zeros, in place"""
    for i in range(len(secret)):
        secret[i] = 0


def key(seed, label, size):
    """One of a label's keys"""
    return make(seed, f"{label} key {size}", size)


def message(seed, label, length):
    """One of a label's messages; length is one of LENGTHS"""
    zeros, size = length
    return make(seed, f"{label} message {length}", size, zeros)


def abandoned_key(seed, label):
    """The key of the messages that are not finished"""
    return make(seed, f"{label} abandoned", KEY)


def kept(seed):
    """The secret that is not wiped"""
    return make(seed, "kept", LONG_KEY)
