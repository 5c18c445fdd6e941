# SPDX-License-Identifier: GPL-2.0
"""Two network namespaces, a and b, that talk by IPsec; and a third one, c, whose packets a
forwards to b, as a gateway."""

import contextlib
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from consumer import CPU_NS, Group
from drivers import insert
from plan import AES_GCM
from priority import prefer

HERE = Path(__file__).resolve().parent

NAMESPACES = ("a", "b")
PORT = "5000"

#: The last bytes of b's addresses. Each may have an association of its own.
PEERS = range(2, 66)


@dataclass(frozen=True)
class Way:
    """sender, source: the namespace that packets come from, and their address; version: of
    IP"""
    sender: str
    source: str
    version: int = 4

    def address(self, number):
        """Of a, which is number 1, or b"""
        return address_of(number, self.version)


def address_of(number, version=4):
    return f"10.0.0.{number}" if version == 4 else f"fd00::{number:x}"


DIRECT = Way("a", address_of(1))
#: In tunnel mode 1400 bytes would be two packets.
IPV6 = Way("a", address_of(1, 6), 6)
#: The packets come to a in bursts: NAPI polls a whole one, of which each has another peer.
FORWARDED = Way("c", "10.1.0.1")

#: Between c and a; with addresses of the link: a burst cannot begin with a question by ARP.
LAN = {"c": ("10.1.0.1", "02:00:00:00:00:01"), "a": ("10.1.0.2", "02:00:00:00:00:02")}

#: Keys, and bits of the digest that are sent: RFC 4868, RFC 2403
HASHES = {"hmac(sha256)": (f"0x{256:064}", 128), "hmac(md5)": (f"0x{5:032}", 96)}

#: A sink's own address, and its counters in /proc/PID/net, by the version of IP
ANY = {4: ("0.0.0.0", "snmp"), 6: ("::", "snmp6")}

#: The words for the cipher of ESP: none, or AES-128; GCM's authenticates, too
NULL = 'enc ecb(cipher_null) ""'
AES_CBC = f"enc cbc(aes) 0x{128:032}"
GCM_WORDS = f"aead rfc4106(gcm(aes)) 0x{4106:040} 128"


def ip(*words, batch=None):
    command = ["ip", *words] + (["-batch", "-"] if batch else [])
    subprocess.run(command, check=True, text=True, input=batch)


