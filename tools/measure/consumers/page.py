# SPDX-License-Identifier: GPL-2.0
"""docs/consumers.md, and README.md's part of it."""

import re

import report
from results import name
from rows import CANNOT, IMPOSSIBLE, KERNELS, NOT_MEASURED, README, ROWS

HEADER = """<!-- SPDX-License-Identifier: GPL-2.0 -->
# Who gains by mbhash

Made by `tools/measure/consumers/document` of what `make bench-consumers` measured, natively in User Mode Linux on one CPU, and true for one machine: {machine}. 1.80 means: with mbhash the kernel does 1.80 times the work for each second of CPU that it does with its own best driver, which is SHA-NI for SHA-256 where the CPU has it, and portable C for MD5. A figure is the median of {repeats}. All of them, with their spread, the jobs in a flush and why it was flushed, are in [consumers-figures.md](consumers-figures.md); the plot is [consumers.svg](consumers.svg).

Encryption is left out, since AES is portable C in User Mode Linux: ESP has the null cipher, dm-crypt one that only has an IV ("with AES": one that takes as long as AES-NI). With real encryption the hash is a smaller part of the work, and a gain or a loss smaller as well.
"""

FOOTER = f"""What is below {report.FLOOR} is in bold. "{CANNOT}": that kernel's takes synchronous drivers only, or none (TCP). "{NOT_MEASURED}": not on that kernel.

What follows from it:

- Gateways and hosts that send or receive streams gain. Where packets come one at a time nothing is gained: with 64 bytes ESP is at {{lone}}.
- Disks gain with large requests, or many at a time. dm-integrity with blocks of 512 bytes, each of which is waited for, is at {{small_blocks}} with 1 MiB.
- A caller that has one request at a time gains nothing.
- Priorities: IPsec and dm-crypt go by `hmac_priority=`, and nearly all of their figures are gains. By `priority=` go AF_ALG's programs that name no driver, of which those with large messages gain and 16 with 4 KiB of SHA-256 are at {{small_messages}}, and dm-verity, which is at {{verity}}. Both are 400 unless one says otherwise; `priority=1` keeps the latter out and leaves IPsec and dm-crypt as they are.
- TCP with MD5 signatures gets the `-sync` driver on 6.1 and 6.12, at any priority, and holds it: on 6.1 the module cannot be removed before a reboot once a socket has got a key, on 6.12 not before a minute after the last such connection.

Not measured: IPv6; fs-verity, IMA, TCP-MD5, TCP-AO; more than one CPU; anything on hardware.
"""

README_COLUMNS = ("Linux 6.1", "7.2")


class Figures:
    """Ratios to each kernel's best driver"""

    def __init__(self, records):
        self.ratios = {(one["scenario"], one["kernel"], name(one)): one["ratio"]
                       for one in records if one["best"]}

    def cell(self, row, column):
        kernel = KERNELS[column]
        if row.given:
            return row.given[list(KERNELS).index(column)]
        if (row.scenario, kernel) in IMPOSSIBLE:
            return CANNOT
        found = [self.ratios.get((row.scenario, kernel, case))
                 for case in row.cases.values()]
        if None in found:
            return NOT_MEASURED
        return " / ".join(map(report.ratio, found))

    def span(self, scenario, *cases):
        """From the least to the greatest of them, on any kernel"""
        found = [f"{ratio:.2f}" for (where, _, case), ratio in self.ratios.items()
                 if where == scenario and case in cases]
        if not found:
            return NOT_MEASURED
        return " to ".join(dict.fromkeys((min(found), max(found))))


def label(row):
    text = f"… {row.consumer}" if row.same else row.consumer
    if not row.cases:
        return text
    return f"{text}{',' if ':' in text else ':'} {' / '.join(row.cases)}"


def lines(figures):
    """The table's"""
    for row in ROWS:
        yield [label(row), *(figures.cell(row, column) for column in KERNELS),
               row.setting, row.out]


def repeats(records):
    """How many"""
    counts = sorted({one["repeats"] for one in records})
    return f"{' or '.join(map(str, counts))} ratios" if counts[-1] > 1 else "one ratio"


def write(records, machine):
    """The page"""
    figures = Figures(records)
    return "\n".join([
        HEADER.format(machine=machine, repeats=repeats(records)),
        report.table(["consumer", *KERNELS, "what to set", "how to keep it out"],
                     lines(figures), words=2),
        FOOTER.format(
            lone=figures.span("esp", "sha256-tunnel udp-64", "sha256-transport udp-64"),
            small_blocks=figures.span("integrity", "D-512 write-1m", "D-512 read-1m"),
            small_messages=figures.span("afalg", "sha256 kcapi-4k-16"),
            verity=figures.span("verity", "4096 read-1m", "4096 read-4k",
                                "4096 read-4k-32"))])


def write_readme(text, records):
    """README.md's text, with the figures of today in its table"""
    figures = Figures(records)
    table = report.table(
        ["", *README_COLUMNS],
        ([label(row), *(figures.cell(row, column) for column in README_COLUMNS)]
         for row in README))
    head = table.split("\n", 1)[0]
    text, found = re.subn(rf"{re.escape(head)}\n(\|.*\n)+", lambda _: table, text)
    if found != 1:
        raise ValueError(f"no table with this head: {head}")
    return text
