# SPDX-License-Identifier: GPL-2.0
"""Two network namespaces, a and b, that talk by IPsec."""

import contextlib
import json
import subprocess

from consumer import CPU_NS, Group
from priority import prefer

ADDRESS = {"a": "10.0.0.1", "b": "10.0.0.2"}
PORT = "5000"

#: Keys, and bits of the digest that are sent: RFC 4868, RFC 2403
HASHES = {"hmac(sha256)": (f"0x{256:064}", 128), "hmac(md5)": (f"0x{5:032}", 96)}


def ip(*words, batch=None):
    command = ["ip", *words] + (["-batch", "-"] if batch else [])
    subprocess.run(command, check=True, text=True, input=batch)


def errors():
    """What IPsec has counted in each namespace, without zeros"""
    found = {}
    for ns in ADDRESS:
        words = subprocess.run(["ip", "netns", "exec", ns, "cat",
                                "/proc/net/xfrm_stat"], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.split()
        found[ns] = {name: count for name, count in zip(words[::2], words[1::2])
                     if count != "0"}
    return found


class Network:
    """The namespaces, a sink in b, and a sender in a. They stay until the guest
    ends."""

    def __init__(self, folder, prepare=None):
        """prepare() is called once, after the devices were made"""
        self.traffic = folder / "traffic"
        self.prepare = prepare
        self.sender = None
        self.turn = 0

    def make(self):
        if self.sender:
            return
        for ns in ADDRESS:
            ip("netns", "add", ns)
        ip("link", "add", "veth", "netns", "a", "type", "veth",
           "peer", "name", "veth", "netns", "b")
        for ns, address in ADDRESS.items():
            ip("-n", ns, batch=f"address add {address}/24 dev veth\n"
                               "link set veth up\nlink set lo up\n")
        if self.prepare:
            self.prepare()
        sink = self.start("b", "sink", PORT)
        sink.stdout.readline()
        self.sender = self.start("a", "send", ADDRESS["b"], PORT,
                                 CPU_NS, f"/proc/{sink.pid}/net/snmp")

    def start(self, ns, *arguments):
        """ip executes the program in its own process, so the PID is the program's"""
        return subprocess.Popen(
            ["ip", "netns", "exec", ns, self.traffic, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, what, ms):
        """what: "udp SIZE" or "tcp"; returns what was measured"""
        print(what, ms, file=self.sender.stdin)
        line = self.sender.stdout.readline()
        if not line:
            raise RuntimeError(f"{what}: nothing was sent; IPsec's errors: "
                               f"{errors()}")
        return json.loads(line)

    def secure(self, ns, protocol, algorithm, mode, esn=False):
        """Protect all traffic of a namespace. Without encryption: AES is portable C
        here and would take most of the time."""
        key, bits = HASHES[algorithm]
        encryption = 'enc ecb(cipher_null) ""' if protocol == "esp" else ""
        extended = "flag esn replay-window 64" if esn else ""
        commands = "xfrm state flush\nxfrm policy flush\n"
        spis = (2 * self.turn + 1, 2 * self.turn + 2)
        for spi, (source, target) in zip(spis, (("a", "b"), ("b", "a"))):
            ends = f"src {ADDRESS[source]} dst {ADDRESS[target]}"
            commands += (
                f"xfrm state add {ends} proto {protocol} spi {spi} mode {mode} "
                f"{extended} auth-trunc {algorithm} {key} {bits} {encryption}\n"
                f"xfrm policy add {ends} dir {'out' if ns == source else 'in'} "
                f"tmpl {ends} proto {protocol} mode {mode}\n")
        ip("-n", ns, batch=commands)

    def clear(self):
        for ns in ADDRESS:
            ip("-n", ns, batch="xfrm policy flush\nxfrm state flush\n")


def udp(size):
    return lambda network, ms: network.send(f"udp {size}", ms)


def tcp(network, ms):
    return network.send("tcp", ms)


def tcp_without_gso(network, ms):
    """Each segment passes through the stack separately."""
    def gso(state):
        subprocess.run(["ip", "netns", "exec", "a", "ethtool", "-K", "veth",
                        "tso", state, "gso", state], check=True,
                       stdout=subprocess.DEVNULL)
    gso("off")
    try:
        return tcp(network, ms)
    finally:
        gso("on")


def udp_cases(*sizes):
    return {f"udp-{size}": udp(size) for size in sizes}


def group(name, network, protocol, algorithm, cases, mode="tunnel", esn=False,
          sender=True):
    """Security associations in both namespaces, with the driver that has its turn;
    with sender=False only in b, while a uses the kernel's best."""

    @contextlib.contextmanager
    def opened(driver, drivers):
        network.make()
        # A packet that is left of the last turn must not match, and move the window of
        # sequence numbers of this one
        network.turn += 1
        prefer(driver if sender else drivers[1], drivers)
        network.secure("a", protocol, algorithm, mode, esn)
        prefer(driver, drivers)
        network.secure("b", protocol, algorithm, mode, esn)
        yield network
        network.clear()

    return Group(name, algorithm, opened, cases)
