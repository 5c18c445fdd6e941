#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# ESP in the mode of IP-TFS: several packets of the traffic share one of ESP, and one may
# have parts in several. All of them arrive in order, ours to the kernel's own and ours to
# ours.
#
# Linux 7.3 counts some as wrong in this mode, with any driver, and may keep packets of which
# it could not read a part, with their association and its driver: that none is counted, and
# that the module goes with the associations, is not tested.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

# share NAMESPACE FROM TO SPI in|out
share()
{
	ip netns exec "$1" "$guest/iptfs_association.py" "${@:2}" \
		auth-trunc 'hmac(sha256)' "0x$(printf %064d 256)" 128 \
		enc 'cbc(aes)' 0x000102030405060708090a0b0c0d0e0f
}

# share_all a|b: this namespace's packets
share_all()
{
	local to_b=out to_a=in

	[ "$1" = a ] || to_b=in to_a=out
	ip -n "$1" xfrm state flush
	ip -n "$1" xfrm policy flush
	share "$1" $address_a $address_b 1 $to_b
	share "$1" $address_b $address_a 2 $to_a
}

all_arrive()
{
	flow 500 true && is "$(tail -n 1 arrived)" "$(< departed) came, 0 missing, 0 behind"
}

is_iptfs() { ip -n "$1" xfrm state | grep -E 'mode (iptfs|5)'; }

talk()	# talk WHAT
{
	try "$1: pings" counts sha256 '' pings
	try "$1: UDP" counts sha256 '' datagrams
	try "$1: a TCP stream" counts sha256 '' streams
	try "$1: packets arrive in order, and none is lost" counts sha256 '' all_arrive
}

in_memory
head -c 1M /dev/urandom > sent
make_namespaces
try "an association of that mode can be made" share_all b
try "... and is one" is_iptfs b
load
share_all a
talk "ours to the kernel's own"
share_all b
talk "ours to ours"
done_testing
