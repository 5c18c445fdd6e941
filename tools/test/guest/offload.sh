#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# esp4_offload encrypts a packet only when the device takes it, with BH disabled. Up to
# 6.12 the kernel tells the sender that the packet is lost, unless it is encrypted at
# once or the device has a queue: see mbhash(4).

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

queue()	# queue NAME: set the queueing discipline of both devices
{
	tc -n a qdisc replace dev veth root "$1" && tc -n b qdisc replace dev veth root "$1"
}

# secure_both COMMAND...: run COMMAND, then create security associations
secure_both()
{
	local ns

	for ns in a b; do
		ip -n $ns xfrm policy flush
		ip -n $ns xfrm state flush
	done
	"$@" || return
	secure a esp sha256
	secure b esp sha256
}

in_memory
head -c 1M /dev/urandom > sent
make_namespaces
secure_both true # the kernel's own drivers are made
secure_both load
secure_both modprobe esp4_offload
for queue in noqueue pfifo; do
	queue $queue
	try "$queue: pings" counts sha256 '' pings
	try "$queue: UDP" counts sha256 '' datagrams
	try "$queue: TCP connects" counts sha256 '' messages
	case $queue-$(uname -r) in
	noqueue-6.*) skip "$queue: a TCP stream" "this kernel takes what a softirq sends for lost" ;;
	*)	try "$queue: a TCP stream" counts sha256 '' streams ;;
	esac
done

queue noqueue
try "esp4_offload goes" secure_both unload esp4_offload
try "without it: a TCP stream" counts sha256 '' streams
secure_both unload
secure_both load priority=1 hmac_priority=1
secure_both modprobe esp4_offload
try "with the least priority: a TCP stream without us" uncounted sha256 streams
done_testing
