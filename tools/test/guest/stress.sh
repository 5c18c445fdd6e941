#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# stress-ng uses all of the kernel's algorithms in turn, ours among them, in several
# processes at once. It only checks a hash for errors and its length, so mbsum's digests
# are compared meanwhile.

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

# Ignore the message about instances of templates that have no self-test, and that the
# implementations were timed again: in an emulator they may be found as fast as others.
nothing_logged()
{
	! dmesg --notime | grep -vE 'No test for|mbhash: md5 by .*, sha256 by ' | grep -E 'mbhash|-mb'
}

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
