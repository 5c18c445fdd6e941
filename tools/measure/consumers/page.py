# SPDX-License-Identifier: GPL-2.0
"""Writes docs/consumers.md, and README.md's table."""

import re

import report
from plan import AS_AHASH, CRYPT, ESP, WITHOUT_SHANI
from results import name
from rows import CANNOT, IMPOSSIBLE, KERNELS, NOT_MEASURED, README, ROWS
from sets import SETS

HEADER = """<!-- SPDX-License-Identifier: GPL-2.0 -->
# What gains from mbhash

`tools/measure/consumers/document` makes this page from the results of `make bench-consumers`, or of `tools/measure/consumers/run` with more turns, measured natively in User Mode Linux on one CPU. Each figure holds only for the machine that it was measured on, one of these: {machine}. 1.80 means that with mbhash the kernel does 1.80 times as much work per second of CPU time as with its own best driver: SHA-NI for SHA-256, and portable C for MD5. "On a CPU without SHA-NI" both have only the instructions of `{isa}`, and the kernel's driver is `{driver}`. Each figure is the median of {repeats}. [consumers-figures.md](consumers-figures.md) has all of them, with their spread, the jobs per flush and the reasons for flushes; [consumers.svg](consumers.svg) is the plot.

Encryption is left out because AES is portable C in User Mode Linux: ESP uses the null cipher, dm-crypt a cipher that only has an IV ("with AES": one that takes as long as AES-NI). With real encryption the hash is a smaller part of the work, so gains and losses are smaller too.
"""

FOOTER = f"""Ratios below {report.FLOOR}, before rounding, are in bold. "{CANNOT}": on that kernel the consumer accepts only synchronous drivers, or none (TCP). "{NOT_MEASURED}": not on that kernel.

Conclusions:

- Gateways and hosts that send or receive streams gain. Packets that arrive one at a time gain nothing: ESP with 64 bytes is at {{lone}}.
- On a CPU without SHA-NI, ESP with 1400 bytes is at {{esp}} and with 64 bytes at {{esp_lone}}; dm-crypt is at {{crypt}} with 1 MiB, and at {{crypt_lone}} with one sector of 4 KiB at a time.
- Disks gain with large requests, or with many at a time. dm-integrity with blocks of 512 bytes, each of which it waits for, is at {{small_blocks}} with 1 MiB.
- dm-integrity and dm-verity call asynchronous drivers in another way than synchronous ones. Beside the kernel's own driver called in this way (`{AS_AHASH}`), mbhash is at {{small_blocks_ahash}} in dm-integrity with blocks of 512 bytes and 1 MiB, at {{lone_block_ahash}} with one block of 4 KiB at a time, and at {{verity_ahash}} in dm-verity.
- A caller with one request at a time gains nothing with SHA-256. With MD5, an AF_ALG program with 64 KiB is at {{lone_md5}}.
- Priorities: `hmac_priority=` applies to IPsec and dm-crypt; nearly all of their figures are gains. `priority=` applies to AF_ALG programs that name no driver, of which 16 with SHA-256 are at {{large_messages}} with 64 KiB and at {{small_messages}} with 4 KiB, and to dm-verity, which is at {{verity}}. By default both outrank the kernel's own drivers; `priority=1` keeps the latter two away from mbhash and leaves IPsec and dm-crypt as they are.
- TCP with MD5 signatures gets the `-sync` driver on 6.1 and 6.12, at any priority, and keeps it: once a socket has a key, the module cannot be removed before a reboot on 6.1, and not before a minute after the last such connection on 6.12.

Not measured: IPv6; fs-verity, IMA, TCP-MD5, TCP-AO; more than one CPU; anything on hardware.
"""

#: Cases that the conclusions name
MIBS = ("4096 write-1m", "4096 read-1m")
LONE_SECTORS = ("4096 write-4k", "4096 read-4k")
SMALL_BLOCKS = ("D-512 write-1m", "D-512 read-1m")
LONE_BLOCK = ("D-4096 write-4k", "D-4096 read-4k")
VERITY = ("4096 read-1m", "4096 read-4k", "4096 read-4k-32")

