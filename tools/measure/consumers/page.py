# SPDX-License-Identifier: GPL-2.0
"""Writes docs/consumers.md, and README.md's table."""

import re
from collections import defaultdict

import report
from plan import AES_GCM, AS_AHASH, CASES, with_set
from results import name
from rows import CANNOT, IMPOSSIBLE, KERNELS, NOT_MEASURED, README, ROWS, hashed
from sets import SETS

HEADER = """<!-- SPDX-License-Identifier: GPL-2.0 -->
# What gains from mbhash

`tools/measure/consumers/document` makes this page from the results of `make bench-consumers`, or of `tools/measure/consumers/run` with more turns, measured natively in User Mode Linux on one CPU. Each figure holds only for the machine that it was measured on: {machine}. 1.80 means that with mbhash the kernel does 1.80 times as much work per second of CPU time as with its own best driver: SHA-NI for SHA-256, and portable C for MD5. Each figure is the median of {repeats}. [consumers-figures.md](consumers-figures.md) has all of them, with their spread, the jobs per flush and the reasons for flushes; [consumers.svg](consumers.svg) is the plot.

AES is the kernel's own code for x86 (AES-NI, and VAES where the kernel and the CPU have it), built as a module. Rows without encryption show the hash alone: ESP with the null cipher, dm-crypt with a cipher that only has an IV. While other programs of the host take time from the CPU, batches take too long to pay, and pause: where consumers-figures.md shows few jobs per flush for packets of 1400 bytes, a quiet host gains more.

Packets that are "forwarded in bursts" come to the gateway from a third network namespace, over a pair of veth devices. A queueing discipline there holds them back until there are 64, which NAPI then polls in one round, as it does with what a network card has received. Each of the 64 goes to another peer.
"""

SET_HEADER = """## Without SHA-NI: {cpus}

mbhash and the kernel's driver have only the instructions of `{isa}`, and that of SHA-256 is `{driver}`. The AES is {aes}.
"""

FOOTER = f"""Ratios below {report.FLOOR}, before rounding, are in bold. "{CANNOT}": on that kernel the consumer accepts only synchronous drivers, or none (TCP). "{NOT_MEASURED}": not on that kernel.

The hash's part is that of the CPU time with the kernel's own driver, on the newest kernel that has the row, by the time that this driver takes for such a message alone (`alone` in consumers-figures.md). A hash that took no time would bring a row of 10 % to 1.11, one of 50 % to 2.00.

Conclusions, in the first table if nothing else is said:

- **A gateway** with AES-CBC and HMAC-SHA-256 is at {{gateway}} with packets of 1400 bytes, and at {{gateway_64}} with 64 peers in turn; without SHA-NI at {{gateway_ssse3}} (SSSE3), {{gateway_avx2}} (AVX2) and {{gateway_avx512}} (AVX-512). Beside AES-GCM, which both ends may choose instead, it is at {{gcm}}, {{gcm_avx2}} and {{gcm_avx512}}: below 1 AES-GCM costs less.
- **LUKS2 with integrity and no journal** is at {{luks}} with 1 MiB and at {{luks_lone}} with one sector of 4 KiB at a time; without SHA-NI at {{luks_ssse3}} (SSSE3), {{luks_avx2}} (AVX2) and {{luks_avx512}} (AVX-512). With a journal, writes of 1 MiB are at {{journal}}. A bitmap in place of the journal is for dm-integrity's own hash only: the kernel refuses it for dm-crypt's tags.
- **Whole work** on such a disk, a file system made and a tree of sources of 16 MB unpacked and written, is at {{untar}} without a journal and at {{untar_journal}} with one. System calls, of which programs make many, cost more in User Mode Linux than on hardware, so the hash's part is smaller here.
- A gateway that forwards 64 packets of 1400 bytes in a NAPI round, each to another peer, is at {{forwarded}}; without SHA-NI at {{forwarded_avx2}} (AVX2) and {{forwarded_avx512}} (AVX-512). With 64 bytes it is at {{forwarded_small}}.
- A receiver whose packets arrive one at a time gains nothing: with 64 bytes and no encryption it is at {{lone}}.
- Disks gain with large requests, or with many at a time; but where programs read and write 4 KiB at random, system calls take most of the time: `fio` is at {{fio_small}}, with 128 KiB at {{fio_large}}.
- dm-integrity waits for each block, so it gains only where lanes save three quarters of the time: 1 MiB in blocks of 4096 bytes is at {{blocks}}, without SHA-NI at {{blocks_avx2}} (AVX2) and {{blocks_avx512}} (AVX-512); in blocks of 512 bytes at {{small_blocks}}, {{small_blocks_avx2}} and {{small_blocks_avx512}}.
- dm-integrity and dm-verity call asynchronous drivers in another way than synchronous ones. Beside the kernel's own driver called in this way (`{AS_AHASH}`), mbhash is at {{small_blocks_ahash}} in dm-integrity with blocks of 512 bytes and 1 MiB, at {{lone_block_ahash}} with one block of 4 KiB at a time, and at {{verity_ahash}} in dm-verity.
- A caller with one request at a time gains nothing with SHA-256. With MD5, an AF_ALG program with 64 KiB is at {{lone_md5}}.
- Priorities: `hmac_priority=` applies to IPsec and dm-crypt; most of their figures are gains, and the losses are bold. `priority=` applies to AF_ALG programs that name no driver, of which 16 with SHA-256 are at {{large_messages}} with 64 KiB and at {{small_messages}} with 4 KiB, and to dm-verity, which is at {{verity}}. By default both outrank the kernel's own drivers; `priority=1` keeps the latter two away from mbhash and leaves IPsec and dm-crypt as they are.
- TCP with MD5 signatures gets the `-sync` driver on 6.1 and 6.12, at any priority, and keeps it: once a socket has a key, the module cannot be removed before a reboot on 6.1, and not before a minute after the last such connection on 6.12.

Not measured: IP-TFS, which Debian's kernels leave out; dm-integrity's inline mode, which needs disks with room for tags; fs-verity, IMA, TCP-MD5, TCP-AO; more than one CPU; anything on hardware.
"""

