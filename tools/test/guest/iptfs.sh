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

is_iptfs() { ip -n "$1" xfrm state | grep -E 'mode (iptfs|5)'; }

talk()	# talk WHAT
{
	try "$1: pings" counts sha256 '' pings
	try "$1: UDP" counts sha256 '' datagrams
	try "$1: a TCP stream" counts sha256 '' streams
	try "$1: packets arrive in order, and none is lost" counts sha256 '' all_arrive 500
}

mode=iptfs
in_memory
head -c 1M /dev/urandom > sent
make_namespaces
try "an association of that mode can be made" secure b esp sha256
try "... and is one" is_iptfs b
load
secure a esp sha256
talk "ours to the kernel's own"
secure b esp sha256
talk "ours to ours"
done_testing
