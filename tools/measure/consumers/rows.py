# SPDX-License-Identifier: GPL-2.0
"""docs/consumers.md: the rows of its table."""

from dataclasses import dataclass

from plan import AES_GCM

#: The kernel of each column
KERNELS = {"oldest kernel": "uml-oldest", "stable": "uml-stable", "newest": "uml-newest-up"}

CANNOT, NOT_MEASURED = "cannot", "not measured"

#: Scenarios that cannot use mbhash on a kernel
IMPOSSIBLE = {("integrity", "uml-oldest"), ("integrity", "uml-stable"),
              ("verity", "uml-newest-up")}

DIRECTIONS = ("written", "read")


@dataclass(frozen=True)
class Hashed:
    """What is hashed: for so many bytes of a case, count messages of size bytes"""
    data: int
    count: int
    size: int


#: ESP's header, IV, two headers of the packet inside, padding; both ends hash, but the
#: receiver alone uses mbhash. A sector and its number, with an IV in dm-crypt. How many of
#: these a file system writes is not known; IPv6 is like IPv4. The first text that is in a
#: case's name counts.
HASHED = {
    **{text: None for text in ("untar", "ipv6")},
    **{f"receiver udp-{size}": Hashed(size, 1, size + 60) for size in (64, 1400)},
    **{f"udp-{size}": Hashed(size, 2, size + 60) for size in (64, 300, 1400)},
    **{f"{size} ": Hashed(size, 1, size + 24) for size in (512, 4096)},
    **{f"work-{mode} ": Hashed(4096, 1, 4120) for mode in "DJ"},
}

#: The sizes of all messages
MESSAGES = sorted({one.size for one in HASHED.values() if one})


def hashed(case):
    """What is hashed in this case, "GROUP CASE"; None if that is not known"""
    return next((one for text, one in HASHED.items() if text in f"{case} "), None)


@dataclass
class Row:
    """cases: by their names in the label. same: the consumer is that of the row
    above. beside: the baseline, if it is not the best driver. given: the cells' text for
    each kernel if nothing was measured."""
    consumer: str
    scenario: str = ""
    cases: dict = None
    setting: str = ""
    out: str = ""
    same: bool = False
    beside: str = None
    given: tuple = ()


def more(detail, scenario, cases, beside=None):
    """Another row of the consumer above"""
    return Row(detail, scenario, cases, same=True, beside=beside)


def esp(group, *sizes, tcp=True):
    return {f"{'' if number else 'UDP '}{size} B": f"{group} udp-{size}"
            for number, size in enumerate(sizes)} | ({"TCP": f"{group} tcp"} if tcp else {})


def disk(group, what):
    return {way: f"{group} {way.replace('written', 'write')}-{what}"
            for way in DIRECTIONS}


def fio(group, size):
    return {f"{flight}, {way}": f"{group} {way.replace('written', 'write')}-{size}-{depth}"
            for flight, depth in (("one in flight", 1), ("32", 32)) for way in DIRECTIONS}


def work(group):
    """What programs do with the disk of the row above"""
    return [more("whole work", "work",
                 {"`mkfs.ext4`, `tar -x`, `umount`": f"{group} mkfs-untar"}),
            more("`fio`, 128 KiB from start to end", "work", fio(group, "128k")),
            more("`fio`, 4 KiB at random", "work", fio(group, "4k"))]


IPSEC = "load the module before creating the security associations"
IPSEC_OUT = ("load it with `priority=1 hmac_priority=1` after the kernel's own hmac driver is "
             "in `/proc/crypto`, see `mbhash(4)`")
ABOVE = "as above"