#: Cases that the conclusions name
LUKS = ("luks-D-4096 write-1m", "luks-D-4096 read-1m")
LUKS_LONE = ("luks-D-4096 write-4k", "luks-D-4096 read-4k")
FIO_SMALL, FIO_LARGE = ([f"work-{mode} {way}-{size}-{depth}" for mode in "DJ"
                         for way in ("read", "write") for depth in (1, 32)]
                        for size in ("4k", "128k"))
GATEWAY = "sha256-aes udp-1400"
FORWARDED = "sha256-aes-forwarded udp-1400"
BLOCKS = ("D-4096 write-1m", "D-4096 read-1m")
SMALL_BLOCKS = ("D-512 write-1m", "D-512 read-1m")
LONE_BLOCK = ("D-4096 write-4k", "D-4096 read-4k")
VERITY = ("4096 read-1m", "4096 read-4k", "4096 read-4k-32")

#: README.md's columns: each one's head, kernel and what is appended to the scenario
README_COLUMNS = (("oldest kernel", "oldest kernel", ""), ("newest", "newest", ""),
                  ("newest, without SHA-NI: AVX2", "newest", ":avx2"),
                  ("AVX-512", "newest", ":avx512"))


class Figures:
    """The ratios to each kernel's best driver (None), and to each baseline by name"""

    def __init__(self, records):
        self.ratios = defaultdict(dict)
        self.best = {(one["scenario"], one["kernel"], name(one)): one
                     for one in records if one["best"]}
        for one in records:
            for baseline in [one["baseline"]] + [None] * one["best"]:
                self.ratios[baseline][one["scenario"], one["kernel"], name(one)] = one["ratio"]

    def cell(self, row, column, suffix=""):
        kernel = KERNELS[column]
        if row.given:
            return row.given[list(KERNELS).index(column)]
        if (row.scenario, kernel) in IMPOSSIBLE:
            return CANNOT
        found = [self.ratios[row.beside].get((row.scenario + suffix, kernel, case))
                 for case in row.cases.values()]
        if None in found:
            return NOT_MEASURED
        return " / ".join(map(report.ratio, found))

    def part(self, scenario, kernel, case):
        """The hash's part of the CPU time with the kernel's own driver, by the time that
        this driver takes alone; None if it is not known"""
        one, what = self.best.get((scenario, kernel, case)), hashed(case)
        if not one or not what:
            return None
        alone = self.best.get(("alone", kernel, f"{one['algorithm']} {what.size}"))
        return alone and (what.count * what.size / alone["baseline_mb_per_cpu_s"] /
                          (what.data / one["baseline_mb_per_cpu_s"]))

    def parts(self, row):
        """The column of the hash's part: on the newest kernel that has the row"""
        for kernel in reversed(list(KERNELS.values())):
            found = [self.part(row.scenario, kernel, case)
                     for case in (row.cases or {}).values()]
            if any(found) and not row.beside:
                return " / ".join("-" if part is None else f"{part * 100:.0f} %"
                                  for part in found)
        return ""

    def span(self, scenario, *cases, beside=None):
        """The range of their ratios, on all kernels"""
        found = [f"{ratio:.2f}" for (where, _, case), ratio in self.ratios[beside].items()
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
               figures.parts(row), row.setting, row.out]


