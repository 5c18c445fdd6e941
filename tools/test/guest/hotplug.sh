#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# CPUs go offline and online while tasks and softirqs hash on all of them.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

rounds=5
cpus=(/sys/devices/system/cpu/cpu[1-9]*/online)

toggle()	# each CPU once down and up
{
	local cpu

	for cpu in "${cpus[@]}"; do
		echo 0 > "$cpu" || return
		sleep 0.1
		echo 1 > "$cpu" || return
	done
}

# ping_until FILE: send packets from softirqs until FILE exists. It counts as lost
# what takes twice as long as others; answered() finds out whether it arrived.
ping_until()
{
	until [ -e "$1" ]; do
		ip netns exec a ping -U -q -n -f -c 300 -W 30 $address_b || true
	done
}

# icmp NAME: a counter of ICMP messages
icmp()
{
	awk -v name="$1" '$1 == "Icmp:" {
			if (column)
				print $column
			for (i = 2; i <= NF; i++)
				if ($i == name)
					column = i
		}' <(ip netns exec a cat /proc/net/snmp)
}

# All pings were answered, sooner or later
answered()
{
	local end=$((SECONDS + 30))

	until [ "$(icmp OutEchos)" = "$(icmp InEchoReps)" ]; do
		[ $SECONDS -ge $end ] || continue
		echo "$(icmp OutEchos) sent, $(icmp InEchoReps) answered"
		cat /proc/net/softnet_stat
		ip -n a -s link show veth
		ip netns exec a cat /proc/net/xfrm_stat
		return 1
	done
}

load
in_memory
make_files 200
make_namespaces
secure a ah sha256
secure b ah sha256
packets=$(sum sha256 flush softirq)

pids=()
for i in 1 2 3 4; do
	hash_until stop md5 sha256 > "worker$i" 2>&1 &
	pids+=($!)
done
for i in 5 6; do
	ping_until stop > "worker$i" 2>&1 &
	pids+=($!)
done
try "there are ${#cpus[@]} CPUs to take away" [ ${#cpus[@]} -ge 3 ]
for ((i = 1; i <= rounds; i++)); do
	try "each CPU goes and comes, round $i" toggle
done
touch stop
for i in 1 2 3 4; do
	try_worker "worker $i: every digest is right meanwhile" "${pids[i - 1]}" "worker$i"
done
wait "${pids[@]:4}"
try "some were sent" [ "$(icmp OutEchos)" -gt 300 ]
try "every packet is answered" answered
try "softirqs have hashed packets" [ "$(sum sha256 flush softirq)" -gt "$packets" ]
try "every digest is right afterwards" hash_once sha256
ip -all netns delete
try "the module goes" unload
done_testing
