#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module goes and comes while programs hash. They ask by algorithm, so they
# get the kernel's own drivers while ours are gone.

set -euo pipefail
# shellcheck source=SCRIPTDIR/guest-lib.sh
. "$(dirname "$0")/guest-lib.sh"

rounds=10

unload()	# it is in use more often than not
{
	local i

	for ((i = 0; i < 1000; i++)); do
		rmmod mbhash 2> /dev/null && return
		sleep 0.01
	done
	echo "never idle"
	return 1
}

load
in_memory
make_files 40
pids=()
for algorithm in md5 sha256; do
	hash_until stop "$algorithm" > "$algorithm.log" 2>&1 &
	pids+=($!)
done
for ((i = 1; i <= rounds; i++)); do
	try "unloads while programs hash, round $i" unload
	try "loads while programs hash, round $i" load
done
touch stop
try_worker "every md5 digest is right meanwhile" "${pids[0]}" md5.log
try_worker "every sha256 digest is right meanwhile" "${pids[1]}" sha256.log
try "every digest is right afterwards" hash_once sha256
try_selftests
try "unloads in the end" unload
done_testing
