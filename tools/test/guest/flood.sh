#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A flood of forged packets: more than can be hashed to authenticate them. Excess packets
# are dropped before they are hashed, and do not pile up in the module.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

flood=$(realpath "$(dirname "$0")/../../../build/flood")
seconds=8
max_queue=4096
max_mib=24

# As with a network card that has one interrupt
receive_on_cpu0()
{
	ip netns exec b bash -c 'echo 1 > /sys/class/net/veth/queues/rx-0/rps_cpus'
}

# available: set $now to the available memory, in KiB
available()
{
	local what

	while read -r what now _; do
		[ "$what" != MemAvailable: ] || break
	done < /proc/meminfo
}

in_memory
load isa=generic # which is slow
make_namespaces
secure a ah sha256
secure b ah sha256
receive_on_cpu0
try "a ping is answered" pings

available
before=$now lowest=$now looks=0
taskset -p -c 0 $$ > /dev/null
ip netns exec a taskset -c 1 "$flood" $address_b 1 $seconds > sent &
while kill -0 $! 2> /dev/null; do
	available
	[ "$now" -ge "$lowest" ] || lowest=$now
	looks=$((looks + 1))
	sleep 0.1
done
try "packets are sent" at_least "$(cat sent)" 10000
try "packets are dropped because they are not authentic" at_least "$(refused)" 1000
try "others can run on the CPU that gets them" at_least $looks 2
try "less than $max_queue are in flight" at_most "$(counter sha256 queue_max)" $((max_queue - 1))
try "they take less than $max_mib MiB" at_most $((before - lowest)) $((max_mib * 1024 - 1))
try "a ping is answered afterwards" pings
done_testing
