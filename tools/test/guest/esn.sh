#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Extended sequence numbers, over the boundary of 32 bits, with AH and ESP in both modes over
# IPv4 and IPv6; and esp6_offload. No packet is lost, none counted as wrong.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

boundary=0xfffffff0 # 16 packets before the low half wraps
high=7
packets=60

# From the high half the receiver sees that the boundary was crossed.
crossed()
{
	local seen

	seen=$(ip -n a xfrm state get src $address_a dst $address_b proto "$1" spi 1 |
		grep -o 'oseq-hi 0x[0-9a-f]*')
	is "$seen" "oseq-hi 0x$((high + 1))"
}

# try_family PROTOCOL MODE: traffic of all kinds, from ours to ours
try_family()
{
	local what="$1, $2 mode, IPv$ip_version"

	mode=$2
	numbers="flag esn replay-window 128 replay-seq $boundary replay-seq-hi $high
		replay-oseq $boundary replay-oseq-hi $high"
	secure a "$1" sha256
	secure b "$1" sha256
	try "$what: pings" counts sha256 '' pings $packets
	try "$what: the high half counts" crossed "$1"
	try "$what: UDP" counts sha256 '' datagrams
	try "$what: a TCP stream" counts sha256 '' streams
	try "$what: none is counted as wrong" no_errors
}

in_memory
head -c 1M /dev/urandom > sent
make_namespaces
load
# From one CPU: what a task leaves in the queue of a busy one is overtaken by what it or a
# softirq sends from another, and may then be behind the window.
taskset -cp 0 $$ > /dev/null
for ip_version in 4 6; do
	use_ipv$ip_version
	for mode in transport tunnel; do
		try_family ah "$mode"
		try_family esp "$mode"
	done
done

numbers=''
if modprobe -q esp6_offload; then
	secure a esp sha256
	secure b esp sha256
	try "esp6_offload: pings" counts sha256 '' pings $packets
	try "esp6_offload: UDP" counts sha256 '' datagrams
	try "esp6_offload: TCP connects" counts sha256 '' messages
fi
try "the module goes with the associations" goes_with_them
done_testing
