#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# TCP with segments signed by MD5, as for BGP. Up to 6.12 the kernel allocates a
# synchronous md5 and keeps it: 6.1 forever, 6.12 as long as there is such a socket.
# Newer kernels use a library for it, and for TCP-AO, which Debian's older kernels lack.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=SCRIPTDIR/ipsec.sh
. "$(dirname "$0")/ipsec.sh"

# connects KEY_A KEY_B [SECONDS]: within that time a with KEY_A connects to b with KEY_B,
# and its data arrives unchanged
connects()
{
	local receiver

	: > arrived
	ip netns exec b "$guest/signed.py" receive $address_a 179 60 "$2" > arrived &
	receiver=$!
	until [ -s arrived ]; do
		kill -0 $receiver || return
		sleep 0.1
	done
	if ip netns exec a "$guest/signed.py" send $address_b 179 "${3-20}" "$1" < sent; then
		wait $receiver && tail -n +2 arrived | cmp sent -
	else
		kill $receiver || true # It may have ended.
		wait $receiver || true
		return 1
	fi
}

# refused COUNTER KEY_A KEY_B: there is no connection, and b's TCP counts it in COUNTER
refused()
{
	local before

	before=$(b_counts "$1")
	! connects "$2" "$3" 1 && at_least "$(b_counts "$1")" $((before + 1))
}

b_counts()
{
	awk -v name="$1" '
		$1 == "TcpExt:" && names { split(names, n); for (i in n) if (n[i] == name) print $i }
		$1 == "TcpExt:" { names = $0 }' <(ip netns exec b cat /proc/net/netstat)
}

in_memory
head -c 300000 /dev/urandom > sent
make_namespaces
load
case $(uname -r) in
6.*)	try "signed segments arrive" counts md5 '' connects secret secret ;;
*)	try "signed segments arrive, by this kernel's library" uncounted md5 connects secret secret ;;
esac
try "another key gets no connection" refused TCPMD5Failure other secret
try "nor does none" refused TCPMD5NotFound '' secret
# This also closes their sockets, which would stay for a minute (TIME-WAIT).
ip netns delete a
ip netns delete b
case $(uname -r) in
6.1.*)	try "the module stays when all sockets have gone" stays ;;
*)	try "the module goes when all sockets have gone" unload ;;
esac
done_testing
