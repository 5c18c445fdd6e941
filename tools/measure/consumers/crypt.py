#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""dm-crypt with an hmac for each sector, as in LUKS2 with --integrity hmac-sha256

The tables are those that cryptsetup makes: groups luks-* with AES in XTS mode and with a
journal (J) or with --integrity-no-journal (D). A bitmap needs a hash of dm-integrity's
own. The other groups are without a journal, and their cipher is null-iv, so that the
hash is seen alone: see module/cipher.c.
"""

import contextlib

from consumer import Group, run
from disk import CASES, DISK, fill, format_integrity, mapped
from drivers import registered

#: Bytes: of HMAC-SHA-256, which comes first, and of AES-256 in XTS mode
HMAC_KEY, XTS_KEY = 32, 64

#: A journal as large as the memory allows, as those of large disks are
JOURNAL = 32768


def null_iv():
    return "null-iv", HMAC_KEY


def aes_xts():
    """The driver that the kernel would choose: pairs are to be named by both drivers"""
    found = [one for one in registered() if one["name"] == "xts(aes)"]
    return max(found, key=lambda one: int(one["priority"]))["driver"], HMAC_KEY + XTS_KEY


def group(name, sector_size, cipher=null_iv, mode="D", cases=None):
    journal = f" journal_sectors:{JOURNAL}" if mode == "J" else ""
    lower = f"{1 + bool(journal)} block_size:{sector_size}{journal}"
    size = "" if sector_size == 512 else f" sector_size:{sector_size}"
    options = f"{1 + bool(size)} integrity:32:aead{size}"
    sectors = None

    @contextlib.contextmanager
    def opened(driver, drivers):
        nonlocal sectors
        first = sectors is None
        if first:
            sectors = format_integrity(lower)
        encryption, key_size = cipher()
        key = bytes(range(key_size)).hex()
        with mapped("tags", f"0 {sectors} integrity {DISK} 0 32 {mode} {lower}") as tags:
            with mapped("crypt", f"0 {sectors} crypt "
                        f"capi:authenc({driver},{encryption})-plain64 {key} 0 "
                        f"{tags} 0 {options}") as device:
                if first:
                    fill(device)
                yield device

    return Group(name, "hmac(sha256)", opened, cases or CASES, portable=not cases)


def groups(folder):
    return [group("4096", 4096), group("512", 512),
            *(group(f"luks-{mode}-{size}", size, aes_xts, mode)
              for size in (4096, 512) for mode in "DJ")]


if __name__ == "__main__":
    run("crypt", groups)
