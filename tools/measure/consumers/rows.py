# SPDX-License-Identifier: GPL-2.0
"""docs/consumers.md: the rows of its table."""

from dataclasses import dataclass

from plan import CRYPT, ESP

#: The kernel of each column
KERNELS = {"oldest kernel": "uml-oldest", "stable": "uml-stable", "newest": "uml-newest-up"}

CANNOT, NOT_MEASURED = "cannot", "not measured"

#: Scenarios that cannot use mbhash on a kernel
IMPOSSIBLE = {("integrity", "uml-oldest"), ("integrity", "uml-stable"),
              ("verity", "uml-newest-up")}

DIRECTIONS = ("written", "read")


@dataclass
class Row:
    """cases: by their names in the label. same: the consumer is that of the row
    above. given: the cells' text for each kernel if nothing was measured."""
    consumer: str
    scenario: str = ""
    cases: dict = None
    setting: str = ""
    out: str = ""
    same: bool = False
    given: tuple = ()


def more(detail, scenario, cases):
    """Another row of the consumer above"""
    return Row(detail, scenario, cases, same=True)


def disk(group, what):
    return {way: f"{group} {way.replace('written', 'write')}-{what}"
            for way in DIRECTIONS}


IPSEC = "load the module before creating the security associations"
IPSEC_OUT = ("load it with `priority=1 hmac_priority=1` after the kernel's own hmac driver is "
             "in `/proc/crypto`, see `mbhash(4)`")
ABOVE = "as above"

