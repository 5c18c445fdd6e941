#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# stress-ng has all of the kernel's algorithms in turn, in several processes at once,
# and ours among them. Of a hash it sees errors and the length only: meanwhile what
# mbsum says is compared.

set -euo pipefail
# shellcheck source=SCRIPTDIR/lib.sh
. "$(dirname "$0")/lib.sh"

least=100 # requests: a process makes 31 of each hash in its turn

stress() { stress-ng --af-alg 4 --verify --timeout "$1" --temp-path . --log-brief; }

beside_mbsum()
{
	local status=0

	stress 6 > stressed 2>&1 &
	while kill -0 $! 2> /dev/null; do
		hash_once md5 && hash_once sha256 || status=$?
	done
	wait $! || status=$?
	cat stressed
	return $status
}

# What it says of a template's instance that has no self-test is no complaint.
nothing_logged() { ! dmesg --notime | grep -v 'No test for' | grep -E 'mbhash|-mb'; }

in_memory
make_files 50
load
dmesg --clear
before=("$(counter md5 requests)" "$(counter sha256 requests)")
try "stress-ng gets its digests" stress 6
try "those of md5 from us" at_least "$(counter md5 requests)" $((before[0] + least))
try "those of sha256 from us" at_least "$(counter sha256 requests)" $((before[1] + least))
try "mbsum's are right beside it" beside_mbsum
try "nothing of it is in the kernel's log" nothing_logged
try "the module goes afterwards" unload
done_testing