def in_namespace(ns, *command):
    """Run it; returns what it has printed"""
    return subprocess.run(["ip", "netns", "exec", ns, *command], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def offload(ns, device, features, state):
    in_namespace(ns, "ethtool", "-K", device, *(word for one in features for word in (one, state)))


def errors():
    """What IPsec has counted in each namespace, without zeros"""
    found = {}
    for ns in NAMESPACES:
        words = in_namespace(ns, "cat", "/proc/net/xfrm_stat").split()
        found[ns] = {name: count for name, count in zip(words[::2], words[1::2])
                     if count != "0"}
    return found


class Network:
    """The namespaces, sinks in b, and senders. They stay until the guest ends."""

    def __init__(self, folder, prepare=None):
        """prepare() is called once, after the devices were made"""
        self.folder = folder
        self.prepare = prepare
        self.way = None
        self.sinks = {}
        self.senders = {}
        self.turn = 0

    def make(self):
        for ns in NAMESPACES:
            ip("netns", "add", ns)
        ip("link", "add", "veth", "netns", "a", "type", "veth",
           "peer", "name", "veth", "netns", "b")
        for ns, peers in zip(NAMESPACES, ([1], PEERS)):
            ip("-n", ns, batch="".join(
                f"address add {address_of(peer)}/24 dev veth\n" for peer in peers) +
               "link set veth up\nlink set lo up\n")
        if self.prepare:
            self.prepare()

    def add_ipv6(self):
        for ns, peer in zip(NAMESPACES, (1, PEERS[0])):
            ip("-n", ns, "address", "add", f"{address_of(peer, 6)}/64", "dev", "veth", "nodad")

    def sink(self, version):
        """The one for this version of IP; adds the addresses"""
        if version not in self.sinks:
            if version == 6:
                self.add_ipv6()
            self.sinks[version] = self.start("b", "sink", ANY[version][0], PORT)
            self.sinks[version].stdout.readline()
        return self.sinks[version]

    def make_lan(self):
        """c, and the way from there"""
        insert(self.folder, "mbhash_burst")
        ip("netns", "add", "c")
        ip("link", "add", "lan", "netns", "c", "type", "veth",
           "peer", "name", "lan", "netns", "a")
        for ns, (address, mac) in LAN.items():
            ip("-n", ns, batch=f"link set lan address {mac}\naddress add {address}/24 dev lan\n"
                               "link set lan up\n")
        gateway, mac = LAN["a"]
        ip("-n", "c", batch=f"neighbour add {gateway} lladdr {mac} dev lan nud permanent\n"
                            f"route add default via {gateway}\n")
        ip("-n", "b", "route", "add", "10.1.0.0/24", "via", address_of(1))
        # NAPI polls veth if it has GRO; and packets of this machine only without TSO.
        offload("a", "lan", ["gro"], "on")
        offload("c", "lan", ["tso"], "off")
        in_namespace("c", "tc", "qdisc", "add", "dev", "lan", "root", "burst")
        in_namespace("a", HERE / "forward.py", "lan")

    def use(self, way):
        """Send that way from now on"""
        if not self.senders:
            self.make()
        if way not in self.senders:
            if way.sender == "c":
                self.make_lan()
            sink = self.sink(way.version)
            self.senders[way] = self.start(way.sender, "send", way.address(PEERS[0]), PORT,
                                           CPU_NS, f"/proc/{sink.pid}/net/{ANY[way.version][1]}")
        self.way = way

    def start(self, ns, *arguments):
        """ip executes the program in its own process, so the PID is the program's"""
        return subprocess.Popen(
            ["ip", "netns", "exec", ns, self.folder / "traffic", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, what, ms):
        """what: "udp SIZE PEERS" or "tcp"; returns what was measured"""
        sender = self.senders[self.way]
        print(what, ms, file=sender.stdin)
        line = sender.stdout.readline()
        if not line:
            raise RuntimeError(f"{what}: nothing was sent; IPsec's errors: "
                               f"{errors()}")
        return json.loads(line)

    def secure(self, ns, protocol, words, mode, esn=False, peers=1):
        """Protect all traffic of a namespace; words: the algorithms and keys; peers: the
        number of b's addresses that have their own associations"""
        extended = "flag esn replay-window 64" if esn else ""
        commands = "xfrm state flush\nxfrm policy flush\n"
        first = 2 * len(PEERS) * self.turn + 1
        for number, peer in enumerate(PEERS[:peers]):
            # The ends of the association, and of the traffic
            near, far = self.way.address(1), self.way.address(peer)
            sender = self.way.source
            both = [(near, far, sender, far), (far, near, far, sender)]
            for spi, (start, end, source, target) in enumerate(both, first + 2 * number):
                ends, selector = f"src {start} dst {end}", f"src {source} dst {target}"
                direction = "out" if (start == near) == (ns == "a") else "in"
                commands += (
                    f"xfrm state add {ends} proto {protocol} spi {spi} mode {mode} "
                    f"{extended} {words}\n"
                    f"xfrm policy add {selector} dir {direction} "
                    f"tmpl {ends} proto {protocol} mode {mode}\n")
        ip("-n", ns, batch=commands)

    def clear(self):
        for ns in NAMESPACES:
            ip("-n", ns, batch="xfrm policy flush\nxfrm state flush\n")


def udp(size, peers):
    return lambda network, ms: network.send(f"udp {size} {peers}", ms)


def tcp(network, ms):
    return network.send("tcp", ms)


def tcp_without_gso(network, ms):
    """Each segment passes through the stack separately."""
    offload("a", "veth", ["tso", "gso"], "off")
    try:
        return tcp(network, ms)
    finally:
        offload("a", "veth", ["tso", "gso"], "on")


def udp_cases(*sizes, peers=1):
    return {f"udp-{size}": udp(size, peers) for size in sizes}


def group(name, network, protocol, algorithm, cases, mode="tunnel", esn=False,
          sender=True, cipher=NULL, peers=1, others=(), way=DIRECT):
    """Security associations in both namespaces, with the driver that has its turn;
    with sender=False only in b, while a uses the kernel's best. others: AES_GCM, which
    needs no hash, may have its turn as well."""
    key, bits = HASHES[algorithm]
    words = f"auth-trunc {algorithm} {key} {bits} {cipher if protocol == 'esp' else ''}"

    @contextlib.contextmanager
    def opened(driver, drivers):
        network.use(way)
        # A packet that is left of the last turn must not match, and move the window of
        # sequence numbers of this one
        network.turn += 1
        for ns in NAMESPACES:
            if driver == AES_GCM:
                network.secure(ns, protocol, GCM_WORDS, mode, esn, peers)
                continue
            prefer(driver if sender or ns == "b" else drivers[1],
                   [name for name in drivers if name not in others])
            network.secure(ns, protocol, words, mode, esn, peers)
        yield network
        network.clear()

    return Group(name, algorithm, opened, cases, others=others)
