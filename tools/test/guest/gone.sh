#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A network device goes away in the middle of a flood that it receives through AH and ESP in
# transport mode, again and again: requests in flight hold it only as long as they are
# hashed.
#
# Usage: gone.sh [ROUNDS]		for each of AH and ESP

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

rounds=${1-5}

# flood: for a second, also after the device has gone
flood() { ip netns exec a timeout 1 ping -U -q -f -l 64 -s 1200 $address_b > flooded 2>&1; }

# It does not return while something holds the device.
device_goes()
{
	timeout 60 ip -n b link delete veth
}

# rounds_of ah|esp: in each round the device is new
rounds_of()
{
	local i

	for ((i = 0; i < rounds; i++)); do
		secure a "$1" sha256 && secure b "$1" sha256 || return
		flood &
		sleep "0.$((RANDOM % 5 + 3))"
		device_goes || return
		wait $! || true # most are lost
		make_devices || return
	done
}

in_memory
make_namespaces
load
for protocol in ah esp; do
	try "$protocol: the device goes $rounds times" counts sha256 softirq rounds_of "$protocol"
done
try "packets arrive afterwards" pings
try "the module goes with the associations" goes_with_them
done_testing
