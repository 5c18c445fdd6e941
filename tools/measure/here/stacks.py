# SPDX-License-Identifier: GPL-2.0
"""What this machine has already that could use mbhash: the recommendation names it."""

import re
import subprocess
from collections import Counter

from patterns import DM_CRYPT, DM_INTEGRITY, IPSEC

#: A line of dmsetup's table: the device, and the hash for each of its sectors or blocks
CRYPT = re.compile(r"^(\S+): \d+ \d+ crypt capi:authenc\((hmac[(-][^,]*),")
INTEGRITY = re.compile(r"^(\S+): \d+ \d+ integrity .*internal_hash:(\S*(?:sha256|md5)\S*)")
#: A line of an association
AUTH = re.compile(r"^\s*auth(?:-trunc)? (hmac\((?:sha256|md5)\))")


def lines(*command):
    """Its output; none if it fails or does not exist"""
    try:
        return subprocess.run(command, check=True, capture_output=True,
                              text=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return []


def devices(pattern):
    """The devices whose line matches, with their hashes"""
    found = filter(None, map(pattern.match, lines("dmsetup", "table")))
    return ", ".join(f"{device} with {hash_}" for device, hash_ in
                     (match.groups() for match in found) if re.search("sha256|md5", hash_))


def associations():
    """How many of IPsec's associations there are with each hash"""
    found = [match.group(1) for match in map(AUTH.match, lines("ip", "xfrm", "state")) if match]
    return ", ".join(f"{count} association{'s' * (count > 1)} with {one}"
                     for one, count in Counter(found).items())


def here():
    """What each user of hashes has here, as text; only those that have something"""
    found = {IPSEC: associations(), DM_CRYPT: devices(CRYPT), DM_INTEGRITY: devices(INTEGRITY)}
    return {user: text for user, text in found.items() if text}
