#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The drivers alone, one message after the other

The messages are as long as what the other scenarios hash for a packet or a sector. From
these figures page.py computes how large the hash's part of their time is.
"""

import contextlib
import json

from consumer import Group, run
from drivers import insert
from rounds import PARAMETERS, RUN
from rows import MESSAGES


def case(size):
    def measure(names, ms):
        driver, reference = names
        values = {"driver": driver, "reference": reference, "size": size, "ms": ms}
        for name, value in values.items():
            (PARAMETERS / name).write_text(str(value))
        return json.loads(RUN.read_text())
    return measure


def groups(folder):
    @contextlib.contextmanager
    def opened(driver, drivers):
        if not RUN.exists():
            insert(folder, "mbhash_bench")
        yield driver, drivers[-1]

    return [Group(algorithm, algorithm, opened, {str(size): case(size) for size in MESSAGES},
                  portable=False)
            for algorithm in ("hmac(sha256)", "hmac(md5)", "sha256")]


run("alone", groups)
