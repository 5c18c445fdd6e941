#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Published test vectors through AF_ALG, in many processes at once.

Usage: vectors.py FOLDER DRIVER, where FOLDER is Debian's python3-cryptography-vectors

Short and long messages and the Monte Carlo test of NIST's CAVP, and the vectors of RFC
1321, 2202 and 4231. Each process hashes each message in one piece and in several. Prints
the number of digests.
"""

import multiprocessing
import random
import re
import socket
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from transform import begin  # noqa: E402

PROCESSES = 12
# Rounds to run, of 100; each is a chain of a thousand digests
MONTE_CARLO = 3

MESSAGES = {
    "md5": ["hashes/MD5/rfc-1321.txt"],
    "sha256": ["hashes/SHA2/SHA256ShortMsg.rsp", "hashes/SHA2/SHA256LongMsg.rsp"],
    "hmac-md5": ["HMAC/rfc-2202-md5.txt"],
    "hmac-sha256": ["HMAC/rfc-4231-sha256.txt"],
}
CHAINS = {"sha256": "hashes/SHA2/SHA256Monte.rsp"}


def cases(path):
    """The (key, message, digest) triples of a file, as bytes"""
    fields = {}
    for line in path.read_text().splitlines():
        match = re.match(r"(Len|Key|Msg|MD) = (\w+)", line)
        if not match:
            continue
        fields[match[1]] = match[2]
        if match[1] == "MD":
            message = bytes.fromhex(fields["Msg"])[:int(fields["Len"]) // 8]
            yield bytes.fromhex(fields.get("Key", "")), message, bytes.fromhex(match[2])


def digest(transform, message, rng):
    """The driver's digest of a message, sent in one piece, or in several with rng"""
    with transform.accept()[0] as request:
        left = message
        while rng and len(left) > 1 and rng.random() < 0.7:
            n = rng.randrange(1, len(left))
            request.send(left[:n], socket.MSG_MORE)
            left = left[n:]
        request.send(left)
        return request.recv(64)


def chain(transform, path):
    """The Monte Carlo test, which hashes digests again; returns the number of digests"""
    text = path.read_text()
    seed = bytes.fromhex(re.search(r"Seed = (\w+)", text)[1])
    wanted = re.findall(r"MD = (\w+)", text)[:MONTE_CARLO]
    for want in wanted:
        last = [seed] * 3
        for _ in range(1000):
            last = [*last[1:], digest(transform, b"".join(last), None)]
        seed = last[-1]
        assert seed.hex() == want, f"Monte Carlo: {seed.hex()}, should be {want}"
    return 1000 * len(wanted)


def work(folder, driver, number):
    """Hash all vectors, in one of the processes"""
    rng = random.Random(number)
    name = re.sub(r"-mb(-sync)?$", "", driver)
    done = 0
    for path in MESSAGES[name]:
        for key, message, want in cases(folder / path):
            with begin(driver, key) as transform:
                for pieces in None, rng:
                    got = digest(transform, message, pieces)[:len(want)]
                    assert got == want, f"{path}: {got.hex()}, should be {want.hex()}"
                    done += 1
    if name in CHAINS:
        with begin(driver, b"") as transform:
            done += chain(transform, folder / CHAINS[name])
    return done


def main():
    """Fails if one of the processes fails."""
    folder, driver = Path(sys.argv[1]), sys.argv[2]
    with multiprocessing.Pool(PROCESSES) as pool:
        done = pool.starmap(work, [(folder, driver, i) for i in range(PROCESSES)])
    print(f"{driver}: {sum(done)} digests")
    assert min(done) > 0


if __name__ == "__main__":
    main()
