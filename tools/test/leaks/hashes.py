# SPDX-License-Identifier: GPL-2.0
"""MD5 and SHA-256 with their intermediate values, which libraries do not expose.

By RFC 1321 and FIPS 180-4, with their names.
"""

import hashlib
import math
import struct

BLOCK = 64
MASK = (1 << 32) - 1


def rol(x, n):
    return (x << n | x >> 32 - n) & MASK


def ror(x, n):
    return rol(x, 32 - n)


def primes(n):
    """The first n primes"""
    found = []
    candidate = 2
    while len(found) < n:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


def cube_root(n):
    """The integer part of n's cube root"""
    root = 1 << n.bit_length() // 3 + 1
    while root ** 3 > n:
        root = (2 * root + n // root ** 2) // 3
    return root


class Md5:
    """The initial state, and the values in hashing a block"""
    name = "md5"
    order = "little"
    iv = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
    t = [int(abs(math.sin(i + 1)) * (1 << 32)) for i in range(64)]
    s = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
    first = (0, 1, 5, 0)
    by = (1, 5, 3, 7)

    @classmethod
    def words(cls, block):
        """The words of the message, and the values that the steps add"""
        x = struct.unpack("<16I", block)
        added = [(x[(cls.first[i // 16] + cls.by[i // 16] * i) % 16] + cls.t[i]) & MASK
                 for i in range(64)]
        return x, added

    @classmethod
    def steps(cls, state, added):
        """The working variables after the last step"""
        a, b, c, d = state
        for i in range(64):
            f = ((b & c | ~b & d), (b & d | c & ~d), b ^ c ^ d, c ^ (b | ~d & MASK))[i // 16]
            a, b, c, d = d, (b + rol((a + f + added[i]) & MASK, cls.s[i // 16][i % 4])) & MASK, b, c
        return a, b, c, d


class Sha256:
    """The initial state, and the values in hashing a block"""
    name = "sha256"
    order = "big"
    iv = (0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)
    k = [cube_root(p << 96) & MASK for p in primes(64)]

    @classmethod
    def words(cls, block):
        """The message schedule, and the values that the steps add"""
        w = list(struct.unpack(">16I", block))
        for t in range(16, 64):
            x, y = w[t - 2], w[t - 15]
            w.append((ror(x, 17) ^ ror(x, 19) ^ x >> 10) + w[t - 7] +
                     (ror(y, 7) ^ ror(y, 18) ^ y >> 3) + w[t - 16] & MASK)
        return w, [(x + k) & MASK for x, k in zip(w, cls.k)]

    @classmethod
    def steps(cls, state, added):
        """The working variables after the last step"""
        a, b, c, d, e, f, g, h = state
        for kw in added:
            t1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + (e & f ^ ~e & g) + kw
            t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = t1 + t2 & MASK, a, b, c, d + t1 & MASK, e, f, g
        return a, b, c, d, e, f, g, h


HASHES = {algorithm.name: algorithm for algorithm in (Md5, Sha256)}


def pad(algorithm, message, before):
    """The message with its padding, after so many earlier bytes"""
    count = before + len(message)
    zeros = bytes(-(count + 9) % BLOCK)
    return bytes(message) + b"\x80" + zeros + (8 * count).to_bytes(8, algorithm.order)


def hash_blocks(algorithm, state, data, note):
    """The state after whole blocks; calls note(what, words) with all intermediate values"""
    for i in range(0, len(data), BLOCK):
        words, added = algorithm.words(data[i:i + BLOCK])
        note("message words", words)
        note("message words with constants", added)
        variables = algorithm.steps(state, added)
        note("working variables", variables)
        state = tuple((x + y) & MASK for x, y in zip(state, variables))
        note("state", state)
    return state


def digest(algorithm, state):
    """The digest, in bytes"""
    return b"".join(word.to_bytes(4, algorithm.order) for word in state)


def check():
    """Fails unless the digests are those of hashlib"""
    for algorithm in HASHES.values():
        for size in 3, 55, 56, 200:
            message = bytes(range(size))
            state = hash_blocks(algorithm, algorithm.iv, pad(algorithm, message, 0),
                                lambda what, words: None)
            assert digest(algorithm, state) == hashlib.new(algorithm.name, message).digest()


check()