#: README.md's columns: each one's head, kernel and what is appended to the scenario
README_COLUMNS = (("oldest kernel", "oldest kernel", ""), ("newest", "newest", ""),
                  ("without SHA-NI: oldest", "oldest kernel", f":{WITHOUT_SHANI}"),
                  ("newest", "newest", f":{WITHOUT_SHANI}"))


def ratios(records):
    return {(one["scenario"], one["kernel"], name(one)): one["ratio"]
            for one in records}


class Figures:
    """The ratios to each kernel's best driver, and to that driver as an ahash"""

    def __init__(self, records):
        self.ratios = ratios(one for one in records if one["best"])
        self.as_ahash = ratios(one for one in records if one["baseline"] == AS_AHASH)

    def cell(self, row, column, suffix=""):
        kernel = KERNELS[column]
        if row.given:
            return row.given[list(KERNELS).index(column)]
        if (row.scenario, kernel) in IMPOSSIBLE:
            return CANNOT
        found = [self.ratios.get((row.scenario + suffix, kernel, case))
                 for case in row.cases.values()]
        if None in found:
            return NOT_MEASURED
        return " / ".join(map(report.ratio, found))

    def span(self, scenario, *cases, as_ahash=False):
        """The range of their ratios, on all kernels"""
        chosen = self.as_ahash if as_ahash else self.ratios
        found = [f"{ratio:.2f}" for (where, _, case), ratio in chosen.items()
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
    """The lines of the table"""
    for row in ROWS:
        yield [label(row), *(figures.cell(row, column) for column in KERNELS),
               row.setting, row.out]


def repeats(records):
    """The number of repeats, in words"""
    counts = sorted({one["repeats"] for one in records})
    return f"{' or '.join(map(str, counts))} ratios" if counts[-1] > 1 else "one ratio"


def write(records, machine):
    """The page"""
    figures = Figures(records)
    return "\n".join([
        HEADER.format(machine=machine, repeats=repeats(records),
                      isa=SETS[WITHOUT_SHANI].isa, driver=SETS[WITHOUT_SHANI].driver),
        report.table(["consumer", *KERNELS, "how to use mbhash", "how to avoid it"],
                     lines(figures), words=2),
        FOOTER.format(
            lone=figures.span("esp", *(f"sha256-{way} udp-64" for way in
                                       ("tunnel", "transport", "receiver"))),
            esp=figures.span(ESP, "sha256-tunnel udp-1400"),
            esp_lone=figures.span(ESP, "sha256-tunnel udp-64"),
            crypt=figures.span(CRYPT, *MIBS),
            crypt_lone=figures.span(CRYPT, *LONE_SECTORS),
            lone_md5=figures.span("afalg", "md5 kcapi-64k-1"),
            small_blocks=figures.span("integrity", *SMALL_BLOCKS),
            small_blocks_ahash=figures.span("integrity", *SMALL_BLOCKS, as_ahash=True),
            lone_block_ahash=figures.span("integrity", *LONE_BLOCK, as_ahash=True),
            verity_ahash=figures.span("verity", *VERITY, as_ahash=True),
            large_messages=figures.span("afalg", "sha256 kcapi-64k-16"),
            small_messages=figures.span("afalg", "sha256 kcapi-4k-16"),
            verity=figures.span("verity", *VERITY))])


def write_readme(text, records):
    """README.md's text, with new figures in its table"""
    figures = Figures(records)
    table = report.table(
        ["", *(head for head, _, _ in README_COLUMNS)],
        ([label(row), *(figures.cell(row, *how) for _, *how in README_COLUMNS)]
         for row in README))
    head = table.split("\n", 1)[0]
    text, found = re.subn(rf"{re.escape(head)}\n(\|.*\n)+", lambda _: table, text)
    if found != 1:
        raise ValueError(f"no table with this head: {head}")
    return text