ROWS = [
    Row("**A gateway** by ESP, AES-CBC and `hmac(sha256)`, tunnel", "esp",
        esp("sha256-aes", 1400, 300, 64), IPSEC, IPSEC_OUT),
    more("64 peers in turn", "esp", esp("sha256-aes-64", 1400, 300, 64, tcp=False)),
    more("64 peers in turn, forwarded in bursts", "esp",
         esp("sha256-aes-forwarded", 1400, 64, tcp=False)),
    more("beside AES-GCM, which needs no hash", "esp",
         esp("sha256-aes", 1400, 300, 64), beside=AES_GCM),
    Row("**ESP**, the null cipher and `hmac(sha256)`, tunnel", "esp",
        esp("sha256-tunnel", 1400, 300, 64, tcp=False), ABOVE, ABOVE),
    more("TCP", "esp", {"with GSO": "sha256-tunnel tcp",
                        "without": "sha256-tunnel tcp-no-gso"}),
    more("receiver alone", "esp", {"UDP 1400 B": "sha256-receiver udp-1400",
                                   "64 B": "sha256-receiver udp-64"}),
    more("transport mode", "esp", {"UDP 1400 B": "sha256-transport udp-1400",
                                   "64 B": "sha256-transport udp-64",
                                   "TCP": "sha256-transport tcp"}),
    more("ESN", "esp", {"UDP 1400 B": "sha256-esn udp-1400", "TCP": "sha256-esn tcp"}),
    more("IPv6", "esp", esp("ipv6", 1300, 64)),
    more("IPv6, transport mode", "esp", esp("ipv6-transport", 1400, tcp=False)),
    Row("**ESP**, `hmac(md5)`, tunnel", "esp",
        {"UDP 1400 B": "md5-tunnel udp-1400", "64 B": "md5-tunnel udp-64",
         "TCP": "md5-tunnel tcp"}, ABOVE, ABOVE),
    more("IPv6", "esp", esp("ipv6-md5", 1300, tcp=False)),
    Row("**ESP with `esp4_offload`**, `hmac(sha256)`, tunnel", "offload",
        {"UDP 1400 B": "sha256-tunnel udp-1400", "64 B": "sha256-tunnel udp-64",
         "TCP": "sha256-tunnel tcp"},
        "give the device a queue: `tc qdisc replace dev DEVICE root pfifo`",
        "`rmmod esp4_offload`, or as above"),
    Row("**AH**, `hmac(sha256)`, tunnel", "ah",
        {"UDP 1400 B": "sha256-tunnel udp-1400", "64 B": "sha256-tunnel udp-64",
         "TCP": "sha256-tunnel tcp"}, "as for ESP", "as for ESP"),
    more("IPv6", "ah", esp("ipv6", 1300, tcp=False)),
    Row("**AH**, `hmac(md5)`, tunnel", "ah",
        {"UDP 1400 B": "md5-tunnel udp-1400", "TCP": "md5-tunnel tcp"}, ABOVE, ABOVE),
    more("IPv6", "ah", esp("ipv6-md5", 1300, tcp=False)),
    Row("**LUKS2 with integrity**, AES-XTS and `hmac(sha256)`, no journal, sectors of 4096 B: "
        "1 MiB", "crypt", disk("luks-D-4096", "1m"),
        "`--sector-size 4096 --integrity-no-journal`; by priority, or by the drivers' names, "
        "see `mbhash(4)`", "name the kernel's own drivers in the table"),
    more("4 KiB at random, 32 in flight", "crypt", disk("luks-D-4096", "4k-32")),
    more("4 KiB at random, one in flight", "crypt", disk("luks-D-4096", "4k")),
    more("sectors of 512 B: 1 MiB", "crypt", disk("luks-D-512", "1m")),
    *work("work-D"),
    Row("**LUKS2 with integrity**, with a journal, sectors of 4096 B: 1 MiB", "crypt",
        disk("luks-J-4096", "1m"), ABOVE, ABOVE),
    more("4 KiB at random, 32 in flight", "crypt", disk("luks-J-4096", "4k-32")),
    more("4 KiB at random, one in flight", "crypt", disk("luks-J-4096", "4k")),
    more("sectors of 512 B: 1 MiB", "crypt", disk("luks-J-512", "1m")),
    *work("work-J"),
    Row("**dm-crypt**, no encryption and `hmac(sha256)`, no journal, sectors of 4096 B: 1 MiB",
        "crypt", disk("4096", "1m"), ABOVE, ABOVE),
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
    Row("ESP, AES-CBC and SHA-256", "esp",
        {"UDP 1400 B": "sha256-aes udp-1400", "TCP": "sha256-aes tcp",
         "UDP 64 B": "sha256-aes udp-64"}),
    Row("ESP, MD5, no encryption", "esp",
        {"UDP 1400 B": "md5-tunnel udp-1400", "TCP": "md5-tunnel tcp"}),
    Row("LUKS2 with `hmac-sha256`, no journal", "crypt",
        {"1 MiB written": "luks-D-4096 write-1m", "1 MiB read": "luks-D-4096 read-1m",
         "4 KiB read, one at a time": "luks-D-4096 read-4k"}),
    Row("… with its journal", "crypt",
        {"1 MiB written": "luks-J-4096 write-1m", "1 MiB read": "luks-J-4096 read-1m"}),
    Row("dm-integrity, 1 MiB written", "integrity",
        {"blocks of 4096 B": "D-4096 write-1m", "512 B": "D-512 write-1m"}),
    Row("AF_ALG, 16 processes, 64 KiB", "afalg",
        {"SHA-256": "sha256 kcapi-64k-16", "MD5": "md5 kcapi-64k-16"}),
]