def set_lines(figures, chosen):
    """The lines of the table for the set of instructions of that name"""
    for row in ROWS:
        if row.cases and all(with_set(chosen, row.scenario, case)
                             for case in row.cases.values()):
            yield [label(row),
                   *(figures.cell(row, column, f":{chosen}") for column in KERNELS)]


def set_tables(figures):
    for chosen in CASES:
        found = SETS[chosen]
        aes = "AES-NI without " + ("VAES" if "avx" in found.isa.split(",") else "AVX")
        yield SET_HEADER.format(cpus=found.cpus, isa=found.isa, driver=found.driver, aes=aes)
        yield report.table(["consumer", *KERNELS], set_lines(figures, chosen))


def repeats(records):
    """The number of repeats, in words"""
    counts = sorted({one["repeats"] for one in records})
    few, most = counts[0], counts[-1]
    return f"{few} to {most} ratios" if few < most else f"{most} ratio{'s' * (most > 1)}"


def write(records, machine):
    """The page"""
    figures = Figures(records)
    return "\n".join([
        HEADER.format(machine=machine, repeats=repeats(records)),
        report.table(["consumer", *KERNELS, "hash's part", "how to use mbhash",
                      "how to avoid it"],
                     lines(figures), words=2),
        *set_tables(figures),
        FOOTER.format(
            gateway=figures.span("esp", GATEWAY),
            gateway_64=figures.span("esp", "sha256-aes-64 udp-1400"),
            gateway_ssse3=figures.span("esp:ssse3", GATEWAY),
            gateway_avx2=figures.span("esp:avx2", GATEWAY),
            gateway_avx512=figures.span("esp:avx512", GATEWAY),
            gcm=figures.span("esp", GATEWAY, beside=AES_GCM),
            gcm_avx2=figures.span("esp:avx2", GATEWAY, beside=AES_GCM),
            gcm_avx512=figures.span("esp:avx512", GATEWAY, beside=AES_GCM),
            luks=figures.span("crypt", *LUKS),
            luks_lone=figures.span("crypt", *LUKS_LONE),
            luks_ssse3=figures.span("crypt:ssse3", *LUKS),
            luks_avx2=figures.span("crypt:avx2", *LUKS),
            luks_avx512=figures.span("crypt:avx512", *LUKS),
            journal=figures.span("crypt", "luks-J-4096 write-1m"),
            untar=figures.span("work", "work-D mkfs-untar"),
            untar_journal=figures.span("work", "work-J mkfs-untar"),
            fio_small=figures.span("work", *FIO_SMALL),
            fio_large=figures.span("work", *FIO_LARGE),
            forwarded=figures.span("esp", FORWARDED),
            forwarded_avx2=figures.span("esp:avx2", FORWARDED),
            forwarded_avx512=figures.span("esp:avx512", FORWARDED),
            forwarded_small=figures.span("esp", "sha256-aes-forwarded udp-64"),
            lone=figures.span("esp", "sha256-receiver udp-64"),
            lone_md5=figures.span("afalg", "md5 kcapi-64k-1"),
            blocks=figures.span("integrity", *BLOCKS),
            blocks_avx2=figures.span("integrity:avx2", *BLOCKS),
            blocks_avx512=figures.span("integrity:avx512", *BLOCKS),
            small_blocks=figures.span("integrity", *SMALL_BLOCKS),
            small_blocks_avx2=figures.span("integrity:avx2", *SMALL_BLOCKS),
            small_blocks_avx512=figures.span("integrity:avx512", *SMALL_BLOCKS),
            small_blocks_ahash=figures.span("integrity", *SMALL_BLOCKS, beside=AS_AHASH),
            lone_block_ahash=figures.span("integrity", *LONE_BLOCK, beside=AS_AHASH),
            verity_ahash=figures.span("verity", *VERITY, beside=AS_AHASH),
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
