#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What IPsec's peers may rely on with any driver: packets of a flow arrive in order and
# none is lost, even while security associations are replaced; damaged packets, and no
# others, are dropped and counted. Security associations may be flushed with packets in
# flight.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

packets=4000
changes=5
flushes=8
damaged=10 # percent

# Create associations with new keys, first at the receiver; delete the old ones when all
# their packets have arrived.
change_keys()
{
	local spi=1 next

	for ((next = 3; next < 3 + 2 * changes; next += 2)); do
		associate b esp sha256 $address_a $address_b $next || return
		associate a esp sha256 $address_a $address_b $next || return
		ip -n a xfrm state delete src $address_a dst $address_b proto esp spi $spi || return
		sleep 0.5
		ip -n b xfrm state delete src $address_a dst $address_b proto esp spi $spi || return
		spi=$next
	done
}

# Flip a bit anywhere in the packet. If the outer header is damaged, the packet does not
# get as far as being counted.
drops_what_is_damaged()
{
	local before sent came missing behind

	before=$(refused)
	tc -n a qdisc add dev veth root netem corrupt $damaged% || return
	flow $packets true
	tc -n a qdisc delete dev veth root
	sent=$(< departed)
	read -r came _ missing _ behind _ < <(tail -n 1 arrived)
	is "$behind" 0 && at_least "$missing" $((sent * damaged / 200)) &&
		at_most "$missing" $((sent * damaged / 50)) &&
		at_least $(($(refused) - before)) $((missing * 8 / 10)) &&
		at_most $(($(refused) - before)) $((sent + 1 - came)) # and the empty one
}

# Flush and recreate all associations while packets are in flight.
survives_flushes()
{
	local flood i

	ip netns exec a ping -U -q -f -l 64 -s 1200 $address_b > flooded 2>&1 &
	flood=$!
	for ((i = 0; i < flushes; i++)); do
		sleep 0.2
		secure a esp sha256
		secure b esp sha256
	done
	kill -INT $flood
	wait $flood || true # some are lost
	cat flooded
	grep -q ' [1-9][0-9]* received' flooded && pings
}

in_memory
make_namespaces
modprobe sch_netem
load
secure a esp sha256
secure b esp sha256
try "packets arrive in order, and none is lost" counts sha256 '' all_arrive $packets
try "so they do while the peers change keys" counts sha256 '' all_arrive $packets change_keys
try "a damaged packet is dropped and counted, no other one is" counts sha256 '' drops_what_is_damaged
try "associations are flushed under load" counts sha256 '' survives_flushes
try "... and hold the module no longer" goes_with_them
done_testing