ROWS = [
    Row("**ESP**, `hmac(sha256)`, tunnel", "esp",
        {"UDP 1400 B": "sha256-tunnel udp-1400", "300 B": "sha256-tunnel udp-300",
         "64 B": "sha256-tunnel udp-64"}, IPSEC, IPSEC_OUT),
    more("TCP", "esp", {"with GSO": "sha256-tunnel tcp",
                        "without": "sha256-tunnel tcp-no-gso"}),
    more("receiver alone", "esp", {"UDP 1400 B": "sha256-receiver udp-1400",
                                   "64 B": "sha256-receiver udp-64"}),
    more("on a CPU without SHA-NI (AVX2)", ESP,
         {"UDP 1400 B": "sha256-tunnel udp-1400", "300 B": "sha256-tunnel udp-300",
          "64 B": "sha256-tunnel udp-64"}),
    more("likewise, TCP", ESP, {"with GSO": "sha256-tunnel tcp",
                                "without": "sha256-tunnel tcp-no-gso"}),
    more("transport mode", "esp", {"UDP 1400 B": "sha256-transport udp-1400",
                                   "64 B": "sha256-transport udp-64",
                                   "TCP": "sha256-transport tcp"}),
    more("ESN", "esp", {"UDP 1400 B": "sha256-esn udp-1400", "TCP": "sha256-esn tcp"}),
    Row("**ESP**, `hmac(md5)`, tunnel", "esp",
        {"UDP 1400 B": "md5-tunnel udp-1400", "64 B": "md5-tunnel udp-64",
         "TCP": "md5-tunnel tcp"}, ABOVE, ABOVE),
    Row("**ESP with `esp4_offload`**, `hmac(sha256)`, tunnel", "offload",
        {"UDP 1400 B": "sha256-tunnel udp-1400", "64 B": "sha256-tunnel udp-64",
         "TCP": "sha256-tunnel tcp"},
        "give the device a queue: `tc qdisc replace dev DEVICE root pfifo`",
        "`rmmod esp4_offload`, or as above"),
    Row("**AH**, `hmac(sha256)`, tunnel", "ah",
        {"UDP 1400 B": "sha256-tunnel udp-1400", "64 B": "sha256-tunnel udp-64",
         "TCP": "sha256-tunnel tcp"}, "as for ESP", "as for ESP"),
    Row("**AH**, `hmac(md5)`, tunnel", "ah",
        {"UDP 1400 B": "md5-tunnel udp-1400", "TCP": "md5-tunnel tcp"}, ABOVE, ABOVE),
    Row("**dm-crypt** with `hmac(sha256)`, sectors of 4096 B: 1 MiB", "crypt",
        disk("4096", "1m"),
        "`--sector-size 4096`; by priority, or by the drivers' names, see `mbhash(4)`",
        "name the kernel's own drivers in the table"),
    more("on a CPU without SHA-NI (AVX2): 1 MiB", CRYPT, disk("4096", "1m")),
    more("likewise, 4 KiB at random, one in flight", CRYPT, disk("4096", "4k")),
    more("with AES", "crypt", disk("4096-aes", "1m")),
    more("4 KiB at random, 32 in flight", "crypt", disk("4096", "4k-32")),
    more("4 KiB at random, one in flight", "crypt", disk("4096", "4k")),
    more("sectors of 512 B: 1 MiB", "crypt", disk("512", "1m")),
    Row("**dm-integrity**, blocks of 4096 B, without a journal: 1 MiB", "integrity",
        disk("D-4096", "1m"), "`block_size:4096 internal_hash:sha256-mb` in the table",
        "used only if named"),
    more("4 KiB at random, 32 in flight", "integrity", disk("D-4096", "4k-32")),
    more("4 KiB at random, one in flight", "integrity", disk("D-4096", "4k")),
    more("with a journal: 1 MiB", "integrity", disk("J-4096", "1m")),
    Row("**dm-integrity**, blocks of 512 B, its default: 1 MiB", "integrity",
        disk("D-512", "1m"), "do not name it", "used only if named"),
    Row("**dm-verity**", "verity",
        {"1 MiB": "4096 read-1m", "4 KiB at random, one": "4096 read-4k",
         "32 in flight": "4096 read-4k-32"},
        "no gain", "`sha256-ni` instead of `sha256` in its table"),
    Row("**AF_ALG**, SHA-256, 16 processes", "afalg",
        {"64 KiB": "sha256 kcapi-64k-16", "4 KiB": "sha256 kcapi-4k-16"},
        "`mbsum --af-alg`, or the driver's name; from 7.2 on the `-sync` ones",
        "name the kernel's own driver, or `priority=1` (not for MD5 on 6.1 and 6.12, "
        "whose own driver has priority 0)"),
    more("MD5, 16 processes", "afalg",
         {"64 KiB": "md5 kcapi-64k-16", "4 KiB": "md5 kcapi-4k-16"}),
    more("one process, 64 KiB", "afalg",
         {"SHA-256": "sha256 kcapi-64k-1", "MD5": "md5 kcapi-64k-1"}),
    more("`mbsum --driver`, 512 files of 64 KiB", "afalg",
         {"SHA-256": "sha256 mbsum", "MD5": "md5 mbsum"}),
    Row("**TCP with MD5 signatures** (BGP)", given=(NOT_MEASURED, NOT_MEASURED, CANNOT),
        setting="hashes one segment at a time",
        out="load the module after the first socket has a key"),
    Row("**TCP-AO**", given=("not in Debian", "not in Debian", CANNOT)),
]

#: The rows of README.md's table, which is shorter
README = [
    Row("ESP, SHA-256", "esp",
        {"UDP 1400 B": "sha256-tunnel udp-1400", "TCP": "sha256-tunnel tcp",
         "UDP 64 B": "sha256-tunnel udp-64"}),
    Row("ESP, MD5", "esp",
        {"UDP 1400 B": "md5-tunnel udp-1400", "TCP": "md5-tunnel tcp"}),
    Row("dm-crypt with `hmac(sha256)`", "crypt",
        {"1 MiB written": "4096 write-1m", "1 MiB read": "4096 read-1m",
         "4 KiB read, one at a time": "4096 read-4k"}),
    Row("dm-integrity, 1 MiB written", "integrity",
        {"blocks of 4096 B": "D-4096 write-1m", "512 B": "D-512 write-1m"}),
    Row("AF_ALG, 16 processes, 64 KiB", "afalg",
        {"SHA-256": "sha256 kcapi-64k-16", "MD5": "md5 kcapi-64k-16"}),
]
