#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""dm-crypt with an hmac for each sector, as in LUKS2 with --integrity hmac-sha256

The tables are those that cryptsetup makes with --integrity-no-journal, except that
the cipher is null-iv, because AES is portable C in User Mode Linux: see
module/cipher.c. Groups with "aes" in their name execute as many AESENC as AES-256 has
rounds.
"""

import contextlib

from consumer import Group, run
from disk import CASES, DISK, fill, format_integrity, mapped, set_parameters

KEY = f"{7:064}"  # for the hmac; null-iv needs none
AES_256_ROUNDS = 14


def group(name, sector_size, cases, rounds=0):
    lower = f"1 block_size:{sector_size}"
    size = "" if sector_size == 512 else f" sector_size:{sector_size}"
    options = f"{1 + bool(size)} integrity:32:aead{size}"
    sectors = None

    @contextlib.contextmanager
    def opened(driver, drivers):
        nonlocal sectors
        first = sectors is None
        if first:
            sectors = format_integrity(lower)
        set_parameters(aes_rounds=rounds)
        with mapped("tags", f"0 {sectors} integrity {DISK} 0 32 D {lower}") as tags:
            with mapped("crypt", f"0 {sectors} crypt "
                        f"capi:authenc({driver},null-iv)-plain64 {KEY} 0 "
                        f"{tags} 0 {options}") as device:
                if first:
                    fill(device)
                yield device

    return Group(name, "hmac(sha256)", opened, cases)


def groups(folder):
    return [
        group("4096", 4096, CASES),
        group("4096-aes", 4096,
              {name: CASES[name] for name in ("write-1m", "read-1m")},
              AES_256_ROUNDS),
        group("512", 512, CASES),
    ]


run("crypt", groups)
