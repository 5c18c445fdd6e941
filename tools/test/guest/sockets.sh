#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A user with a thousand sockets, and another user: both get their own digests, and
# no more is queued than there are sockets.
#
# How long the other one waits is shown, beside the same with the kernel's own
# driver, but proves nothing here: with so many threads it is the scheduler that lets
# it wait, for seconds, and a switch to another process takes an emulator as long as
# many requests.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

program=$(realpath "$(dirname "$0")/../../../build/sockets")
sockets=1000
ms=1500

# turn DRIVER SIZE: what the program says, as $served of the other user, $hashed and $wrong
turn()
{
	local median most

	read -r served median most hashed wrong < <("$program" "$1" $sockets "$2" $ms)
	echo "# $2 bytes, $1: the other user $served, each in $median us and up to $most; the first $hashed"
}

load priority=1 # "sha256" is the kernel's own
modprobe -aq sha256_ssse3 || true # or what the kernel has built in
for size in 512 65536; do
	turn sha256 $size
	turn sha256-mb $size
	try "$size bytes: the other user gets its digests" at_least "$served" 1
	try "$size bytes: so does the first user" at_least "$hashed" $sockets
	try "$size bytes: every digest is right" is "$wrong" 0
done
try "no more requests are queued than there are sockets" \
	at_most "$(counter sha256 queue_max)" $((sockets + 1))
done_testing
