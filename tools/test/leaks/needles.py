# SPDX-License-Identifier: GPL-2.0
"""The needles to search for: secrets as they may be in memory, eight bytes each.

As bytes at any address; and as 32-bit words in either byte order, each beside the next
one, or beside itself, as in the lanes of equal messages.
"""

import hashes
import secret

WORD = 4
#: So many equal adjacent words are taken for lanes
LANES = 4


def key_block(algorithm, key):
    """RFC 2104: the key as a block, before the XOR"""
    if len(key) > hashes.BLOCK:
        state = hashes.hash_blocks(algorithm, algorithm.iv, hashes.pad(algorithm, key, 0),
                                   lambda what, words: None)
        key = hashes.digest(algorithm, state)
    return bytes(key).ljust(hashes.BLOCK, b"\0")


def xor(block, byte):
    return bytes(b ^ byte for b in block)


def trace(algorithm, key, message):
    """(what, words or bytes) of everything of a message that must not be left"""
    zeros = len(message) - len(message.lstrip(b"\0"))
    zeros -= zeros % hashes.BLOCK
    noted = [("message", bytes(message[zeros:]))]
    state, before = algorithm.iv, 0

    def note(what, words):
        noted.append((what, words))

    if key:
        block = key_block(algorithm, key)
        noted += trace_key(algorithm, key, block)
        state, before = hashes.hash_blocks(algorithm, state, xor(block, 0x36), note), hashes.BLOCK
    padded = hashes.pad(algorithm, message, before)
    state = hashes.hash_blocks(algorithm, state, padded[:zeros], lambda what, words: None)
    state = hashes.hash_blocks(algorithm, state, padded[zeros:], note)
    if key:
        inner = hashes.digest(algorithm, state)
        state = hashes.hash_blocks(algorithm, algorithm.iv, xor(block, 0x5c), note)
        hashes.hash_blocks(algorithm, state, hashes.pad(algorithm, inner, hashes.BLOCK), note)
    # The last value is the digest.
    assert noted.pop()[0] == "state"
    return noted


def trace_key(algorithm, key, block):
    """(what, words or bytes) of a key, which an abandoned message must not leave either"""
    noted = [("key", bytes(key)), ("inner key", xor(block, 0x36)),
             ("outer key", xor(block, 0x5c))]
    hashes.hash_blocks(algorithm, algorithm.iv, xor(block, 0x5c),
                       lambda what, words: noted.append((f"outer key's {what}", words)))
    return noted


def windows(what, found):
    """(what, needle, whether it counts only if found LANES times in a row)"""
    if isinstance(found, bytes):
        for i in range(len(found) - 2 * WORD + 1):
            yield what, found[i:i + 2 * WORD], False
        return
    for order in "little", "big":
        words = [word.to_bytes(WORD, order) for word in found]
        for word, following in zip(words, words[1:]):
            yield what, word + following, False
            yield what, word + word, True


def needles_of(seed, name, abandoned):
    """All windows of a label, in an order that does not depend on the seed"""
    algorithm = hashes.HASHES[name.split()[0].removeprefix("hmac-")]
    is_hmac = name.startswith("hmac-")
    if abandoned:
        # AF_ALG does not wipe the rest before it frees it, whatever the driver.
        traces = []
        if is_hmac:
            key = secret.abandoned_key(seed, name)
            traces.append(trace_key(algorithm, key, key_block(algorithm, key)))
    else:
        traces = [trace(algorithm, secret.key(seed, name, size),
                        secret.message(seed, name, length))
                  for size in ((secret.KEY, secret.LONG_KEY) if is_hmac else (0,))
                  for length in secret.LENGTHS]
    for noted in traces:
        for what, found in noted:
            yield from windows(what, found)


def all_needles(seed, name, abandoned=False):
    """{needle as a number: (label, what, many)} of all needles that depend on the seed"""
    needles = {}
    other = needles_of(seed + 1, name, abandoned)
    for (what, needle, many), (_, constant, _) in zip(needles_of(seed, name, abandoned), other):
        # Padding and constants are not secret.
        if needle[:WORD] != constant[:WORD] and needle[WORD:] != constant[WORD:]:
            label = f"{name}: abandoned" if abandoned else name
            needles[int.from_bytes(needle, "little")] = label, what, many
    return needles


def kept(seed):
    """The same of the secret that is not wiped"""
    return {int.from_bytes(needle, "little"): ("kept", what, many)
            for what, needle, many in windows("key", bytes(secret.kept(seed)))}
