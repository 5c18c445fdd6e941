#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The queueing discipline "burst", below one that lets a packet go now and then, or none.
#
# Usage: burst.sh MODULE

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

# send COUNT: so many packets
send()
{
	local i

	for ((i = 0; i < $1; i++)); do
		echo > /dev/udp/10.9.0.2/9
	done
}

# has CONDITION: of jq, on tc's counts for it
has()
{
	tc -s -j qdisc show dev dummy | jq -e ".[] | select(.kind == \"burst\") | $1" && return
	tc -s qdisc show dev dummy
	return 1
}

# alone: it hands over to the device itself
alone() { tc qdisc replace dev dummy root burst; }

# held_up: a packet of 60 bytes leaves in a minute
held_up()
{
	tc qdisc replace dev dummy root handle 1: tbf rate 8bit burst 100 limit 1m &&
		tc qdisc add dev dummy parent 1:1 burst
}

# The device goes down while a burst is being handed over.
reset_in_a_burst()
{
	has ".qlen > 64" && ip link set dummy down && ip link set dummy up && has ".qlen == 0"
}

modprobe -a sch_tbf dummy
ip link add dummy type dummy
ip address add 10.9.0.1/24 dev dummy
ip link set dummy up
# Its own packets are not counted here.
echo 1 > /proc/sys/net/ipv6/conf/dummy/disable_ipv6
try "it loads" insmod "$1"
alone
send 63
try "it holds packets back" has ".qlen == 63"
send 1
try "a burst of 64 leaves" has ".qlen == 0"
send 1
try "the next one gathers" has ".qlen == 1"

held_up
send 300
try "the queue has two bursts, as much as one that leaves and one that gathers" \
	has ".qlen <= 128"
try "it has no less" has ".qlen >= 127"
try "all else is dropped" has ".drops >= 170"
try "a device goes down in the middle of a burst" reset_in_a_burst
send 5
sleep 1
try "then packets are held back again" has ".qlen == 5"
tc qdisc del dev dummy root
try "it is unloaded" rmmod burst
done_testing
